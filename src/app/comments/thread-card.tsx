import { clsx } from 'clsx';
import { Check, RotateCcw, UserCheck } from 'lucide-react';
import { memo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../data/new-id.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { CommentRow } from './comment-row.tsx';
import { useComments } from './comments-context.ts';
import { Composer } from './composer.tsx';
import { cardId, focusCard } from './card-id.ts';
import { quoteOf } from './quote-of.ts';
import { LostText } from './lost-text.tsx';
import type { Place, ShownThread } from './types.ts';
import { useSetState } from './use-set-state.ts';
import { useSeen } from './use-seen.ts';
import { useThreadName } from './use-thread-name.ts';
import { useAuthors, useFaces, usePlace } from './use-threads.ts';

interface ThreadCardProps {
  readonly thread: ShownThread;
  readonly isActive: boolean;
  /** The same function each time. */
  readonly onActivate: (thread: ShownThread) => void;
  /** Resolving or reopening takes the card out of its list, so a message tells it. */
  readonly leavesList?: boolean;
}

/** A thread with all of its comments; one that is not active shows its first comment. */
export const ThreadCard = memo(function ThreadCard(props: ThreadCardProps) {
  const { thread, isActive, onActivate, leavesList = false } = props;
  const { backToText } = useComments();
  const { t } = useTranslation('comments');
  const place = usePlace(thread);
  const name = useThreadName()(thread, place);
  const card = useRef<HTMLElement>(null);
  const isNew = useSeen(thread, card, isActive);
  const [first, ...replies] = thread.comments;
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    backToText();
  };
  return (
    // Escape returns to the text from all controls of the card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      aria-label={name}
      // The highlight refers to it.
      id={cardId(thread.id)}
      tabIndex={-1}
      className={clsx(
        'relative flex flex-col gap-3 rounded-card border p-3 outline-offset-0',
        isActive ? 'border-edge/60 bg-raised shadow-high' : 'border-line bg-raised hover:border-edge/60',
        thread.is_resolved && !isActive && 'opacity-75',
      )}
      onKeyDown={leave}
    >
      {isNew ? (
        <span
          aria-hidden="true"
          data-unread=""
          className="absolute top-1 left-1 size-2 rounded-full bg-amber forced-colors:bg-[Highlight]"
        />
      ) : null}
      <Head thread={thread} place={place} isActive={isActive} leavesList={leavesList} />
      {first ? <CommentRow thread={thread} comment={first} isActive={isActive} /> : null}
      {isActive
        ? replies.map((comment) => <CommentRow key={comment.id} thread={thread} comment={comment} isActive />)
        : null}
      {!isActive && replies.length > 0 ? (
        <p className="pl-10 text-[13px] text-muted">
          <TextSpan>{t('replies', { count: replies.length })}</TextSpan>
        </p>
      ) : null}
      {isActive ? (
        <Foot thread={thread} />
      ) : (
        <button
          type="button"
          aria-label={name}
          className="absolute inset-0 rounded-card"
          onClick={() => onActivate(thread)}
        />
      )}
    </article>
  );
});

interface HeadProps extends Pick<Required<ThreadCardProps>, 'thread' | 'isActive' | 'leavesList'> {
  readonly place: Place;
}

function Head({ thread, place, isActive, leavesList }: HeadProps) {
  const { me, isEditor, cannot } = useComments();
  const { t } = useTranslation('comments');
  const setState = useSetState(leavesList);
  const faceOf = useFaces();
  const { id, anchor, is_resolved: isResolved, assignee, resolved_by: resolver, unsent } = thread;
  const { state } = place;
  const mayResolve = cannot === null && unsent === null && (isEditor || thread.created_by === me);
  return (
    <div className="flex flex-col gap-1 not-[:has(:not(:empty))]:hidden">
      <div className="flex items-start gap-1">
        <Quote thread={thread} place={place} />
        {isActive && mayResolve ? (
          <IconButton
            label={t(isResolved ? 'reopen' : 'resolve')}
            icon={
              isResolved ? <RotateCcw size={16} aria-hidden="true" /> : <Check size={18} aria-hidden="true" />
            }
            className="-my-1 ml-auto !h-8 !w-8 pointer-coarse:!h-11 pointer-coarse:!w-11"
            onClick={() => setState(id, isResolved ? 'open' : 'resolved')}
          />
        ) : null}
      </div>
      {isResolved && resolver !== null ? (
        <p className="text-[13px] text-muted">
          <TextSpan>{t('resolvedBy', { name: faceOf(resolver).name })}</TextSpan>
        </p>
      ) : null}
      {assignee === null ? null : (
        <p className="flex items-center gap-1.5 text-[13px] font-medium">
          <UserCheck size={14} aria-hidden="true" />
          <TextSpan>
            {assignee === me ? t('assignedToYou') : t('assigned', { name: faceOf(assignee).name })}
          </TextSpan>
        </p>
      )}
      {anchor.kind !== 'document' && (state === 'near' || (state === 'none' && isActive)) ? (
        <LostText thread={thread} state={state} isActive={isActive} />
      ) : null}
    </div>
  );
}

function Quote({ thread, place }: Pick<HeadProps, 'thread' | 'place'>) {
  const { textAt } = useComments();
  const { t } = useTranslation('comments');
  const { anchor } = thread;
  if (anchor.kind === 'document')
    return <p className="min-w-0 flex-1 text-[13px]/5 text-muted">{t('wholeDocument')}</p>;
  const quote = quoteOf(thread, place, textAt);
  if (quote === null) return <p className="min-w-0 flex-1 text-[13px]/5 text-muted">{t('deletedText')}</p>;
  if (quote === '') return null;
  return (
    <blockquote
      translate="no"
      dir="auto"
      className="line-clamp-2 min-w-0 flex-1 border-l-2 border-amber pl-2 text-[13px]/5 break-words text-muted"
    >
      {quote}
    </blockquote>
  );
}

function Foot({ thread }: Pick<ThreadCardProps, 'thread'>) {
  const { store, drafts, cannot, backToText } = useComments();
  const { t } = useTranslation('comments');
  const [first] = thread.comments;
  const authorOf = useAuthors();
  const [state, setState] = useState<'closed' | 'kept' | 'open'>(() =>
    drafts.read(thread.id) === null ? 'closed' : 'kept',
  );
  if (cannot !== null && state === 'closed') return <CannotReply thread={thread} />;
  if (state === 'closed')
    return (
      <Button
        className="w-full !justify-start !font-normal text-muted"
        aria-label={t('reply')}
        onClick={() => setState('open')}
      >
        {t('reply')}
      </Button>
    );
  const end = (): void => {
    focusCard(thread.id);
    setState('closed');
  };
  return (
    <>
      {cannot === null ? null : <CannotReply thread={thread} />}
      <Composer
        draftOf={thread.id}
        label={t('replyField', { name: first ? authorOf(first).name : '' })}
        sendLabel={t('sendReply')}
        cancelLabel={t('cancel')}
        takesFocus={state === 'open'}
        mayAssign
        onSend={(body, assignee) => {
          end();
          store.add({ thread: thread.id, comment: newId(), anchor: null, body, assignee });
        }}
        onCancel={end}
        onLeave={backToText}
      />
    </>
  );
}

function CannotReply({ thread }: Pick<ThreadCardProps, 'thread'>) {
  const { cannot, laterReplies } = useComments();
  const { t } = useTranslation('comments');
  const later = laterReplies(thread.id);
  return (
    <p className="flex flex-col gap-1 text-[13px] text-muted">
      {later > 0 ? <TextSpan>{t('laterReplies', { count: later })}</TextSpan> : null}
      {cannot === null ? null : <TextSpan>{t(`cannotReply.${cannot}`)}</TextSpan>}
    </p>
  );
}
