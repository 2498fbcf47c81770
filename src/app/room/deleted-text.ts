/**
 * Reads local text that a remote transaction has deleted; this must happen before garbage collection. Pure.
 *
 * Characters are identified by clock, one per UTF-16 unit: old and new text of one run can be one item.
 */
import * as Y from 'yjs';

/** Text with uniform formatting. */
export interface Segment {
  readonly text: string;
  /** Marks and their attributes, as in the shared text. */
  readonly marks: Readonly<Record<string, unknown>>;
}

/** Contiguous text, with no remote text in between. */
export type Run = readonly Segment[];

/** The deleted runs of one paragraph. */
export type Paragraph = readonly Run[];

export interface DeletedText {
  /** In the order of the text. */
  readonly runs: Paragraph;
  /** The top-level block that contained them. */
  readonly block: Y.Item;
  /** The whole paragraph was deleted. */
  readonly isPlaceGone: boolean;
  /** Clock of the newest character. */
  readonly newest: number;
}

/** In document order, one entry per paragraph. `isWanted` is called with the clock of each character. */
export function readDeletedText(
  transaction: Y.Transaction,
  root: Y.XmlFragment,
  isWanted: (clock: number) => boolean,
): readonly DeletedText[] {
  const deleted: DeletedText[] = [];
  for (const [parent, block] of findTouchedTexts(transaction, root)) {
    let newest = -1;
    const runs = readRuns(parent, transaction, (clock) => {
      const isTaken = isWanted(clock);
      if (isTaken) newest = Math.max(newest, clock);
      return isTaken;
    });
    if (runs.length > 0) deleted.push({ runs, block, isPlaceGone: parent._item?.deleted === true, newest });
  }
  return deleted.toSorted((a, b) => placeOf(root, a.block) - placeOf(root, b.block));
}

export const textOfRuns = (runs: Paragraph): string =>
  runs.map((run) => run.map(({ text }) => text).join('')).join('');

type Text = Y.AbstractType<unknown>;

/** The texts in which local characters were deleted, each with its top-level block. */
function findTouchedTexts(transaction: Y.Transaction, root: Y.XmlFragment): ReadonlyMap<Text, Y.Item> {
  const { doc, deleteSet } = transaction;
  const texts = new Map<Text, Y.Item>();
  const structs = doc.store.clients.get(doc.clientID) ?? [];
  if (!deleteSet.clients.has(doc.clientID)) return texts;
  for (const item of structs) {
    if (!(item instanceof Y.Item) || !(item.content instanceof Y.ContentString)) continue;
    if (!Y.isDeleted(deleteSet, item.id)) continue;
    const { parent } = item;
    if (!(parent instanceof Y.AbstractType) || texts.has(parent)) continue;
    const block = topBlockOf(root, item);
    if (block) texts.set(parent, block);
  }
  return texts;
}

/** The root's child that contains the item; null if the item is not in this root. */
function topBlockOf(root: Y.XmlFragment, start: Y.Item): Y.Item | null {
  let item = start;
  while (item.parent !== root) {
    const parent = item.parent;
    if (!(parent instanceof Y.AbstractType) || !parent._item) return null;
    item = parent._item;
  }
  return item;
}

/** Reads the text as it was before the transaction. */
function readRuns(parent: Text, transaction: Y.Transaction, isWanted: (clock: number) => boolean): Run[] {
  const { doc, deleteSet } = transaction;
  const runs: Segment[][] = [];
  let marks: Readonly<Record<string, unknown>> = {};
  let isOpen = false;
  for (let item = parent._start; item; item = item.right) {
    const isJustDeleted = Y.isDeleted(deleteSet, item.id);
    if (item.deleted && !isJustDeleted) continue;
    if (item.content instanceof Y.ContentFormat) {
      marks = withMark(marks, item.content.key, item.content.value);
      continue;
    }
    if (!item.countable) continue;
    const text = item.content instanceof Y.ContentString ? item.content.str : '';
    const isOwn = isJustDeleted && item.id.client === doc.clientID;
    const { clock } = item.id;
    for (const [at, letter] of text.split('').entries()) {
      const isTaken = isOwn && isWanted(clock + at);
      if (isTaken) append(runs, isOpen, { text: letter, marks });
      isOpen = isTaken;
    }
    if (text === '') isOpen = false;
  }
  return runs;
}

function withMark(
  marks: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const { [key]: _, ...rest } = marks;
  return value === null ? rest : { ...rest, [key]: value };
}

function append(runs: Segment[][], isOpen: boolean, letter: Segment): void {
  const run = isOpen ? runs.at(-1) : undefined;
  const last = run?.at(-1);
  if (!run) runs.push([letter]);
  else if (last?.marks === letter.marks) run[run.length - 1] = { ...last, text: last.text + letter.text };
  else run.push(letter);
}

function placeOf(root: Y.XmlFragment, block: Y.Item): number {
  let place = 0;
  for (let item = root._start; item && item !== block; item = item.right) place += 1;
  return place;
}
