import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drainNow } from '../room/keep-draining.ts';
import { deviceOf } from '../room/this-device.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import type { UnsentEdits } from './list-unsent.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { CopyAndExport } from './copy-and-export.tsx';
import { UnsentFrame, UnsentText } from './unsent-frame.tsx';

interface UnsentEntryProps {
  readonly edits: UnsentEdits;
  readonly userId: string;
  readonly now: Date;
}

/** The unsent changes of one document, with their actions. */
export function UnsentEntry({ edits, userId, now }: UnsentEntryProps) {
  const { t } = useTranslation(['unsent', 'common', 'offline']);
  const title = edits.title.trim() || t('unsent:untitled');
  return (
    <UnsentFrame title={title} at={edits.at} now={now}>
      <p className={edits.state === 'refused' ? 'mt-1 text-danger' : 'mt-1 text-muted'}>
        <TextSpan>{t(edits.reason === null ? stateKey(edits) : `offline:refused.${edits.reason}`)}</TextSpan>
      </p>
      {edits.text === '' ? (
        <p className="mt-2 text-muted">{t('unsent:noText')}</p>
      ) : (
        <UnsentText text={edits.text} label={t('unsent:textIn', { title })} />
      )}
      <Actions edits={edits} userId={userId} title={title} />
    </UnsentFrame>
  );
}

/** The list is drawn again every few seconds. */
function stateKey({ state }: UnsentEdits): 'unsent:open' | 'unsent:waiting' | 'offline:waiting' {
  if (!navigator.onLine) return 'offline:waiting';
  return state === 'open' ? 'unsent:open' : 'unsent:waiting';
}

function Actions({ edits, userId, title }: Omit<UnsentEntryProps, 'now'> & { readonly title: string }) {
  const { t } = useTranslation(['unsent', 'common']);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // An open tab still uses its session: discarding it would lose the tab's next changes.
  const isFree = edits.state !== 'open';
  // The log has these updates; sending them again changes nothing.
  const canRetry = isFree && edits.reason !== 'displaced';

  const retry = async (): Promise<void> => {
    setIsBusy(true);
    const sessions = new Set(edits.sessions.map(({ sessionId }) => sessionId));
    const report = await drainNow((row) => sessions.has(row.sessionId));
    setIsBusy(false);
    if (report?.sent.includes(edits.documentId)) showToast.success(t('unsent:sent'));
    else showToast.error(t('unsent:stillUnsent'));
  };
  const discard = async (): Promise<void> => {
    setIsAsking(false);
    const copy = deviceOf(userId)?.copy;
    if (!copy) return;
    const outcomes = await Promise.all(edits.sessions.map((session) => copy.discard(session)));
    if (outcomes.some(({ ok }) => !ok)) showToast.error(t('unsent:discardFailed'));
  };

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {edits.text !== '' && (
        <>
          <CopyAndExport title={title} read={() => Promise.resolve(edits.text)} />
        </>
      )}
      {canRetry && (
        <Button busy={isBusy} onClick={() => void retry()}>
          {t('unsent:retry')}
        </Button>
      )}
      {isFree && (
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          {t('unsent:discard')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('unsent:confirm.title')}
        text={t('unsent:confirm.text')}
        confirmLabel={t('unsent:discard')}
        cancelLabel={t('common:cancel')}
        danger
        onConfirm={() => void discard()}
      />
    </div>
  );
}
