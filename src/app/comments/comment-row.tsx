import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThreadComment } from '#contract/comments/thread.ts';
import { isApiErrorCode } from '../data/api-error.ts';
import { formatExact, formatRelative } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { focusCard } from './card-id.ts';
import { CommentMenu } from './comment-menu.tsx';
import { CommentText } from './comment-text.tsx';
import { useComments } from './comments-context.ts';
import { Composer } from './composer.tsx';
import { AddReaction, Reactions } from './reactions.tsx';
import type { ShownThread, Unsent } from './types.ts';
import { useOutcome } from './use-outcome.ts';
import { useAuthors, useNow } from './use-threads.ts';

interface CommentRowProps {
  readonly thread: ShownThread;
  readonly comment: ThreadComment;
  /** With its menu and reactions. */
  readonly isActive: boolean;
}

/** A comment: face, name, time, text. */
export function CommentRow({ thread, comment, isActive }: CommentRowProps) {
  const { store, cannot } = useComments();
  const { t } = useTranslation('comments');
  const report = useOutcome();
  const face = useAuthors()(comment);
  const [isEditing, setEditing] = useState(false);
  const unsent = thread.unsentComments.get(comment.id);
  const { body } = comment;
  const isSent = unsent === undefined && body !== null;
  const end = (): void => {
    focusCard(thread.id);
    setEditing(false);
  };
  return (
    <div className="flex gap-2.5">
      <Avatar {...face} sizePx={30} />
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex min-h-7 items-start gap-1">
          <div className="min-w-0 flex-1">
            <p
              translate={comment.author === null && comment.file_author === null ? 'yes' : 'no'}
              className="truncate text-[14px]/4 font-semibold"
            >
              <TextSpan>{face.name}</TextSpan>
            </p>
            {unsent === undefined ? <CommentTime comment={comment} /> : null}
          </div>
          {isActive && isSent && cannot === null ? <AddReaction comment={comment} /> : null}
          {isActive && unsent === undefined ? (
            <CommentMenu thread={thread} comment={comment} onEdit={() => setEditing(true)} />
          ) : null}
        </div>
        {body === null ? <p className="text-[14px]/5 text-muted italic">{t('deletedComment')}</p> : null}
        {body !== null && isEditing ? (
          <Composer
            draftOf={null}
            initial={body}
            label={t('editField')}
            sendLabel={t('saveEdit')}
            cancelLabel={t('cancel')}
            takesFocus
            mayAssign={false}
            onSend={(edited) => {
              end();
              report(store.edit(comment.id, edited));
            }}
            onCancel={end}
            onLeave={end}
          />
        ) : null}
        {body !== null && !isEditing ? (
          <div className={isActive ? undefined : 'line-clamp-4'}>
            <CommentText body={body} people={store.people()} />
          </div>
        ) : null}
        {unsent ? <UnsentState comment={comment.id} unsent={unsent} /> : null}
        {isSent ? <Reactions comment={comment} /> : null}
      </div>
    </div>
  );
}

function CommentTime({
  comment: { created_at: at, edited_at: edited },
}: {
  readonly comment: ThreadComment;
}) {
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const now = useNow();
  return (
    <p className="text-[12px]/4 text-muted">
      <time dateTime={at.toISOString()} title={formatExact(at, language)} className="tabular">
        <TextSpan>{formatRelative(at, language, now)}</TextSpan>
      </time>
      {edited === null ? null : (
        <span title={formatExact(edited, language)} className="before:mx-1 before:content-['·']">
          <TextSpan>{t('edited')}</TextSpan>
        </span>
      )}
    </p>
  );
}

/** The reasons that comments have in their own words. */
const REASONS = ['rate_limited', 'forbidden', 'too_large', 'not_found'] as const;

function UnsentState({ comment, unsent }: { readonly comment: string; readonly unsent: Unsent }) {
  const { store } = useComments();
  const { t } = useTranslation(['comments', 'errors']);
  if (unsent.state === 'waiting')
    return <p className="mt-1 text-[13px] text-muted">{t('comments:waiting')}</p>;
  const known = REASONS.find((reason) => reason === unsent.code);
  const code = isApiErrorCode(unsent.code) ? unsent.code : 'internal';
  const why = known ? t(`comments:reason.${known}`) : t(`errors:${code}`);
  return (
    <div role="alert" className="mt-1.5 flex flex-col gap-1.5 text-[13px]">
      <p className="text-danger">
        <TextSpan>{`${t('comments:notSent')} ${why}`}</TextSpan>
      </p>
      <span className="flex gap-1.5">
        <Button className="!h-8 text-[13px] pointer-coarse:!h-11" onClick={() => store.retry(comment)}>
          {t('comments:tryAgain')}
        </Button>
        <Button
          look="quiet"
          className="!h-8 text-[13px] pointer-coarse:!h-11"
          onClick={() => void store.remove(comment)}
        >
          {t('comments:discard')}
        </Button>
      </span>
    </div>
  );
}
