/** One random change of a document, as an editor binding makes it. */
import * as Y from 'yjs';
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import type { Id } from '#contract/authorship/id-ranges.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Deed } from './play-history.ts';

/** Letters that a person deleted, each with the id that it had. */
export type Deleted = readonly (readonly [letter: string, id: Id])[];

interface Tools {
  readonly deleted: Deleted[];
  readonly isInTurn: boolean;
  readonly between: string;
  readonly below: (limit: number) => number;
  readonly newLetters: (count: number) => string;
  readonly note: (what: Deed['what'], text: string) => void;
}

/** A text block and its place. */
interface Block {
  readonly parent: Y.XmlFragment;
  readonly at: number;
  readonly element: Y.XmlElement;
}

interface Changed {
  readonly updates: readonly Uint8Array[];
  /** Of the first update. */
  readonly heirs: readonly HeirRange[];
}

/** Changes the document once. */
export function change(doc: Y.Doc, tools: Tools): Changed {
  const updates: Uint8Array[] = [];
  const onUpdate = (update: Uint8Array): void => void updates.push(update);
  doc.on('update', onUpdate);
  const { below, newLetters, note } = tools;
  const root = doc.getXmlFragment(TEXT_ROOT);
  const blocks = listBlocks(root);
  const block = blocks[below(blocks.length)];
  const dice = below(100);
  const once = (run: () => void): void => doc.transact(() => run());
  let heirs: readonly HeirRange[] = [];
  const noteDeleted = (letters: string): void => void tools.deleted.push(placesOfLetters(root, letters));
  if (!block) {
    const text = newLetters(20);
    note('type', text);
    once(() => root.insert(0, [makeBlock('paragraph', text)]));
  } else if (dice < 35) typeInto(block, tools);
  else if (dice < 43) deleteFrom(block, tools, noteDeleted);
  else if (dice < 50) once(() => (heirs = bringBack(block, root, tools)));
  else if (dice < 60) once(() => split(block, tools));
  else if (dice < 70) once(() => join(block, tools));
  else if (dice < 78) once(() => turnInto(block, below(2) === 0 ? 'heading' : 'paragraph', note));
  else if (dice < 88) move(block, root, tools, once);
  else if (dice < 93) once(() => wrap(block, note));
  else if (blocks.length > 2) {
    note('delete', textOf(block));
    noteDeleted(textOf(block));
    once(() => removeBlock(block));
  }
  doc.off('update', onUpdate);
  return { updates, heirs };
}

/** The ids of letters, read from the items of Yjs. */
function placesOfLetters(root: Y.XmlFragment, letters: string): Deleted {
  const wanted = new Set(letters.replaceAll(' ', ''));
  return listBlocks(root).flatMap((block) => {
    const found: [string, Id][] = [];
    for (let item = leafOf(block)._start; item; item = item.right)
      if (!item.deleted && item.content instanceof Y.ContentString)
        for (const [at, letter] of Array.from(item.content.str).entries())
          if (wanted.has(letter)) found.push([letter, { client: item.id.client, clock: item.id.clock + at }]);
    return found;
  });
}

/** Inserts something that this person deleted again, perhaps only a part of it, perhaps elsewhere. */
function bringBack(block: Block, root: Y.XmlFragment, { below, deleted, note }: Tools): readonly HeirRange[] {
  const [all = []] = deleted.splice(below(deleted.length), 1);
  const living = new Set(root.toJSON());
  const part = below(2) === 0 ? all : all.slice(0, 1 + below(3));
  const back = part.filter(([letter]) => !living.has(letter));
  if (back.length === 0) return [];
  const doc = root.doc!;
  const leaf = leafOf(block);
  const first = Y.getState(doc.store, doc.clientID);
  const text = back.map(([letter]) => letter).join('');
  note('return', text);
  leaf.insert(below(leaf.length + 1), text);
  return back.map(([, from], at) => ({ clock: first + at, from, length: 1 }));
}

const listBlocks = (parent: Y.XmlFragment): Block[] =>
  (parent.toArray() as (Y.XmlElement | Y.XmlText)[]).flatMap((child, at) => {
    if (child instanceof Y.XmlText) return [];
    const isText = ['paragraph', 'heading'].includes(child.nodeName);
    return isText ? [{ parent, at, element: child }] : listBlocks(child);
  });

const leafOf = ({ element }: Block): Y.XmlText => {
  const leaf = element.get(0);
  if (leaf instanceof Y.XmlText) return leaf;
  const made = new Y.XmlText();
  element.insert(0, [made]);
  return made;
};
const textOf = (block: Block): string =>
  (leafOf(block).toDelta() as { insert: string }[]).map(({ insert }) => insert).join('');

function makeBlock(name: string, text: string): Y.XmlElement {
  const element = new Y.XmlElement(name);
  const leaf = new Y.XmlText();
  leaf.insert(0, text);
  element.insert(0, [leaf]);
  return element;
}

/** With the list around it, when that has nothing else. */
function removeBlock({ parent, at }: Block): void {
  parent.delete(at, 1);
  for (let empty = parent; empty instanceof Y.XmlElement && empty.length === 0;) {
    const outer = empty.parent as Y.XmlFragment;
    outer.delete(outer.toArray().indexOf(empty), 1);
    empty = outer;
  }
}

function typeInto(block: Block, { below, newLetters, note, between }: Tools): void {
  const leaf = leafOf(block);
  const words = Array.from({ length: 1 + below(3) }, () => newLetters(1 + below(8))).join(between);
  note('type', words.replaceAll(' ', ''));
  leaf.insert(below(leaf.length + 1), words);
}

function deleteFrom(block: Block, { below, note }: Tools, noteDeleted: (letters: string) => void): void {
  const leaf = leafOf(block);
  if (leaf.length === 0) return;
  const from = below(leaf.length);
  const length = 1 + below(Math.min(leaf.length - from, 12));
  const letters = textOf(block).slice(from, from + length);
  note('delete', letters);
  noteDeleted(letters);
  leaf.delete(from, length);
}

function split(block: Block, { below, note }: Tools): void {
  const leaf = leafOf(block);
  const at = below(leaf.length + 1);
  const tail = textOf(block).slice(at);
  note('move', tail);
  if (tail !== '') leaf.delete(at, tail.length);
  block.parent.insert(block.at + 1, [makeBlock(block.element.nodeName, tail)]);
}

/** Joins a block with the one before. */
function join(block: Block, { note }: Tools): void {
  const before = block.parent.get(block.at - 1);
  if (
    block.at === 0 ||
    !(before instanceof Y.XmlElement) ||
    !['paragraph', 'heading'].includes(before.nodeName)
  )
    return;
  const text = textOf(block);
  note('move', text);
  const leaf = leafOf({ ...block, element: before });
  block.parent.delete(block.at, 1);
  leaf.insert(leaf.length, text);
}

function turnInto(block: Block, name: string, note: Tools['note']): void {
  const text = textOf(block);
  note('move', text);
  block.parent.delete(block.at, 1);
  block.parent.insert(block.at, [makeBlock(name, text)]);
}

/** In one update, or inserting in one and deleting in the next. */
function move(
  block: Block,
  root: Y.XmlFragment,
  { below, note, isInTurn }: Tools,
  once: (run: () => void) => void,
): void {
  const text = textOf(block);
  note('move', text);
  const copy = makeBlock(block.element.nodeName, text);
  const to = below(root.length + 1);
  const insert = (): void => root.insert(to, [copy]);
  const remove = (): void => {
    const { parent } = block.element;
    if (!(parent instanceof Y.XmlFragment)) return;
    removeBlock({ ...block, parent, at: parent.toArray().indexOf(block.element) });
  };
  // Where others may write in between, their changes can separate the two.
  if (!isInTurn || below(3) > 0)
    return once(() => {
      insert();
      remove();
    });
  once(insert);
  once(remove);
}

function wrap(block: Block, note: Tools['note']): void {
  const text = textOf(block);
  note('move', text);
  const [list, item] = [new Y.XmlElement('bulletList'), new Y.XmlElement('listItem')];
  item.insert(0, [makeBlock('paragraph', text)]);
  list.insert(0, [item]);
  block.parent.delete(block.at, 1);
  block.parent.insert(block.at, [list]);
}
