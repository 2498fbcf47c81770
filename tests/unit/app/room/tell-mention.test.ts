import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { insertedBy, mentionsInsertedIn } from '../../../../src/app/editor/mention/inserted-mentions.ts';
import { tellMention } from '../../../../src/app/room/tell-mention.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const BOB = '11111111-1111-4111-8111-111111111111';
const EVE = '22222222-2222-4222-8222-222222222222';

function openWorld() {
  const doc = new Y.Doc();
  const text = doc.getXmlFragment('content');
  const clock = createTestClock();
  const calls: string[] = [];
  const world = { saves: true, duringSave: () => undefined as void };
  const ports = {
    doc,
    clock,
    flush: async () => {
      await Promise.resolve();
      world.duringSave();
      return world.saves;
    },
    notify: async ({ userId, client, clock: at }: { userId: string; client: number; clock: number }) =>
      void calls.push(`tell ${userId === BOB ? 'Bob' : 'Eve'} ${client === doc.clientID} ${at}`),
    takeBack: async ({ userId, clock: at }: { userId: string; clock: number }) =>
      void calls.push(`take back ${userId === BOB ? 'Bob' : 'Eve'} ${at}`),
    insertedIn: mentionsInsertedIn,
  };
  const put = (paragraph: Y.XmlElement, userId: string): void => {
    const mention = new Y.XmlElement('mention');
    mention.setAttribute('id', userId);
    paragraph.insert(0, [mention]);
  };
  const paragraph = new Y.XmlElement('paragraph');
  text.insert(0, [paragraph]);
  return {
    ...ports,
    world,
    text,
    calls,
    paragraph,
    put,
    /** As the menu does. */
    mention: (userId = BOB) => {
      const [found, ...more] = doc.transact(() => insertedBy(doc, () => put(paragraph, userId)));
      if (!found || more.length > 0) throw new Error('one mention was inserted');
      void tellMention(ports, found);
      return found;
    },
  };
}

test('a mention is told of once, by its Yjs id, when it is saved', async () => {
  const { mention, world, calls, clock } = openWorld();
  world.saves = false;
  const { item } = mention();
  await clock.advance(8000);
  expect(calls).toEqual([]);
  world.saves = true;
  await clock.advance(300_000);
  expect(calls).toEqual([`tell Bob true ${item.id.clock}`]);
});

test('deleted by its author within two minutes, it is taken back, once', async () => {
  const { mention, paragraph, put, calls, clock } = openWorld();
  const { item } = mention();
  await clock.advance(100_000);
  paragraph.delete(0, 1);
  put(paragraph, BOB);
  paragraph.delete(0, 1);
  await clock.advance(300_000);
  expect(calls).toEqual([`tell Bob true ${item.id.clock}`, `take back Bob ${item.id.clock}`]);
});

test('undone before it is saved, it is told to nobody', async () => {
  const { doc, text, mention, world, calls, clock } = openWorld();
  world.saves = false;
  const undo = new Y.UndoManager(text);
  mention();
  undo.undo();
  world.saves = true;
  await clock.advance(300_000);
  expect(calls).toEqual([]);
  undo.redo();
  await clock.advance(300_000);
  expect([calls, doc.store.pendingStructs]).toEqual([[], null]);
});

test('deleted while it is saved, it is told to nobody', async () => {
  const { mention, paragraph, world, calls, clock } = openWorld();
  world.duringSave = () => paragraph.delete(0, 1);
  mention();
  await clock.advance(300_000);
  expect(calls).toEqual([]);
});

test('deleted after two minutes, or by another person, it stays told', async () => {
  const late = openWorld();
  late.mention();
  await late.clock.advance(121_000);
  late.paragraph.delete(0, 1);
  expect(late.calls).toHaveLength(1);

  const { doc, mention, calls, clock } = openWorld();
  mention();
  await clock.advance(1000);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  (other.getXmlFragment('content').get(0) as Y.XmlElement).delete(0, 1);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote');
  await clock.advance(1000);
  expect(calls).toHaveLength(1);
});

test('a paragraph that is split takes its mention along; deleted there, it is taken back', async () => {
  const { doc, text, mention, paragraph, put, calls, clock } = openWorld();
  const { item } = mention();
  await clock.advance(1000);
  const next = new Y.XmlElement('paragraph');
  doc.transact(() => {
    paragraph.delete(0, 1);
    text.insert(1, [next]);
    put(next, BOB);
  });
  await clock.advance(1000);
  expect(calls).toHaveLength(1);
  next.delete(0, 1);
  expect(calls.at(-1)).toBe(`take back Bob ${item.id.clock}`);
});

test('another person mentioned instead does not keep it', async () => {
  const { doc, mention, paragraph, put, calls, clock } = openWorld();
  mention();
  await clock.advance(1000);
  doc.transact(() => {
    paragraph.delete(0, 1);
    put(paragraph, EVE);
  });
  expect(calls).toHaveLength(2);
  expect(calls[1]).toContain('take back Bob');
});
