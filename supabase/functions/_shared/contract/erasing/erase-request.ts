/** `erase-text`: erases text that is no longer in the document from its log, a page of it with each request. */
import * as z from 'zod/mini';
import type { IdRange } from './erase-content.ts';

const clock = z.int().check(z.nonnegative());

/** Yjs client, first clock, length. */
export const idRanges = z.array(z.tuple([clock, clock, z.int().check(z.positive())]));
type IdRanges = z.output<typeof idRanges>;

export const MAX_ERASED_RANGES = 5000;
export const MAX_ERASED_CHARACTERS = 200_000;

/** The next page: rows or snapshots after a seq. */
const place = z.object({ part: z.enum(['rows', 'snapshots']), after: clock });

/** Without `at` it begins. `text` as it was: names of versions that contain it are cleared too. */
export const eraseRequest = z.object({
  documentId: z.uuid(),
  /** Chosen by the page, so that a request can be repeated. */
  erasureId: z.uuid(),
  ranges: idRanges.check(z.maxLength(MAX_ERASED_RANGES)),
  text: z.string().check(z.maxLength(MAX_ERASED_CHARACTERS)),
  at: z.optional(place),
});

/** `characters`: how many are erased in all, 0 if the document still has all of them. `next` is null at the end. */
export const eraseReply = z.object({ characters: clock, next: z.nullable(place) });

export const toRanges = (ranges: IdRanges): readonly IdRange[] =>
  ranges.map(([client, first, length]) => ({ client, clock: first, length }));

export const fromRanges = (ranges: readonly IdRange[]): IdRanges =>
  ranges.map(({ client, clock: first, length }) => [client, first, length]);
