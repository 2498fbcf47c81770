/** The document was deleted, or the user lost it: comments that cannot be sent are kept with the reason. */
import { listDrafts, NEW_THREAD, openDrafts } from '../../../comments/drafts.ts';
import { newId } from '../../../data/new-id.ts';
import { orNothing } from '../../../room/comments/comments-on-device.ts';
import { openCommentStorage } from '../../../room/comments/kept-comments.ts';

export function loseComments(userId: string, documentId: string, code: 'forbidden' | 'gone'): void {
  const storage = openCommentStorage(window, userId, documentId);
  for (const kept of storage.list()) if (kept.refused === null) storage.write({ ...kept, refused: code });
  for (const [thread] of storage.listStates()) storage.keepState(thread, null);
  const drafts = openDrafts(() => localStorage, userId, documentId);
  for (const [thread, draft] of orNothing(() => listDrafts(localStorage, userId, documentId)) ?? []) {
    const { body } = draft;
    const isKept =
      body === null ||
      storage.write({
        ...draft,
        body,
        thread: thread === NEW_THREAD ? newId() : thread,
        comment: newId(),
        atMs: Date.now(),
        refused: code,
        isTried: false,
        isEdited: false,
      });
    if (isKept) drafts.keep(thread, null);
  }
}
