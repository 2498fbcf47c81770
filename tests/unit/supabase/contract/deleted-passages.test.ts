import { beforeEach, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { deletedPassages, type DeletedPassage } from '#contract/authorship/deleted-passages.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';

let rows: LoggedUpdate[];
let atMs: number;
let docs: Y.Doc[];
beforeEach(() => {
  rows = [];
  docs = [];
  atMs = 1_000_000;
});

function open(client: number): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = client;
  for (const { update } of rows) Y.applyUpdate(doc, update);
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === 'remote') return;
    rows.push({ client, atMs, update });
    for (const other of docs) if (other !== doc) Y.applyUpdate(other, update, 'remote');
  });
  docs.push(doc);
  return doc;
}

const rootOf = (doc: Y.Doc) => doc.getXmlFragment(TEXT_ROOT);

function write(doc: Y.Doc, words: string): void {
  const text = new Y.XmlText(words);
  const block = new Y.XmlElement('paragraph');
  block.insert(0, [text]);
  rootOf(doc).push([block]);
}

const textIn = (doc: Y.Doc, at: number) => (rootOf(doc).get(at) as Y.XmlElement).get(0) as Y.XmlText;

const list = (): readonly DeletedPassage[] => runSteps(deletedPassages([], rows));

it('lists what was deleted, with its writer, who deleted it, and when', () => {
  const [ann, ben] = [open(1), open(2)];
  write(ann, 'Cena je tisíc korun a den.');
  atMs += 5000;
  textIn(ben, 0).delete(8, 11);
  expect(list()).toEqual([{ lines: ['tisíc korun'], writtenBy: [1], deletedBy: 2, atMs: 1_005_000 }]);
});

it('a held Backspace is one deletion, and a later one another', () => {
  const ann = open(1);
  write(ann, 'jedna dvě tři čtyři pět');
  for (let left = 23; left > 14; left -= 1) {
    atMs += 100;
    textIn(ann, 0).delete(left - 1, 1);
  }
  atMs += 3_600_000;
  textIn(ann, 0).delete(0, 6);
  expect(list().map(({ lines }) => lines.join('|'))).toEqual(['jedna ', 'čtyři pět']);
});

it('paragraphs that were deleted together are lines of one passage, by all their writers', () => {
  const [ann, ben] = [open(1), open(2)];
  write(ann, 'První odstavec');
  write(ben, 'Druhý odstavec');
  write(ann, 'Zůstává');
  rootOf(ann).delete(0, 2);
  expect(list()).toEqual([
    { lines: ['První odstavec', 'Druhý odstavec'], writtenBy: [1, 2], deletedBy: 1, atMs },
  ]);
});

it('text that was moved or brought back is not deleted', () => {
  const ann = open(1);
  write(ann, 'Tohle se stěhuje celé dolů');
  write(ann, 'Tady to stojí');
  ann.transact(() => {
    rootOf(ann).delete(0, 1);
    write(ann, 'Tohle se stěhuje celé dolů');
  });
  expect(list()).toEqual([]);
  const undo = new Y.UndoManager(rootOf(ann));
  rootOf(ann).delete(0, 1);
  expect(list().map(({ lines }) => lines)).toEqual([['Tady to stojí']]);
  undo.undo();
  expect(list()).toEqual([]);
});

it('leaves out slips, and text that others typed around', () => {
  const [ann, ben] = [open(1), open(2)];
  write(ann, 'Ahojj');
  textIn(ann, 0).delete(4, 1);
  textIn(ben, 0).insert(2, 'uprostřed');
  textIn(ann, 0).delete(0, 2);
  expect(list()).toEqual([]);
});
