/** Applies moves to the shared text, keeping the formatting of the units. */
import * as Y from 'yjs';
import type { Move, Target } from './find-moves.ts';
import { parentOf, typeOf, type InlineNode, type Marks, type Unit } from '#contract/lineage/read-lines.ts';

/** An old unit, and the id of the unit that replaces it. */
export type Moved = readonly [Unit, Y.ID];

/** `index`: for moves without a target, the index of the new paragraph. Read while deleted blocks are still readable. */
export interface PlacedMove extends Move {
  readonly index: number;
}

/** Call inside a transaction. */
export function carryOut(doc: Y.Doc, root: Y.XmlFragment, moves: readonly PlacedMove[]): Moved[] {
  // Last to first, so that an insertion does not shift the places of the others.
  return moves.toReversed().flatMap((move) => {
    const copied = move.copied.map(([unit, copy]): Moved => [unit, Y.createID(copy.client, copy.clock)]);
    const moved = [...copied, ...putIn(root, move)];
    if (move.isLeft) for (const [unit] of moved) takeOut(doc, unit);
    return moved;
  });
}

function takeOut(doc: Y.Doc, { client, clock }: Unit): void {
  const item = Y.getItem(doc.store, Y.createID(client, clock));
  const parent = item instanceof Y.Item && !item.deleted ? parentOf(item) : null;
  if (parent instanceof Y.XmlText) parent.delete(indexIn(item, clock), 1);
  else if (parent instanceof Y.XmlElement) parent.delete(indexIn(item, clock), 1);
}

/** Blocks that are removed when empty. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'listItem',
  'taskItem',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
]);
const ITEMS: ReadonlySet<string> = new Set(['listItem', 'taskItem']);

/** Removes an empty text block, with wrappers that contained only it. Cells and sections keep their last block. */
export function removeIfEmpty(block: Y.Item): void {
  const element = typeOf(block);
  if (block.deleted || !(element instanceof Y.XmlElement) || !isEmpty(element)) return;
  let item = block;
  for (let parent = parentOf(item); parent instanceof Y.XmlFragment; parent = parentOf(item)) {
    if (parent.length > 1) {
      const isFirst = parent.get(0)._item === item;
      if (parent instanceof Y.XmlElement && ITEMS.has(parent.nodeName) && isFirst) return;
      return parent.delete(indexIn(item, item.id.clock), 1);
    }
    if (!(parent instanceof Y.XmlElement) || !WRAPPERS.has(parent.nodeName) || !parent._item) return;
    item = parent._item;
  }
}

const isEmpty = (block: Y.XmlElement): boolean =>
  block.toArray().every((child) => child instanceof Y.XmlText && child.length === 0);

function putIn(root: Y.XmlFragment, move: PlacedMove): Moved[] {
  const spot = move.target ? findSpot(move.target) : null;
  return spot ? insertAt(spot, move.units) : insertParagraph(root, move);
}

/** A position in the text of a block. */
interface Spot {
  readonly text: Y.XmlText;
  readonly index: number;
}

/** Null if the target has been deleted since. */
function findSpot(target: Target): Spot | null {
  const { block } = target.line;
  const element = typeOf(block);
  if (block.deleted || !(element instanceof Y.XmlElement)) return null;
  if (target.kind === 'start') return { text: textAt(element, 0), index: 0 };
  const { client, clock } = target.unit;
  const { doc } = element;
  const item = doc && Y.getItem(doc.store, Y.createID(client, clock));
  if (!(item instanceof Y.Item) || item.deleted) return null;
  const index = indexIn(item, clock) + (target.kind === 'after' ? 1 : 0);
  const parent = parentOf(item);
  if (parent instanceof Y.XmlText) return { text: parent, index };
  return { text: textAt(element, index), index: 0 };
}

/** The text at this index among the children of a block; created if missing. */
function textAt(block: Y.XmlElement, index: number): Y.XmlText {
  const child = index < block.length ? block.get(index) : null;
  if (child instanceof Y.XmlText) return child;
  const text = new Y.XmlText();
  block.insert(index, [text]);
  return text;
}

/** Index without deleted content. */
function indexIn(item: Y.Item, clock: number): number {
  let index = clock - item.id.clock;
  for (let left = item.left; left; left = left.left)
    if (!left.deleted && left.countable) index += left.length;
  return index;
}

function insertAt({ text, index }: Spot, units: readonly Unit[]): Moved[] {
  const block = text.parent;
  const isPlain = block instanceof Y.XmlElement && block.nodeName === 'codeBlock';
  const moved: Moved[] = [];
  let at = index;
  let into = text;
  for (const piece of piecesOf(units)) {
    const [first] = piece;
    if (first?.node && block instanceof Y.XmlElement) {
      const rest = cutOff(into, at);
      const place = block.toArray().indexOf(into) + 1;
      const node = makeNode(first.node);
      block.insert(place, [node, rest]);
      if (node._item) moved.push([first, node._item.id]);
      [into, at] = [rest, 0];
      continue;
    }
    into.insert(at, piece.map(({ sign }) => sign).join(''), isPlain ? {} : marksOf(first));
    const ids = idsIn(into, at, piece.length);
    for (const [number, unit] of piece.entries()) moved.push([unit, ids[number]!]);
    at += piece.length;
  }
  return moved;
}

const marksOf = (unit: Unit | undefined): Marks => unit?.marks ?? {};

function makeNode({ name, attributes }: InlineNode): Y.XmlElement {
  const node = new Y.XmlElement(name);
  // Attributes can be any JSON value; the type of Yjs allows only strings.
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value as string);
  return node;
}

/** Groups units of the same formatting; each node is a group. */
function piecesOf(units: readonly Unit[]): Unit[][] {
  const pieces: Unit[][] = [];
  for (const unit of units) {
    const last = pieces.at(-1)?.at(-1);
    if (last && !last.node && !unit.node && last.marks === unit.marks) pieces.at(-1)!.push(unit);
    else pieces.push([unit]);
  }
  return pieces;
}

/** Cuts the end off a text and returns it as a new text. */
function cutOff(text: Y.XmlText, index: number): Y.XmlText {
  const rest = new Y.XmlText();
  let at = 0;
  const delta = (text.toDelta() as { insert: string; attributes?: Marks }[]).flatMap((piece) => {
    const from = Math.max(0, index - at);
    at += piece.insert.length;
    return from < piece.insert.length ? [{ ...piece, insert: piece.insert.slice(from) }] : [];
  });
  rest.applyDelta(delta);
  text.delete(index, text.length - index);
  return rest;
}

function idsIn(text: Y.XmlText, index: number, length: number): Y.ID[] {
  const ids: Y.ID[] = [];
  let at = 0;
  for (let item = text._start; item && ids.length < length; item = item.right) {
    if (item.deleted || !item.countable) continue;
    for (let offset = 0; offset < item.length && ids.length < length; offset += 1, at += 1)
      if (at >= index) ids.push(Y.createID(item.id.client, item.id.clock + offset));
  }
  return ids;
}

/** Trims leading white space, but not trailing: the author may be in the middle of a sentence. */
function insertParagraph(root: Y.XmlFragment, { units, index }: PlacedMove): Moved[] {
  const start = units.findIndex(({ sign }) => sign.trim() !== '');
  if (start < 0) return [];
  const text = new Y.XmlText();
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [text]);
  root.insert(Math.min(index, root.length), [paragraph]);
  return insertAt({ text, index: 0 }, units.slice(start));
}
