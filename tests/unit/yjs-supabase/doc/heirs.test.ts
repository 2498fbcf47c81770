import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { declareHeirs } from '#yjs-supabase';
import { openMemoryOutbox } from '#yjs-supabase/testing';
import { createWorld, type Client, type World } from '../../../support/provider-world.ts';

let world: World;
let ann: Client;
let ben: Client;
let manager: Y.UndoManager;
const stored: string[] = [];

beforeEach(async () => {
  world = createWorld();
  stored.splice(0);
  const memory = openMemoryOutbox();
  const store = {
    ...memory,
    durable: true,
    put: (item: Parameters<typeof memory.put>[0]) => {
      stored.push(item.heirs);
      return memory.put(item);
    },
  };
  ann = world.open('ann', 'editor', { store });
  ben = world.open('ben');
  manager = new Y.UndoManager(ann.text);
  await world.run(1000);
  ben.text.insert(0, 'it rains');
  await world.run(5000);
});
afterEach(() => world.close());

const lastHeirs = (): string | undefined => world.log.heirs.get(world.log.rows.length);

/** The clocks of Ann's next characters. */
const next = (): number => Y.getState(ann.doc.store, ann.doc.clientID);

test('an undo declares which deleted units it inserts again (S30)', async () => {
  ann.text.delete(0, 8);
  await world.run(5000);
  expect(lastHeirs()).toBeUndefined();
  const clock = next();
  manager.undo();
  await world.run(5000);
  expect(ann.text.toJSON()).toBe('it rains');
  expect(lastHeirs()).toBe(`${clock} ${ben.doc.clientID} 0 8`);
});

test('undo, redo and undo name what was deleted last', async () => {
  ann.text.delete(3, 1);
  manager.undo();
  const first = next() - 1;
  manager.redo();
  const second = next();
  manager.undo();
  await world.run(5000);
  expect(lastHeirs()).toBe(`${first} ${ben.doc.clientID} 3 1 ${second} ${ann.doc.clientID} ${first} 1`);
});

test('heirs are stored, sealed and sent with their item (S30a)', async () => {
  ann.text.delete(0, 8);
  const clock = next();
  manager.undo();
  await world.run(0);
  const expected = `${clock} ${ben.doc.clientID} 0 8`;
  expect(stored.at(-1)).toBe(expected);
  world.logFault = () => 'lost-reply';
  await world.run(20_000);
  world.logFault = () => null;
  ann.text.insert(0, 'later ');
  await world.run(40_000);
  expect([...world.log.heirs.values()]).toEqual([expected]);
});

test('the host declares those that only it knows', async () => {
  const clock = next();
  ann.doc.transact((transaction) => {
    ann.text.insert(8, 'again');
    declareHeirs(transaction, [
      { clock: clock + 2, from: { client: 7, clock: 12 }, length: 3 },
      { clock, from: { client: 7, clock: 10 }, length: 2 },
    ]);
  });
  await world.run(5000);
  expect(lastHeirs()).toBe(`${clock} 7 10 5`);
});

test('an item has at most 8,192 characters of heirs, an append twice as many (S30b)', async () => {
  world.logFault = () => 'lost-request';
  for (let item = 0; item < 5; item += 1) {
    ann.doc.transact((transaction) => {
      const clock = next();
      ann.text.insert(0, 'x'.repeat(1000));
      const ranges = Array.from({ length: 1000 }, (_, at) => ({
        clock: clock + at,
        from: { client: 7, clock: 3000 - 2 * at },
        length: 1,
      }));
      declareHeirs(transaction, ranges);
    });
    await world.run(2000);
  }
  world.logFault = () => null;
  await world.run(60_000);
  const sizes = [...world.log.heirs.values()].map(({ length }) => length);
  expect(sizes).toHaveLength(5);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(8192);
  expect(Math.min(...sizes)).toBeGreaterThan(8000);
  expect(world.log.count('append')).toBeGreaterThan(5);
});
