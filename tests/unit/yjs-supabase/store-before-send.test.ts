import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OutboxStore } from '../../../src/yjs-supabase/src/index.ts';
import { openMemoryOutbox } from '#yjs-supabase/testing';
import { createWorld, type Client, type World } from '../../support/provider-world.ts';

let world: World;
let ann: Client;
let ben: Client;
/** Writes that the test has not settled yet. */
let puts: { settle: (isKept: boolean) => void }[];

/** A durable store whose writes the test settles. */
function openSlowStore(): OutboxStore {
  const memory = openMemoryOutbox();
  return {
    ...memory,
    durable: true,
    intact: true,
    put: (item) =>
      new Promise((resolve, reject) => {
        puts.push({
          settle: (isKept) =>
            isKept ? void memory.put(item).then(resolve) : reject(new Error('the disk is full')),
        });
      }),
  };
}

beforeEach(async () => {
  puts = [];
  world = createWorld();
  ann = world.open('ann', 'editor', { store: openSlowStore() });
  ben = world.open('ben');
  await world.run(1000);
});
afterEach(() => world.close());

test('nothing is sent before it is on the disk (S2a)', async () => {
  ann.text.insert(0, 'Hello');
  await world.run(3000);
  expect(ben.text.toJSON()).toBe('');
  expect(world.log.rows).toHaveLength(0);
  expect(ann.provider.view).toMatchObject({ unsaved: 1, kept: false, storing: true });

  puts.shift()?.settle(true);
  await world.run(0);
  expect(ben.text.toJSON()).toBe('Hello');
  expect(ann.provider.view).toMatchObject({ kept: true, storing: false });
  await world.run(100);
  expect(world.log.rows).toHaveLength(1);
});

test('changes made while the disk is busy are sent in order (S2a)', async () => {
  ann.text.insert(0, 'one ');
  await world.run(100);
  ann.text.insert(4, 'two');
  await world.run(100);
  expect(puts).toHaveLength(2);
  for (const put of puts.splice(0)) put.settle(true);
  await world.run(0);
  expect(ben.text.toJSON()).toBe('one two');
});

test('a failing disk delays nothing, but nothing is reported as kept (S2e)', async () => {
  ann.text.insert(0, 'Hello');
  puts.shift()?.settle(false);
  await world.run(0);
  expect(ben.text.toJSON()).toBe('Hello');
  expect(ann.provider.view).toMatchObject({ unsaved: 1, kept: false });
  await world.run(1000);
  expect(world.log.rows).toHaveLength(1);
});

test('a page that is leaving does not wait for the disk (S2f)', async () => {
  ann.text.insert(0, 'Hello');
  void ann.provider.flush({ leaving: true });
  await world.run(50);
  expect(world.log.rows).toHaveLength(1);
});

test('failed writes are retried until the disk works again (S2b)', async () => {
  world.logFault = () => 'lost-request';
  for (const word of ['one ', 'two ', 'three']) {
    ann.text.insert(ann.text.length, word);
    // So that each change has a separate counter.
    void ann.provider.flush();
    await world.run(0);
  }
  for (const put of puts.splice(0)) put.settle(false);
  await world.run(5000);
  expect(puts).toHaveLength(1);
  puts.shift()?.settle(false);
  await world.run(5000);
  expect(ann.provider.view).toMatchObject({ unsaved: 3, kept: false, storing: false });
  while (puts.length > 0) {
    puts.shift()?.settle(true);
    await world.run(0);
  }
  expect(ann.provider.view).toMatchObject({ unsaved: 3, kept: true });
  await world.run(20_000);
  expect(puts).toHaveLength(0);
});
