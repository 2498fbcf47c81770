import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { openSeat, paragraph, textOf } from './tray-seat.ts';

const offered = ({ tray }: { tray: { list(): readonly { text: string }[] } }): string[] =>
  tray.list().map(({ text }) => text);

/** Ben has typed at the end of the second paragraph, and Ann has received it. */
function openPair(typed: string) {
  const [ann, ben] = [openSeat(1), openSeat(2)];
  ann.root.insert(0, ['one', 'two'].map(paragraph));
  ben.take(ann.doc);
  textOf(ben.root, 1).insert(3, typed);
  ann.take(ben.doc);
  return { ann, ben };
}

describe('a recent local formula is offered', () => {
  const written = (root: Y.XmlFragment): Y.XmlElement => root.get(0) as Y.XmlElement;

  /** Ben has written a formula into one that Ann created, and Ann has received it. */
  function openFormula(latex: string) {
    const [ann, ben] = [openSeat(1), openSeat(2)];
    ann.root.insert(0, [new Y.XmlElement('blockMath')]);
    ben.take(ann.doc);
    written(ben.root).setAttribute('latex', latex);
    ann.take(ben.doc);
    return { ann, ben };
  }

  test('when another user rewrites it in steps', () => {
    const { ann, ben } = openFormula('a^2');
    written(ann.root).setAttribute('latex', 'x');
    ben.take(ann.doc);
    written(ann.root).setAttribute('latex', 'x^3');
    ben.take(ann.doc);
    expect(offered(ben)).toEqual(['a^2']);
    expect(offered(ann)).toEqual([]);
  });

  test('to the user whose formula loses a concurrent write', () => {
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

  test('but not when it was only extended, or is old', () => {
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

describe('recent local text is offered', () => {
  test('when another user deletes its paragraph, and it stays deleted', () => {
    const { ann, ben } = openPair(' with care');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual(['with care']);
    expect(ben.root.toString()).not.toContain('care');
    expect(offered(ann)).toEqual([]);
  });

  test('when another user deletes more than one word inside a paragraph that stays', () => {
    const { ann, ben } = openPair(' with great care');
    textOf(ann.root, 1).delete(3, 11);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual(['with great']);
  });

  test('with its formatting', () => {
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

  test('in text order, one offer per deletion', () => {
    const [ann, ben] = [openSeat(1), openSeat(2)];
    ann.root.insert(0, ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(paragraph));
    ben.take(ann.doc);
    for (const at of [6, 5, 4, 3, 2, 1, 0]) textOf(ben.root, at).insert(1, ` typed ${at}`);
    ann.take(ben.doc);
    ann.root.delete(0, 7);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([[0, 1, 2, 3, 4, 5, 6].map((at) => `typed ${at}`).join('\n')]);
  });

  test('when the editor could not share it', () => {
    const ben = openSeat(2);
    ben.tray.offer(['never shared', 'nor this']);
    expect(offered(ben)).toEqual(['never shared\nnor this']);
    expect(ben.tray.list()[0]?.paragraphs[0]).toEqual([[{ text: 'never shared', marks: {} }]]);
  });

  test('until it is dismissed; listeners are called once each time', () => {
    const { ann, ben } = openPair(' with care');
    let calls = 0;
    ben.tray.subscribe(() => (calls += 1));
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    const [words] = ben.tray.list();
    expect(ben.tray.list()).toBe(ben.tray.list());
    ben.tray.dismiss(words?.id ?? 0);
    ben.tray.dismiss(words?.id ?? 0);
    expect(offered(ben)).toEqual([]);
    expect(calls).toBe(2);
  });
});

describe('nothing is offered', () => {
  test('of text typed a minute ago', () => {
    const { ann, ben } = openPair(' with care');
    ben.clock.nowMs += 60_000;
    textOf(ben.root, 0).insert(3, '!');
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });

  test('of a corrected letter or word', () => {
    const { ann, ben } = openPair(' wiht care');
    textOf(ann.root, 1).delete(4, 4);
    textOf(ann.root, 1).insert(4, 'with');
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });

  test('of text deleted or undone locally', () => {
    const { ann, ben } = openPair(' with care');
    textOf(ben.root, 1).delete(3, 10);
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });

  test('of remote text', () => {
    const { ann, ben } = openPair(' with care');
    const cyd = openSeat(3);
    cyd.take(ben.doc);
    ann.root.delete(1, 1);
    cyd.take(ann.doc);
    expect(offered(cyd)).toEqual([]);
  });

  test('of text that the other had not seen, which is restored', () => {
    const { ann, ben } = openPair('');
    textOf(ben.root, 1).insert(3, ' with care');
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
    expect(ben.root.toString()).toContain('with care');
  });

  test('of text that was moved, at once or a moment later, or restored', () => {
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

  test('of text typed after the tray was closed', () => {
    const { ann, ben } = openPair('');
    ben.tray.close();
    textOf(ben.root, 1).insert(3, ' with care');
    ann.take(ben.doc);
    ann.root.delete(1, 1);
    ben.take(ann.doc);
    expect(offered(ben)).toEqual([]);
  });
});

test('text that the user discards by restoring a version is not offered', () => {
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
