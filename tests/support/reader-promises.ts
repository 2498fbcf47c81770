/** Promises of the fold for readers. The tests check the fold and each of its mutants (reader-state.test.ts). */
import assert from 'node:assert/strict';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { foldLog } from '../../supabase/functions/_shared/server/fold.ts';
import { listContent, listDeleted, makeSecretHistory, showAll } from './secret-histories.ts';

export interface ReaderFold {
  foldForReader(snapshot: Uint8Array | null, rows: readonly Uint8Array[]): Uint8Array;
  mergeForReader(updates: readonly Uint8Array[]): Uint8Array;
  takeDifference(state: Uint8Array, stateVector: Uint8Array): Uint8Array;
}

/** Throws when the promise is broken. */
type Promised = (fold: ReaderFold) => void;

const SECRET = 'hush-3141592';
const has = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes).includes(text);

/** Records the updates of a document that `write` changes, each transaction as one. */
function record(clientId: number, ground: readonly Uint8Array[], write: (doc: Y.Doc) => void): Uint8Array[] {
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, ground);
  doc.clientID = clientId;
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  write(doc);
  return updates;
}

function addParagraph(doc: Y.Doc, words: string): Y.XmlText {
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText(words);
  paragraph.insert(0, [text]);
  doc.getXmlFragment('default').push([paragraph]);
  return text;
}

const textIn = (doc: Y.Doc, at = 0): Y.XmlText =>
  (doc.getXmlFragment('default').get(at) as Y.XmlElement).get(0) as Y.XmlText;

const open = (...updates: readonly Uint8Array[]): Y.Doc => {
  const doc = new Y.Doc();
  applyUpdates(doc, updates);
  return doc;
};

const WAYS: Readonly<Record<string, (doc: Y.Doc) => void>> = {
  'typed and deleted': (doc) => {
    const text = addParagraph(doc, 'before ');
    text.insert(7, SECRET);
    text.delete(7, SECRET.length);
  },
  'in a paragraph that was deleted': (doc) => {
    addParagraph(doc, SECRET);
    doc.getXmlFragment('default').delete(0, 1);
  },
  'deleted letter by letter': (doc) => {
    const text = addParagraph(doc, SECRET);
    for (let left = SECRET.length; left > 0; left -= 1) text.delete(0, 1);
  },
  'as the address of a link whose text was deleted': (doc) => {
    const text = addParagraph(doc, 'before ');
    text.insert(7, 'here', { link: { href: SECRET } });
    text.delete(7, 4);
  },
  'as the address of a link that has no end': (doc) => {
    const text = addParagraph(doc, 'before ');
    text.insert(7, 'here', { link: { href: SECRET } });
    doc.transact((transaction) => {
      for (let item = text._start; item !== null; item = item.right)
        if (item.content instanceof Y.ContentFormat ? item.content.value === null : item.id.clock > 9)
          item.delete(transaction);
    });
  },
  'as the address of a link that was changed': (doc) => {
    const text = addParagraph(doc, 'here');
    text.format(0, 4, { link: { href: SECRET } });
    text.format(0, 4, { link: { href: 'elsewhere' } });
  },
  'as an attribute that was replaced': (doc) => {
    addParagraph(doc, 'picture');
    const block = doc.getXmlFragment('default').get(0) as Y.XmlElement;
    block.setAttribute('src', SECRET);
    block.setAttribute('src', 'other');
  },
  'as the title before': (doc) => {
    const title = doc.getText('title');
    title.insert(0, SECRET);
    title.delete(0, SECRET.length);
  },
  'deleted, undone and deleted again': (doc) => {
    const text = addParagraph(doc, 'before ');
    const undo = new Y.UndoManager(text, { captureTimeout: 0 });
    text.insert(7, SECRET);
    text.delete(7, SECRET.length);
    undo.undo();
    assert(text.toJSON().includes(SECRET));
    text.delete(7, SECRET.length);
  },
};

const without =
  (write: (doc: Y.Doc) => void): Promised =>
  ({ foldForReader, mergeForReader, takeDifference }) => {
    const rows = record(7, [], write);
    const [first = new Uint8Array()] = rows;
    assert(rows.some((row) => has(row, SECRET)));
    const snapshot = foldLog(null, rows.slice(0, -1)).state;
    for (const state of [
      foldForReader(null, rows),
      foldForReader(snapshot, rows.slice(-1)),
      mergeForReader(rows),
      takeDifference(foldForReader(null, rows), Y.encodeStateVector(open(first))),
    ]) {
      assert(!has(state, SECRET));
      assert(!has(Y.convertUpdateFormatV1ToV2(state), SECRET));
    }
    assert.equal(showAll(open(foldForReader(null, rows))), showAll(open(...rows)));
  };

const linkDeletedByTwo: Promised = ({ foldForReader }) => {
  const ground = record(7, [], (doc) => {
    addParagraph(doc, 'before ').insert(7, 'here', { link: { href: SECRET } });
  });
  const ann = record(8, ground, (doc) => textIn(doc).delete(7, 2));
  const bob = record(9, ground, (doc) => textIn(doc).delete(9, 2));
  assert(!has(foldForReader(null, [...ground, ...ann, ...bob]), SECRET));
};

const endOfBoldStays: Promised = ({ foldForReader }) => {
  const rows = record(7, [], (doc) => {
    addParagraph(doc, 'plain ').insert(6, 'bold', { bold: {} });
  });
  const later = record(8, rows, (doc) => textIn(doc).insert(10, ' plain', { bold: null }));
  assert.equal(showAll(open(foldForReader(null, rows), ...later)), showAll(open(...rows, ...later)));
};

const waits: Promised = ({ foldForReader }) => {
  const [live, ...rest] = record(7, [], (doc) => {
    const text = addParagraph(doc, 'live ');
    text.insert(5, `${SECRET} and more`);
    text.delete(5, SECRET.length);
  });
  const state = foldForReader(null, rest);
  assert(!has(state, SECRET));
  assert(has(state, ' and more'));
  assert.equal(textIn(open(state, live!)).toJSON(), 'live  and more');
};

const waitsInDeletedParagraph: Promised = ({ foldForReader }) => {
  const ground = record(6, [], (doc) => addParagraph(doc, 'paragraph'));
  const gone = record(8, ground, (doc) => doc.getXmlFragment('default').delete(0, 1));
  const [first, second, third] = record(7, ground, (doc) => {
    doc.getText('title').insert(0, 'waits');
    textIn(doc).insert(4, SECRET);
    textIn(doc).insert(6, SECRET);
  });
  const rows = [...ground, second!, third!, ...gone];
  const waiting = foldForReader(null, rows);
  assert(!has(waiting, SECRET.slice(3)));
  assert.equal(showAll(open(waiting, first!)), showAll(open(...rows, first!)));
};

/** A state contains no deleted text, and every reader converges, whatever it had and whatever comes later. */
const holdsInHistories =
  (first: number, last: number): Promised =>
  (fold) => {
    for (let seed = first; seed <= last; seed += 1) holdsInHistory(fold, seed);
  };

function holdsInHistory({ foldForReader, takeDifference }: ReaderFold, seed: number): void {
  const { rows } = makeSecretHistory(seed, 60);
  // Some rows are still to come, so that others may wait for them.
  const isLate = (at: number): boolean => at > rows.length / 2 && (seed * 7919 + at * 31) % 5 === 0;
  const logged = rows.filter((_, at) => !isLate(at));
  const late = rows.filter((_, at) => isLate(at));
  const deleted = listDeleted(logged);
  const kept = open(...logged.slice(0, logged.length / 3));
  const state = foldForReader(null, logged);
  const difference = takeDifference(state, Y.encodeStateVector(kept));
  const snapshot = foldLog(null, logged.slice(0, logged.length / 2)).state;
  const folded = foldForReader(snapshot, logged.slice(logged.length / 2));
  for (const update of [state, difference, folded])
    assert.deepEqual(
      listContent(update).filter((id) => deleted.has(id)),
      [],
      `seed ${seed}`,
    );
  const whole = showAll(open(...logged));
  applyUpdates(kept, [difference]);
  for (const doc of [open(state), open(folded), kept]) {
    assert.equal(showAll(doc), whole, `seed ${seed}`);
    applyUpdates(doc, late);
    // A link may return that a reader no longer has: its text was deleted while another writer typed in it.
    assert.equal(showAll(doc, false), showAll(open(...rows), false), `seed ${seed}, later`);
  }
}

/** `histories`: how many random ones. */
export const promisesOfReaders = (histories: number): readonly (readonly [string, Promised])[] => [
  ...Object.entries(WAYS).map(([way, write]) => [`nothing ${way}`, without(write)] as const),
  ['no address of a link that two people deleted half each', linkDeletedByTwo],
  ['text after bold text stays plain', endOfBoldStays],
  ['nothing deleted that waits for an update', waits],
  ['nothing that waits in a deleted paragraph', waitsInDeletedParagraph],
  [`nothing deleted in ${histories} random histories, and they converge`, holdsInHistories(1, histories)],
];
