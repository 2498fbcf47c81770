import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { openWordTray } from '../../../../src/app/room/recovered-words.ts';
import { followText } from '../../../../src/app/room/follow/follow-text.ts';

const REMOTE = { remote: true };

function openSeat(clientId: number, clock = { nowMs: 0 }) {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const root = doc.getXmlFragment('default');
  const tray = openWordTray(doc, 'default', () => clock.nowMs);
  const follower = followText(doc, 'default', { alsoTold: tray.takeRemote });
  const take = (from: Y.Doc): void => {
    const update = Y.encodeStateAsUpdate(from, Y.encodeStateVector(doc));
    follower.takeIncoming([{ bytes: update, clientId: from.clientID }]);
    Y.transact(doc, () => Y.applyUpdate(doc, update, REMOTE), REMOTE, false);
  };
  return { doc, root, tray, take, clock };
}

function paragraph(text: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
}

const textOf = (root: Y.XmlFragment, at: number): Y.XmlText =>
  (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;
const offered = ({ tray }: { tray: { list(): readonly { text: string }[] } }): string[] =>
  tray.list().map(({ text }) => text);

/** Ben has typed at the end of the second paragraph, and Ann has seen it. */
function openPair(typed: string) {
  const [ann, ben] = [openSeat(1), openSeat(2)];
  ann.root.insert(0, ['one', 'two'].map(paragraph));
  ben.take(ann.doc);
  textOf(ben.root, 1).insert(3, typed);
  ann.take(ben.doc);
  return { ann, ben };
}

describe('a formula that I have just written is offered back', () => {
  const written = (root: Y.XmlFragment): Y.XmlElement => root.get(0) as Y.XmlElement;

  /** Ben has written a formula into what Ann began, and Ann has seen it. */
  function openFormula(latex: string) {
    const [ann, ben] = [openSeat(1), openSeat(2)];
    ann.root.insert(0, [new Y.XmlElement('blockMath')]);
    ben.take(ann.doc);
    written(ben.root).setAttribute('latex', latex);
    ann.take(ben.doc);
    return { ann, ben };
  }

  test('when somebody else writes it anew, by pieces', () => {
    const { ann, ben } = openFormula('a^2');
    written(ann.root).setAttribute('latex', 'x');
    ben.take(ann.doc);
    written(ann.root).setAttribute('latex', 'x^3');
    ben.take(ann.doc);
    expect(offered(ben)).toEqual(['a^2']);
    expect(offered(ann)).toEqual([]);
  });

  test('by the one of two whose formula does not win, when both wrote at once', () => {
    const { ann, ben } = openFormula('');
    written(ann.root).setAttribute('latex', 'x^3');
    written(ben.root).setAttribute('latex', 'a^2');
    const sent = ben.doc;
    ann.take(sent);
    ben.take(ann.doc);
    const winner = written(ann.root).getAttribute('latex');
    expect(written(ben.root).getAttribute('latex')).toBe(winner);
    expect([...offered(ann), ...offered(ben)]).toEqual([winner === 'a^2' ? 'x^3' : 'a^2']);
    expect(offered(winner === 'a^2' ? ben : ann)).toEqual([]);
  });

  test('not when they only wrote on, nor what was written long ago', () => {
    const { ann, ben } = openFormula('a^2');
    written(ann.root).setAttribute('latex', 'a^2 + b^2');
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
    written(ben.root).setAttribute('latex', 'c');
    ann.take(ben.doc);
    ben.clock.nowMs = 61_000;
    written(ann.root).setAttribute('latex', 'd');
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });
});

describe('words that I have just typed are offered back', () => {
  test('when somebody deletes their paragraph, and they stay deleted', () => {
    const { ann, ben } = openPair(' with care');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual(['with care']);
    expect(ben.root.toString()).not.toContain('care');
    expect(offered(ann)).toEqual([]);
  });

  test('when somebody deletes more than one of them inside a paragraph that stays', () => {
    const { ann, ben } = openPair(' with great care');
    textOf(ann.root, 1).delete(3, 11);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual(['with great']);
  });

  test('with their formatting', () => {
    const { ann, ben } = openPair(' plain bold');
    textOf(ben.root, 1).format(10, 4, { bold: true });
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(ben.tray.list()[0]?.paragraphs[0]).toEqual([
      [
        { text: ' plain ', marks: {} },
        { text: 'bold', marks: { bold: true } },
      ],
    ]);
  });

  test('in the order of the text, one offer for one deletion', () => {
    const [ann, ben] = [openSeat(1), openSeat(2)];
    ann.root.insert(0, ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(paragraph));
    ben.take(ann.doc);
    for (const at of [6, 5, 4, 3, 2, 1, 0]) textOf(ben.root, at).insert(1, ` typed ${at}`);
    ann.take(ben.doc);
    ann.root.delete(0, 7);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([[0, 1, 2, 3, 4, 5, 6].map((at) => `typed ${at}`).join('\n')]);
  });

  test('when the editor could not share them', () => {
    const ben = openSeat(2);
    ben.tray.offer(['never shared', 'nor this']);
    expect(offered(ben)).toEqual(['never shared\nnor this']);
    expect(ben.tray.list()[0]?.paragraphs[0]).toEqual([[{ text: 'never shared', marks: {} }]]);
  });

  test('until they are dismissed; the list is told of once each time', () => {
    const { ann, ben } = openPair(' with care');
    let told = 0;
    ben.tray.subscribe(() => (told += 1));
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    const [words] = ben.tray.list();
    expect(ben.tray.list()).toBe(ben.tray.list());
    ben.tray.dismiss(words?.id ?? 0);
    ben.tray.dismiss(words?.id ?? 0);
    expect(offered(ben)).toEqual([]);
    expect(told).toBe(2);
  });
});

describe('nothing is offered', () => {
  test('of what was typed a minute ago', () => {
    const { ann, ben } = openPair(' with care');
    ben.clock.nowMs += 60_000;
    textOf(ben.root, 0).insert(3, '!');
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });

  test('of a letter or a word that was corrected', () => {
    const { ann, ben } = openPair(' wiht care');
    textOf(ann.root, 1).delete(4, 4);
    textOf(ann.root, 1).insert(4, 'with');
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });

  test('of what I deleted or undid myself', () => {
    const { ann, ben } = openPair(' with care');
    textOf(ben.root, 1).delete(3, 10);
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });

  test('of what others typed', () => {
    const { ann, ben } = openPair(' with care');
    const cyd = openSeat(3);
    cyd.take(ben.doc);
    ann.root.delete(1, 1);
    cyd.take(ann.doc);
    expect(offered(cyd)).toEqual([]);
  });

  test('of what they had not seen: that is back in the text', () => {
    const { ann, ben } = openPair('');
    textOf(ben.root, 1).insert(3, ' with care');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
    expect(ben.root.toString()).toContain('with care');
  });

  test('of what was moved, at once or a moment later, or brought back', () => {
    const { ann, ben } = openPair(' with care');
    ann.root.delete(1, 1);
    ann.root.insert(0, [paragraph('two with care')]);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);

    const later = openPair(' with care');
    later.ann.root.delete(1, 1);
    later.ben.take(later.ann.doc);
    expect(offered(later.ben)).toEqual(['with care']);
    later.ann.root.insert(0, [paragraph('two with care')]);
    later.ben.take(later.ann.doc);
    expect(offered(later.ben)).toEqual([]);
  });

  test('of what was typed after it was closed', () => {
    const { ann, ben } = openPair('');
    ben.tray.close();
    textOf(ben.root, 1).insert(3, ' with care');
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });
});

test('what I take back myself, by restoring a version, is not offered', () => {
  const { ann, ben } = openPair(' more than one word');
  ben.tray.letGo();
  textOf(ann.root, 1).delete(3, ' more than one word'.length);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([]);
  textOf(ben.root, 1).insert(3, ' and some others');
  ann.take(ben.doc);
  textOf(ann.root, 1).delete(3, ' and some others'.length);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual(['and some others']);
});
