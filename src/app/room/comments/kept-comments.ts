/**
 * Comments of one user in one document that are only on this device: waiting to be sent, or refused. One entry of
 * `localStorage` for each, so that two tabs never overwrite each other's. The text's outbox is not involved.
 */
import * as z from 'zod/mini';
import { commentBody } from '#contract/comments/comment-body.ts';
import { anchorSchema } from '#contract/comments/thread.ts';
import { listEntries, orNothing, prefixOf } from './comments-on-device.ts';

const keptComment = z.object({
  thread: z.uuid(),
  comment: z.uuid(),
  /** Its `seq` is read when it is sent. */
  anchor: z.nullable(z.omit(anchorSchema, { seq: true })),
  body: commentBody,
  assignee: z.nullable(z.uuid()),
  atMs: z.number(),
  /** Of document and thread when it was written, to show it where the document is not open. */
  title: z._default(z.string(), ''),
  quote: z._default(z.string(), ''),
  /** The code of the refusal. */
  refused: z.nullable(z.string()),
  /** A request was sent, so the server may have it. */
  isTried: z.boolean(),
  /** Its text changed after that. */
  isEdited: z.boolean(),
});
export type KeptComment = z.infer<typeof keptComment>;

const threadState = z.enum(['open', 'resolved']);
export type ThreadState = z.infer<typeof threadState>;
/** Beside the comments, which it is none of. */
const STATE = 'state-';

export interface CommentStorage {
  /** In the order in which they were written. */
  readonly list: () => readonly KeptComment[];
  /** False if the browser stores nothing. */
  readonly write: (kept: KeptComment) => boolean;
  readonly remove: (comment: string) => void;
  /** Threads that were resolved or reopened here, and the server may not know it. */
  readonly listStates: () => readonly (readonly [thread: string, state: ThreadState])[];
  /** Null when nothing waits any more. */
  readonly keepState: (thread: string, state: ThreadState | null) => void;
  /** Another tab has changed something. */
  readonly onChange: (listener: () => void) => () => void;
}

/** A window, or a part of it in tests. */
export interface StorageHost {
  readonly localStorage: Storage;
  readonly addEventListener: (type: 'storage', listener: (event: StorageEvent) => void) => void;
  readonly removeEventListener: (type: 'storage', listener: (event: StorageEvent) => void) => void;
}

export function openCommentStorage(host: StorageHost, userId: string, documentId: string): CommentStorage {
  const prefix = prefixOf(userId, documentId);
  return {
    list: () =>
      listEntries(() => host.localStorage, prefix)
        .flatMap(([, text]) => readKept(text) ?? [])
        .toSorted((a, b) => a.atMs - b.atMs || (a.comment < b.comment ? -1 : 1)),
    write: (kept) =>
      orNothing(() => host.localStorage.setItem(prefix + kept.comment, JSON.stringify(kept))) !== null,
    remove: (comment) => void orNothing(() => host.localStorage.removeItem(prefix + comment)),
    listStates: () =>
      listEntries(() => host.localStorage, prefix + STATE).flatMap(([key, text]) => {
        const state = threadState.safeParse(text).data;
        return state ? [[key.slice((prefix + STATE).length), state] as const] : [];
      }),
    keepState: (thread, state) => {
      const key = prefix + STATE + thread;
      orNothing(() =>
        state === null ? host.localStorage.removeItem(key) : host.localStorage.setItem(key, state),
      );
    },
    onChange: (listener) => {
      const take = ({ key }: StorageEvent): void => {
        if (key === null || key.startsWith(prefix)) listener();
      };
      host.addEventListener('storage', take);
      return () => host.removeEventListener('storage', take);
    },
  };
}

export interface KeptElsewhere extends KeptComment {
  readonly documentId: string;
}

/** Those of all documents. */
export function listKept(userId: string): readonly KeptElsewhere[] {
  const prefix = prefixOf(userId);
  return listEntries(() => localStorage, prefix).flatMap(([key, text]) => {
    const kept = readKept(text);
    return kept ? { ...kept, documentId: key.slice(prefix.length, key.indexOf(':', prefix.length)) } : [];
  });
}

/** A tab that has the document open takes it as a change of another tab; the browser tells this tab nothing. */
export function discardKept(userId: string, { documentId, comment }: KeptElsewhere): void {
  const key = prefixOf(userId, documentId) + comment;
  orNothing(() => localStorage.removeItem(key));
  dispatchEvent(new StorageEvent('storage', { key }));
}

function readKept(text: string): KeptComment | null {
  try {
    return keptComment.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
