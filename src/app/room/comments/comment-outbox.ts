/**
 * Sends comments in the order in which they were written, each until the server has it or refuses it. A retry sends the same
 * ids, so a comment whose reply was lost is there once.
 */
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { Clock } from '#yjs-supabase/clock';
import { errorCodeOf, type ApiErrorCode } from '../../data/api-error.ts';
import type { CommentApi } from '../../data/comments.ts';
import { MAY_PASS } from '../../data/may-pass.ts';
import type { CommentStorage, KeptComment } from './kept-comments.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export interface CommentOutbox {
  /** Waiting, refused, and sent ones that no list has shown yet. */
  readonly list: () => readonly KeptComment[];
  readonly isSent: (comment: string) => boolean;
  readonly add: (written: Omit<KeptComment, 'atMs' | 'refused' | 'isTried' | 'isEdited'>) => void;
  /** False if it is not here. */
  readonly edit: (comment: string, body: CommentBody) => boolean;
  /** Null if it is not here. Otherwise resolves to a code if the server may have it and does not delete it. */
  readonly discard: (comment: string) => Promise<ApiErrorCode | null> | null;
  /** Sends a refused one again. */
  readonly retry: (comment: string) => void;
  /** The server replies: the next attempt need not wait. */
  readonly wake: () => void;
  /** A list that was requested after these were sent has arrived. */
  readonly forget: (comments: readonly string[]) => void;
  readonly listSent: () => readonly string[];
  readonly close: () => void;
}

export interface OutboxOptions {
  readonly documentId: string;
  readonly api: Pick<CommentApi, 'addComment' | 'editComment' | 'deleteComment'>;
  /** A seq at which the log has the units of an anchor, once these are saved; null if it cannot be known now. */
  readonly seqOf: (anchor: NonNullable<KeptComment['anchor']>) => Promise<number | null>;
  readonly storage: CommentStorage;
  readonly clock: Clock;
  readonly onChange: () => void;
  /** The server has one more comment. */
  readonly onSent: () => void;
}

export function openCommentOutbox(options: OutboxOptions): CommentOutbox {
  const { documentId, api, seqOf, storage, clock, onChange, onSent } = options;
  const items = new Map(storage.list().map((kept) => [kept.comment, kept]));
  const unstored = new Set<string>();
  const sent = new Set<string>();
  let isSending = false;
  let isClosed = false;
  let pauseMs = FIRST_PAUSE_MS;
  let isLimited = false;
  let stopTimer: (() => void) | null = null;

  const keep = (kept: KeptComment): void => {
    items.set(kept.comment, kept);
    if (storage.write(kept)) unstored.delete(kept.comment);
    else unstored.add(kept.comment);
    onChange();
  };
  const drop = (comment: string): void => {
    items.delete(comment);
    sent.delete(comment);
    unstored.delete(comment);
    storage.remove(comment);
  };
  /** A reply waits for the comment that opens its thread. */
  const next = (): KeptComment | undefined => {
    const blocked = new Set<string>();
    for (const item of items.values()) {
      if (sent.has(item.comment)) continue;
      if (item.refused === null && !blocked.has(item.thread)) return item;
      if (item.anchor !== null) blocked.add(item.thread);
    }
    return undefined;
  };

  async function send({ comment, ...first }: KeptComment): Promise<void> {
    const seq = first.anchor === null ? 0 : await seqOf(first.anchor);
    if (seq === null) return wait();
    const item = items.get(comment);
    if (!item || sent.has(comment) || isClosed) return;
    keep({ ...item, isTried: true });
    const { thread, body, assignee, anchor } = item;
    await api.addComment(documentId, {
      thread,
      comment,
      anchor: anchor && { ...anchor, seq },
      body,
      assignee,
    });
    let stored = item.isEdited ? null : body;
    for (let now = items.get(comment); now && now.body !== stored; now = items.get(comment)) {
      await api.editComment(documentId, comment, now.body);
      stored = now.body;
    }
    if (!items.has(comment)) await api.deleteComment(documentId, comment);
    pauseMs = FIRST_PAUSE_MS;
    isLimited = false;
    storage.remove(comment);
    if (items.has(comment)) sent.add(comment);
    onChange();
    onSent();
  }

  function wait(): void {
    if (isClosed || stopTimer) return;
    stopTimer = clock.startTimer(pauseMs, () => {
      stopTimer = null;
      void pump();
    });
    pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
  }

  function hurry(): void {
    stopTimer?.();
    stopTimer = null;
    pauseMs = FIRST_PAUSE_MS;
    void pump();
  }

  async function pump(): Promise<void> {
    if (isSending || isClosed || stopTimer) return;
    const item = next();
    if (!item) return;
    isSending = true;
    try {
      await send(item);
    } catch (error) {
      const code = errorCodeOf(error);
      const now = items.get(item.comment);
      isLimited = code === 'rate_limited';
      if (MAY_PASS.has(code)) wait();
      else if (now && !sent.has(now.comment)) keep({ ...now, refused: code });
    } finally {
      isSending = false;
    }
    await pump();
  }

  /** Another tab of this user has written, sent or discarded comments. */
  const stopListening = storage.onChange(() => {
    const stored = new Map(storage.list().map((kept) => [kept.comment, kept]));
    for (const [comment, kept] of stored) if (!sent.has(comment)) items.set(comment, kept);
    const gone = [...items.keys()].filter((comment) => !stored.has(comment) && !unstored.has(comment));
    for (const comment of gone) {
      // A refused one was not sent.
      if (items.get(comment)?.refused === null) sent.add(comment);
      else drop(comment);
    }
    onChange();
    if (gone.length > 0) onSent();
    void pump();
  });
  void pump();

  return {
    list: () => [...items.values()],
    isSent: (comment) => sent.has(comment),
    listSent: () => [...sent],
    add: (written) => {
      keep({ ...written, atMs: clock.nowMs(), refused: null, isTried: false, isEdited: false });
      void pump();
    },
    edit: (comment, body) => {
      const item = items.get(comment);
      if (!item || sent.has(comment)) return false;
      keep({ ...item, body, isEdited: item.isTried });
      return true;
    },
    discard: (comment) => {
      const item = items.get(comment);
      if (!item || sent.has(comment)) return null;
      drop(comment);
      onChange();
      void pump();
      return item.isTried && item.refused === null
        ? forgetOnServer(api, documentId, comment)
        : Promise.resolve(null);
    },
    retry: (comment) => {
      const item = items.get(comment);
      if (!item) return;
      keep({ ...item, refused: null });
      hurry();
    },
    wake: () => {
      if (!isLimited) hurry();
    },
    forget: (comments) => {
      for (const comment of comments) drop(comment);
    },
    close: () => {
      isClosed = true;
      stopTimer?.();
      stopListening();
    },
  };
}

async function forgetOnServer(
  api: Pick<CommentApi, 'deleteComment'>,
  documentId: string,
  comment: string,
): Promise<ApiErrorCode | null> {
  try {
    await api.deleteComment(documentId, comment);
    return null;
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'not_found' ? null : code;
  }
}
