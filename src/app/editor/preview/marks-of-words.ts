/** A run of whole words with the same authors, the one of most of it first; none if they are unknown. */
export interface WordRun {
  readonly clients: readonly number[];
  readonly length: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The client of each unit; null for an unknown one. */
type Clients = readonly (number | null)[];

/**
 * Divides a changed text among its authors by words, so that a word is one mark. Characters of an unknown author, such as
 * those that a changed word kept, belong to the change beside them.
 */
export function divideByWords(text: string, clients: Clients): readonly WordRun[] {
  const runs: WordRun[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    const found = byShare(clients.slice(index, index + segment.length));
    const last = runs.at(-1);
    if (last && (isWordLike ? isSame(found, last.clients) : isAmong(found, last.clients))) {
      const known = last.clients.length > 0 ? last.clients : found;
      runs[runs.length - 1] = { clients: known, length: last.length + segment.length };
    } else runs.push({ clients: found, length: segment.length });
  }
  return runs;
}

/** The known clients, the one with most units first. */
export function byShare(clients: Clients): readonly number[] {
  const shares = new Map<number, number>();
  for (const client of clients) if (client !== null) shares.set(client, (shares.get(client) ?? 0) + 1);
  return [...shares].toSorted(([, a], [, b]) => b - a).map(([client]) => client);
}

const isUnknown = (clients: readonly number[]): boolean => clients.length === 0;
const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  isUnknown(some) || isUnknown(others) || some.join() === others.join();
const isAmong = (some: readonly number[], others: readonly number[]): boolean =>
  isUnknown(others) || some.every((client) => others.includes(client));
