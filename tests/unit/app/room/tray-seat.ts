/** A user's document with its tray of recovered text, and a clock that a test moves. */
import * as Y from 'yjs';
import { followText } from '../../../../src/app/room/follow/follow-text.ts';
import { openRecoveryTray, type Remover } from '../../../../src/app/room/recovery-tray.ts';

const REMOTE = { remote: true };

export type Seat = ReturnType<typeof openSeat>;

export function openSeat(clientId: number, userOf?: (client: number) => Remover | null) {
  const clock = { nowMs: 0 };
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const root = doc.getXmlFragment('default');
  const nowMs = (): number => clock.nowMs;
  const tray = openRecoveryTray(doc, 'default', nowMs, userOf);
  const follower = followText(doc, 'default', { nowMs, onRemoteChange: tray.takeRemote });
  const take = (from: Y.Doc, author: number | null = from.clientID): void => {
    const bytes = Y.encodeStateAsUpdate(from, Y.encodeStateVector(doc));
    follower.takeIncoming([{ bytes, clientId: author }]);
    Y.transact(doc, () => Y.applyUpdate(doc, bytes, REMOTE), REMOTE, false);
  };
  return { doc, root, tray, take, clock };
}

export function paragraph(text: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
}

export const textOf = (root: Y.XmlFragment, at: number): Y.XmlText =>
  (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;
