/** Updates that a victim never made. */
import * as Y from 'yjs';
import { claimClocks } from '../support/claim-clocks.ts';
import type { Page } from './page.ts';

/** A forged next update of the victim. */
export function forge(victim: Page): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(victim.doc));
  doc.clientID = victim.doc.clientID;
  let update: Uint8Array = new Uint8Array();
  doc.on('update', (bytes: Uint8Array) => {
    update = bytes;
  });
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('words that were never said')]);
  doc.getXmlFragment('default').insert(0, [paragraph]);
  doc.destroy();
  return update;
}

export const claimNext = ({ doc }: Page): Uint8Array =>
  claimClocks(doc.clientID, Y.getState(doc.store, doc.clientID));
