/** Threads of comments on this device, shown when a document is opened without the server. */
import type { ThreadsReply } from '#contract/comments/thread.ts';
import { errorCodeOf } from '../../data/api-error.ts';
import type { CommentApi } from '../../data/comments.ts';

export interface ThreadsOnDevice {
  readonly read: (documentId: string) => Promise<ThreadsReply | null>;
  readonly write: (documentId: string, threads: ThreadsReply) => void;
}

/** Of one user. */
export function threadsOnDevice(userId: string): ThreadsOnDevice {
  const late = import('../open-texts.ts').then(
    (part) => part.openTextsOf(userId),
    () => null,
  );
  return {
    read: async (documentId) =>
      ((await late)?.readThreads(documentId) ?? null) as Promise<ThreadsReply | null>,
    write: (documentId, threads) => void late.then((texts) => texts?.putThreads(documentId, threads)),
  };
}

/** Lists the threads of the device while the server cannot be reached; the next list is of what changed since. */
export function withKeptThreads(api: CommentApi, device: ThreadsOnDevice): CommentApi {
  let all: ThreadsReply | null = null;
  return {
    ...api,
    listThreads: async (documentId, since) => {
      try {
        const news = await api.listThreads(documentId, since);
        all = since === 0 ? news : joined(all, news);
        if (all) device.write(documentId, all);
        return news;
      } catch (error) {
        const kept =
          since === 0 && errorCodeOf(error) === 'unreachable' ? await device.read(documentId) : null;
        if (kept === null) throw error;
        all = kept;
        return kept;
      }
    },
  };
}

/** Null if the threads before are not known. */
function joined(before: ThreadsReply | null, news: ThreadsReply): ThreadsReply | null {
  if (!before) return null;
  const threads = new Map([...before.threads, ...news.threads].map((thread) => [thread.id, thread]));
  for (const id of news.removed) threads.delete(id);
  const people = new Map([...before.people, ...news.people].map((person) => [person.id, person]));
  return { ...news, threads: [...threads.values()], people: [...people.values()], removed: [] };
}
