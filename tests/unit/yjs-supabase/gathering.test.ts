import { afterEach, expect, test } from 'vitest';
import { openMemoryOutbox } from '#yjs-supabase/testing';
import { createWorld, foldLog, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

test('a keystroke merges and stores a few kilobytes, however much is unsaved', async () => {
  world = createWorld();
  const kept: number[] = [];
  const memory = openMemoryOutbox();
  const store = {
    ...memory,
    durable: true,
    put: (item: Parameters<typeof memory.put>[0]) => {
      kept.push(item.update.length);
      return memory.put(item);
    },
  };
  const ann = world.open('ann', 'editor', { store });
  await world.run(3000);
  world.logFault = () => 'lost-request';
  world.faults = { drop: 1, duplicate: 0, reorder: 0 };
  // Each insertion before the last one, so that Yjs cannot join them.
  for (let letter = 0; letter < 3000; letter += 1) ann.text.insert(0, 'a');
  await world.run(1000);
  expect(Math.max(...kept)).toBeLessThanOrEqual(4 * 1024);
  expect(kept).toHaveLength(3000);
  world.logFault = () => null;
  world.faults = null;
  await world.run(60_000);
  expect(foldLog(world.log).getText('text').length).toBe(3000);
});
