/** Remote changes within the text that an input method composes. */
import { Schema } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { editsWithin } from '../../../../../src/app/editor/binding/keep-composition.ts';
import { createRandom } from '../../../../support/random.ts';

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: '(text | image)*' },
    text: {},
    image: { inline: true },
  },
  marks: { bold: {} },
});
const paragraph = (words: string) => schema.node('paragraph', null, words === '' ? [] : [schema.text(words)]);
const open = (...words: string[]) =>
  EditorState.create({ doc: schema.node('doc', null, words.map(paragraph)) }).tr;

/** The drawn text, which starts at `start`, after the edits. */
function drawn(text: string, start: number, tr: Transaction): string {
  let now = text;
  for (const { at, length, inserted } of editsWithin(text, start, tr))
    now = now.slice(0, at) + inserted + now.slice(at + length);
  return now;
}

test('changes before the caret, behind it and in place of text are applied in place', () => {
  const tr = open('left right').insertText('x', 4).insertText('yz', 8, 10).delete(2, 3);
  expect(drawn('left right', 1, tr)).toBe(tr.doc.textContent);
});

test('remote changes beside the text do not affect it', () => {
  const tr = open('one', 'left right', 'two').insertText('x', 2).insertText('!', 7).insertText('y', 20);
  expect(tr.doc.child(1).textContent).toBe('!left right');
  expect(editsWithin('left right', 6, tr)).toEqual([]);
  expect(editsWithin('left right', 1, open('left right').insertText('!', 11).insertText('?', 11))).toEqual(
    [],
  );
  expect(editsWithin('left ', 6, open('one', 'left right').insertText('!', 11))).toEqual([]);
});

test('edits are found in a text that remote input before it has moved', () => {
  const tr = open('one', 'left right').insertText('many ', 1).insertText('words ', 11).insertText('x', 20);
  expect(editsWithin('left right', 6, tr)).toEqual([{ at: 3, length: 0, inserted: 'x' }]);
});

test.each<[string, (tr: Transaction) => Transaction]>([
  ['splits the text', (tr) => tr.split(9)],
  ['deletes beyond its start', (tr) => tr.delete(3, 8)],
  ['deletes beyond its end', (tr) => tr.delete(13, 19)],
  ['inserts a node', (tr) => tr.insert(9, schema.node('image'))],
  ['formats the text', (tr) => tr.addMark(7, 9, schema.mark('bold')).insertText('x', 8)],
])('there are no edits when a remote change %s', (_, change) => {
  expect(editsWithin('left right', 6, change(open('one', 'left right', 'two')).insertText('x', 10))).toEqual(
    [],
  );
});

test('there are no edits for a text that differs from the document', () => {
  const tr = open('left right').insertText('x', 4);
  for (const [text, start] of [
    ['left righT', 1],
    ['left right', 2],
    ['left right', 40],
  ] as const)
    expect(editsWithin(text, start, tr)).toEqual([]);
  expect(editsWithin('left', 0, open('left'))).toEqual([]);
});

test('after random insertions and deletions, the drawn text equals the document', () => {
  const random = createRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let round = 0; round < 300; round += 1) {
    const tr = open('before', 'aabaab', 'behind');
    for (let change = below(4); change >= 0; change -= 1) {
      const { size } = tr.doc.child(1).content;
      const [from, length] = [10 + below(size - 2), below(2)];
      tr.insertText('ab'.slice(0, below(3)), from, Math.min(from + length, 8 + size));
    }
    expect(drawn('aabaab', 9, tr), `round ${round}`).toBe(tr.doc.child(1).textContent);
  }
});
