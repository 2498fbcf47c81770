/** Anchors of threads that came in a file, by where they stood in its text. Pure. */
import * as Y from 'yjs';
import { describeRanges, NO_WORDS } from '#contract/comments/describe-ranges.ts';
import { readPassages, type Passages, type Piece } from '#contract/comments/read-passages.ts';
import { MAX_UNITS_CHARS, writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import { typeOf } from '#contract/lineage/read-lines.ts';
import { WHOLE_BLOCKS } from '#contract/formats/arriving-text.ts';
import type { ImportedThread } from '../data/imports.ts';
import { joinRanges } from './anchors-in-copy.ts';

export interface FileThread extends Omit<ImportedThread, 'anchor'> {
  /** In the text that `readPassages` returns; null: about the whole document. */
  readonly range: FileRange | null;
}

interface FileRange {
  readonly from: number;
  readonly to: number;
  /** The thread stands at one of `WHOLE_BLOCKS`: its place among them in the file. */
  readonly block?: number;
}

/** `seq`: one at which the log has the text. `gone`: blocks of the file that became paragraphs. */
export function anchorsAt(
  doc: Y.Doc,
  threads: readonly FileThread[],
  seq: number,
  gone: ReadonlySet<number> = new Set(),
): readonly ImportedThread[] {
  const passages = readPassages(doc);
  const wholes = passages.pieces.filter(isWhole);
  const blockOf = ({ block }: FileRange): Piece | undefined =>
    block === undefined || gone.has(block)
      ? undefined
      : wholes[block - [...gone].filter((other) => other < block).length];
  return threads.map(({ range, ...thread }) => {
    const block = range === null ? undefined : blockOf(range);
    const found = block ? [unitOf(block)] : range === null ? [] : joinRanges(unitsIn(passages, range));
    const units = writeUnits(found);
    if (units === '' || units.length > MAX_UNITS_CHARS)
      return { ...thread, anchor: { kind: 'document', units: '', seq, ...NO_WORDS } };
    const kind = block ? 'node' : 'text';
    return { ...thread, anchor: { kind, units, seq, ...describeRanges(passages, found) } };
  });
}

function isWhole({ isNode, block: { item } }: Piece): boolean {
  const type = isNode ? typeOf(item) : null;
  return type instanceof Y.XmlElement && WHOLE_BLOCKS.has(type.nodeName);
}

const unitOf = ({ client, clock }: Piece): UnitRange => ({ client, clock, length: 1 });

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
      piece.isNode ? unitOf(piece) : { client, clock: clock + start - piece.start, length: end - start },
    ];
  });
}

function widen({ blocks }: Passages, at: number): { readonly from: number; readonly to: number } {
  const block = blocks.find(({ start, end }) => start <= at && at <= end && start < end);
  return block ? { from: block.start, to: block.end } : { from: at, to: at };
}
