import type { RefObject } from 'react';
import { mayWrite } from '#contract/roles.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { hostClock } from '#yjs-supabase/clock';
import { openDesk, type Desk } from '../../../comments/desk.ts';
import { NEW_THREAD, openDrafts, type Drafts } from '../../../comments/drafts.ts';
import { ApiError } from '../../../data/api-error.ts';
import { commentApi } from '../../../data/comments.ts';
import { readLog } from '../../../data/history-log.ts';
import type { CommentPlaces, PlacedThread } from '../../../editor/comments/types.ts';
import type { EditorHandle } from '../../../editor/editor.tsx';
import { askForCopies } from '../../../room/comments/ask-for-copies.ts';
import { openCommentStorage } from '../../../room/comments/kept-comments.ts';
import { trackPlaces, type PlaceTracker } from '../../../room/comments/place-tracker.ts';
import { openTextAt, type TextAt } from '../../../room/comments/text-at.ts';
import { threadsOnDevice, withKeptThreads } from '../../../room/comments/kept-threads.ts';
import { openThreadStore, type ThreadStore } from '../../../room/comments/thread-store.ts';
import type { Room } from '../../../room/open-room.ts';
import { printComments } from './print-comments.ts';

export interface OpenComments {
  readonly store: ThreadStore;
  readonly tracker: PlaceTracker;
  readonly textAt: TextAt;
  readonly places: CommentPlaces;
  readonly desk: Desk;
  readonly drafts: Drafts;
  /** Prints the document with its open threads. */
  readonly print: () => void;
  /** Presses the key that was pressed before all this was loaded. */
  readonly replay: () => void;
  readonly close: () => void;
}

/** The threads of an open document with their places in its text. */
export async function openComments(
  room: Room,
  userId: string,
  editor: RefObject<EditorHandle | null>,
  replay: () => void,
): Promise<OpenComments | null> {
  const places = await editor.current?.comments();
  if (!places) return null;
  const { documentId, doc, follower } = room;
  const store = openThreadStore({
    documentId,
    userId,
    room,
    api: withKeptThreads(commentApi, threadsOnDevice(userId)),
    storage: openCommentStorage(window, userId, documentId),
    clock: hostClock,
  });
  const tracker = trackPlaces(doc, follower);
  const textAt = openTextAt(doc);
  const drafts = openDrafts(
    () => localStorage,
    userId,
    documentId,
    (thread, { anchor }) => ({
      title: readTitle(doc),
      quote: (anchor ?? store.threads().find(({ id }) => id === thread)?.anchor)?.quote ?? '',
    }),
  );
  const desk = openDesk(drafts.read(NEW_THREAD)?.anchor ?? null);
  const copies = askForCopies({
    mayRead: () => {
      const status = room.status();
      return status.kind === 'open' && mayWrite(status.role);
    },
    seen: room.seen,
    read: async (after) => {
      const rows = [];
      for await (const page of readLog(documentId, after, Number.MAX_SAFE_INTEGER)) rows.push(...page);
      return rows;
    },
    learn: tracker.learn,
    clock: hostClock,
    report: (error) => {
      // Offline: the next fold places the thread.
      if (!(error instanceof ApiError)) throw error;
    },
  });
  let shown: readonly PlacedThread[] = [];
  const show = (): void => {
    const { active, draft, attaching } = desk.read();
    shown = store.threads().map((thread) => ({
      id: thread.id,
      place: tracker.placeOf(thread),
      isActive: thread.id === active,
      isResolved: thread.is_resolved,
    }));
    places.show(shown, attaching?.anchor ?? draft);
    copies.notice(new Map(shown.map(({ id, place }) => [id, place.state])));
  };
  const stops = [
    store.on(show),
    desk.on(show),
    room.on('restore', copies.askAgain),
    tracker.onMoved((moved) => {
      if (shown.some(({ place }) => moved(place.ranges))) show();
    }),
  ];
  show();
  const parts = { store, tracker, textAt, places, desk, drafts };
  return {
    ...parts,
    replay,
    print: () => printComments(parts),
    close: () => {
      for (const stop of stops) stop();
      copies.close();
      tracker.close();
      textAt.close();
      store.close();
    },
  };
}
