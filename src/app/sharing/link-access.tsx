import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GrantableRole } from '../data/members.ts';
import { setLinkRole } from '../data/sharing.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { copyAddress } from './copy-link.ts';
import { RoleSelect } from './role-select.tsx';
import { useChange } from './use-change.ts';
import { TextSpan } from '../ui/text-span.tsx';

interface LinkAccessProps {
  readonly documentId: string;
  readonly owning: boolean;
  /** Undefined while unknown. */
  readonly linkRole: GrantableRole | null | undefined;
}

/** Access of signed-in users who have the document's link. */
export function LinkAccess({ documentId, owning, linkRole }: LinkAccessProps) {
  const { t } = useTranslation(['sharing', 'common']);
  const change = useChange(documentId);
  const copy = async (): Promise<void> => {
    // The URL of the document, without an open panel.
    const isCopied = await copyAddress(location.href.replace(/\/history\/?(?=$|[?#])/, ''));
    if (isCopied) showToast.success(t('sharing:linkCopied'));
    else showToast.error(t('sharing:linkNotCopied'));
  };
  const choose = (next: GrantableRole | 'off'): void =>
    change.mutate({
      ask: () => setLinkRole(documentId, next === 'off' ? null : next),
      done: t(next === 'off' ? 'sharing:linkTurnedOff' : 'sharing:linkTurnedOn'),
    });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <div className="min-w-40 flex-1">
        {/* Hidden, because the select beside it has the same name. */}
        {owning && (
          <p className="font-medium" aria-hidden="true">
            {t('sharing:linkAccess')}
          </p>
        )}
        <p className="text-[13px] text-muted">
          <TextSpan>
            {linkRole ? t('sharing:linkOpen', { role: t(`common:role.${linkRole}`) }) : t('sharing:linkHint')}
          </TextSpan>
        </p>
      </div>
      {owning && linkRole !== undefined && (
        <RoleSelect
          label={t('sharing:linkAccess')}
          value={linkRole ?? 'off'}
          more={[{ value: 'off', label: t('sharing:linkOff') }]}
          onChoose={choose}
        />
      )}
      <Button onClick={() => void copy()}>
        <Link2 size={17} aria-hidden="true" />
        <span>{t('sharing:copyLink')}</span>
      </Button>
    </div>
  );
}
