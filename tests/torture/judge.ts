/** The promises of a round. */
import * as Y from 'yjs';
import { applyTogether } from '../../src/yjs-supabase/src/doc/apply-together.ts';
import type { Page, Sample } from './page.ts';
import type { Row } from './read-log.ts';

/** Every letter of a row is in the document within this time of the row's arrival. */
const SHOWN_WITHIN_MS = 3000;
/** A page that is live, and not behind, has all rows that are older. */
const LIVE_WITHIN_MS = 15_000;

type Clocks = ReadonlyMap<number, number>;

export const isEqual = (page: Y.Doc, log: Y.Doc): boolean =>
  Y.equalSnapshots(Y.snapshot(page), Y.snapshot(log));

/** Differences of a page from the log: surplus and missing letters by client, and deletions. */
export function describeDifference(page: Y.Doc, log: Y.Doc): string {
  const [here, there] = [page, log].map((doc) => Y.decodeStateVector(Y.encodeStateVector(doc)));
  const clients = new Set([...here!.keys(), ...there!.keys()]);
  const clocks = [...clients]
    .map((client) => [client, (here!.get(client) ?? 0) - (there!.get(client) ?? 0)] as const)
    .filter(([, more]) => more !== 0)
    .map(([client, more]) => `${more > 0 ? '+' : ''}${more} of ${client}`);
  const [deletedHere, deletedThere] = [page, log].map((doc) => countDeleted(doc));
  return [...clocks, `${deletedHere! - deletedThere!} deletions more`].join(', ');
}

const countDeleted = (doc: Y.Doc): number =>
  [...Y.createDeleteSetFromStructStore(doc.store).clients.values()]
    .flat()
    .reduce((sum, { len }) => sum + len, 0);

/** Clocks of the document after each number of rows; text that depends on later rows does not count. */
export function foldClocks(rows: readonly Row[]): Clocks[] {
  const doc = new Y.Doc();
  return [
    new Map(),
    ...rows.map(({ bytes }) => {
      applyTogether(doc, [bytes], 'log');
      return Y.decodeStateVector(Y.encodeStateVector(doc));
    }),
  ];
}

/** Samples in which a page lacked letters of rows that it had applied long before, or was live and lacked old rows. */
export function findUnseen({ samples }: Page, rows: readonly Row[], folded: readonly Clocks[]): string[] {
  return samples.flatMap((sample, at) => {
    const had = appliedBefore(samples, at);
    if (lacks(sample, folded[had])) return [`${had} rows applied but unseen ${describe(sample)}`];
    const old = rows.findLastIndex((row) => row.atMs < sample.atMs - LIVE_WITHIN_MS) + 1;
    const isWrong = sample.live && !sample.behind && lacks(sample, folded[old]);
    return isWrong ? [`text of ${old} old rows missing ${describe(sample)}`] : [];
  });
}

const lacks = ({ clocks }: Sample, wanted: Clocks = new Map()): boolean =>
  [...wanted].some(([client, clock]) => (clocks.get(client) ?? 0) < clock);

const describe = ({ live, behind }: Sample): string =>
  `(${live ? 'live' : 'not live'}, ${behind ? 'behind' : 'not behind'})`;

/** The smallest `applied` of the last seconds: a reread starts again from 0. */
function appliedBefore(samples: readonly Sample[], at: number): number {
  const sinceMs = samples[at]!.atMs - SHOWN_WITHIN_MS;
  let least = samples[at]!.applied;
  for (let back = at; back >= 0; back -= 1) {
    least = Math.min(least, samples[back]!.applied);
    if (samples[back]!.atMs <= sinceMs) return least;
  }
  return 0;
}
