/** A server of comments in memory, lines to it that fail, and tabs of browsers, for tests of the thread store. */
import * as Y from 'yjs';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { Thread, ThreadsReply } from '#contract/comments/thread.ts';
import { ApiError, type ApiErrorCode } from '../../../../../src/app/data/api-error.ts';
import type { CommentApi } from '../../../../../src/app/data/comments.ts';
import { openCommentStorage, type StorageHost } from '../../../../../src/app/room/comments/kept-comments.ts';
import {
  openThreadStore,
  type ThreadStoreOptions,
} from '../../../../../src/app/room/comments/thread-store.ts';
import { createTestClock } from '../../../../support/test-clock.ts';

export const DOCUMENT = '00000000-0000-4000-8000-000000000001';
export const ANN = 'aaaaaaaa-0000-4000-8000-000000000001';
export const BEN = 'bbbbbbbb-0000-4000-8000-000000000002';
export const id = (name: string): string =>
  `${Buffer.from(name).toString('hex').padStart(8, '0').slice(-8)}-0000-4000-8000-000000000000`;

export const body = (text: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
export const textOf = (value: CommentBody | null): string =>
  value === null ? '(deleted)' : JSON.stringify(value).replace(/.*"text":"([^"]*)".*/, '$1');

export const ANCHOR = {
  kind: 'text',
  units: '7 0 5',
  quote: 'Hello',
  before: '',
  after: '',
  heading: '',
} as const;

/** A failure of the next request: `lost-reply` lets the server take the request. */
export type Fault = 'lost-request' | 'lost-reply' | ApiErrorCode;

export function createServer() {
  const threads = new Map<string, Thread>();
  const removed = new Map<string, number>();
  const requests: string[] = [];
  const reads = new Map<string, Date>();
  let version = 0;
  const refuse = (code: ApiErrorCode): never => {
    throw new ApiError({ code, status: 400 });
  };
  const change = (thread: Thread): void => {
    version += 1;
    threads.set(thread.id, { ...thread, version });
  };
  const holding = (comment: string): Thread =>
    [...threads.values()].find(({ comments }) => comments.some((each) => each.id === comment)) ??
    refuse('not_found');
  const find = (thread: string): Thread => threads.get(thread) ?? refuse('not_found');

  const openAs = (userId: string) => ({
    list: (since: number): ThreadsReply => ({
      version,
      threads: structuredClone([...threads.values()].filter((thread) => thread.version > since)).map(
        (thread) => ({ ...thread, read_at: reads.get(`${userId} ${thread.id}`) ?? null }),
      ),
      removed: [...removed].flatMap(([thread, at]) => (at > since ? [thread] : [])),
      people: [...threads.values()].flatMap(({ created_by: by }) =>
        by === null ? [] : { id: by, name: `Name of ${by.slice(0, 3)}` },
      ),
    }),
    add: ({ thread, comment, anchor, body: text, assignee }: Parameters<CommentApi['addComment']>[1]) => {
      const known = threads.get(thread);
      if (known?.comments.some((each) => each.id === comment)) return;
      if (!known && !anchor) refuse('not_found');
      const created_at = new Date(1_000_000 + version);
      const base: Thread = known ?? {
        id: thread,
        version: 0,
        anchor: anchor!,
        place: null,
        is_resolved: false,
        resolved_by: null,
        resolved_at: null,
        assignee,
        created_by: userId,
        created_at,
        comments: [],
      };
      const added = {
        id: comment,
        author: userId,
        body: text,
        created_at,
        edited_at: null,
        file_author: null,
        reactions: [],
      };
      change({ ...base, is_resolved: false, comments: [...base.comments, added] });
    },
    edit: (comment: string, text: CommentBody) => {
      const thread = holding(comment);
      const comments = thread.comments.map((each) => (each.id === comment ? { ...each, body: text } : each));
      change({ ...thread, comments });
    },
    remove: (comment: string) => {
      const thread = holding(comment);
      const comments = thread.comments.filter((each) => each.id !== comment);
      change({ ...thread, comments });
      if (comments.length > 0) return;
      threads.delete(thread.id);
      removed.set(thread.id, version);
    },
    setState: (thread: string, state: string) =>
      change({ ...find(thread), is_resolved: state === 'resolved' }),
    assign: (thread: string, assignee: string | null) => change({ ...find(thread), assignee }),
    react: (comment: string, emoji: string) => {
      const thread = holding(comment);
      const reactions = [{ emoji, users: [userId] }];
      const comments = thread.comments.map((each) => (each.id === comment ? { ...each, reactions } : each));
      change({ ...thread, comments });
    },
    read: (ids: readonly string[]) => {
      for (const thread of ids) reads.set(`${userId} ${thread}`, new Date(1_000_000 + version));
    },
    attach: (thread: string, anchor: Thread['anchor']) => change({ ...find(thread), anchor, place: null }),
  });

  return {
    requests,
    version: () => version,
    texts: () => [...threads.values()].flatMap(({ comments }) => comments.map((each) => textOf(each.body))),
    thread: (name: string) => threads.get(id(name)),
    as: openAs,
  };
}
export type Server = ReturnType<typeof createServer>;

/** A browser: its tabs share one storage. */
export function createBrowser() {
  const entries: Record<string, string> = {};
  const tabs = new Set<(event: StorageEvent) => void>();
  const openHost = (): StorageHost => {
    let own: ((event: StorageEvent) => void) | null = null;
    const tell = (key: string): void => {
      for (const tab of tabs) if (tab !== own) tab({ key } as StorageEvent);
    };
    const storage = new Proxy(entries, {
      get: (target, name) => {
        if (name === 'setItem')
          return (key: string, value: string) => {
            target[key] = value;
            tell(key);
          };
        if (name === 'removeItem')
          return (key: string) => {
            if (!(key in target)) return;
            delete target[key];
            tell(key);
          };
        return Reflect.get(target, name) as unknown;
      },
    });
    return {
      localStorage: storage as unknown as Storage,
      addEventListener: (_type, listener) => {
        own = listener;
        tabs.add(listener);
      },
      removeEventListener: (_type, listener) => void tabs.delete(listener),
    };
  };
  return { entries, openHost };
}
export type Browser = ReturnType<typeof createBrowser>;

interface TabOptions {
  readonly userId?: string;
  readonly clock?: ReturnType<typeof createTestClock>;
  readonly seq?: number | null;
  readonly kind?: string;
}

export function openTab(
  server: Server,
  browser: Browser,
  { userId = ANN, clock = createTestClock(), seq = 4, kind = 'open' }: TabOptions = {},
) {
  const faults: Fault[] = [];
  const listeners = { comments: new Set<(version: number | null) => void>(), change: new Set<() => void>() };
  const doc = new Y.Doc();
  doc.clientID = 7;
  doc.getText('text').insert(0, 'Hello');
  const state: { seq: number | null; kind: string; isOffline: boolean } = { seq, kind, isOffline: false };
  const calls = server.as(userId);
  const call =
    <Args extends unknown[], T>(name: string, run: (...args: Args) => T) =>
    async (_documentId: string, ...args: Args): Promise<T> => {
      server.requests.push(name);
      const fault = state.isOffline ? 'lost-request' : faults.shift();
      if (fault === 'lost-request') throw new ApiError({ code: 'unreachable', status: 0 });
      if (fault !== undefined && fault !== 'lost-reply') throw new ApiError({ code: fault, status: 400 });
      const value = run(...args);
      if (fault === 'lost-reply') throw new ApiError({ code: 'unreachable', status: 0 });
      return value;
    };
  const api = {
    listThreads: call('list', calls.list),
    addComment: call('add', calls.add),
    editComment: call('edit', calls.edit),
    deleteComment: call('remove', calls.remove),
    setThreadState: call('state', calls.setState),
    assignThread: call('assign', calls.assign),
    react: call('react', calls.react),
    attachThread: call('attach', calls.attach),
    readThreads: call('read', calls.read),
  };
  const room = {
    doc,
    seen: async () => state.seq,
    status: () => ({ kind: state.kind }),
    on: (name: 'comments' | 'change', listener: never) => {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
  } as unknown as ThreadStoreOptions['room'];
  const storage = openCommentStorage(browser.openHost(), userId, DOCUMENT);
  const store = openThreadStore({ documentId: DOCUMENT, userId, room, api, storage, clock });
  const add = (thread: string, comment: string, text: string, isFirst = true): void =>
    store.add({
      thread: id(thread),
      comment: id(comment),
      anchor: isFirst ? ANCHOR : null,
      body: body(text),
      assignee: null,
    });
  /** As a person sees them: `text`, with `waiting` or the code of a refusal. */
  const shows = (): readonly string[] =>
    store.threads().flatMap(({ comments, unsentComments }) =>
      comments.map((comment) => {
        const unsent = unsentComments.get(comment.id);
        return `${textOf(comment.body)}${unsent ? ` (${unsent.code ?? unsent.state})` : ''}`;
      }),
    );
  const tell = (version: number | null = server.version()): void => {
    for (const listener of listeners.comments) listener(version);
  };
  const open = (): void => {
    state.kind = 'open';
    for (const listener of listeners.change) listener();
  };
  return { store, state, faults, clock, doc, add, shows, tell, open };
}
