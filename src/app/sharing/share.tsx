import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHARING_GLANCE_MS, sharingQuery } from '../data/sharing.ts';
import { formatNumber } from '../i18n/format-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { TextSpan } from '../ui/text-span.tsx';

const ShareDialog = loadLater(() => import('./share-dialog.tsx').then((part) => part.ShareDialog));

interface ShareProps {
  readonly documentId: string;
  readonly title: string;
  readonly userId: string;
  /** The current user owns the document; known before the members are loaded. */
  readonly owning: boolean;
  /** The user has left the document and no longer has access. */
  readonly onLeft: () => void;
}

/** The *Share* button with its dialog; marked while access requests are pending. */
export function Share(props: ShareProps) {
  const { t } = useTranslation('documentPage');
  const [open, setOpen] = useState(false);
  const note = useId();
  const { language } = useLanguage();
  const waiting = useWaiting(props.documentId, props.owning);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-describedby={note}
        onClick={() => setOpen(true)}
        className="relative max-sm:w-9 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 pointer-coarse:max-sm:w-11"
      >
        <Users size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('share')}</span>
        {waiting > 0 && <CountBadge text={formatNumber(waiting, language)} />}
      </Button>
      <output id={note} className="sr-only">
        <TextSpan>{waiting > 0 && t('waiting', { count: waiting })}</TextSpan>
      </output>
      {open && (
        // Suspends while its translations load; the page must not wait.
        <Suspense fallback={null}>
          <ShareDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Number of pending access requests; the server returns them only to the owner. */
function useWaiting(documentId: string, owning: boolean): number {
  const { data } = useQuery({
    ...sharingQuery(documentId),
    enabled: owning,
    refetchInterval: SHARING_GLANCE_MS,
  });
  return owning ? (data?.requests.length ?? 0) : 0;
}
