/** The promises of a round. */
import * as Y from 'yjs';
import type { Page, Sample } from './page.ts';
import type { Row } from './read-log.ts';

/** Every letter of a row is in the document within this time of the row's arrival. */
const SHOWN_WITHIN_MS = 3000;

export const isEqual = (page: Y.Doc, log: Y.Doc): boolean => Y.equalSnapshots(Y.snapshot(page), Y.snapshot(log));

/** Samples in which a page lacked letters of rows that it has had for a while, or was live and lacked old rows. */
export function findUnseen({ samples }: Page, rows: readonly Row[], liveWithinMs: number): string[] {
  const ends = rows.map(({ bytes }) => Y.parseUpdateMeta(bytes).to);
  const lacks = ({ clocks }: Sample, upTo: number): number =>
    ends.findIndex((to, at) => at < upTo && [...to].some(([client, clock]) => (clocks.get(client) ?? 0) < clock));
  const wrong: string[] = [];
  for (const [at, sample] of samples.entries()) {
    const had = appliedBefore(samples, at);
    const unseen = lacks(sample, had);
    if (unseen >= 0) wrong.push(`row ${unseen + 1} of ${had} unseen ${describe(sample)}`);
    const old = rows.findLastIndex((row) => row.atMs < sample.atMs - liveWithinMs) + 1;
    const missing = sample.live && !sample.behind ? lacks(sample, old) : -1;
    if (missing >= 0) wrong.push(`row ${missing + 1} of ${old} missing ${describe(sample)}`);
  }
  return wrong;
}

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
