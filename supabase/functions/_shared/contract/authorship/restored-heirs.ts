/**
 * Which deleted text a restore brings back. Before the restore gives its units ids, they are known by their places in the wanted
 * text, counted in the order of `readDocument`: `clock` of a range is such a place.
 */
import type * as Y from 'yjs';
import { heirsAt, type HeirRange } from './heir-ranges.ts';
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
