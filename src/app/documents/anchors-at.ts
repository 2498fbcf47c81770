/** Anchors of threads that came in a file, by where they stood in its text. Pure. */
import type * as Y from 'yjs';
import { describeRanges, NO_WORDS } from '#contract/comments/describe-ranges.ts';
import { readPassages, type Passages } from '#contract/comments/read-passages.ts';
import { MAX_UNITS_CHARS, writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import type { ImportedThread } from '../data/imports.ts';
import { joinRanges } from './anchors-in-copy.ts';

export interface FileThread extends Omit<ImportedThread, 'anchor'> {
  /** In the text that `readPassages` returns; null: about the whole document. */
  readonly range: { readonly from: number; readonly to: number } | null;
}

/** `seq`: one at which the log has the text. */
export function anchorsAt(
  doc: Y.Doc,
  threads: readonly FileThread[],
  seq: number,
): readonly ImportedThread[] {
  const passages = readPassages(doc);
  return threads.map(({ range, ...thread }) => {
    const found = range === null ? [] : joinRanges(unitsIn(passages, range));
    const units = writeUnits(found);
    if (units === '' || units.length > MAX_UNITS_CHARS)
      return { ...thread, anchor: { kind: 'document', units: '', seq, ...NO_WORDS } };
    return { ...thread, anchor: { kind: 'text', units, seq, ...describeRanges(passages, found) } };
  });
}

/** A comment on no text, as at a caret, is one on its paragraph. */
function unitsIn(
  passages: Passages,
  range: { readonly from: number; readonly to: number },
): readonly UnitRange[] {
  const { from, to } = range.from < range.to ? range : widen(passages, range.from);
  return passages.pieces.flatMap((piece): readonly UnitRange[] => {
    const [start, end] = [Math.max(from, piece.start), Math.min(to, piece.start + piece.text.length)];
    if (start >= end) return [];
    const { client, clock } = piece;
    return [
      piece.isNode
        ? { client, clock, length: 1 }
        : { client, clock: clock + start - piece.start, length: end - start },
    ];
  });
}

function widen({ blocks }: Passages, at: number): { readonly from: number; readonly to: number } {
  const block = blocks.find(({ start, end }) => start <= at && at <= end && start < end);
  return block ? { from: block.start, to: block.end } : { from: at, to: at };
}
