/** One writer: inserts words at random places of one paragraph, deletes, undoes, cuts, pastes, pauses and reloads. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import type { Page } from './page.ts';

/** Every letter is a different character, so that a doubled one can be told from another. */
const FIRST_LETTER = 0x4e00;

export interface Writer {
  page: Page;
  readonly chance: () => number;
  /** A letter that has not been typed before. */
  readonly letter: () => string;
  /** Replaces the page by a fresh one; the old one goes on saving. */
  readonly reload: () => void;
}

export function createAlphabet(): () => string {
  let next = FIRST_LETTER;
  return () => {
    next += 1;
    return String.fromCharCode(next);
  };
}

type Act = (writer: Writer, isOver: () => boolean) => Promise<void> | void;

/** Actions of a writer, by frequency. */
const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [40, writeWord],
  [35, insertWord],
  [11, erase],
  [6, ({ page }) => void page.undo.undo()],
  [2, ({ page }) => void page.undo.redo()],
  [5, cutAndPaste],
  [4, ({ chance }) => sleep(1000 + 2000 * chance())],
  [1, ({ reload }) => reload()],
  [1, lookAway],
];
const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0);

export async function write(writer: Writer, isOver: () => boolean): Promise<void> {
  const { chance } = writer;
  while (!isOver()) {
    let dice = chance() * WEIGHT;
    const [, act] = ACTS.find(([weight]) => (dice -= weight) < 0)!;
    await act(writer, isOver);
    await sleep(60 + 240 * chance());
  }
}

/** Letter by letter; text of others before the place moves it. */
async function writeWord({ page, chance, letter }: Writer, isOver: () => boolean): Promise<void> {
  const text = page.text();
  if (!text) return;
  let place = Y.createRelativePositionFromTypeIndex(text, placeIn(text, chance));
  for (let left = 2 + Math.floor(6 * chance()); left > 0 && !isOver(); left -= 1) {
    const at = Y.createAbsolutePositionFromRelativePosition(place, page.doc)?.index ?? 0;
    page.change(() => text.insert(at, letter()));
    place = Y.createRelativePositionFromTypeIndex(text, at + 1);
    await sleep(60 + 120 * chance());
  }
}

/** A word at once, as from a menu of suggestions. */
function insertWord({ page, chance, letter }: Writer): void {
  const word = Array.from({ length: 1 + Math.floor(4 * chance()) }, letter).join('');
  page.change((text) => text.insert(placeIn(text, chance), word));
}

const NEW_LETTERS = 5;

/** Mostly inside the newest words of others, as people who answer each other; else anywhere. */
function placeIn(text: Y.XmlText, chance: () => number): number {
  const { clientID, store } = text.doc!;
  const places: number[] = [];
  let index = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { client, clock } = item.id;
    const isNew = client !== clientID && Y.getState(store, client) - clock <= item.length + NEW_LETTERS;
    if (isNew) places.push(index + Math.ceil(item.length / 2));
    index += item.length;
  }
  const among = places.length > 0 && chance() < 0.7 ? places : null;
  return among ? among[Math.floor(chance() * among.length)]! : Math.floor(chance() * (text.length + 1));
}

const LONG = 120;

function erase({ page, chance }: Writer): void {
  page.change((text) => take(text, chance, text.length > LONG ? LONG : 3));
}

async function cutAndPaste({ page, chance }: Writer): Promise<void> {
  let cut = '';
  page.change((text) => {
    cut = take(text, chance, 6);
  });
  await sleep(200 + 600 * chance());
  page.change((text) => text.insert(Math.floor(chance() * (text.length + 1)), cut));
}

/** Deletes up to `most` letters at a random place and returns them. */
function take(text: Y.XmlText, chance: () => number, most: number): string {
  const count = Math.min(text.length, 1 + Math.floor(most * chance()));
  const at = Math.floor(chance() * (text.length - count + 1));
  const taken = text.toString().slice(at, at + count);
  text.delete(at, count);
  return taken;
}

async function lookAway({ page, chance }: Writer): Promise<void> {
  page.provider.hide();
  await sleep(500 + 2500 * chance());
  page.provider.wake();
}
