/**
 * A stretch of the log as a film: a frame for each row that changed the text, or in a very long log for a few rows. A frame is
 * the change of the document's list of blocks, of which the title is the first. The whole list is kept at regular intervals, so
 * that any frame is found quickly, forwards or backwards.
 */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { keyOf, type DocumentNode } from '#contract/text/document-node.ts';
import { readElement } from '#contract/text/yjs-document.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { changeBetween, type TextChange } from './text-change.ts';

/** A block that did not change is the same object in the next frame. */
export interface Block {
  readonly key: string;
  readonly node: DocumentNode;
}

export const TITLE = 'title';

/** The row that made a frame. */
interface Shot {
  readonly client: number | null;
  readonly atMs: number;
}

export interface Frame extends Shot, TextChange {
  /** Index of the first replaced block; `removed` is their number. */
  readonly at: number;
  readonly removed: number;
  /** Index of the last block that it changed, or of the one before what it removed. */
  readonly place: number;
}

interface Cut extends Frame {
  readonly added: readonly Block[];
}

const WHOLE_EVERY = 250;

export class Film {
  readonly #first: readonly Block[];
  readonly #cuts: Cut[] = [];
  readonly #wholes: (readonly Block[])[] = [];
  #last: readonly Block[];

  constructor(first: readonly Block[]) {
    this.#first = first;
    this.#last = first;
  }

  get frames(): readonly Frame[] {
    return this.#cuts;
  }

  add(shot: Shot, blocks: readonly Block[]): void {
    const cut = cutBetween(this.#last, blocks);
    if (cut === null) return;
    const { at, added } = cut;
    const change = changeOf(cut, this.#last);
    this.#cuts.push({ ...shot, ...cut, ...change, place: Math.max(0, at + added.length - 1) });
    this.#last = blocks;
    if (this.#cuts.length % WHOLE_EVERY === 0) this.#wholes.push(blocks);
  }

  /** The newest of `count` frames. */
  cutAt(count: number): Cut | null {
    return this.#cuts[count - 1] ?? null;
  }

  /** The title and the blocks after `count` frames. */
  blocksAt(count: number): readonly Block[] {
    const whole = Math.floor(count / WHOLE_EVERY);
    const blocks = [...(whole === 0 ? this.#first : this.#wholes[whole - 1]!)];
    for (const { at, removed, added } of this.#cuts.slice(whole * WHOLE_EVERY, count))
      blocks.splice(at, removed, ...added);
    return blocks;
  }
}

export const nodesOf = (blocks: readonly Block[]): DocumentNode[] => blocks.map(({ node }) => node);

type Replaced = Pick<Cut, 'at' | 'removed' | 'added'>;

export const changeOf = ({ at, removed, added }: Replaced, before: readonly Block[]): TextChange =>
  changeBetween(nodesOf(before.slice(at, at + removed)), nodesOf(added));

/** Null when nothing changed. */
export function cutBetween(before: readonly Block[], after: readonly Block[]): Replaced | null {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < shorter - at && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const removed = before.length - end - at;
  const added = after.slice(at, after.length - end);
  return removed + added.length === 0 ? null : { at, removed, added };
}

/** More frames would look the same while dragging. */
const MOST_FRAMES = 20_000;
const PAUSE_MS = 2000;

/** Takes a row at a time, with a pause for the caller after each; returns the film. */
export function* shoot(
  before: readonly Uint8Array[],
  rows: readonly LoggedUpdate[],
): Generator<undefined, Film> {
  const doc = new Y.Doc();
  applyUpdates(doc, before);
  const root = doc.getXmlFragment(TEXT_ROOT);
  const known = new Map<Y.XmlElement, Block>();
  root.observeDeep((events) => {
    for (const { path, target } of events) {
      const top = path.length === 0 ? null : topOf(target as Y.AbstractType<unknown>, root);
      if (top) known.delete(top);
    }
  });
  let title = titleBlock(doc);
  doc.getText(TITLE_ROOT).observe(() => {
    const next = titleBlock(doc);
    // It also has the language as an attribute.
    if (keyOf(next.node) !== keyOf(title.node)) title = next;
  });
  const readBlocks = (): Block[] => [
    title,
    ...root.toArray().flatMap((child) => {
      if (!(child instanceof Y.XmlElement)) return [];
      const block = known.get(child) ?? readBlock(child);
      known.set(child, block);
      return [block];
    }),
  ];
  const film = new Film(readBlocks());
  const perFrame = Math.ceil(rows.length / MOST_FRAMES);
  let taken = 0;
  for (const [at, { client, atMs, update }] of rows.entries()) {
    applyUpdates(doc, [update]);
    taken += 1;
    const next = rows[at + 1];
    if (taken >= perFrame || next?.client !== client || next.atMs - atMs > PAUSE_MS) {
      film.add({ client, atMs }, readBlocks());
      taken = 0;
    }
    yield;
  }
  doc.destroy();
  return film;
}

function titleBlock(doc: Y.Doc): Block {
  const text = readTitle(doc);
  return { key: TITLE, node: { type: TITLE, content: text === '' ? [] : [{ type: 'text', text }] } };
}

function readBlock(element: Y.XmlElement): Block {
  const { client, clock } = element._item!.id;
  return { key: `${client}/${clock}`, node: readElement(element) };
}

/** The block of the document that a changed part belongs to. */
function topOf(part: Y.AbstractType<unknown>, root: Y.XmlFragment): Y.XmlElement | null {
  let top: Y.AbstractType<unknown> | null = part;
  while (top && top.parent !== root) top = top.parent as Y.AbstractType<unknown> | null;
  return top instanceof Y.XmlElement ? top : null;
}
