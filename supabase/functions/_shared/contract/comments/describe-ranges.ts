/** The words of a thread's place: its quote, the text around it, and the heading above. */
import * as Y from 'yjs';
import { cutText } from '../cut-text.ts';
import type { Piece, Passages } from './read-passages.ts';
import { MAX_CONTEXT_CHARS, MAX_QUOTE_CHARS, type Anchor } from './thread.ts';
import type { UnitRange } from './unit-ranges.ts';
import { typeOf } from '../lineage/read-lines.ts';

export type Words = Pick<Anchor, 'quote' | 'before' | 'after' | 'heading'>;

export const NO_WORDS: Words = { quote: '', before: '', after: '', heading: '' };

/** `ranges` in the order of the text; units that are not in it count for nothing. */
export function describeRanges(passages: Passages, ranges: readonly UnitRange[]): Words {
  const parts = ranges.flatMap((range) => partsIn(passages, range));
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return NO_WORDS;
  let quote = '';
  let block = first.piece.block;
  for (const { piece, text } of parts) {
    if (piece.block !== block) quote += '\n';
    block = piece.block;
    quote += text;
    if (quote.length > 2 * MAX_QUOTE_CHARS) break;
  }
  return {
    quote: cutText(storable(quote), MAX_QUOTE_CHARS),
    before: cutStart(storable(contextBefore(passages, first)), MAX_CONTEXT_CHARS),
    after: cutText(storable(contextAfter(passages, last)), MAX_CONTEXT_CHARS),
    heading: storable(first.piece.block.heading),
  };
}

interface Part {
  readonly piece: Piece;
  /** Places in the whole text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function partsIn(passages: Passages, { client, clock, length }: UnitRange): readonly Part[] {
  return passages.pieces.flatMap((piece): readonly Part[] => {
    const [from, to] = [Math.max(clock, piece.clock), Math.min(clock + length, piece.clock + piece.length)];
    if (piece.client !== client || from >= to) return [];
    if (piece.isNode) {
      const text = textOfNode(passages, piece);
      return [{ piece, start: piece.start, end: piece.start + text.length, text }];
    }
    const [start, end] = [from - piece.clock, to - piece.clock];
    const text = piece.text.slice(start, end);
    return [{ piece, start: piece.start + start, end: piece.start + end, text }];
  });
}

/** Of a table, the text of its cells. */
export function textOfNode({ text, pieces }: Passages, piece: Piece): string {
  if (piece.text !== '' || typeOf(piece.block.item)?._start === null) return piece.text;
  const inside = pieces.filter(({ block }) => isInside(block.item, piece));
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last ? text.slice(first.start, last.start + last.text.length) : '';
}

function isInside(item: Y.Item, { client, clock }: Piece): boolean {
  for (
    let one: Y.Item | null = item;
    one;
    one = one.parent instanceof Y.AbstractType ? one.parent._item : null
  )
    if (one.id.client === client && one.id.clock === clock && one !== item) return true;
  return false;
}

/** A line break where a block begins, but no empty blocks; twice as much as fits. */
function contextBefore({ text, blocks }: Passages, { piece: { block }, start }: Part): string {
  const first = Math.min(block.start, start);
  let context = text.slice(first, start);
  for (const other of blocks.toReversed()) {
    if (other.start === other.end || other.end > first) continue;
    context = `${text.slice(other.start, other.end)}\n${context}`;
    if (context.length > 2 * MAX_CONTEXT_CHARS) break;
  }
  return context;
}

function contextAfter({ text, blocks }: Passages, { piece: { block }, end }: Part): string {
  const last = Math.max(block.end, end);
  let context = text.slice(end, last);
  for (const other of blocks) {
    if (other.start === other.end || other.start < last) continue;
    context += `\n${text.slice(other.start, other.end)}`;
    if (context.length > 2 * MAX_CONTEXT_CHARS) break;
  }
  return context;
}

const CHARACTERS = new Intl.Segmenter();

/** The longest end of a text that has at most `max` UTF-16 units and begins between two characters, as `cutText`. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.length - max;
  const { index = start, segment = '' } = CHARACTERS.segment(text).containing(start) ?? {};
  return text.slice(index === start ? start : index + segment.length);
}

/** Neither JSON nor the database has halves of surrogate pairs, nor the database the character 0. */
export const storable = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\0/g, '');
