import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { mayComment, mayWrite } from '#contract/roles.ts';
import { CommentsContext, type CommentsPart as Part } from '../../../comments/comments-context.ts';
import { CommentField } from '../../../editor/late-parts.ts';
import { needsReload } from '../../../presence/status-bar.tsx';
import { isTextGone } from '../../../room/comments/text-is-gone.ts';
import { threadsOfVersion } from '../../../room/comments/threads-of-version.ts';
import type { PartProps } from '../use-open-page.ts';
import type { OpenComments } from './open-comments.ts';

/** Narrower windows show a thread in a sheet over their lower half. */
const PHONE_PX = 700;

export const textColumn = (): Element | null =>
  document.querySelector('main .editor-column:has(.editor-text)');

/** On a phone the line is shown above the sheet. */
function showLine({ places }: OpenComments, thread: string): void {
  places.scrollTo(thread);
  if (window.innerWidth >= PHONE_PX) return;
  requestAnimationFrame(() => {
    const top = places.tops().get(thread)?.top;
    const column = textColumn()?.getBoundingClientRect();
    if (top !== undefined && column) window.scrollBy({ top: column.top + top - window.innerHeight / 4 });
  });
}

interface CommentsPartProps extends PartProps {
  readonly comments: OpenComments;
  /** For comments beside a version; always the same object while it shows the same. */
  readonly past?: Partial<Part>;
  readonly children: ReactNode;
}

/** Gives the comments of a page what they need of room, editor and user. */
export function CommentsPart({ page, comments, past, children }: CommentsPartProps) {
  const { room, status, user, history } = page;
  const { role } = status;
  const cannot = status.ended || needsReload(status) ? 'ended' : mayComment(role) ? null : 'viewer';
  // Another function at each change of the address.
  const showVersion = useRef(history.show);
  useEffect(() => {
    showVersion.current = history.show;
  });
  const part = useMemo(
    (): Part => ({
      documentId: room.documentId,
      me: user.id,
      store: comments.store,
      desk: comments.desk,
      drafts: comments.drafts,
      placeOf: comments.tracker.placeOf,
      textAt: comments.textAt.read,
      onMoved: comments.tracker.onMoved,
      laterReplies: () => 0,
      isEditor: mayWrite(role),
      isOwner: role === 'owner',
      Field: CommentField,
      isTextGone: (thread) => isTextGone(room.doc, thread),
      hadText: (thread, { seq, updates }) => {
        const moment = { seq, untilMs: Infinity, wanted: thread.id };
        return threadsOfVersion(updates, [thread], moment, comments.tracker.placeOf).length > 0;
      },
      onShowVersion: (shown) => showVersion.current(shown),
      scrollTo: (thread) => showLine(comments, thread),
      backToText: comments.places.focus,
      leaveSelection: comments.places.leaveSelection,
      ...past,
      cannot: cannot ?? past?.cannot ?? null,
    }),
    [room, user.id, comments, past, cannot, role],
  );
  return <CommentsContext value={part}>{children}</CommentsContext>;
}
