/** Documents as they weigh most on a fold, each as the frame that `load_document` answers with: a snapshot, rows behind it. */
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { weigh } from '#contract/limits.ts';
import { createRandom } from '../support/random.ts';

const ROWS = 150;
/** How often it is looked how large the document has become. */
const EDITS_BETWEEN_LOOKS = 2000;

type Edit = (text: Y.XmlFragment, random: () => number) => void;

interface Author {
  readonly clientId: number;
  readonly edit: Edit;
}

/** What people do, and what somebody does who means harm. */
const AUTHORS = {
  /** A letter here, a word there, and half of it taken back. */
  'much edited': { clientId: 3_405_691_582, edit: editAnywhere },
  /** Chapters of a book, each in one go. */
  pasted: { clientId: 3_405_691_582, edit: pasteChapter },
  /** Letter before letter, under the shortest number that a client may choose: nothing joins, and each takes few bytes. */
  'written backwards': { clientId: 2, edit: writeBackwards },
} as const satisfies Record<string, Author>;

export type Manner = keyof typeof AUTHORS;
export const MANNERS = Object.keys(AUTHORS) as Manner[];

export interface Made {
  readonly frame: Uint8Array;
  readonly bytes: number;
  readonly parts: number;
}

/** `weight` of the snapshot; `tailBytes` in the rows behind it. */
export function makeDocument(manner: Manner, weight: number, tailBytes: number): Made {
  const { clientId, edit } = AUTHORS[manner];
  const random = createRandom(weight);
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const text = doc.getXmlFragment(TEXT_ROOT);
  text.insert(0, [paragraph('The first words.')]);
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

/** Edits until what they say takes so many bytes; put together as a page that writes does. */
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

function paragraph(words: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(words)]);
  return element;
}

function pick(text: Y.XmlFragment, random: () => number): Y.XmlText {
  const element = text.get(Math.floor(random() * text.length)) as Y.XmlElement;
  return element.get(0) as Y.XmlText;
}

/** A paragraph that has grown long is left alone: people begin a new one. */
const LONG = 1500;

function editAnywhere(text: Y.XmlFragment, random: () => number): void {
  if (random() < 0.004) text.insert(Math.floor(random() * (text.length + 1)), [paragraph('New: ')]);
  const words = pick(text, random);
  const at = Math.floor(random() * (words.length + 1));
  if (words.length > LONG || random() < 0.4)
    words.delete(at, Math.min(words.length - at, 1 + Math.floor(random() * 3)));
  else words.insert(at, random() < 0.7 ? 'a' : 'word ');
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
