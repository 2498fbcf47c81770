import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { fingerprint } from '#contract/fingerprint.ts';

const print = (doc: Y.Doc): string => new TextDecoder().decode(fingerprint(doc));

function write(): { doc: Y.Doc; text: Y.XmlText } {
  const doc = new Y.Doc();
  doc.clientID = 7;
  doc.getText('title').insert(0, 'Title');
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText();
  paragraph.insert(0, [text]);
  doc.getXmlFragment('default').insert(0, [paragraph]);
  text.insert(0, 'One two three', { bold: {} });
  return { doc, text };
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

test('copies are equal, in whatever order they received the updates', () => {
  const { doc, text } = write();
  const first = Y.encodeStateAsUpdate(doc);
  const before = Y.encodeStateVector(doc);
  text.insert(3, ' more');
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc, before));
  Y.applyUpdate(copy, first);
  expect(print(copy)).toBe(print(doc));
});

test('a deletion that one of them missed is detected, unlike with state vectors', () => {
  const { doc, text } = write();
  const copy = copyOf(doc);
  text.delete(0, 4);
  expect(Y.encodeStateVector(copy)).toEqual(Y.encodeStateVector(doc));
  expect(print(copy)).not.toBe(print(doc));
});

test('so are a mark, an attribute, the title, and a client id used twice', () => {
  const { doc } = write();
  const changes: ((text: Y.XmlText, paragraph: Y.XmlElement, copy: Y.Doc) => void)[] = [
    (text) => text.format(0, 3, { bold: null }),
    (_text, paragraph) => paragraph.setAttribute('textAlign', 'right'),
    (_text, _paragraph, copy) => copy.getText('title').delete(0, 1),
  ];
  for (const change of changes) {
    const copy = copyOf(doc);
    const paragraph = copy.getXmlFragment('default').get(0) as Y.XmlElement;
    change(paragraph.get(0) as Y.XmlText, paragraph, copy);
    expect(print(copy)).not.toBe(print(doc));
  }
  const [a, b] = [copyOf(doc), copyOf(doc)];
  for (const [copy, words] of [[a, 'aa'] as const, [b, 'bb'] as const]) {
    copy.clientID = 8;
    copy.getText('title').insert(0, words);
  }
  expect(Y.encodeStateVector(a)).toEqual(Y.encodeStateVector(b));
  expect(print(a)).not.toBe(print(b));
});

test('redundant marks make no difference', () => {
  const { doc, text } = write();
  const marked = copyOf(doc);
  text.format(4, 3, { bold: null });
  text.format(4, 3, { bold: {} });
  const folded = new Y.Doc();
  folded.transact(() => Y.applyUpdate(folded, Y.encodeStateAsUpdate(doc)));
  // Yjs cleans up formatting in a remote transaction, but not in a local one.
  Y.applyUpdate(marked, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(marked)));
  expect(print(marked)).toBe(print(folded));
});
