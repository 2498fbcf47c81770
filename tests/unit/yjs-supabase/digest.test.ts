import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type Client, type World } from '../../support/provider-world.ts';

const MINUTE = 60_000;

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** Counts how often a client requested a fresh document. */
function watch({ provider }: Client): { readonly times: number } {
  const seen = { times: 0 };
  provider.on('diverged', () => (seen.times += 1));
  return seen;
}

/** A deletion that is not sent anywhere. */
const decay = ({ doc, text, provider }: Client, from: number, length: number): void =>
  doc.transact(() => text.delete(from, length), provider);

test('after a pause one editor requests a fold, once (S19a)', async () => {
  const people = ['ann', 'ben', 'cleo'].map((name) => world.open(name));
  await world.run(1000);
  people[0]?.text.insert(0, 'Words.');
  await world.run(4 * MINUTE);
  expect(world.log.count('fold')).toBe(1);
  await world.run(60 * MINUTE);
  expect(world.log.count('fold')).toBe(1);
});

test('a viewer requests no fold, but compares (S19a, S20)', async () => {
  const ann = world.open('ann');
  const vera = world.open('vera', 'viewer');
  const seen = watch(vera);
  await world.run(1000);
  ann.text.insert(0, 'Words.');
  await world.run(4 * MINUTE);
  ann.provider.destroy();
  decay(vera, 0, 2);
  await world.run(4 * MINUTE);
  expect(world.log.count('fold')).toBe(1);
  expect(seen.times).toBe(0);
});

test('equal documents are not reread, however often they are compared (S20)', async () => {
  const ann = world.open('ann');
  const ben = world.open('ben');
  const [a, b] = [watch(ann), watch(ben)];
  await world.run(1000);
  for (let round = 0; round < 5; round += 1) {
    ann.text.insert(0, 'Words. ');
    await world.run(2000);
    ben.text.delete(0, 2);
    await world.run(5 * MINUTE);
  }
  expect(world.log.count('fold')).toBeGreaterThanOrEqual(5);
  expect([a.times, b.times]).toEqual([0, 0]);
});

test('a document that lost text requests a fresh one, once per snapshot (S20, S21a)', async () => {
  const ann = world.open('ann');
  const ben = world.open('ben');
  const seen = [watch(ann), watch(ben)];
  await world.run(1000);
  ann.text.insert(0, 'Nobody deleted this.');
  await world.run(2000);
  decay(ben, 0, 6);
  await world.run(30 * MINUTE);
  expect(seen.map(({ times }) => times)).toEqual([0, 1]);
  const fresh = world.open('ben');
  await world.run(1000);
  expect(fresh.text.toJSON()).toBe('Nobody deleted this.');
});

test('text lost on the way into the document comes with the reread (S21)', async () => {
  const ann = world.open('ann');
  await world.run(1000);
  ann.text.insert(0, 'Words.');
  await world.run(2000);
  const log = world.log.as('ben');
  let loads = 0;
  const load: typeof log.load = async (request) => {
    const reply = await log.load(request);
    loads += 1;
    if (!reply.ok || loads > 1) return reply;
    const nothing = Uint8Array.of(0, 0);
    return {
      ...reply,
      value: { ...reply.value, rows: reply.value.rows.map((row) => ({ ...row, bytes: nothing })) },
    };
  };
  const ben = world.open('ben', 'editor', { log: { ...log, load } });
  const seen = watch(ben);
  await world.run(10_000);
  expect(ben.text.toJSON()).toBe('');
  await world.run(5 * MINUTE);
  expect(ben.text.toJSON()).toBe('Words.');
  expect(seen.times).toBe(0);
});
