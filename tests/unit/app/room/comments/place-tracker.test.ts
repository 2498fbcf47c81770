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
