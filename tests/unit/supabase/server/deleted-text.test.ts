import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  findDeletion,
  isLargeDeletion,
  wordsOf,
} from '../../../../supabase/functions/_shared/server/deleted-text.ts';

/** 200 characters in words of four and a number. */
const sentence = (number: number): string =>
  Array.from({ length: 40 }, (_, at) => `w${number}x${at}`.padEnd(5, '.').slice(0, 5)).join(' ');

function paragraph(words: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(words)]);
  return element;
}

/** A document of paragraphs of 200 characters, and the update of a change. */
function open(paragraphs: number) {
  const doc = new Y.Doc();
  const text = doc.getXmlFragment('default');
  text.insert(
    0,
    Array.from({ length: paragraphs }, (_, at) => paragraph(sentence(at))),
  );
  const before = wordsOf(doc);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  return {
    text,
    change: (work: () => void) => {
      doc.transact(work);
      return { updates, isLarge: isLargeDeletion(before, wordsOf(doc)) };
    },
  };
}

const deleting = (paragraphs: number, of: number): boolean => {
  const { text, change } = open(of);
  return change(() => text.delete(0, paragraphs)).isLarge;
};

describe('a deletion is large', () => {
  test('if it removes more than three tenths of the text', () => {
    expect([deleting(3, 10), deleting(4, 10), deleting(10, 10)]).toEqual([false, true, true]);
  });

  test('and the text was long enough to matter', () => {
    expect([deleting(4, 4), deleting(5, 5)]).toEqual([false, true]);
  });

  test('whatever replaces it', () => {
    const { text, change } = open(10);
    const { isLarge } = change(() => {
      text.delete(0, 4);
      text.insert(
        0,
        [20, 21, 22, 23].map((number) => paragraph(sentence(number))),
      );
    });
    expect(isLarge).toBe(true);
  });

  test('even if the same words remain elsewhere, but fewer times', () => {
    const same = new Y.Doc();
    const text = same.getXmlFragment('default');
    text.insert(
      0,
      Array.from({ length: 10 }, () => paragraph(sentence(1))),
    );
    const before = wordsOf(same);
    text.delete(0, 4);
    expect(isLargeDeletion(before, wordsOf(same))).toBe(true);
  });

  test('however much of the rest is formulas', () => {
    const doc = new Y.Doc();
    const text = doc.getXmlFragment('default');
    const formulas = Array.from({ length: 10 }, () => new Y.XmlElement('blockMath'));
    text.insert(0, [...Array.from({ length: 10 }, (_, at) => paragraph(sentence(at))), ...formulas]);
    for (const formula of formulas) formula.setAttribute('latex', 'x + y = z '.repeat(100));
    const before = wordsOf(doc);
    text.delete(0, 10);
    expect(isLargeDeletion(before, wordsOf(doc))).toBe(true);
  });

  test('but not if everything becomes a list, is moved or emphasized', () => {
    const { text, change } = open(10);
    const { updates, isLarge } = change(() => {
      text.delete(0, 10);
      const list = new Y.XmlElement('bulletList');
      const items = Array.from({ length: 10 }, (_, at) => {
        const item = new Y.XmlElement('listItem');
        item.insert(0, [paragraph(sentence(9 - at))]);
        return item;
      });
      list.insert(0, items);
      text.insert(0, [list]);
      const words = (items[0]!.get(0) as Y.XmlElement).get(0) as Y.XmlText;
      words.format(2, 3, { bold: true });
    });
    expect(findDeletion(updates)).toBe(0);
    expect(isLarge).toBe(false);
  });
});

describe('the deletions of an append are read from its delete sets', () => {
  test('typing and deleting a few words needs no check', () => {
    const { text, change } = open(10);
    const words = (text.get(0) as Y.XmlElement).get(0) as Y.XmlText;
    change(() => words.insert(0, 'typed '));
    expect(findDeletion(change(() => words.delete(0, 150)).updates)).toBe(-1);
    expect(findDeletion([])).toBe(-1);
  });

  test('one tiny delete set over everything does', () => {
    const { text, change } = open(100);
    const { updates } = change(() => text.delete(0, 100));
    expect(updates[0]!.length).toBeLessThan(30);
    expect(findDeletion(updates)).toBe(0);
  });

  test('from the first update that deletes much, or else from the first of many that delete', () => {
    const { text, change } = open(20);
    const words = (text.get(0) as Y.XmlElement).get(0) as Y.XmlText;
    change(() => words.insert(0, 'a'));
    change(() => words.delete(0, 1));
    expect(findDeletion(change(() => text.delete(5, 10)).updates)).toBe(2);
    const slow = open(20);
    slow.change(() => slow.text.insert(0, [paragraph('first')]));
    for (let step = 0; step < 4; step += 1) slow.change(() => slow.text.delete(3, 1));
    expect(findDeletion(slow.change(() => slow.text.delete(3, 1)).updates)).toBe(1);
  });
});
