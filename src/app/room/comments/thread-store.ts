/** Threads of comments of an open room: loaded once, then kept up to date by the versions that the server names. */
import * as Y from 'yjs';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { Anchor, Thread, ThreadsReply } from '#contract/comments/thread.ts';
import { readUnits } from '#contract/comments/unit-ranges.ts';
import { readTitle } from '#contract/text/read-title.ts';
import type { Clock } from '#yjs-supabase/clock';
import { errorCodeOf, type ApiErrorCode } from '../../data/api-error.ts';
import type { CommentApi } from '../../data/comments.ts';
import type { Room } from '../open-room.ts';
import { openCommentOutbox } from './comment-outbox.ts';
import type { CommentStorage, ThreadState } from './kept-comments.ts';
import { isUnread, openReadingMarks } from './reading-marks.ts';
import { patches, showThreads, type Patch, type ShownThread } from './show-threads.ts';
import { openThreadStates } from './thread-states.ts';

/** Versions that arrive within this time are fetched together. */
const BATCH_MS = 300;

export interface ThreadStore {
  /** The same list until something changes, own unsent comments included. Stable function, as all here. */
  readonly threads: () => readonly ShownThread[];
  /** Names by user id. */
  readonly people: () => ReadonlyMap<string, string>;
  readonly on: (listener: () => void) => () => void;
  /** Kept on the device and sent until the server has it or refuses it. */
  readonly add: (input: NewComment) => void;
  /** Sends a refused comment again. */
  readonly retry: (comment: string) => void;
  readonly edit: (comment: string, body: CommentBody) => Change;
  /** Deletes a comment; discards one that was not sent. */
  readonly remove: (comment: string) => Change;
  /** Kept on the device, and sent again until the server replies. */
  readonly setState: (thread: string, state: ThreadState) => Change;
  readonly assign: (thread: string, user: string | null) => Change;
  readonly react: (comment: string, emoji: string, isOn: boolean) => Change;
  readonly attach: (thread: string, anchor: Omit<Anchor, 'seq'>) => Change;
  /** The user has read this thread as far as it is here. */
  readonly see: (thread: string) => void;
  readonly close: () => void;
}

/** Shown at once, and undone when it fails: then the code. */
type Change = Promise<ApiErrorCode | null>;

export interface NewComment {
  readonly thread: string;
  readonly comment: string;
  readonly anchor: Omit<Anchor, 'seq'> | null;
  readonly body: CommentBody;
  readonly assignee: string | null;
}

export interface ThreadStoreOptions {
  readonly documentId: string;
  readonly userId: string;
  readonly room: Pick<Room, 'seen' | 'on' | 'status' | 'doc'>;
  readonly api: CommentApi;
  readonly storage: CommentStorage;
  readonly clock: Clock;
}

export function openThreadStore(options: ThreadStoreOptions): ThreadStore {
  const { documentId, userId, room, api, storage, clock } = options;
  const listeners = new Set<() => void>();
  /** `isLate`: after the comments that are not sent. */
  const under = new Set<{ readonly patch: Patch; readonly isLate?: boolean; isDone: boolean }>();
  const stored = new Map<string, Thread>();
  let people: ReadonlyMap<string, string> = new Map();
  let shown: readonly ShownThread[] | null = null;
  /** Up to which `stored` has everything; null before the first list. */
  let known: number | null = null;
  let wanted = 0;
  let isLoading = false;
  /** The server has a change of this page that no list has shown yet. */
  let isBehind = false;
  let isClosed = false;
  let stopBatch: (() => void) | null = null;

  const changed = (): void => {
    shown = null;
    for (const listener of listeners) listener();
  };
  const outbox = openCommentOutbox({
    documentId,
    api,
    storage,
    clock,
    seqOf,
    onChange: () => changed(),
    onSent: () => {
      loadOwn();
      void states.send();
    },
  });

  /** Text that another session of this user has typed may still be on its way to the log. */
  async function seqOf({ units }: Pick<Anchor, 'units'>): Promise<number | null> {
    if (room.status().kind !== 'open') return null;
    const isHere = readUnits(units).every(
      ({ client, clock: first, length }) => Y.getState(room.doc.store, client) >= first + length,
    );
    return isHere ? room.seen() : null;
  }

  const marks = openReadingMarks({
    send: (threads) => api.readThreads(documentId, threads),
    find: (thread) => stored.get(thread),
    clock,
  });
  const noteTyping = ({ local }: Y.Transaction): void => {
    if (local) marks.typed();
  };
  room.doc.on('afterTransaction', noteTyping);

  function see(id: string): void {
    const thread = stored.get(id);
    if (!thread || !isUnread(thread, userId)) return;
    marks.see(thread);
    stored.set(id, { ...thread, read_at: marks.readAt(thread) });
    changed();
  }

  function loadOwn(): void {
    isBehind = true;
    loadSoon();
  }

  function loadSoon(): void {
    if (isClosed || stopBatch) return;
    stopBatch = clock.startTimer(BATCH_MS, () => {
      stopBatch = null;
      if (isLoading) loadSoon();
      else if (isBehind || known === null || wanted > known) void load();
    });
  }

  async function load(): Promise<void> {
    isLoading = true;
    isBehind = false;
    const done = [...under].filter(({ isDone }) => isDone);
    const sent = outbox.listSent();
    try {
      take(await api.listThreads(documentId, known ?? 0));
      for (const change of done) under.delete(change);
      outbox.forget(sent);
    } catch (error) {
      // After any other failure the next version that the room names is a reason to load.
      isBehind = true;
      if (errorCodeOf(error) === 'forbidden') hide();
    } finally {
      isLoading = false;
    }
    if (!isClosed) changed();
  }

  function take(reply: ThreadsReply): void {
    for (const thread of reply.threads) stored.set(thread.id, { ...thread, read_at: marks.readAt(thread) });
    for (const id of reply.removed) stored.delete(id);
    if (reply.people.length > 0)
      people = new Map([...people, ...reply.people.map(({ id, name }) => [id, name] as const)]);
    known = reply.version;
  }

  function hide(): void {
    known = null;
    stored.clear();
  }

  const stops = [
    room.on('comments', (version) => {
      outbox.wake();
      marks.wake();
      void states.send();
      if (version === null) {
        hide();
        return changed();
      }
      wanted = version;
      if (isBehind || known === null || version > known) loadSoon();
    }),
    room.on('change', loadOnceOpen),
  ];
  let isOpened = false;
  function loadOnceOpen(): void {
    if (isOpened || room.status().kind !== 'open') return;
    isOpened = true;
    outbox.wake();
    void load();
    void states.send();
  }

  async function change(patch: Patch, call: () => Promise<void>): Change {
    const entry = { patch, isDone: false };
    under.add(entry);
    changed();
    try {
      await call();
      entry.isDone = true;
      loadOwn();
      return null;
    } catch (error) {
      under.delete(entry);
      changed();
      return errorCodeOf(error);
    }
  }

  const now = (): Date => new Date(clock.nowMs());
  const states = openThreadStates({
    send: (thread, state) => api.setThreadState(documentId, thread, state),
    // A reply opens its thread.
    isHeld: (thread) =>
      outbox
        .list()
        .some((one) => one.thread === thread && one.refused === null && !outbox.isSent(one.comment)),
    storage,
    show: (thread, state) => {
      const patch = patches.setState(thread, state === 'resolved', userId, now());
      const entry = { patch, isLate: true, isDone: false };
      under.add(entry);
      changed();
      return {
        done: () => {
          entry.isDone = true;
          loadOwn();
        },
        undo: () => {
          under.delete(entry);
          changed();
        },
      };
    },
  });
  loadOnceOpen();
  const threads = (): readonly ShownThread[] =>
    (shown ??= showThreads(
      stored,
      [...under].filter(({ isLate }) => isLate !== true).map(({ patch }) => patch),
      { userId, kept: outbox.list(), isSent: outbox.isSent },
      [...under].filter(({ isLate }) => isLate === true).map(({ patch }) => patch),
    ));
  return {
    threads,
    people: () => people,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (input) => {
      const { anchor } = threads().find(({ id }) => id === input.thread) ?? input;
      states.forget(input.thread);
      outbox.add({ ...input, title: readTitle(room.doc), quote: anchor?.quote ?? '' });
    },
    retry: (comment) => outbox.retry(comment),
    edit: (comment, body) =>
      outbox.edit(comment, body)
        ? Promise.resolve(null)
        : change(patches.edit(comment, body, now()), () => api.editComment(documentId, comment, body)),
    remove: (comment) =>
      outbox.discard(comment) ??
      change(patches.remove(comment), () => api.deleteComment(documentId, comment)),
    setState: (thread, state) => states.set(thread, state),
    assign: (thread, user) =>
      change(patches.assign(thread, user), () => api.assignThread(documentId, thread, user)),
    react: (comment, emoji, isOn) =>
      change(patches.react(comment, emoji, userId, isOn), () => api.react(documentId, comment, emoji, isOn)),
    attach: async (thread, anchor) => {
      const seq = await seqOf(anchor);
      if (seq === null) return 'unreachable';
      const whole = { ...anchor, seq };
      return change(patches.attach(thread, whole), () => api.attachThread(documentId, thread, whole));
    },
    see,
    close: () => {
      isClosed = true;
      stopBatch?.();
      for (const stop of stops) stop();
      room.doc.off('afterTransaction', noteTyping);
      marks.close();
      outbox.close();
      listeners.clear();
    },
  };
}
