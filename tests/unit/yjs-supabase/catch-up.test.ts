/** Which rows of the log the document contains (PROTOCOL.md, S7). */
import { afterEach, expect, test } from 'vitest';
import { createWorld, foldLog, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

test('counts saved local changes, and remote rows only once they are in the document', async () => {
  world = createWorld();
  const ann = world.open('ann');
  const ben = world.open('ben');
  await world.run(3000);
  ann.text.insert(0, 'a');
  await world.run(3000);
  // Ann's page receives nothing live, and reads too slowly.
  world.faults = { drop: 1, duplicate: 0, reorder: 0 };
  ben.text.insert(1, 'b');
  await world.run(3000);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('ab');
  expect(ann.text.toJSON()).toBe('a');

  const seen = ann.provider.catchUp();
  expect(ann.text.toJSON()).toBe('a');
  const rows = await seen;
  expect(rows).toBe(1);
});

test('waits for the rows between, when the log has a local change behind remote ones', async () => {
  world = createWorld();
  const ann = world.open('ann');
  const ben = world.open('ben');
  await world.run(3000);
  world.faults = { drop: 1, duplicate: 0, reorder: 0 };
  ben.text.insert(0, 'b');
  await world.run(3000);
  ann.text.insert(0, 'a');
  const seen = ann.provider.catchUp();
  await world.run(3000);
  expect(await seen).toBe(2);
  expect(ann.text.length).toBe(2);
});

test('is null when saving or reading fails', async () => {
  world = createWorld();
  const ann = world.open('ann');
  await world.run(3000);
  world.logFault = () => 'lost-request';
  ann.text.insert(0, 'a');
  const seen = ann.provider.catchUp();
  await world.run(60_000);
  expect(await seen).toBeNull();
});
