import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { KeptUpdate } from '../../../../src/app/room/kept-update.ts';
import { isComment, listUnsent } from '../../../../src/app/unsent/list-unsent.ts';
import { readInsertedText } from '../../../../src/app/room/read-inserted-text.ts';

/** Updates of one author in a document that another began, one per change. */
function write(edit: (text: Y.XmlText, root: Y.XmlFragment) => void): Uint8Array[] {
  const before = new Y.Doc();
  const first = new Y.XmlElement('paragraph');
  first.insert(0, [new Y.XmlText('Their text.')]);
  before.getXmlFragment('default').insert(0, [first]);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(before));
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const root = doc.getXmlFragment('default');
  edit((root.get(0) as Y.XmlElement).get(0) as Y.XmlText, root);
  return updates;
}

function typeInto(text: Y.XmlText, at: number, typed: string): void {
  for (const [offset, letter] of typed.split('').entries()) text.insert(at + offset, letter);
}

describe('the text', () => {
  test('typed key by key into remote text excludes that text', () => {
    expect(readInsertedText(write((text) => typeInto(text, 5, ' own')))).toBe(' own');
  });

  test('is in text order, not in the order of typing', () => {
    const updates = write((text) => {
      typeInto(text, 11, ' one three');
      typeInto(text, 15, ' two');
    });
    expect(readInsertedText(updates)).toBe(' one two three');
  });

  test('excludes deleted characters and includes their replacement', () => {
    const updates = write((text) => {
      typeInto(text, 11, ' speling');
      text.delete(15, 4);
      typeInto(text, 15, 'lling');
    });
    expect(readInsertedText(updates)).toBe(' spelling');
  });

  test('includes formatted parts', () => {
    const updates = write((text) => {
      typeInto(text, 11, ' so ');
      text.insert(15, 'bold', { bold: true });
      text.insert(19, ' it is', { bold: null });
    });
    expect(readInsertedText(updates)).toBe(' so bold it is');
  });

  test('has one line per place', () => {
    const updates = write((text, root) => {
      typeInto(text, 0, 'Start. ');
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText('A paragraph 👋')]);
      root.insert(1, [paragraph]);
    });
    expect(readInsertedText(updates)).toBe('Start. \nA paragraph 👋');
  });

  test('is empty if only remote text was deleted', () => {
    expect(readInsertedText(write((text) => text.delete(0, 5)))).toBe('');
    expect(readInsertedText([])).toBe('');
  });
});

describe('the list', () => {
  const NOW_MS = 1_000_000;
  const row = (change: Partial<KeptUpdate>): KeptUpdate => ({
    documentId: 'd',
    generation: 1,
    sessionId: 's',
    counter: 1,
    clientId: 7,
    schema: 1,
    bytes: write((text) => typeInto(text, 0, change.documentTitle ?? 'Plan'))[0]!,
    atMs: NOW_MS - 60_000,
    documentTitle: 'Plan',
    changesTitle: false,
    ...change,
  });
  const list = (rows: readonly KeptUpdate[], open: readonly string[] = []) =>
    listUnsent(rows, [], new Set(open), NOW_MS).flatMap((entry) => (isComment(entry) ? [] : entry));

  test('has one entry per document and state, with the newest time', () => {
    const entries = list(
      [
        row({ sessionId: 'closed' }),
        row({ sessionId: 'refused', counter: 4, refused: 'gone', atMs: NOW_MS - 90_000 }),
        row({ sessionId: 'too', refused: 'not_found', atMs: NOW_MS - 50_000 }),
        row({ sessionId: 'here' }),
      ],
      ['here'],
    );
    expect(entries.map(({ state, reason }) => [state, reason])).toEqual([
      ['refused', 'gone'],
      ['waiting', null],
      ['open', null],
    ]);
    expect(entries[0]).toMatchObject({
      at: new Date(NOW_MS - 50_000),
      text: 'P\nP',
      sessions: [{ sessionId: 'refused' }, { sessionId: 'too' }],
    });
  });

  test('excludes changes being saved right now, but includes rejected ones at once', () => {
    expect(list([row({ atMs: NOW_MS - 500 })])).toEqual([]);
    expect(list([row({ atMs: NOW_MS - 500, refused: 'forbidden' })])).toHaveLength(1);
  });

  test('includes changes dated into the future by a fast clock', () => {
    expect(list([row({ atMs: NOW_MS + 3_600_000 })])).toHaveLength(1);
  });

  test.each([
    ['forbidden', 'noAccess'],
    ['too_large', 'tooLarge'],
    ['document_full', 'documentFull'],
    ['counter_reused', 'rejected'],
    ['an unknown code', 'rejected'],
  ])('%s is reported as %s', (refused, reason) => {
    expect(list([row({ refused })])).toMatchObject([{ reason }]);
  });
});
