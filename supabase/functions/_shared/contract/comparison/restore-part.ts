/** The request of `restore-part`. Apart from the other requests, because pages load it only with a comparison. */
import * as z from 'zod/mini';
import { MARK_NAMES, NODE_NAMES } from '../document-schema.ts';
import { MAX_DEPTH, MAX_PART_BYTES, MAX_PART_HEIRS_CHARS } from '../limits.ts';
import { childrenOf, keyOf, type DocumentNode } from '../text/document-node.ts';

const attrs = z.optional(z.record(z.string(), z.unknown()));
const textSchema = z.object({
  type: z.literal('text'),
  text: z.string().check(z.minLength(1)),
  marks: z.optional(z.array(z.object({ type: z.enum([...MARK_NAMES]), attrs }))),
});
const blockSchema = z.object({
  type: z.enum([...NODE_NAMES]),
  attrs,
  get content() {
    return z.optional(z.array(z.union([textSchema, blockSchema])));
  },
});

const isFlat = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < MAX_NESTED && Object.values(value).every((inner) => isFlat(inner, depth + 1)));
/** Each element is an object in an array. */
const MAX_NESTED = MAX_DEPTH * 2;

const place = z.int().check(z.nonnegative());
const partSchema = z.pipe(
  z.unknown().check(z.refine((part) => isFlat(part), 'too deep')),
  z.union([z.object({ from: place, to: place }), z.object({ block: blockSchema })]),
);

/**
 * `restore-part`: appends the change that turns the text at `seq`, which the user saw, into `text`: runs of its blocks, and
 * blocks that differ. Later changes are kept. Refused as `text_changed` where the text around the change is gone. The
 * reply is that of `restore-version`; `backupVersionId` is null when the same was restored before and is still in effect.
 */
export const restorePartRequest = z.object({
  documentId: z.uuid(),
  seq: z.int().check(z.positive()),
  text: z.array(partSchema),
  /** Which units of the wanted text the earlier document had (`authorship/restored-heirs.ts`); absent from older pages. */
  heirs: z.optional(z.string().check(z.maxLength(MAX_PART_HEIRS_CHARS))),
});

type Part = z.output<typeof partSchema>;

/** The wanted blocks as `restorePartRequest` has them. */
export function abbreviate(
  wanted: readonly DocumentNode[],
  blocks: readonly DocumentNode[],
): readonly (Part | { readonly block: DocumentNode })[] {
  const places = new Map<string, number[]>();
  for (const [at, block] of blocks.entries()) {
    const known = places.get(keyOf(block));
    if (known) known.push(at);
    else places.set(keyOf(block), [at]);
  }
  const parts: ({ from: number; to: number } | { block: DocumentNode })[] = [];
  for (const block of wanted) {
    const last = parts.at(-1);
    const same = places.get(keyOf(block)) ?? [];
    const next = last && 'to' in last && same.includes(last.to) ? last.to : same[0];
    if (next === undefined) parts.push({ block });
    else if (last && 'to' in last && last.to === next) last.to += 1;
    else parts.push({ from: next, to: next + 1 });
  }
  return parts;
}

/**
 * Expands an abbreviated text into blocks. Null when they exceed the document by more than one update may add: a short
 * request can name long runs many times.
 */
export function expand(parts: readonly Part[], document: DocumentNode): readonly DocumentNode[] | null {
  const blocks = childrenOf(document);
  const ends = [0];
  for (const block of blocks) ends.push(ends.at(-1)! + sizeOf(block));
  const endOf = (place: number): number => ends[Math.min(place, blocks.length)]!;
  const sizes = parts.map((part) =>
    'block' in part ? sizeOf(part.block) : Math.max(0, endOf(part.to) - endOf(part.from)),
  );
  const size = sizes.reduce((sum, one) => sum + one, 0);
  if (size > endOf(blocks.length) + MAX_PART_BYTES) return null;
  return parts.flatMap((part): readonly DocumentNode[] =>
    'block' in part ? [part.block] : blocks.slice(part.from, part.to),
  );
}

const sizeOf = (block: DocumentNode): number => keyOf(block).length;
