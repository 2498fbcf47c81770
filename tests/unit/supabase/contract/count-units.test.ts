/** How much was typed and how much is gone, as people would count. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { countUnits } from '#contract/authorship/count-units.ts';
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { randomHistories } from '../../../support/count-histories.ts';

const LINE = 'The reserve is one tenth of it, says Boris.';

function open() {
  const doc = new Y.Doc();
  const root = doc.getXmlFragment(TEXT_ROOT);
  const rows: { seq: number; client: number; atMs: number; update: Uint8Array; heirs?: HeirRange[] }[] = [];
  let heirs: HeirRange[] = [];
  doc.on('update', (update: Uint8Array) => {
    rows.push({ seq: rows.length + 1, client: doc.clientID, atMs: rows.length * 60_000, update, heirs });
    heirs = [];
  });
  const as = (client: number, change: (declare: (range: HeirRange) => void) => void): void => {
    doc.clientID = client;
    doc.transact(() => change((range) => void heirs.push(range)));
  };
  /** As `+typed −gone`, between these seqs. */
  const amounts = (...ends: number[]): string[] =>
    [...runSteps(countUnits({ rows, state: [], ends })).values()].map(
      ({ typed, gone }) => `+${typed} −${gone}`,
    );
  return { doc, root, as, rows, amounts };
}

function block(name: string, words: string): Y.XmlElement {
  const element = new Y.XmlElement(name);
  element.insert(0, [new Y.XmlText(words)]);
  return element;
}

const leafOf = (root: Y.XmlFragment, at: number): Y.XmlText =>
  (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;

/** A line of 43 letters by Boris, and one by Anna. */
function openLines() {
  const all = open();
  all.as(3, () => all.root.insert(0, [block('paragraph', LINE)]));
  all.as(2, () => all.root.insert(1, [block('paragraph', 'Ten of her')]));
  return all;
}

test.each<[string, (root: Y.XmlFragment) => void]>([
  [
    'a line becomes a heading',
    (root) => {
      root.delete(0, 1);
      root.insert(0, [block('heading', LINE)]);
    },
  ],
  [
    'Enter',
    (root) => {
      leafOf(root, 0).delete(12, LINE.length - 12);
      root.insert(1, [block('paragraph', LINE.slice(12))]);
    },
  ],
  [
    'two lines are joined',
    (root) => {
      root.delete(1, 1);
      leafOf(root, 0).insert(LINE.length, 'Ten of her');
    },
  ],
  [
    'a line is moved',
    (root) => {
      root.delete(0, 1);
      root.insert(1, [block('paragraph', LINE)]);
    },
  ],
  [
    'a line becomes an item of a list',
    (root) => {
      root.delete(0, 1);
      const [list, item] = [new Y.XmlElement('bulletList'), new Y.XmlElement('listItem')];
      item.insert(0, [block('paragraph', LINE)]);
      list.insert(0, [item]);
      root.insert(0, [list]);
    },
  ],
  ['a word becomes bold', (root) => leafOf(root, 0).format(4, 7, { bold: true })],
])('%s: neither', (_, change) => {
  const { root, as, amounts } = openLines();
  as(2, () => change(root));
  expect(amounts(2, 3)).toEqual([`+${LINE.length + 10} −0`, '+0 −0']);
});

test('what was typed and deleted again counts as both', () => {
  const { root, as, amounts } = openLines();
  as(2, () => leafOf(root, 1).insert(10, 'abcdefghij'));
  for (let back = 19; back > 15; back -= 1) as(2, () => leafOf(root, 1).delete(back, 1));
  expect(amounts(2, 7)).toEqual(['+53 −0', '+10 −4']);
});

test('what was deleted and undone counts as neither; undone later, as gone and then as back', () => {
  const { doc, root, as, amounts } = openLines();
  as(2, () => leafOf(root, 0).delete(0, LINE.length));
  const clock = Y.getState(doc.store, 2);
  as(2, (declare) => {
    leafOf(root, 0).insert(0, LINE);
    declare({ clock, from: { client: 3, clock: 2 }, length: LINE.length });
  });
  expect(amounts(2, 4)).toEqual(['+53 −0', '+0 −0']);
  expect(amounts(2, 3, 4)).toEqual(['+53 −0', '+0 −43', '+43 −0']);
});

test('the title counts', () => {
  const { doc, as, amounts } = openLines();
  as(2, () => doc.getText('title').insert(0, 'Minutes'));
  as(3, () => doc.getText('title').delete(0, 3));
  expect(amounts(2, 3, 4)).toEqual(['+53 −0', '+7 −0', '+0 −3']);
});

test('random histories, counted by letters without Yjs', { timeout: 60_000 }, () => {
  expect(randomHistories(100)).toEqual({ wrong: [], compared: expect.any(Number) });
});
