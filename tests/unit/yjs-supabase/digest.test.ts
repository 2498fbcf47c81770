import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type Client, type World } from '../../support/provider-world.ts';

const MINUTE = 60_000;

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** Counts how often a client asked for a fresh document. */
function watch({ provider }: Client): { readonly times: number } {
  const seen = { times: 0 };
  provider.on('diverged', () => (seen.times += 1));
  return seen;
}

/** A deletion that nobody else is told of. */
const decay = ({ doc, text, provider }: Client, from: number, length: number): void =>
  doc.transact(() => text.delete(from, length), provider);

test('after a pause one of them has the log folded, once (S19)', async () => {
  const people = ['ann', 'ben', 'cleo'].map((name) => world.open(name));
  await world.run(1000);
  people[0]?.text.insert(0, 'Words.');
  await world.run(4 * MINUTE);
  expect(world.log.count('fold')).toBe(1);
  await world.run(60 * MINUTE);
  expect(world.log.count('fold')).toBe(1);
});

test('who may only read folds nothing, but compares', async () => {
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

test('copies that are the same read nothing again, however often they are compared (S20)', async () => {
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

test('what a copy has lost by itself is noticed, and asks for a fresh document once per snapshot (S20, S21)', async () => {
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

test('what was lost on the way into the document comes with the second reading (S21)', async () => {
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
