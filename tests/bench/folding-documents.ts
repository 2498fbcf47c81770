/** The heaviest documents for a fold, as frames that `load_document` would return: a snapshot and later rows. */
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { weigh } from '#contract/limits.ts';
import { createRandom } from '../support/random.ts';

const ROWS = 150;
/** Measuring the size of the document takes long, so it is done once in this many edits. */
const EDITS_BETWEEN_LOOKS = 2000;

type Edit = (text: Y.XmlFragment, random: () => number) => void;

interface Author {
  readonly clientId: number;
  readonly edit: Edit;
}

/** Two honest authors and a malicious one. */
const AUTHORS = {
  /** Scattered insertions of characters and words, and almost as many deletions. */
  'much edited': { clientId: 3_405_691_582, edit: editAnywhere },
  /** Chapters of a book, each in one transaction. */
  pasted: { clientId: 3_405_691_582, edit: pasteChapter },
  /** Each character before the previous one, under the smallest client id: Yjs merges no structs, and each is small. */
  'written backwards': { clientId: 2, edit: writeBackwards },
} as const satisfies Record<string, Author>;

export type Manner = keyof typeof AUTHORS;
export const MANNERS = Object.keys(AUTHORS) as Manner[];

export interface Made {
  readonly frame: Uint8Array;
  readonly bytes: number;
  readonly parts: number;
}

/** @param weight of the snapshot @param tailBytes of the rows after it */
export function makeDocument(manner: Manner, weight: number, tailBytes: number): Made {
  const { clientId, edit } = AUTHORS[manner];
  const random = createRandom(weight);
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const text = doc.getXmlFragment(TEXT_ROOT);
  text.insert(0, [paragraph('The first text.')]);
  const edits = manner === 'pasted' ? 1 : EDITS_BETWEEN_LOOKS;
  const lookAt = () => ({
    state: Y.encodeStateAsUpdate(doc),
    parts: doc.store.clients.get(clientId)!.length,
  });
  let now = lookAt();
  while (weigh(now.state.length, now.parts) < weight) {
    doc.transact(() => {
      for (let count = 0; count < edits; count += 1) edit(text, random);
    });
    now = lookAt();
  }
  const rows = recordRows(doc, () => edit(text, random), tailBytes);
  doc.destroy();
  return { ...frameOf(now.state, rows), parts: now.parts };
}

/** Edits until the updates have `bytes` bytes, and merges them into rows as the provider does. */
function recordRows(doc: Y.Doc, edit: () => void, bytes: number): readonly Uint8Array[] {
  const updates: Uint8Array[] = [];
  const recorded = { bytes: 0 };
  doc.on('update', (update: Uint8Array) => {
    updates.push(update);
    recorded.bytes += update.length;
  });
  while (recorded.bytes < bytes) edit();
  const perRow = Math.ceil(updates.length / ROWS);
  return Array.from({ length: Math.ceil(updates.length / perRow) }, (_, row) =>
    Y.mergeUpdates(updates.slice(row * perRow, (row + 1) * perRow)),
  );
}

function frameOf(snapshot: Uint8Array, rows: readonly Uint8Array[]): Omit<Made, 'parts'> {
  const header = {
    role: 'editor',
    mayEdit: true,
    generation: 1,
    epoch: 1,
    schema: SCHEMA_MAJOR,
    head: 1000 + rows.length,
    chain: '0'.repeat(32),
    snapshotSeq: 1000,
    rows: rows.map((_, at) => [1001 + at, null, 0, 'edit']),
  };
  const bytes = rows.reduce((sum, row) => sum + row.length, snapshot.length);
  return { frame: encodeFrame(header, [snapshot, ...rows]), bytes };
}

function paragraph(content: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(content)]);
  return element;
}

function pick(text: Y.XmlFragment, random: () => number): Y.XmlText {
  const element = text.get(Math.floor(random() * text.length)) as Y.XmlElement;
  return element.get(0) as Y.XmlText;
}

/** Longer paragraphs only shrink: authors begin new ones. */
const LONG = 1500;

function editAnywhere(text: Y.XmlFragment, random: () => number): void {
  if (random() < 0.004) text.insert(Math.floor(random() * (text.length + 1)), [paragraph('New: ')]);
  const picked = pick(text, random);
  const at = Math.floor(random() * (picked.length + 1));
  if (picked.length > LONG || random() < 0.4)
    picked.delete(at, Math.min(picked.length - at, 1 + Math.floor(random() * 3)));
  else picked.insert(at, random() < 0.7 ? 'a' : 'word ');
}

const PARAGRAPHS = 500;

function pasteChapter(text: Y.XmlFragment, random: () => number): void {
  const word = (): string => Math.floor(random() * 36 ** 5).toString(36);
  const sentence = (): string => Array.from({ length: 40 }, word).join(' ');
  text.insert(
    text.length,
    Array.from({ length: PARAGRAPHS }, () => paragraph(sentence())),
  );
}

function writeBackwards(text: Y.XmlFragment): void {
  const first = text.get(0) as Y.XmlElement;
  (first.get(0) as Y.XmlText).insert(0, 'a');
}
