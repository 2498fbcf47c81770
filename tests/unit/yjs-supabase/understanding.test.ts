/** A client never applies content of a newer schema, which it would damage (PROTOCOL.md, W7). */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { UpdateGate } from '../../../src/yjs-supabase/src/index.ts';
import { createWorld, type World } from '../../support/provider-world.ts';

const NEWER = 'from the future';

let world: World;
afterEach(() => world.close());

/** Stands for the real gate: accepts everything except one marked text. */
const gate: UpdateGate = {
  judge: (update) =>
    new TextDecoder().decode(update).includes(NEWER) ? { kind: 'unknown' } : { kind: 'good', banned: [] },
  isBanned: () => false,
};

test('newer content is left out live and ends the document from the log; the shown text stays (W7a, W7b)', async () => {
  world = createWorld();
  const older = world.open('ann', 'editor', { gate });
  const newer = world.open('ben');
  await world.run(1000);
  newer.text.insert(0, 'known');
  await world.run(3000);
  expect(older.text.toJSON()).toBe('known');
  newer.text.insert(0, NEWER);
  await world.run(0);
  expect(older.text.toJSON()).toBe('known');
  await world.run(20_000);
  expect(older.text.toJSON()).toBe('known');
  expect(older.provider.view).toMatchObject({ phase: 'ended', ended: 'upgrade_required', loaded: true });
  expect(newer.text.toJSON()).toBe(`${NEWER}known`);
});

test('a document with newer content is not shown at all (W7a)', async () => {
  world = createWorld();
  const newer = world.open('ben');
  await world.run(1000);
  newer.text.insert(0, 'known');
  await world.run(3000);
  newer.text.insert(0, NEWER);
  await world.run(3000);
  const older = world.open('ann', 'editor', { gate });
  await world.run(3000);
  expect(older.provider.view).toMatchObject({ phase: 'ended', ended: 'upgrade_required', loaded: false });
  expect(older.provider.synced).toBe(false);
  expect(Y.encodeStateAsUpdate(older.doc)).toHaveLength(2);
});

test('the gate judges a snapshot as a snapshot', async () => {
  world = createWorld();
  const newer = world.open('ben');
  await world.run(1000);
  newer.text.insert(0, NEWER);
  await world.run(3000);
  world.log.prune();
  const asked: string[] = [];
  const judge: UpdateGate['judge'] = (update, source) => {
    asked.push(source);
    return gate.judge(update, source);
  };
  world.open('ann', 'editor', { gate: { ...gate, judge } });
  await world.run(3000);
  expect(asked).toEqual(['snapshot']);
});
