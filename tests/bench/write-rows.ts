import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { createRandom } from '../support/random.ts';

export interface Row {
  readonly client: number;
  readonly atMs: number;
  readonly update: Uint8Array;
}

/** People who type in turn: a letter a row, a paragraph every 400 letters, and three of ten letters deleted again. */
export function writeRows(count: number, people: number): Row[] {
  const random = createRandom(count);
  const rows: Row[] = [];
  const doc = new Y.Doc();
  doc.on('update', (update: Uint8Array) =>
    rows.push({ client: doc.clientID, atMs: rows.length * 200, update }),
  );
  const root = doc.getXmlFragment(TEXT_ROOT);
  let leaf = new Y.XmlText();
  let at = 0;
  while (rows.length < count) {
    doc.clientID = 2 + (Math.floor(rows.length / 50) % people);
    if (rows.length % 570 === 0) {
      const block = new Y.XmlElement('paragraph');
      leaf = new Y.XmlText();
      at = 0;
      doc.transact(() => {
        block.insert(0, [leaf]);
        root.insert(Math.floor(random() * (root.length + 1)), [block]);
      });
    } else if (random() < 0.3 && at > 0) leaf.delete(--at, 1);
    else leaf.insert(at++, random() < 0.2 ? ' ' : 'e');
  }
  return rows;
}
