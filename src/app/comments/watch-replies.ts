/** Replies of others in a person's threads, as news for screen readers. */
import { bodyText } from '#contract/comments/body-text.ts';
import type { ShownThread } from './types.ts';

export const BATCH_MS = 5000;

export interface Reply {
  readonly author: string | null;
  readonly text: string;
}

const isOf = (me: string, { comments, assignee }: ShownThread): boolean =>
  assignee === me || comments.some(({ author }) => author === me);

/** The comments that exist when it first looks are no news. */
export class ReplyWatch {
  readonly #me: string;
  #seen: Set<string> | null = null;
  #waiting: Reply[] = [];
  #sinceMs = 0;

  constructor(me: string) {
    this.#me = me;
  }

  take(threads: readonly ShownThread[], nowMs: number): void {
    const seen = (this.#seen ??= new Set(threads.flatMap(({ comments }) => comments.map(({ id }) => id))));
    for (const thread of threads) {
      for (const { id, author, body } of thread.comments) {
        if (seen.has(id)) continue;
        seen.add(id);
        if (author === this.#me || body === null || !isOf(this.#me, thread)) continue;
        if (this.#waiting.length === 0) this.#sinceMs = nowMs;
        this.#waiting.push({ author, text: bodyText(body) });
      }
    }
  }

  /** Null until the first reply has waited for the batch. */
  due(nowMs: number): readonly Reply[] | null {
    if (this.#waiting.length === 0 || nowMs - this.#sinceMs < BATCH_MS) return null;
    const due = this.#waiting;
    this.#waiting = [];
    return due;
  }
}
