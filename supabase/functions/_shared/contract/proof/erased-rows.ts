/** Rows of a proof of which text was erased for good (docs/decisions/0059): the statement names them, the file has what is left. */
import * as z from 'zod/mini';
import { isErasure } from '../erasing/erase-content.ts';
import { idRanges, toRanges } from '../erasing/erase-request.ts';
import { encodeHex } from '../hex.ts';

/** `by`: the user who erased, null for an account that is gone. `sha256`: of the update as it is now. */
export const erasedRows = z.array(
  z.object({
    seq: z.int().check(z.positive()),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    by: z.nullable(z.uuid()),
    atMs: z.int(),
    ranges: idRanges,
  }),
);
export type ErasedRow = z.output<typeof erasedRows>[number];

/**
 * Whether each row that the statement names as erased is the update it describes, and inserts nothing under the erased ids.
 * `updateAt` returns the update of a row, null for none.
 */
export async function areErased(
  rows: readonly ErasedRow[],
  updateAt: (seq: number) => Uint8Array | null,
): Promise<boolean> {
  for (const { seq, sha256, ranges } of rows) {
    const update = updateAt(seq);
    if (update === null || (await hashOf(update)) !== sha256 || !isErasure(update, toRanges(ranges)))
      return false;
  }
  return true;
}

/** Characters that one user erased at one time. */
export interface ErasedText {
  readonly by: string | null;
  readonly atMs: number;
  readonly characters: number;
}

/** Of a row that was rewritten twice, all characters count for the last time. */
export function listErased(rows: readonly ErasedRow[]): readonly ErasedText[] {
  const texts = new Map<string, ErasedText>();
  for (const { by, atMs, ranges } of rows) {
    const key = `${by} ${atMs}`;
    const characters = ranges.reduce((sum, [, , length]) => sum + length, texts.get(key)?.characters ?? 0);
    texts.set(key, { by, atMs, characters });
  }
  return [...texts.values()];
}

const hashOf = async (bytes: Uint8Array): Promise<string> =>
  encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
