/** The pace of a page's appends (PROTOCOL.md, S4a, S4b, S4h, S4i, S4j). */
import { afterEach, describe, expect, test } from 'vitest';
import type { Provider } from '../../../src/yjs-supabase/src/provider/provider.ts';
import { createWorld, foldLog, type Client, type World } from '../../support/provider-world.ts';
import { openMemoryOutbox } from '#yjs-supabase/testing';

let world: World;
afterEach(() => world.close());

const durable = () => ({ store: { ...openMemoryOutbox(), durable: true } });
const appends = () => world.log.count('append');

/** Types until `durationMs` are over, with these pauses between the keys, again and again. */
async function type(client: Client, durationMs: number, pausesMs: readonly number[]): Promise<void> {
  let passedMs = 0;
  for (let key = 0; passedMs < durationMs; key += 1) {
    client.text.insert(client.text.length, 'a');
    const pauseMs = pausesMs[key % pausesMs.length] ?? 0;
    await world.run(pauseMs);
    passedMs += pauseMs;
  }
}

async function waitUntilSaved(provider: Provider): Promise<number> {
  let waitedMs = 0;
  for (; provider.view.unsaved > 0; waitedMs += 20) await world.run(20);
  return waitedMs;
}

/** Pauses between keys as recorded of a human author: words, gaps between them, a longer pause. */
const HUMAN = [110, 140, 95, 180, 130, 620, 120, 150, 90, 160, 1100, 130, 105, 170, 140, 700];

describe('a page with a durable store', () => {
  test.each([
    ['without pauses', [160]],
    ['with human pauses', HUMAN],
    ['with a pause after each key', [700]],
  ])('appends at most every 2.5 s during typing %s (S4h)', async (_, pausesMs) => {
    world = createWorld();
    const ann = world.open('ann', 'editor', durable());
    await world.run(3000);
    await type(ann, 60_000, pausesMs);
    expect(appends()).toBeLessThanOrEqual(25);
    expect(appends()).toBeGreaterThanOrEqual(10);
  });

  test('has no change older than 6 s outside the log (S4a)', async () => {
    world = createWorld();
    const ann = world.open('ann', 'editor', durable());
    await world.run(3000);
    for (let key = 0; key < 300; key += 1) {
      ann.text.insert(0, 'a');
      await world.run(100);
      if (key % 20 === 0) expect(foldLog(world.log).getText('text').length).toBeGreaterThanOrEqual(key - 59);
    }
  });

  test('saves within a second of the last key, and within 2.5 s after a long burst (S4a)', async () => {
    world = createWorld();
    const ann = world.open('ann', 'editor', durable());
    await world.run(3000);
    const waits: number[] = [];
    for (let burst = 0; burst < 40; burst += 1) {
      await type(ann, 1500 + burst * 170, [120, 150, 90, 310]);
      waits.push(await waitUntilSaved(ann.provider));
      await world.run(4000);
    }
    const sorted = waits.toSorted((a, b) => a - b);
    expect(sorted[20]).toBeLessThanOrEqual(1000);
    expect(sorted[37]).toBeLessThanOrEqual(2500);
  });

  test('appends at once on flush, from a page that stays and from one that is leaving (S4i)', async () => {
    world = createWorld();
    const ann = world.open('ann', 'editor', durable());
    await world.run(3000);
    await type(ann, 3000, [100]);
    const before = appends();
    void ann.provider.flush();
    await world.run(50);
    ann.text.insert(0, 'b');
    void ann.provider.flush({ leaving: true });
    await world.run(50);
    expect(appends() - before).toBe(2);
    expect(ann.provider.view.unsaved).toBe(0);
  });
});

describe('a page appends after 1.5 s (S4j)', () => {
  test('without a durable store', async () => {
    world = createWorld();
    const ann = world.open('ann');
    await world.run(3000);
    await type(ann, 15_000, [160]);
    expect(appends()).toBeGreaterThanOrEqual(9);
  });

  test('when the store fails', async () => {
    world = createWorld();
    const store = { ...openMemoryOutbox(), durable: true, put: () => Promise.reject(new Error('full')) };
    const ann = world.open('ann', 'editor', { store });
    await world.run(3000);
    for (let key = 0; key < 94; key += 1) {
      ann.text.insert(0, 'a');
      await world.run(160).catch((error: Error) => expect(error.message).toBe('full'));
    }
    expect(appends()).toBeGreaterThanOrEqual(9);
  });

  test('when peers receive it from the log sooner than live', async () => {
    world = createWorld();
    const settings = { eventsPerSecond: 1 };
    const ann = world.open('ann', 'editor', { ...durable(), settings });
    world.open('ben', 'editor', { settings });
    await world.run(3000);
    await type(ann, 15_000, [160]);
    expect(appends()).toBeGreaterThanOrEqual(9);
  });
});

test('an idle hidden hour costs one head request a minute, and reads saved all the time (S9b, S23)', async () => {
  world = createWorld();
  const ann = world.open('ann', 'editor', durable());
  await world.run(3000);
  ann.text.insert(0, 'all');
  ann.provider.hide();
  await world.run(90_000);
  const heads = world.log.count('head');
  const unsure: unknown[] = [];
  ann.provider.on('view', (view) => unsure.push(view));
  await world.run(3_600_000);
  expect(world.log.count('head') - heads).toBeLessThanOrEqual(60);
  expect(world.log.count('load')).toBeLessThanOrEqual(2);
  expect(unsure).toEqual([]);
  expect(ann.provider.view).toMatchObject({ unsaved: 0, reachable: true, live: false });
});

test('changes about to be sent live are sent before they are appended, so that peers need no pull (S4b)', async () => {
  world = createWorld();
  const settings = { eventsPerSecond: 12 };
  const ann = world.open('ann', 'editor', { ...durable(), settings });
  const ben = world.open('ben', 'editor', { settings });
  await world.run(5000);
  const before = world.log.count('load');
  await type(ann, 60_000, HUMAN);
  await world.run(3000);
  expect(world.log.count('load') - before).toBe(0);
  expect(ben.text.length).toBe(ann.text.length);
});

test('a window that ends much later does not keep a change from the log (S4b)', async () => {
  world = createWorld();
  const settings = { eventsPerSecond: 100 };
  const names = ['ann', 'ben', 'cat', 'dan', 'eva', 'fay', 'gus', 'hal', 'ida', 'jan'];
  const clients = names.map((name) => world.open(name, 'editor', { ...durable(), settings }));
  await world.run(5000);
  const savedAt = clients.map(() => 0);
  let longestMs = 0;
  for (let atMs = 0; atMs < 40_000; atMs += 100) {
    for (const [at, { text, provider }] of clients.entries()) {
      if (provider.view.unsaved === 0) savedAt[at] = atMs;
      longestMs = Math.max(longestMs, atMs - savedAt[at]!);
      const typesNow = (atMs / 100 + 13 * at) % 60 < 30;
      if (typesNow && (atMs / 100) % 2 === 0) text.insert(text.length, 'a');
    }
    await world.run(100);
  }
  expect(longestMs).toBeLessThanOrEqual(4000);
});
