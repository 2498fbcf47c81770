/**
 * Finds the place of a thread: living heirs of its units; else equal text in equal surroundings, if there is only one such
 * place; else the block that has the longest part of its surroundings; else none. What is not sure is near: nothing is
 * highlighted then.
 */
import * as Y from 'yjs';
import type { Id } from '../authorship/id-ranges.ts';
import { textBlockOf } from '../lineage/read-lines.ts';
import { textOfNode, type Words } from './describe-ranges.ts';
import { countUnits, distinctUnits, followUnits, splitUnits } from './follow-units.ts';
import { hasArrived, itemAt, type LiveCopies } from './live-copies.ts';
import { readPassages, withoutBreaks, type Block, type Passages, type Piece } from './read-passages.ts';
import { orderUnits, type Ordered } from './text-order.ts';
import {
  MAX_CONTEXT_CHARS,
  MAX_QUOTE_CHARS,
  type Anchor,
  type PlaceState,
  type StoredPlace,
} from './thread.ts';
import { MAX_UNITS_CHARS, readUnits, writeUnits, type UnitRange } from './unit-ranges.ts';

export interface FoundPlace extends Ordered {
  readonly state: PlaceState;
  /** To be stored, and to begin from later. */
  readonly units: string;
}

export interface Standing {
  readonly anchor: Omit<Anchor, 'seq'>;
  readonly place: Omit<StoredPlace, 'seq'> | null;
}

/** For each client the clock behind its last unit. */
export type Clocks = ReadonlyMap<number, number>;

export const clocksOf = (doc: Y.Doc): Clocks => Y.decodeStateVector(Y.encodeStateVector(doc));

/** Of a document that does not change meanwhile. Reads its text at most once, and only if it must. */
export class PlaceFinder {
  readonly #doc: Y.Doc;
  readonly #copies: LiveCopies;
  #passages: Passages | null = null;

  constructor(doc: Y.Doc, copies: LiveCopies) {
    this.#doc = doc;
    this.#copies = copies;
  }

  get passages(): Passages {
    return (this.#passages ??= readPassages(this.#doc));
  }

  #clocks: Clocks | null = null;

  get clocks(): Clocks {
    return (this.#clocks ??= clocksOf(this.#doc));
  }

  /** `isNew`: the unit was not there yet when these, the thread's, were deleted, or when it was looked for last. */
  find(
    { anchor, place }: Standing,
    isNew: (id: Id, gone: readonly UnitRange[]) => boolean = () => true,
  ): FoundPlace {
    if (anchor.kind === 'document') return { state: 'exact', units: '', ranges: [], apart: [] };
    const chosen = distinctUnits(readUnits(anchor.units));
    const [known, found] = splitUnits(readUnits(place?.units ?? ''), countUnits(chosen));
    const isWhole = countUnits(known) === countUnits(chosen);
    const { newest, living } = followUnits(this.#doc, this.#copies, isWhole ? known : chosen);
    // There were too many ranges to store, so only those that lived were.
    const isCut = !isWhole && place?.state === 'exact';
    const left = isCut ? followUnits(this.#doc, this.#copies, known).living : [];
    if (left.length > 0 || living.length > 0)
      return this.#at('exact', newest, left.length > 0 ? left : living);
    const healed = place?.state === 'healed' ? followUnits(this.#doc, this.#copies, found) : null;
    if (healed && healed.living.length > 0) return this.#at('healed', newest, healed.living, healed.living);
    const homes = homesOf(this.#doc, newest);
    const gaps = gapsIn(this.passages, homes, anchor);
    const isFitting = (ranges: readonly UnitRange[], { item }: Block): boolean =>
      ranges.every((range) => isNew(this.#copies.firstOf(range), newest)) &&
      (gaps.size === 0 || gaps.has(item));
    // Text that is still to come is not lost: nothing can be written in its place.
    const equal = hasArrived(this.#doc, newest)
      ? findEqual(this.passages, anchor, countUnits(chosen), isFitting)
      : null;
    if (equal) return this.#at('healed', newest, equal, equal);
    const block = findNearest(this.passages, anchor, homes);
    const ranges = block ? [{ client: block.item.id.client, clock: block.item.id.clock, length: 1 }] : [];
    return this.#at(block ? 'near' : 'none', newest, ranges, ranges);
  }

  #at(
    state: PlaceState,
    newest: readonly UnitRange[],
    living: readonly UnitRange[],
    found: readonly UnitRange[] = [],
  ): FoundPlace {
    const units = writeUnits([...newest, ...found]);
    return {
      state,
      units: units.length > MAX_UNITS_CHARS ? cutUnits(living) : units,
      ...orderUnits(this.#doc, living, () => this.passages.order),
    };
  }
}

/** As many ranges as fit, the longest ones. */
function cutUnits(ranges: readonly UnitRange[]): string {
  const longest = ranges.toSorted((a, b) => b.length - a.length);
  let size = 0;
  const fitting = new Set(
    longest.filter((range) => (size += writeUnits([range]).length + 1) <= MAX_UNITS_CHARS),
  );
  return writeUnits(ranges.filter((range) => fitting.has(range)));
}

/** The living blocks that the units were deleted from. */
function homesOf(doc: Y.Doc, units: readonly UnitRange[]): ReadonlySet<Y.Item> {
  const homes = new Set<Y.Item>();
  for (const unit of units) {
    const item = itemAt(doc, unit);
    const block = item && textBlockOf(item);
    if (block && !block.deleted) homes.add(block);
  }
  return homes;
}

/** Those of them that have the text before and behind without the quote: equal text elsewhere is another one. */
function gapsIn(
  { blocks, text }: Passages,
  homes: ReadonlySet<Y.Item>,
  { before, after }: Words,
): ReadonlySet<Y.Item> {
  const [left = ''] = before.split('\n').slice(-1);
  const [right = ''] = after.split('\n');
  const beside = left.slice(-GAP_SIDE) + right.slice(0, GAP_SIDE);
  const isGap = ({ item, start, end }: Block): boolean =>
    homes.has(item) && text.slice(start, end).includes(beside);
  return new Set(beside === '' ? [] : blocks.filter(isGap).map(({ item }) => item));
}

/** Characters on each side. */
const GAP_SIDE = 8;

/** The place of the quote with the text around it under the same heading; null unless there is exactly one. */
function findEqual(
  passages: Passages,
  anchor: Omit<Anchor, 'seq'>,
  count: number,
  isFitting: (ranges: readonly UnitRange[], block: Block) => boolean,
): readonly UnitRange[] | null {
  if (withoutBreaks(anchor.quote) === '') return null;
  const equal = anchor.kind === 'node' ? equalNodes(passages, anchor) : equalText(passages, anchor, count);
  const found = equal.filter(({ ranges, block }) => isFitting(ranges, block));
  return found.length === 1 ? found[0]!.ranges : null;
}

interface Equal {
  readonly ranges: readonly UnitRange[];
  readonly block: Block;
}

function equalNodes(passages: Passages, { quote, before, after, heading }: Words): Equal[] {
  return passages.pieces.flatMap((piece): Equal[] => {
    if (!piece.isNode || piece.block.heading !== heading) return [];
    const text = textOfNode(passages, piece);
    const isSame =
      isCutFrom(withoutBreaks(quote), withoutBreaks(text)) &&
      withoutBreaks(passages.text.slice(Math.max(0, piece.start - WINDOW), piece.start)).endsWith(
        withoutBreaks(before),
      ) &&
      withoutBreaks(passages.text.slice(piece.start + text.length).slice(0, WINDOW)).startsWith(
        withoutBreaks(after),
      );
    return isSame
      ? [{ ranges: [{ client: piece.client, clock: piece.clock, length: 1 }], block: piece.block }]
      : [];
  });
}

/** More than a context has, with its line breaks. */
const WINDOW = 200;

/** A quote of which the end was cut off begins the text. */
const isCutFrom = (quote: string, text: string): boolean =>
  quote === text || (isShortened(quote) && text.startsWith(quote));
/** One character may have been too long for what was left. */
const isShortened = ({ length }: string): boolean => length > MAX_QUOTE_CHARS - 32;

const MOST_EQUAL = 100;

function equalText(passages: Passages, { quote, before, after, heading }: Words, count: number): Equal[] {
  const { flat } = passages;
  const [ahead, wanted, behind] = [withoutBreaks(before), withoutBreaks(quote), withoutBreaks(after)];
  const found: Equal[] = [];
  const seek = ahead + wanted;
  const isWhole = !isShortened(quote);
  for (let at = flat.indexOf(seek); at >= 0 && found.length < MOST_EQUAL; at = flat.indexOf(seek, at + 1)) {
    const start = at + ahead.length;
    const ranges = isWhole
      ? unitsBetween(passages.pieces, start, start + wanted.length)
      : unitsFrom(passages.pieces, start, count);
    const end = isWhole ? start + wanted.length : start + lengthOf(passages.pieces, ranges);
    const block = blockAt(passages.pieces, start);
    const isSame =
      flat.startsWith(behind, end) && isAtEdge(ahead, start) && isAtEdge(behind, flat.length - end);
    if (isSame && block?.heading === heading && ranges.length > 0) found.push({ ranges, block });
  }
  return found;
}

/** Less text than a context has room for was all that there was. */
const isAtEdge = (context: string, left: number): boolean =>
  context.length >= MAX_CONTEXT_CHARS / 2 || left === context.length;

/** A piece with its place in the text without line breaks. */
function* flatPieces(
  pieces: readonly Piece[],
): Generator<{ readonly piece: Piece; readonly start: number; readonly end: number }> {
  let start = 0;
  for (const piece of pieces) {
    const end = start + withoutBreaks(piece.text).length;
    yield { piece, start, end };
    start = end;
  }
}

function blockAt(pieces: readonly Piece[], place: number): Block | null {
  for (const { piece, start, end } of flatPieces(pieces))
    if (place >= start && place < end) return piece.block;
  return null;
}

function unitsBetween(pieces: readonly Piece[], from: number, to: number): UnitRange[] {
  const ranges: UnitRange[] = [];
  for (const { piece, start, end } of flatPieces(pieces)) {
    if (end <= from || start >= to) continue;
    const { client, clock, isNode, text } = piece;
    if (isNode) {
      ranges.push({ client, clock, length: 1 });
      continue;
    }
    const [first, last] = [
      placeIn(text, Math.max(0, from - start)),
      placeBehind(text, Math.min(end, to) - start),
    ];
    ranges.push({ client, clock: clock + first, length: last - first });
  }
  return ranges;
}

/** The place in a text of the character with this number, line breaks not counted. */
function placeIn(text: string, number: number): number {
  let left = number;
  for (let at = 0; at < text.length; at += 1) if (text[at] !== '\n' && left-- === 0) return at;
  return text.length;
}

const placeBehind = (text: string, number: number): number =>
  number === 0 ? 0 : placeIn(text, number - 1) + 1;

function unitsFrom(pieces: readonly Piece[], from: number, count: number): UnitRange[] {
  const all: UnitRange[] = unitsBetween(pieces, from, Infinity);
  return [...splitUnits(all, count)[0]];
}

function lengthOf(pieces: readonly Piece[], ranges: readonly UnitRange[]): number {
  const texts = new Map(pieces.map((piece) => [`${piece.client}/${piece.clock}`, piece]));
  return ranges.reduce((sum, range) => {
    const piece = texts.get(`${range.client}/${range.clock}`) ?? pieceOf(pieces, range);
    if (!piece) return sum;
    const from = range.clock - piece.clock;
    return (
      sum + withoutBreaks(piece.isNode ? piece.text : piece.text.slice(from, from + range.length)).length
    );
  }, 0);
}

const pieceOf = (pieces: readonly Piece[], { client, clock }: UnitRange): Piece | undefined =>
  pieces.find((one) => one.client === client && one.clock <= clock && clock < one.clock + one.length);

/** Fewer characters could be anywhere. */
const LEAST_CONTEXT = 4;

/** The block with the longest end of the text before, or the longest start of the text behind. */
function findNearest(
  { blocks, text }: Passages,
  { before, after, heading }: Words,
  homes: ReadonlySet<Y.Item>,
): Block | null {
  const [left, right] = [before.split('\n'), after.split('\n')];
  // The block that had the quote; if it had nothing else, those beside it.
  const own = [left.at(-1) ?? '', right[0] ?? ''];
  const sides = own.some((part) => part !== '') ? own : [left.at(-2) ?? '', right[1] ?? ''];
  let [nearest, most]: [Block | null, number] = [null, LEAST_CONTEXT - 1];
  for (const block of blocks) {
    const words = text.slice(block.start, block.end);
    const shared = Math.max(endIn(words, sides[0]!), startIn(words, sides[1]!));
    // Of equal ones that which had the units, else that under the same heading, else the first.
    const score = shared + (homes.has(block.item) ? 0.5 : 0) + (block.heading === heading ? 0.25 : 0);
    if (shared >= LEAST_CONTEXT && score > most) [nearest, most] = [block, score];
  }
  return nearest ?? blocks.find(({ item }) => homes.has(item)) ?? null;
}

function endIn(words: string, part: string): number {
  for (let length = part.length; length >= LEAST_CONTEXT; length -= 1)
    if (words.includes(part.slice(part.length - length))) return length;
  return 0;
}

function startIn(words: string, part: string): number {
  for (let length = part.length; length >= LEAST_CONTEXT; length -= 1)
    if (words.includes(part.slice(0, length))) return length;
  return 0;
}
