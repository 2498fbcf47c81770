import { bodyText, mentionsIn } from '#contract/comments/body-text.ts';
import { nameFinder } from '../i18n/find-folded.ts';
import type { ShownThread } from './types.ts';

export const SHOWN = ['open', 'resolved', 'mine'] as const;
export type Shown = (typeof SHOWN)[number];

export interface ThreadFilter {
  readonly show: Shown;
  /** Null: everyone. */
  readonly person: string | null;
  readonly query: string;
}

/** Open threads that are assigned to a person or mention them. */
const isFor = (thread: ShownThread, me: string): boolean =>
  !thread.is_resolved &&
  (thread.assignee === me ||
    thread.comments.some(
      ({ body }) => body !== null && mentionsIn(body).some(({ id }) => id.toLowerCase() === me),
    ));

function shows(thread: ShownThread, show: Shown, me: string): boolean {
  if (show === 'mine') return isFor(thread, me);
  return thread.is_resolved === (show === 'resolved');
}

const textsOf = (thread: ShownThread, people: ReadonlyMap<string, string>): readonly string[] => [
  thread.anchor.quote,
  ...thread.comments.flatMap(({ body, author, file_author: named }) => [
    body === null ? '' : bodyText(body),
    (author !== null && people.get(author)) || (named ?? ''),
  ]),
];

export const filterThreads = (
  threads: readonly ShownThread[],
  { show, person, query }: ThreadFilter,
  { me, people }: { readonly me: string; readonly people: ReadonlyMap<string, string> },
): readonly ShownThread[] => {
  const isFound = nameFinder(query);
  return threads.filter(
    (thread) =>
      shows(thread, show, me) &&
      (person === null || thread.comments.some(({ author }) => author === person)) &&
      textsOf(thread, people).some(isFound),
  );
};

/** In the order of the text; those without a place last, by age. */
export const sortThreads = (
  threads: readonly ShownThread[],
  tops: ReadonlyMap<string, { readonly top: number }>,
): readonly ShownThread[] => {
  const order = new Map([...tops.keys()].map((id, at) => [id, at]));
  return threads.toSorted((one, other) => {
    const [a, b] = [tops.get(one.id)?.top ?? Infinity, tops.get(other.id)?.top ?? Infinity];
    if (a !== b) return a - b;
    const [first, second] = [order.get(one.id), order.get(other.id)];
    return first === undefined || second === undefined
      ? one.created_at.getTime() - other.created_at.getTime()
      : first - second;
  });
};

/** Authors of comments, each once. */
export const authorsOf = (threads: readonly ShownThread[]): readonly string[] => [
  ...new Set(threads.flatMap(({ comments }) => comments.flatMap(({ author }) => author ?? []))),
];
