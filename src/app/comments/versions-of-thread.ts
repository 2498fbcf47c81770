import type { Version } from '../data/versions.ts';
import type { ShownThread } from './types.ts';

/** A seq at which text of the thread was there: where the last fold found it, else where it was chosen. */
export const seqOfText = ({ anchor, place }: Pick<ShownThread, 'anchor' | 'place'>): number =>
  place !== null && (place.state === 'exact' || place.state === 'healed') ? place.seq : anchor.seq;

/** The versions that may have the text that was there at a seq, the likeliest first: the next one, and the one before. */
export function versionsNear<Dated extends Pick<Version, 'seq'>>(
  seq: number,
  versions: readonly Dated[],
): readonly Dated[] {
  const sorted = versions.toSorted((a, b) => a.seq - b.seq);
  const [next, last] = [sorted.find((one) => one.seq >= seq), sorted.findLast((one) => one.seq < seq)];
  return [next, last].filter((one) => one !== undefined);
}
