import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { hostClock } from '#yjs-supabase/clock';
import { followText } from '../../../../../src/app/room/follow/follow-text.ts';
import { trackPlaces } from '../../../../../src/app/room/comments/place-tracker.ts';

test('a book that comes back by redo reaches others while threads are followed', () => {
  const doc = new Y.Doc();
  const text = doc.getXmlFragment('default');
  const undo = new Y.UndoManager(text);
  const tracker = trackPlaces(doc, followText(doc, 'default'));
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('some words '.repeat(30_000))]);
  text.insert(0, [paragraph]);
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  doc.on('update', (update: Uint8Array) => Y.applyUpdate(peer, update));
  undo.undo();
  expect(peer.getXmlFragment('default').length).toBe(0);
  undo.redo();
  expect(peer.getXmlFragment('default').toJSON()).toBe(text.toJSON());
  expect(text.toJSON().length).toBeGreaterThan(300_000);
  tracker.close();
});

test('an error while threads are followed is reported, and the change is sent', () => {
  const doc = new Y.Doc();
  const report = vi.fn();
  const tracker = trackPlaces(doc, followText(doc, 'default'), hostClock, report);
  const error = new Error('a listener failed');
  tracker.onMoved(() => {
    throw error;
  });
  const sent = vi.fn();
  doc.on('update', sent);
  doc.getText('title').insert(0, 'Plan');
  doc.getText('title').delete(0, 1);
  expect(sent).toHaveBeenCalledTimes(2);
  expect(report).toHaveBeenCalledExactlyOnceWith(error);
  tracker.close();
});

test('a declaration of any length is believed only for the letters that the thread had', () => {
  const doc = new Y.Doc();
  const peer = new Y.Doc();
  const tracker = trackPlaces(doc, followText(doc, 'default'));
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText('the rent is high');
  paragraph.insert(0, [text]);
  doc.getXmlFragment('default').insert(0, [paragraph]);
  const clock = text._start!.id.clock;
  const anchor = { kind: 'text', units: `${doc.clientID} ${clock + 4} 4`, seq: 1, quote: 'rent' } as const;
  const thread = { id: 'one', anchor: { ...anchor, before: 'the ', after: ' is', heading: '' }, place: null };
  expect(tracker.placeOf(thread).state).toBe('exact');

  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  const leaf = (peer.getXmlFragment('default').get(0) as Y.XmlElement).get(0) as Y.XmlText;
  leaf.delete(4, 4);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(peer));
  leaf.insert(0, 'lent at rent');
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(peer));
  expect(tracker.placeOf(thread).state).not.toBe('exact');
  const from = { client: doc.clientID, clock: clock + 4 };
  tracker.learn(peer.clientID, [{ clock: 1e6, from, length: 999_999_999_999_999 }]);
  tracker.learn(peer.clientID, [{ clock: 0, from: { ...from, clock: 0 }, length: 999_999_999_999_999 }]);
  expect(tracker.placeOf(thread).state).not.toBe('exact');
  tracker.learn(peer.clientID, [{ clock: 8, from, length: 4 }]);
  expect(tracker.placeOf(thread)).toMatchObject({
    state: 'exact',
    ranges: [{ client: peer.clientID, clock: 8, length: 4 }],
  });
  tracker.close();
});

test('a stored place of which the text has not arrived yet does not hide the text that is there', () => {
  const paragraph = (): Y.XmlElement => {
    const element = new Y.XmlElement('paragraph');
    element.insert(0, [new Y.XmlText('Some words stay here')]);
    return element;
  };
  const doc = new Y.Doc();
  doc.clientID = 1;
  doc.getXmlFragment('default').insert(0, [paragraph()]);
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  peer.clientID = 2;
  const follower = followText(doc, 'default');
  const tracker = trackPlaces(doc, follower);
  const words = { quote: 'words', before: 'Some ', after: ' stay here', heading: '' };
  const anchor = { kind: 'text', units: '1 7 5', seq: 1, ...words } as const;
  expect(tracker.placeOf({ id: 'one', anchor, place: null }).ranges).toEqual([
    { client: 1, clock: 7, length: 5 },
  ]);
  peer.transact(() => {
    peer.getXmlFragment('default').delete(0, 1);
    peer.getXmlFragment('default').insert(0, [paragraph()]);
  });
  const folded = { id: 'one', anchor, place: { state: 'exact', units: '2 7 5', seq: 2 } } as const;
  expect(tracker.placeOf(folded)).toEqual({
    state: 'exact',
    ranges: [{ client: 1, clock: 7, length: 5 }],
  });
  follower.takeIncoming([{ bytes: Y.encodeStateAsUpdate(peer), clientId: 2 }]);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(peer));
  expect(tracker.placeOf(folded)).toEqual({
    state: 'exact',
    ranges: [{ client: 2, clock: 7, length: 5 }],
  });
  tracker.close();
});

let nowMs = 0;
/** Each change some time after the one before. */
const AT_ONCE = {
  nowMs: () => (nowMs += 10_000),
  startTimer: (_: number, run: () => void) => (run(), () => undefined),
};

const paragraphOf = (text: string): Y.XmlElement => {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
};

test('a thread stays at the text that was typed again when a copy has the words around it too', () => {
  const doc = new Y.Doc();
  doc.clientID = 1;
  const root = doc.getXmlFragment('default');
  root.insert(0, [paragraphOf('the rent is high')]);
  const tracker = trackPlaces(doc, followText(doc, 'default'), AT_ONCE);
  const words = { quote: 'rent', before: 'the ', after: ' is high', heading: '' };
  const thread = {
    id: 'one',
    anchor: { kind: 'text', units: '1 6 4', seq: 1, ...words },
    place: null,
  } as const;
  expect(tracker.placeOf(thread).state).toBe('exact');
  const text = (root.get(0) as Y.XmlElement).get(0) as Y.XmlText;
  text.delete(4, 4);
  expect(tracker.placeOf(thread).state).toBe('near');
  text.insert(4, 'rent');
  const healed = { state: 'healed', ranges: [{ client: 1, clock: 18, length: 4 }] };
  expect(tracker.placeOf(thread)).toEqual(healed);
  // Only this one is at the start of the document, as the text was.
  root.insert(0, [paragraphOf('the rent is high')]);
  text.delete(0, 1);
  text.insert(0, 'T');
  expect(tracker.placeOf(thread)).toEqual(healed);
  expect(
    tracker.placeOf({ ...thread, place: { state: 'healed', units: '1 6 4 1 25 2', seq: 9 } }).ranges,
  ).toEqual([{ client: 1, clock: 25, length: 2 }]);
  tracker.close();
});

test('equal text is no place for text that has not arrived yet', () => {
  const doc = new Y.Doc();
  doc.clientID = 1;
  doc.getXmlFragment('default').insert(0, [paragraphOf('the rent is high')]);
  const tracker = trackPlaces(doc, followText(doc, 'default'));
  const words = { quote: 'rent', before: 'the ', after: ' is high', heading: '' };
  const anchor = { kind: 'text', units: '2 0 4', seq: 2, ...words } as const;
  expect(tracker.placeOf({ id: 'one', anchor, place: null }).state).toBe('near');
  tracker.close();
});

test('a copy that stood beside the text is not the text written again when it is moved after the loss', () => {
  const doc = new Y.Doc();
  doc.clientID = 1;
  const root = doc.getXmlFragment('default');
  root.insert(0, [paragraphOf('the rent is high')]);
  const tracker = trackPlaces(doc, followText(doc, 'default'), AT_ONCE);
  const words = { quote: 'rent', before: 'the ', after: ' is high', heading: '' };
  const thread = {
    id: 'one',
    anchor: { kind: 'text', units: '1 6 4', seq: 1, ...words },
    place: null,
  } as const;
  root.insert(1, [paragraphOf('the rent is high')]);
  expect(tracker.placeOf(thread).state).toBe('exact');
  root.delete(0, 1);
  expect(tracker.placeOf(thread).state).toBe('near');
  doc.transact(() => {
    root.delete(0, 1);
    root.insert(0, [paragraphOf('the rent is high')]);
  });
  expect(tracker.placeOf(thread).state).toBe('near');
  tracker.close();
});

test('text that two people moved is no copy of equal text that one of them deletes soon after', () => {
  const line = 'the rent is high';
  const [doc, peer] = [new Y.Doc(), new Y.Doc()];
  [doc.clientID, peer.clientID] = [1, 2];
  const [root, other] = [doc.getXmlFragment('default'), peer.getXmlFragment('default')];
  root.insert(0, [paragraphOf(line), paragraphOf(line)]);
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  const follower = followText(doc, 'default', { nowMs: () => 0 });
  const tracker = trackPlaces(doc, follower, AT_ONCE);
  const words = { quote: 'rent', before: `${line}\nthe `, after: ' is high', heading: '' };
  const thread = {
    id: 'one',
    anchor: { kind: 'text', units: '1 24 4', seq: 1, ...words },
    place: null,
  } as const;
  expect(tracker.placeOf(thread).ranges).toEqual([{ client: 1, clock: 24, length: 4 }]);
  const move = (fragment: Y.XmlFragment): void =>
    fragment.doc!.transact(() => {
      fragment.delete(0, 1);
      fragment.insert(0, [paragraphOf(line)]);
    });
  const take = (): void => {
    const bytes = Y.encodeStateAsUpdate(peer, Y.encodeStateVector(doc));
    follower.takeIncoming([{ bytes, clientId: 2 }]);
    Y.applyUpdate(doc, bytes);
  };
  move(root);
  move(other);
  take();
  other.delete(1, 1);
  take();
  expect(tracker.placeOf(thread).state).toBe('near');
  tracker.close();
});
