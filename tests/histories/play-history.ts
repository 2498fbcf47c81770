/**
 * A random history: two to six people write one document, each on a copy that lags behind. They type, delete, split, join,
 * move and wrap as an editor binding does: by deleting text and inserting the same text elsewhere. Every letter occurs
 * once, so that what happened to it is known without Yjs.
 */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { createRandom } from '../support/random.ts';

/** A person's change of one letter, in the log row with this seq. */
export interface Deed {
  readonly client: number;
  readonly what: 'type' | 'delete' | 'move';
  seq: number;
}

export interface Row {
  readonly client: number;
  readonly atMs: number;
  readonly update: Uint8Array;
  /** The second update of a move. */
  readonly goesOn: boolean;
}

export interface History {
  /** Row `n` has the seq `n + 1`. */
  readonly rows: readonly Row[];
  readonly deeds: ReadonlyMap<string, readonly Deed[]>;
  /** Each person receives all changes of others before they write. */
  readonly isInTurn: boolean;
}

interface Unsent {
  readonly update: Uint8Array;
  readonly deeds: readonly Deed[];
  readonly goesOn: boolean;
  /** Peers have it. Until then the next update may become part of it. */
  isShown: boolean;
}

interface Person {
  readonly doc: Y.Doc;
  /** Not in the log yet. */
  readonly unsent: Unsent[];
  /** Rows of the log that have been applied. */
  read: number;
}

const FIRST_LETTER = 0xac00;
const STEPS = 80;

export function playHistory(seed: number): History {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const rows: Row[] = [];
  const deeds = new Map<string, Deed[]>();
  let letters = 0;
  const newLetters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(FIRST_LETTER + letters++)).join('');
  const isInTurn = seed % 2 === 0;
  const people = Array.from({ length: 2 + below(5) }, (_, at) => openPerson(at + 2));

  const act = (person: Person): void => {
    const made: Deed[] = [];
    const note = (what: Deed['what'], text: string): void => {
      for (const letter of text) {
        const deed: Deed = { client: person.doc.clientID, what, seq: Infinity };
        made.push(deed);
        deeds.set(letter, [...(deeds.get(letter) ?? []), deed]);
      }
    };
    const updates = change(person.doc, { below, newLetters, note, isInTurn });
    for (const [at, update] of updates.entries()) {
      const last = person.unsent.at(-1);
      const isPart = last?.isShown === false && below(3) === 0 && !hasMove(made) && !hasMove(last.deeds);
      if (isPart) person.unsent.pop();
      person.unsent.push({
        update: isPart ? Y.mergeUpdates([last.update, update]) : update,
        deeds: [...(isPart ? last.deeds : []), ...(at === 0 ? made : [])],
        goesOn: isPart ? last.goesOn : at > 0,
        isShown: false,
      });
    }
  };
  const send = (person: Person): void => {
    const sent = person.unsent.shift();
    if (!sent) return;
    const { update, goesOn } = sent;
    rows.push({ client: person.doc.clientID, atMs: rows.length * 100, update, goesOn });
    for (const deed of sent.deeds) deed.seq = rows.length;
  };
  const receive = (person: Person): void => {
    for (; person.read < rows.length; person.read += 1) applyUpdates(person.doc, [rows[person.read]!.update]);
    // Peers receive changes before the log does.
    const other = people[below(people.length)]!;
    if (other === person || below(4) > 0) return;
    for (const entry of other.unsent) {
      entry.isShown = true;
      applyUpdates(person.doc, [entry.update]);
    }
  };

  act(people[0]!);
  send(people[0]!);
  for (const person of people) receive(person);
  for (let step = 0; step < STEPS; step += 1) {
    const person = people[below(people.length)]!;
    if (isInTurn) receive(person);
    const dice = isInTurn ? 0 : below(10);
    if (dice < 6) act(person);
    else if (dice < 8) send(person);
    else receive(person);
    if (isInTurn) while (person.unsent.length > 0) send(person);
  }
  for (const person of people) while (person.unsent.length > 0) send(person);
  return { rows, deeds, isInTurn };
}

/** In one update with a move and other changes, parts of fewer than eight letters are not recognized (decision 37). */
const hasMove = (deeds: readonly Deed[]): boolean => deeds.some(({ what }) => what === 'move');

function openPerson(client: number): Person {
  const doc = new Y.Doc();
  doc.clientID = client;
  return { doc, unsent: [], read: 0 };
}

interface Tools {
  readonly isInTurn: boolean;
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

/** Changes the document once; returns the updates. */
function change(doc: Y.Doc, tools: Tools): Uint8Array[] {
  const updates: Uint8Array[] = [];
  const onUpdate = (update: Uint8Array): void => void updates.push(update);
  doc.on('update', onUpdate);
  const { below, newLetters, note } = tools;
  const root = doc.getXmlFragment(TEXT_ROOT);
  const blocks = listBlocks(root);
  const block = blocks[below(blocks.length)];
  const dice = below(100);
  const once = (run: () => void): void => doc.transact(run);
  if (!block) {
    const text = newLetters(20);
    note('type', text);
    once(() => root.insert(0, [makeBlock('paragraph', text)]));
  } else if (dice < 35) typeInto(block, tools);
  else if (dice < 50) deleteFrom(block, tools);
  else if (dice < 60) once(() => split(block, tools));
  else if (dice < 70) once(() => join(block, tools));
  else if (dice < 78) once(() => turnInto(block, below(2) === 0 ? 'heading' : 'paragraph', note));
  else if (dice < 88) move(block, root, tools, once);
  else if (dice < 93) once(() => wrap(block, note));
  else if (blocks.length > 2) {
    note('delete', textOf(block));
    once(() => removeBlock(block));
  }
  doc.off('update', onUpdate);
  return updates;
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

function typeInto(block: Block, { below, newLetters, note }: Tools): void {
  const leaf = leafOf(block);
  const words = Array.from({ length: 1 + below(3) }, () => newLetters(1 + below(8))).join(' ');
  note('type', words.replaceAll(' ', ''));
  leaf.insert(below(leaf.length + 1), words);
}

function deleteFrom(block: Block, { below, note }: Tools): void {
  const leaf = leafOf(block);
  if (leaf.length === 0) return;
  const from = below(leaf.length);
  const length = 1 + below(Math.min(leaf.length - from, 12));
  note('delete', textOf(block).slice(from, from + length));
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
