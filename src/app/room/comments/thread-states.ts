/** Threads that are resolved or reopened, also without a line: kept on the device until the server replies. */
import { errorCodeOf, type ApiErrorCode } from '../../data/api-error.ts';
import { MAY_PASS } from '../../data/may-pass.ts';
import type { CommentStorage, ThreadState } from './kept-comments.ts';

interface Shown {
  readonly done: () => void;
  readonly undo: () => void;
}

interface StatesOptions {
  readonly send: (thread: string, state: ThreadState) => Promise<void>;
  /** The thread has comments that go first. */
  readonly isHeld: (thread: string) => boolean;
  readonly storage: Pick<CommentStorage, 'listStates' | 'keepState'>;
  readonly show: (thread: string, state: ThreadState) => Shown;
}

export interface ThreadStates {
  /** Resolves to a code if the server refuses it, and to null while it waits. */
  readonly set: (thread: string, state: ThreadState) => Promise<ApiErrorCode | null>;
  /** Sends what waits. */
  readonly send: () => Promise<void>;
  /** The user has done something later that opens the thread. */
  readonly forget: (thread: string) => void;
}

export function openThreadStates({ send, isHeld, storage, show }: StatesOptions): ThreadStates {
  const waiting = new Map<string, { readonly state: ThreadState; readonly shown: Shown }>();
  let isSending = false;

  function take(thread: string, state: ThreadState): void {
    waiting.get(thread)?.shown.undo();
    waiting.set(thread, { state, shown: show(thread, state) });
  }

  async function sendOne(thread: string): Promise<ApiErrorCode | null> {
    const item = waiting.get(thread);
    if (!item || isHeld(thread)) return null;
    let refusal: ApiErrorCode | null = null;
    try {
      await send(thread, item.state);
      item.shown.done();
    } catch (error) {
      refusal = errorCodeOf(error);
      if (MAY_PASS.has(refusal)) return null;
      item.shown.undo();
    }
    // Changed again meanwhile: that waits for itself.
    if (waiting.get(thread) !== item) return refusal;
    drop(thread);
    return refusal;
  }

  function drop(thread: string): void {
    waiting.delete(thread);
    storage.keepState(thread, null);
  }

  for (const [thread, state] of storage.listStates()) take(thread, state);
  return {
    set: (thread, state) => {
      storage.keepState(thread, state);
      take(thread, state);
      return sendOne(thread);
    },
    send: async () => {
      if (isSending) return;
      isSending = true;
      for (const thread of waiting.keys()) await sendOne(thread);
      isSending = false;
    },
    forget: (thread) => {
      const item = waiting.get(thread);
      if (!item) return;
      drop(thread);
      item.shown.undo();
    },
  };
}
