/** Text that comes back: an undo, a redo, a paste of what was cut, a restore. Its page declares what it continues. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { heirsAt, readHeirs, writeHeirs, type HeirRange } from '#contract/authorship/heir-ranges.ts';
import { projectHeirs } from '#contract/authorship/projected-heirs.ts';
import { readSpans, readTextSpans } from '#contract/authorship/read-spans.ts';
import { heirsInRestored, placesOf } from '#contract/authorship/restored-heirs.ts';
import { traceLog } from '#contract/authorship/trace-log.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { project } from '#contract/comparison/parts.ts';
import { readDocument, writeDocument } from '#contract/text/yjs-document.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { createRandom } from '../../../support/random.ts';
import { forwardChange } from '../../../../supabase/functions/_shared/server/forward-change.ts';

const [ANNA, BORIS, EVE] = [2, 3, 4];

/** A log that people write in turn, one row for each change. */
function openLog(stepMs = 250) {
  const doc = new Y.Doc({ gc: false });
  const root = doc.getXmlFragment(TEXT_ROOT);
  const rows: LoggedUpdate[] = [];
  const as = (client: number, change: () => void, heirs: readonly HeirRange[] = []): void => {
    doc.clientID = client;
    let update = new Uint8Array();
    doc.once('update', (made: Uint8Array) => (update = new Uint8Array(made)));
    doc.transact(change);
    rows.push({ client, atMs: rows.length * stepMs, update, ...(heirs.length > 0 ? { heirs } : {}) });
  };
  as(1, () => root.insert(0, [new Y.XmlElement('paragraph')]));
  const text = new Y.XmlText();
  as(1, () => (root.get(0) as Y.XmlElement).insert(0, [text]));
  const clockOf = (client: number): number => Y.getState(doc.store, client);
  return { doc, root, text, rows, as, clockOf, stepMs };
}

/** `client text` of each run of one writer, in order. */
function written(rows: readonly LoggedUpdate[], from = 0): string[] {
  const doc = new Y.Doc();
  for (const { update } of rows) Y.applyUpdate(doc, update);
  const root = doc.getXmlFragment(TEXT_ROOT);
  const letters = root.toJSON().replaceAll(/<[^>]*>/g, '');
  const { addedBy } = traceLog({ state: [], rows: rows.slice(0, from) }, rows.slice(from));
  const runs: [number | null, string][] = [];
  let at = 0;
  for (const { client, clock, length } of readTextSpans(root))
    for (let place = 0; place < length; place += 1) {
      const who = addedBy({ client, clock: clock + place });
      const last = runs.at(-1);
      if (last?.[0] === who) last[1] += letters[at];
      else runs.push([who, letters[at]!]);
      at += 1;
    }
  return runs.map(([who, run]) => `${who} ${run}`);
}

const range = (clock: number, client: number, from: number, length: number): HeirRange => ({
  clock,
  from: { client, clock: from },
  length,
});

/** Anna and Boris write a line; Anna deletes what Boris wrote. */
function openDeleted(annas = 'Ten of her', boriss = ' it rains') {
  const log = openLog();
  const { text, as, clockOf } = log;
  as(ANNA, () => text.insert(0, annas));
  const from = clockOf(BORIS);
  as(BORIS, () => text.insert(annas.length, boriss));
  as(ANNA, () => text.delete(annas.length, boriss.length));
  return { ...log, from };
}

describe('text that comes back stands for the person who wrote it', () => {
  test.each([' it rains', 'x', 'žluťoučký', '😀'])('%j', (boriss) => {
    const { text, rows, as, clockOf, from } = openDeleted('Ten of her', boriss);
    as(ANNA, () => text.insert(10, boriss), [range(clockOf(ANNA), BORIS, from, boriss.length)]);
    expect(written(rows)).toEqual(['2 Ten of her', `3 ${boriss}`]);
  });

  test('without a declaration it counts as written by the person who typed it again', () => {
    const { text, rows, as } = openDeleted();
    as(ANNA, () => text.insert(10, ' it rains'));
    expect(written(rows)).toEqual(['2 Ten of her it rains']);
  });

  test('again and again', () => {
    const { text, rows, as, clockOf, from } = openDeleted();
    let source = range(0, BORIS, from, 9);
    for (let times = 0; times < 3; times += 1) {
      const clock = clockOf(ANNA);
      as(ANNA, () => text.insert(10, ' it rains'), [{ ...source, clock }]);
      as(ANNA, () => text.delete(10, 9));
      source = range(0, ANNA, clock, 9);
    }
    as(ANNA, () => text.insert(10, ' it rains'), [range(clockOf(ANNA), BORIS, from, 9)]);
    expect(written(rows)).toEqual(['2 Ten of her', '3  it rains']);
  });

  test('compared with a document that lacks it, and with one that has it elsewhere', () => {
    const { text, rows, as, clockOf, from } = openDeleted();
    const without = rows.length;
    as(ANNA, () => text.insert(0, ' it rains'), [range(clockOf(ANNA), BORIS, from, 9)]);
    expect(written(rows, without)).toEqual(['3  it rains', 'null Ten of her']);
    expect(written(rows, without - 1)).toEqual(['2  it rains', 'null Ten of her']);
  });
});

describe('a declaration is believed only as far as the log shows it (S30d)', () => {
  test.each<[string, (from: number, clock: number) => HeirRange[]]>([
    ['other letters', (from, clock) => [range(clock, BORIS, from + 1, 8)]],
    ['a client that wrote nothing', (_, clock) => [range(clock, 99, 0, 9)]],
    ['clocks that were never written', (_, clock) => [range(clock, BORIS, 1000, 9)]],
    ['a length that has no end', (_, clock) => [range(clock, BORIS, 500, 999_999_999_999_999)]],
    ['its own letters', (_, clock) => [range(clock, EVE, clock, 9)]],
    ['letters of an earlier update', (from, clock) => [range(clock - 1, BORIS, from, 1)]],
    ['letters that it did not insert', (from, clock) => [range(clock + 9, BORIS, from, 9)]],
  ])('%s', (_, forge) => {
    const { text, rows, as, clockOf, from } = openDeleted();
    as(EVE, () => text.insert(0, ' '));
    as(EVE, () => text.insert(1, ' it rains'), forge(from, clockOf(EVE)));
    expect(written(rows)).toEqual(['4   it rains', '2 Ten of her']);
  });

  test('letters that are still there are not moved by a copy of them', () => {
    const { text, rows, as, clockOf } = openLog();
    const from = clockOf(BORIS);
    as(BORIS, () => text.insert(0, 'I refuse'));
    as(EVE, () => text.insert(8, 'I refuse'), [range(clockOf(EVE), BORIS, from, 8)]);
    expect(written(rows)).toEqual(['3 I refuse', '4 I refuse']);
  });

  test('what was cut once is pasted once', () => {
    const { text, rows, as, clockOf, from } = openDeleted();
    as(EVE, () => text.insert(10, ' it rains'), [range(clockOf(EVE), BORIS, from, 9)]);
    as(EVE, () => text.insert(19, ' it rains'), [range(clockOf(EVE), BORIS, from, 9)]);
    expect(written(rows)).toEqual(['2 Ten of her', '3  it rains', '4  it rains']);
  });

  test('of two copies, the one that is left', () => {
    const { text, rows, as, clockOf, from } = openDeleted();
    as(EVE, () => text.insert(10, ' it rains'), [range(clockOf(EVE), BORIS, from, 9)]);
    as(ANNA, () => text.insert(19, ' it rains'), [range(clockOf(ANNA), BORIS, from, 9)]);
    as(ANNA, () => text.delete(10, 9));
    expect(written(rows)).toEqual(['2 Ten of her', '3  it rains']);
  });

  test('nor twice by one update', () => {
    const { text, rows, as, clockOf, from } = openDeleted('Ten of her', 'yes');
    const clock = clockOf(EVE);
    as(EVE, () => text.insert(10, 'yesyes'), [
      range(clock, BORIS, from, 3),
      range(clock + 3, BORIS, from, 3),
    ]);
    expect(written(rows)).toEqual(['2 Ten of her', '3 yes', '4 yes']);
  });

  test('ranges that name the same units again are not followed: a thousand of them take no time', () => {
    const words = 'it rains '.repeat(20_000);
    const { text, rows, as, clockOf, from } = openDeleted('Ten of her', words);
    const clock = clockOf(EVE);
    const again = Array.from({ length: 1000 }, () => range(clock, BORIS, from, words.length));
    as(EVE, () => text.insert(10, words), again);
    const started = process.cpuUsage().user;
    expect(written(rows).map((run) => run.slice(0, 5))).toEqual(['2 Ten', '3 it ']);
    expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
    const units = Array.from({ length: 5000 }, (_, at) => ({ client: EVE, clock: 2 * at, length: 1 }));
    expect(
      heirsAt(
        units,
        EVE,
        again.map((one) => ({ ...one, clock: 0 })),
      ),
    ).toHaveLength(5000);
  });

  test('only a part of it: the part that is the same', () => {
    const { text, rows, as, clockOf, from } = openDeleted();
    as(EVE, () => text.insert(10, ' it RAINS'), [range(clockOf(EVE), BORIS, from, 9)]);
    expect(written(rows)).toEqual(['2 Ten of her', '3  it ', '4 RAINS']);
  });
});

test('a trace from a folded state reports that deleted text is missing', () => {
  const { text, rows, as, clockOf, from } = openDeleted();
  const folded = new Y.Doc();
  for (const { update } of rows) Y.applyUpdate(folded, update);
  const before = rows.length;
  as(ANNA, () => text.insert(10, ' it rains'), [range(clockOf(ANNA), BORIS, from, 9)]);
  const later = rows.slice(before);
  expect(traceLog({ state: [Y.encodeStateAsUpdate(folded)] }, later).isShort).toBe(true);
  expect(traceLog({ state: [], rows: rows.slice(0, before) }, later).isShort).toBe(false);
});

test('a restore continues what the version had, the rest is as it was', () => {
  const { doc, root, text, rows, as, clockOf } = openLog();
  as(ANNA, () => text.insert(0, 'Ten of her'));
  as(BORIS, () => {
    const other = new Y.XmlElement('heading');
    root.insert(1, [other]);
    other.insert(0, [new Y.XmlText('Boris says it rains today')]);
  });
  const version = new Y.Doc();
  Y.applyUpdate(version, Y.encodeStateAsUpdate(doc));
  const wanted = version.getXmlFragment(TEXT_ROOT);
  as(ANNA, () => root.delete(1, 1));
  as(ANNA, () => text.insert(10, ', more'));
  const before = clockOf(EVE);
  expect(before).toBe(0);
  const update = forwardChange(doc, wanted, EVE, placesOf(wanted))!;
  const heirs = heirsInRestored(root, EVE, placesOf(wanted));
  // “her” from “her,”, the heading and its text.
  expect(heirs.map(({ from, length }) => [from.client, length])).toEqual([
    [ANNA, 3],
    [BORIS, 1],
    [BORIS, 25],
  ]);
  expect(heirs.at(-1)!.clock + 25).toBe(clockOf(EVE));
  rows.push({ client: EVE, atMs: 9000, update, heirs });
  expect(written(rows)).toEqual(['2 Ten of her', '3 Boris says it rains today']);
});

/** Restores `version` as the function does; false when the text is that of the version. */
function restore(
  { doc, root, rows, stepMs }: ReturnType<typeof openLog>,
  version: Y.Doc,
  client = EVE,
): boolean {
  const wanted = version.getXmlFragment(TEXT_ROOT);
  const update = forwardChange(doc, wanted, client, placesOf(wanted));
  if (update === null) return false;
  const heirs = heirsInRestored(root, client, placesOf(wanted));
  rows.push({ client, atMs: rows.length * stepMs, update, heirs });
  return true;
}

const paragraph = (words: string): Y.XmlElement => {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(words)]);
  return element;
};

const copyOf = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};

describe('a restore brings back the words of their writers, not equal ones that others wrote since', () => {
  test.each([
    ['the cat sat on the mat', 'the dog ran to the door'],
    ['a b c', 'b a d c'],
    ['kočka je na stole', 'pes je na stole'.slice(0, 9)],
    ['yes', 'no, yes'],
    ['Engineers measure the water with lasers.', 'The bridge and the water fall.'],
    ['The river floods every spring.', 'Nobody knows: the river floods every spring. Or not.'],
  ])('%j after %j', (annas, boriss) => {
    const log = openLog();
    const { doc, text, rows, as } = log;
    as(ANNA, () => text.insert(0, annas));
    const version = copyOf(doc);
    as(BORIS, () => text.delete(0, annas.length));
    as(BORIS, () => text.insert(0, boriss));
    const other = copyOf(doc);
    restore(log, version);
    expect(written(rows)).toEqual([`2 ${annas}`]);
    restore(log, other);
    expect(written(rows)).toEqual([`3 ${boriss}`]);
    restore(log, version);
    expect(written(rows)).toEqual([`2 ${annas}`]);
  });

  test('in 200 random texts of a few words, of which versions are restored again and again', () => {
    let restored = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = createRandom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      // Equal text that one person deletes and types within three seconds counts as moved.
      const log = openLog(4000);
      const { doc, root, rows, as } = log;
      const edit = (): void => {
        const words = Array.from({ length: 1 + below(4) }, () => ['the', 'a', 'water', 'of'][below(4)]);
        const leaf = (root.get(below(root.length)) as Y.XmlElement).get(0) as Y.XmlText;
        const at = below(leaf.length + 1);
        const dice = below(5);
        if (dice === 0) root.insert(below(root.length + 1), [paragraph(words.join(' '))]);
        else if (dice === 1 && root.length > 1) root.delete(below(root.length), 1);
        else if (dice < 4 || at === leaf.length) leaf.insert(at, `${words.join(' ')} `);
        else leaf.delete(at, Math.min(leaf.length - at, 1 + below(12)));
      };
      const versions: { readonly doc: Y.Doc; readonly writers: readonly string[] }[] = [];
      for (let step = 0; step < 25; step += 1) {
        if (below(6) === 0) versions.push({ doc: copyOf(doc), writers: written(rows) });
        const version = versions[below(versions.length)];
        if (!version || below(6) > 0) {
          as([ANNA, BORIS][below(2)]!, edit);
          continue;
        }
        if (!restore(log, version.doc, 100 + step)) continue;
        restored += 1;
        expect(written(rows), `seed ${seed}, step ${step}`).toEqual(version.writers);
      }
    }
    expect(restored).toBeGreaterThan(200);
  });

  test('of two people whose words an earlier restore brought back', () => {
    const log = openLog();
    const { doc, root, text, rows, as } = log;
    as(ANNA, () => text.insert(0, 'so we go'));
    as(BORIS, () => root.insert(1, [paragraph('so we stay')]));
    const version = copyOf(doc);
    as(ANNA, () => root.delete(0, 2));
    as(ANNA, () => root.insert(0, [paragraph('nothing')]));
    restore(log, version, EVE);
    const restored = copyOf(doc);
    as(ANNA, () => root.delete(0, 1));
    restore(log, restored, EVE + 1);
    expect(written(rows)).toEqual(['2 so we go', '3 so we stay']);
    as(BORIS, () => root.delete(1, 1));
    as(BORIS, () => root.insert(0, [paragraph('so we')]));
    restore(log, version, EVE + 2);
    expect(written(rows)).toEqual(['2 so we go', '3 so we stay']);
  });

  test('of whole blocks', () => {
    const log = openLog();
    const { doc, root, rows, as } = log;
    as(ANNA, () => root.insert(1, [paragraph('yes'), paragraph('no')]));
    const version = copyOf(doc);
    as(BORIS, () => root.delete(1, 2));
    as(BORIS, () => root.insert(1, [paragraph('no'), paragraph('yes'), paragraph('so')]));
    restore(log, version);
    expect(written(rows)).toEqual(['2 yesno']);
  });

  test('text that only moved stays where it is', () => {
    const log = openLog();
    const { doc, root, text, rows, as } = log;
    as(ANNA, () => text.insert(0, 'First. Second sentence.'));
    const version = copyOf(doc);
    as(BORIS, () => {
      text.delete(7, 16);
      root.insert(1, [paragraph('Second sentence.')]);
    });
    as(BORIS, () => text.insert(7, 'And more. '));
    restore(log, version);
    expect(written(rows)).toEqual(['2 First. Second sentence.']);
  });
});

test('a paragraph that is reverted leaves the paragraphs around it as they are', () => {
  const { doc, root, rows, as } = openLog();
  as(ANNA, () => {
    for (const words of ['yes', 'so', 'no']) root.insert(root.length, [paragraph(words)]);
  });
  as(BORIS, () => root.insert(2, [paragraph('yes, so')]));
  const before = Y.encodeStateVector(doc);
  const wanted = copyOf(doc).getXmlFragment(TEXT_ROOT);
  wanted.delete(2, 1);
  const update = forwardChange(doc, wanted, EVE, [])!;
  rows.push({ client: EVE, atMs: rows.length * 250, update });
  expect(Y.encodeStateVector(doc)).toEqual(before);
  expect(written(rows)).toEqual(['2 yessono']);
});

test('of equal words in a line, those go that were shown as added', () => {
  for (const [annas, at, boriss] of [
    ['the cat', 0, 'the dog '],
    ['the cat and the dog', 3, ' dog and the'],
    ['a b a c a', 4, 'a c a b '],
    ['so so', 2, ' so so'],
  ] as const) {
    const { doc, root, text, as } = openLog();
    as(ANNA, () => text.insert(0, annas));
    const earlier = copyOf(doc).getXmlFragment(TEXT_ROOT);
    as(BORIS, () => text.insert(at, boriss));
    const { parts, changes } = compareDocuments(readDocument(earlier), readDocument(root));
    const chosen = new Set(changes.map(({ id }) => id));
    const places = projectHeirs(parts, chosen, readSpans(earlier), readSpans(root));
    forwardChange(doc, writeDocument(project(parts, chosen)), EVE, places);
    expect(placesOf(root), annas).toEqual(places);
  }
});

test('as text, each range has one spelling', () => {
  const ranges = [range(0, 7, 12, 3), range(40, 4_294_967_295, 999_999_999_999_999, 1)];
  expect(readHeirs(writeHeirs(ranges))).toEqual(ranges);
  for (const wrong of [
    '',
    '1',
    '1 2 3',
    '01 2 3 4',
    '1 2 3 4 ',
    '1 2 3 4 5',
    '1 2 3 -4',
    '1 2 3 4.5',
    '1 2 3 1e9',
  ])
    expect(readHeirs(wrong)).toEqual([]);
});
