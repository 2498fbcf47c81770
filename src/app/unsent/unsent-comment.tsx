import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { isApiErrorCode } from '../data/api-error.ts';
import { documentPath } from '../data/paths.ts';
import { discardKept } from '../room/comments/kept-comments.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { CopyAndExport } from './copy-and-export.tsx';
import type { UnsentComment } from './list-unsent.ts';
import { UnsentFrame, UnsentText } from './unsent-frame.tsx';

interface UnsentCommentProps {
  readonly entry: UnsentComment;
  readonly userId: string;
  readonly now: Date;
}

/** A comment that the server does not have, with the text it is about. */
export function UnsentCommentEntry({ entry, userId, now }: UnsentCommentProps) {
  const { t } = useTranslation(['comments', 'unsent']);
  const { pathname } = useLocation();
  const { quote } = entry.kept;
  const title = entry.title.trim() || t('unsent:untitled');
  const path = documentPath(entry.documentId);
  const isHere = pathname.startsWith(path);
  return (
    <UnsentFrame title={title} at={entry.at} now={now}>
      <Reason code={entry.kept.refused} isHere={isHere} />
      {quote === '' ? null : (
        <blockquote
          translate="no"
          dir="auto"
          className="mt-2 line-clamp-3 border-l-2 border-amber pl-2 text-[13px]/5 break-words text-muted"
        >
          {quote}
        </blockquote>
      )}
      <UnsentText text={entry.text} label={t('comments:onDevice.textIn', { title })} />
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyAndExport title={title} read={() => Promise.resolve(entry.text)} />
        {isHere ? null : (
          <Link to={path} className={buttonLook('plain')}>
            {t('comments:onDevice.open')}
          </Link>
        )}
        <Discard entry={entry} userId={userId} />
      </div>
    </UnsentFrame>
  );
}

/** The reasons that comments have in their own words. */
const REASONS = {
  forbidden: 'forbidden',
  not_found: 'not_found',
  too_large: 'too_large',
  document_full: 'too_large',
} as const;

function Reason({ code, isHere }: { readonly code: string | null; readonly isHere: boolean }) {
  const { t } = useTranslation(['comments', 'offline', 'errors']);
  if (code === null)
    return (
      <p className="mt-1 text-muted">{t(`comments:onDevice.${isHere ? 'waiting' : 'waitingElsewhere'}`)}</p>
    );
  const known = (REASONS as Readonly<Record<string, (typeof REASONS)[keyof typeof REASONS]>>)[code];
  const other =
    code === 'gone' ? t('offline:refused.gone') : t(`errors:${isApiErrorCode(code) ? code : 'internal'}`);
  return (
    <p className="mt-1 text-danger">
      <TextSpan>{`${t('comments:onDevice.refused')} ${known ? t(`comments:reason.${known}`) : other}`}</TextSpan>
    </p>
  );
}

function Discard({ entry, userId }: Omit<UnsentCommentProps, 'now'>) {
  const { t } = useTranslation(['comments', 'common']);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        {t('comments:discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('comments:onDevice.confirm.title')}
        text={t('comments:onDevice.confirm.text')}
        confirmLabel={t('comments:discard')}
        cancelLabel={t('common:cancel')}
        danger
        onConfirm={() => {
          setIsAsking(false);
          discardKept(userId, entry.kept);
        }}
      />
    </>
  );
}
