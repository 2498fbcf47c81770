/**
 * Which deleted text a restore brings back. Before the restore gives its units ids, they are known by their places in the wanted
 * text, counted in the order of `readDocument`: `clock` of a range is such a place.
 */
import type * as Y from 'yjs';
import { joinRanges, type HeirRange } from './heirs-text.ts';
import type { Id } from './id-ranges.ts';
import { readSpans } from './read-spans.ts';

/** All units of a text, for a restore that brings back the whole of it. */
export const placesOf = (root: Y.XmlFragment): readonly HeirRange[] => {
  let place = 0;
  return readSpans(root).map(({ client, clock, length }) => {
    place += length;
    return { clock: place - length, from: { client, clock }, length };
  });
};

/** The heirs of what `client` inserted to turn a text into the wanted one. */
export const heirsInRestored = (
  restored: Y.XmlFragment,
  client: number,
  places: readonly HeirRange[],
): readonly HeirRange[] => heirsAt(readSpans(restored), client, places);

type Units = Id & { readonly length: number };

/** The heirs among units that stand one after the other. `places` are in order, and may have gaps. */
export function heirsAt(
  units: readonly Units[],
  client: number,
  places: readonly HeirRange[],
): readonly HeirRange[] {
  const heirs: HeirRange[] = [];
  let [start, next] = [0, 0];
  for (const unit of units) {
    const end = start + unit.length;
    while (next < places.length && places[next]!.clock + places[next]!.length <= start) next += 1;
    for (let other = next; unit.client === client && other < places.length; other += 1) {
      const { clock: place, from, length } = places[other]!;
      if (place >= end) break;
      const [first, last] = [Math.max(place, start), Math.min(place + length, end)];
      const continued = { client: from.client, clock: from.clock + first - place };
      heirs.push({ clock: unit.clock + first - start, from: continued, length: last - first });
    }
    start = end;
  }
  return joinRanges(heirs);
}
