/** Random edits of users: unique words, deletions, bold, paragraphs added and removed, the title. */
import * as Y from 'yjs';
import type { Dice } from './dice.ts';
import { mayWrite, type Page } from './page.ts';
import { checkStatus } from './watch.ts';
import { count } from './model/weather.ts';
import type { World } from './world.ts';

const MAX_PARAGRAPHS = 40;
/** Every word put inside another rereads the whole text. */
const LONGEST_TEXT = 3000;

/** One random change. No-op where the app would not permit editing. */
export function writeSomething(world: World, page: Page): void {
  if (!mayWrite(page)) return;
  const { dice } = page.device;
  const body = page.doc.getXmlFragment('default');
  const throwOf = dice.chance();
  count(world.counts, 'edits');
  if (throwOf < 0.7 || body.length === 0) addWord(world, page);
  else if (throwOf < 0.82) removeSome(world, page);
  else if (throwOf < 0.9) makeBold(page);
  else if (throwOf < 0.95) addParagraph(page);
  else if (throwOf < 0.97) removeParagraph(world, page);
  else changeTitle(page);
  moveCursor(page);
  checkStatus(world, page);
}

const idOf = (paragraph: Y.XmlElement): string => {
  const id = paragraph._item?.id;
  return id ? `${id.client}:${id.clock}` : 'root';
};

/** A random paragraph; a document without any gets one. */
function pickText(page: Page): { text: Y.XmlText; paragraph: Y.XmlElement } {
  const { dice } = page.device;
  const body = page.doc.getXmlFragment('default');
  if (body.length === 0) body.insert(0, [new Y.XmlElement('paragraph')]);
  const paragraph = body.get(dice.whole(0, body.length - 1)) as Y.XmlElement;
  if (paragraph.length === 0) paragraph.insert(0, [new Y.XmlText()]);
  return { text: paragraph.get(0) as Y.XmlText, paragraph };
}

const plainOf = (text: Y.XmlText): string =>
  (text.toDelta() as { insert: unknown }[]).map(({ insert }) => String(insert)).join('');

/** A gap between words, so that every word stays in one piece unless a deletion hits it. */
function pickGap(dice: Dice, plain: string): number {
  const from = dice.whole(0, plain.length);
  const next = plain.indexOf(' ', from);
  return next < 0 ? plain.length : next + 1;
}

function addWord(world: World, page: Page): void {
  const { dice } = page.device;
  const word = `w${world.truth.words.length}${dice.hits(0.02) ? 'x'.repeat(dice.whole(500, 12_000)) : ''}q`;
  page.doc.transact(() => {
    const { text, paragraph } = pickText(page);
    const at = dice.hits(0.5) ? text.length : pickGap(dice, plainOf(text));
    text.insert(at, `${word} `, {});
    const clientId = page.doc.clientID;
    world.truth.words.push({
      text: word,
      clientId,
      endClock: Y.getState(page.doc.store, clientId),
      paragraph: idOf(paragraph),
      touched: false,
    });
  });
}

/** Puts a word into the first paragraph, mostly into somebody else's word. */
export function writeInside(world: World, page: Page): void {
  const first = page.doc.getXmlFragment('default').toArray()[0];
  const text = first instanceof Y.XmlElement ? first.toArray()[0] : undefined;
  if (!mayWrite(page) || !(text instanceof Y.XmlText)) return;
  const plain = plainOf(text);
  if (plain.length > LONGEST_TEXT) return;
  const at = page.device.dice.whole(0, plain.length);
  touch(world, plain.slice(plain.lastIndexOf(' ', at - 1) + 1, Math.max(at, plain.indexOf(' ', at))));
  count(world.counts, 'words inside words');
  text.insert(at, 'inside ');
}

/** Marks every word that a deleted range touches. */
function touch(world: World, stretch: string): void {
  for (const found of stretch.matchAll(/w(\d+)/g)) {
    const word = world.truth.words[Number(found[1])];
    if (word) word.touched = true;
  }
}

function removeSome(world: World, page: Page): void {
  const { dice } = page.device;
  const { text } = pickText(page);
  const plain = plainOf(text);
  if (plain.length === 0) return;
  const from = dice.whole(0, plain.length - 1);
  const length = Math.min(dice.whole(1, 12), plain.length - from);
  const start = plain.lastIndexOf(' ', from) + 1;
  const end = plain.indexOf(' ', from + length - 1);
  touch(world, plain.slice(start, end < 0 ? plain.length : end));
  text.delete(from, length);
}

function makeBold(page: Page): void {
  const { dice } = page.device;
  const { text } = pickText(page);
  if (text.length === 0) return;
  const from = dice.whole(0, text.length - 1);
  text.format(from, Math.min(dice.whole(1, 20), text.length - from), { bold: dice.hits(0.7) ? {} : null });
}

/** Deletes a word as if by a remote update, so that it is not sent. */
export function loseWord({ doc, provider }: Page): boolean {
  for (const paragraph of doc.getXmlFragment('default').toArray() as Y.XmlElement[]) {
    const text = paragraph.get(0) as Y.XmlText | undefined;
    const end = text ? plainOf(text).indexOf(' ') + 1 : 0;
    if (!text || end === 0) continue;
    doc.transact(() => text.delete(0, end), provider);
    return true;
  }
  return false;
}

function addParagraph(page: Page): void {
  const body = page.doc.getXmlFragment('default');
  if (body.length >= MAX_PARAGRAPHS) return;
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText()]);
  body.insert(page.device.dice.whole(0, body.length), [paragraph]);
}

function removeParagraph(world: World, page: Page): void {
  const body = page.doc.getXmlFragment('default');
  if (body.length < 3) return;
  const at = page.device.dice.whole(0, body.length - 1);
  world.truth.deletedParagraphs.add(idOf(body.get(at) as Y.XmlElement));
  body.delete(at, 1);
}

function changeTitle(page: Page): void {
  const title = page.doc.getText('title');
  if (title.length > 30) title.delete(0, title.length);
  title.insert(title.length, String(page.device.dice.whole(0, 999)));
}

function moveCursor(page: Page): void {
  const { dice } = page.device;
  if (!dice.hits(0.3)) return;
  const body = page.doc.getXmlFragment('default');
  const place = Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(body, 0)) as unknown;
  page.provider.awareness.setLocalStateField('cursor', { anchor: place, head: place });
}

/** An editor binding changes a viewer's document by itself. That must never reach other pages. */
export function writeOddly(world: World, page: Page): void {
  const { plan } = world;
  const person = plan.people.find(({ userId }) => userId === page.device.userId);
  const isForGood =
    person?.role === 'viewer' && !plan.faults.some((fault) => fault === 'roles' || fault === 'removal');
  if (!isForGood || !page.isAlive || page.isFrozen || !page.provider.view.loaded) return;
  page.isOdd = true;
  count(world.counts, 'odd edits');
  page.doc.getXmlFragment('default').insert(0, [new Y.XmlElement('paragraph')]);
}
