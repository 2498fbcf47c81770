/** Threads as they are shown: those of the server, with changes that are on their way and comments that are not sent yet. */
import type { Thread, ThreadComment } from '#contract/comments/thread.ts';
import type { KeptComment } from './kept-comments.ts';

export type UnsentState = 'waiting' | 'refused';

export interface ShownThread extends Thread {
  /** The thread is only on this device. */
  readonly unsent: UnsentState | null;
  /** By comment. `code`: why it was refused. */
  readonly unsentComments: ReadonlyMap<string, { readonly state: UnsentState; readonly code?: string }>;
}

/** Null removes the thread. */
export type Patch = (thread: Thread) => Thread | null;

export interface Unsent {
  readonly userId: string;
  readonly kept: readonly KeptComment[];
  readonly isSent: (comment: string) => boolean;
}

const NONE: ShownThread['unsentComments'] = new Map();
const untouched = new WeakMap<Thread, ShownThread>();

/** A thread without changes is the same object each time. Oldest first. `late`: on top of the comments that are not sent. */
export function showThreads(
  stored: ReadonlyMap<string, Thread>,
  patches: readonly Patch[],
  unsent: Unsent,
  late: readonly Patch[] = [],
): readonly ShownThread[] {
  const threads = new Map<string, Thread>();
  for (const thread of stored.values()) {
    const patched = patches.reduce<Thread | null>((before, patch) => before && patch(before), thread);
    if (patched) threads.set(patched.id, patched);
  }
  const states = new Map<string, Map<string, { state: UnsentState; code?: string }>>();
  const onlyHere = new Set<string>();
  for (const kept of unsent.kept) {
    const known = threads.get(kept.thread);
    if (known?.comments.some(({ id }) => id === kept.comment)) continue;
    if (!known && kept.anchor === null) continue;
    if (!known && !unsent.isSent(kept.comment)) onlyHere.add(kept.thread);
    threads.set(kept.thread, withComment(known ?? newThread(kept, unsent.userId), kept, unsent.userId));
    if (unsent.isSent(kept.comment)) continue;
    const ofThread = states.get(kept.thread) ?? new Map();
    ofThread.set(kept.comment, stateOf(kept));
    states.set(kept.thread, ofThread);
  }
  return [...threads.values()]
    .flatMap((thread) => late.reduce<Thread | null>((before, patch) => before && patch(before), thread) ?? [])
    .map((thread) => {
      const own = states.get(thread.id);
      if (!own) return withoutUnsent(thread);
      const state = onlyHere.has(thread.id) ? ([...own.values()][0]?.state ?? null) : null;
      return { ...thread, unsent: state, unsentComments: own };
    })
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
}

function withoutUnsent(thread: Thread): ShownThread {
  const shown = untouched.get(thread) ?? { ...thread, unsent: null, unsentComments: NONE };
  untouched.set(thread, shown);
  return shown;
}

const stateOf = ({ refused }: KeptComment): { state: UnsentState; code?: string } =>
  refused === null ? { state: 'waiting' } : { state: 'refused', code: refused };

const newThread = ({ thread, anchor, assignee, atMs }: KeptComment, userId: string): Thread => ({
  id: thread,
  version: 0,
  anchor: { kind: 'document', units: '', quote: '', before: '', after: '', heading: '', ...anchor, seq: 0 },
  place: null,
  is_resolved: false,
  resolved_by: null,
  resolved_at: null,
  assignee,
  created_by: userId,
  created_at: new Date(atMs),
  comments: [],
});

/** As the server does it: a reply opens a resolved thread. */
function withComment(thread: Thread, { comment, body, assignee, atMs }: KeptComment, userId: string): Thread {
  const added: ThreadComment = {
    id: comment,
    author: userId,
    file_author: null,
    body,
    created_at: new Date(atMs),
    edited_at: null,
    reactions: [],
  };
  return {
    ...thread,
    is_resolved: false,
    resolved_by: null,
    resolved_at: null,
    assignee: assignee ?? thread.assignee,
    comments: [...thread.comments, added],
  };
}

const changeComment =
  (id: string, change: (comment: ThreadComment) => ThreadComment): Patch =>
  (thread) =>
    thread.comments.some((comment) => comment.id === id)
      ? {
          ...thread,
          comments: thread.comments.map((comment) => (comment.id === id ? change(comment) : comment)),
        }
      : thread;

const changeThread =
  (id: string, change: Partial<Thread>): Patch =>
  (thread) =>
    thread.id === id ? { ...thread, ...change } : thread;

/** The changes that a user can make, as they look before the server has them. */
export const patches = {
  edit: (id: string, body: ThreadComment['body'], at: Date): Patch =>
    changeComment(id, (comment) => ({ ...comment, body, edited_at: at })),

  remove:
    (id: string): Patch =>
    (thread) => {
      const at = thread.comments.findIndex((comment) => comment.id === id);
      if (at < 0) return thread;
      const comments = thread.comments.flatMap((comment, place) => {
        if (place !== at) return [comment];
        return at === 0 ? [{ ...comment, body: null, edited_at: null, reactions: [] }] : [];
      });
      return comments.every(({ body }) => body === null) ? null : { ...thread, comments };
    },

  react: (id: string, emoji: string, userId: string, isOn: boolean): Patch =>
    changeComment(id, (comment) => {
      const known = comment.reactions.find((reaction) => reaction.emoji === emoji);
      const others = (known?.users ?? []).filter((user) => user !== userId);
      const users = isOn ? [...others, userId] : others;
      if (!known) return { ...comment, reactions: [...comment.reactions, { emoji, users }] };
      const reactions = comment.reactions.map((reaction) =>
        reaction === known ? { emoji, users } : reaction,
      );
      return { ...comment, reactions: reactions.filter((reaction) => reaction.users.length > 0) };
    }),

  setState: (id: string, isResolved: boolean, userId: string, at: Date): Patch =>
    changeThread(id, {
      is_resolved: isResolved,
      resolved_by: isResolved ? userId : null,
      resolved_at: isResolved ? at : null,
    }),

  assign: (id: string, assignee: string | null): Patch => changeThread(id, { assignee }),
  attach: (id: string, anchor: Thread['anchor']): Patch => changeThread(id, { anchor, place: null }),
};
