/**
 * Erases content from a logged update, for good: the characters with some ids become deletions of the same ids and lengths.
 * The rest of the update stays as it is, so that the rows after it still apply (docs/decisions/0059).
 */
import * as Y from 'yjs';
import { IdRanges, type Id } from '../authorship/id-ranges.ts';
import { eraseItem } from './erase-item.ts';
import { writeUpdate, type Struct } from './write-update.ts';

/** `length` consecutive ids. */
export interface IdRange extends Id {
  readonly length: number;
}

export interface Erased {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The ids whose content is gone. */
  readonly ranges: readonly IdRange[];
}

/** Null when the update has no content with these ids. */
export function eraseContent(update: Uint8Array, isErased: (id: Id) => boolean): Erased | null {
  const { structs, ds } = Y.decodeUpdate(update);
  const ranges: IdRange[] = [];
  const left = (structs as Struct[]).flatMap((struct): readonly Struct[] => {
    if (!(struct instanceof Y.Item && holdsText(struct))) return [struct];
    const pieces = eraseItem(struct, isErased);
    for (const { id, length, content } of pieces)
      if (content instanceof Y.ContentDeleted) ranges.push({ client: id.client, clock: id.clock, length });
    return pieces;
  });
  return ranges.length === 0 ? null : { bytes: writeUpdate(left, ds), ranges };
}

/** An element only has a name, and its children need it as their parent. */
const holdsText = ({ content }: Y.Item): boolean =>
  !(
    content instanceof Y.ContentDeleted ||
    content instanceof Y.ContentType ||
    content instanceof Y.ContentDoc
  );

/**
 * Whether a rewritten update inserts nothing under the ids that were erased from it, for verifiers, who cannot see the bytes of
 * before: each of them is there, and is a deletion.
 */
export function isErasure(bytes: Uint8Array, ranges: readonly IdRange[]): boolean {
  const deleted = new IdRanges<true>();
  for (const struct of Y.decodeUpdate(bytes).structs)
    if (struct instanceof Y.Item && struct.content instanceof Y.ContentDeleted)
      deleted.add(struct.id, struct.length, true);
  return ranges.every((range) => countOf(range, (id) => deleted.find(id) !== null) === range.length);
}

function countOf({ client, clock, length }: IdRange, has: (id: Id) => boolean): number {
  let count = 0;
  for (let at = 0; at < length; at += 1) if (has({ client, clock: clock + at })) count += 1;
  return count;
}

/** A test of ids against ranges. */
export function isIn(ranges: readonly IdRange[]): (id: Id) => boolean {
  const all = new IdRanges<true>();
  for (const range of ranges) all.add(range, range.length, true);
  return (id) => all.find(id) !== null;
}
