import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { followText } from '../../../../src/app/room/follow/follow-text.ts';

const REMOTE = { remote: true };

interface Seat {
  readonly doc: Y.Doc;
  readonly root: Y.XmlFragment;
  /** Applies everything of the other document, like a provider. */
  take(from: Y.Doc): void;
}

function openSeat(clientId: number): Seat {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const root = doc.getXmlFragment('default');
  const follower = followText(doc, 'default');
  return {
    doc,
    root,
    take: (from) => {
      const update = Y.encodeStateAsUpdate(from, Y.encodeStateVector(doc));
      follower.takeIncoming([{ bytes: update, clientId: from.clientID }]);
      Y.transact(doc, () => Y.applyUpdate(doc, update, REMOTE), REMOTE, false);
    },
  };
}

function paragraph(text: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
}

const textOf = (root: Y.XmlFragment, at: number): Y.XmlText =>
  (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;
const read = (root: Y.XmlFragment): string[] =>
  root.toArray().map((block) => block.toJSON().replaceAll(/<[^>]*>/g, ''));

/** Two clients that both have the paragraphs. */
function openPair(texts: readonly string[]): [Seat, Seat] {
  const [ann, ben] = [openSeat(1), openSeat(2)];
  ann.root.insert(0, texts.map(paragraph));
  ben.take(ann.doc);
  return [ann, ben];
}

describe('text typed into what another user deletes', () => {
  test('is restored as a new paragraph in its place', () => {
    const [ann, ben] = openPair(['one', 'two', 'three']);
    textOf(ben.root, 1).insert(3, ' and more');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['one', 'and more', 'three']);
    ann.take(ben.doc);
    expect(read(ann.root)).toEqual(['one', 'and more', 'three']);
  });

  test('is separated from the local run that the other had seen', () => {
    const [ann, ben] = openPair(['one', 'two']);
    textOf(ben.root, 1).insert(3, ' seen');
    ann.take(ben.doc);
    textOf(ben.root, 1).insert(8, ' unseen');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['one', 'unseen']);
  });

  test('of several paragraphs keeps its order', () => {
    const [ann, ben] = openPair(['one', 'two', 'three', 'four']);
    textOf(ben.root, 0).insert(3, ' first');
    textOf(ben.root, 2).insert(5, ' second');
    ann.root.delete(0, 3);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['first', 'second', 'four']);
  });

  test('is restored in text order, not in the order of typing', () => {
    const [ann, ben] = openPair(['x']);
    textOf(ben.root, 0).insert(0, 'B');
    textOf(ben.root, 0).insert(0, 'A');
    ann.root.delete(0, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['AB']);
  });

  test('keeps its formatting', () => {
    const [ann, ben] = openPair(['one', 'two']);
    textOf(ben.root, 1).insert(3, ' and bold');
    textOf(ben.root, 1).format(8, 4, { bold: true });
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(textOf(ben.root, 1).toDelta()).toEqual([
      { insert: 'and ' },
      { insert: 'bold', attributes: { bold: true } },
    ]);
  });

  test('of several paragraphs in one list stays separate', () => {
    const [ann, ben] = [openSeat(1), openSeat(2)];
    const list = new Y.XmlElement('bulletList');
    list.insert(0, [paragraph('first'), paragraph('second')]);
    ann.root.insert(0, [list]);
    ben.take(ann.doc);
    const items = (ben.root.get(0) as Y.XmlElement).toArray() as Y.XmlElement[];
    for (const item of items) (item.get(0) as Y.XmlText).insert(5, ' mine');
    ann.root.delete(0, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['mine', 'mine']);
  });

  test('inside a block that still exists is restored after it', () => {
    const [ann, ben] = [openSeat(1), openSeat(2)];
    const list = new Y.XmlElement('bulletList');
    list.insert(0, [paragraph('first'), paragraph('second')]);
    ann.root.insert(0, [list, paragraph('end')]);
    ben.take(ann.doc);
    const item = (ben.root.get(0) as Y.XmlElement).get(1) as Y.XmlElement;
    (item.get(0) as Y.XmlText).insert(6, ' mine');
    list.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['first', 'mine', 'end']);
  });
});

describe('nothing is restored', () => {
  test('of text that the other had seen and deleted deliberately', () => {
    const [ann, ben] = openPair(['one', 'two']);
    textOf(ben.root, 1).insert(3, ' and more');
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['one']);
  });

  test('of text of a third user: that client restores it', () => {
    const [ann, ben] = openPair(['one', 'two']);
    const cyd = openSeat(3);
    cyd.take(ann.doc);
    textOf(cyd.root, 1).insert(3, ' from cyd');
    ben.take(cyd.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['one']);
    cyd.take(ann.doc);
    expect(read(cyd.root)).toEqual(['one', 'from cyd']);
    ben.take(cyd.doc);
    expect(read(ben.root)).toEqual(['one', 'from cyd']);
  });

  test('of text deleted locally', () => {
    const [ann, ben] = openPair(['one', 'two']);
    textOf(ben.root, 1).insert(3, ' gone');
    textOf(ben.root, 1).delete(3, 5);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['one']);
  });

  test('of white space', () => {
    const [ann, ben] = openPair(['one', 'two']);
    textOf(ben.root, 1).insert(3, '  ');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(read(ben.root)).toEqual(['one']);
  });
});
