/** Readers do not pull rows that they received live (PROTOCOL.md, S10a, S10c, S10d, S10e). */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { hashOf, extendChain } from '../../../../src/yjs-supabase/src/protocol/chain.ts';
import { DEFAULT_SETTINGS } from '../../../../src/yjs-supabase/src/core/settings.ts';
import { startState, type CoreState, type NamedRows } from '../../../../src/yjs-supabase/src/core/state.ts';
import {
  joinNamedRows,
  readNamedRows,
  recallNamedRows,
} from '../../../../src/yjs-supabase/src/core/named-rows.ts';
import type { LogRow } from '../../../../src/yjs-supabase/src/index.ts';
import { createWorld, foldLog, type Client, type World } from '../../../support/provider-world.ts';

const [ANN, BEN] = ['0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff', '1f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff'];
const bytesOf = (sessionId: string, counter: number) => new TextEncoder().encode(`${sessionId}/${counter}`);
const unlogged = (sessionId: string, ...counters: number[]) => ({
  [sessionId]: counters.map((counter) => ({
    counter,
    bytes: bytesOf(sessionId, counter),
    tag: new Uint8Array(16),
    proofs: new Uint8Array(),
    signed: null,
    shown: true,
    attempts: 0,
    vain: 0,
    dueAtMs: 0,
    kept: false,
  })),
});

/** A reader at row 3 that received five updates live. */
function reader(): CoreState {
  const state = startState(BEN, DEFAULT_SETTINGS, true);
  const pulling = { ...state.pulling, loaded: true, applied: 3, head: 3, chain: hashOf(new Uint8Array()) };
  const relaying = { ...state.relaying, unlogged: { ...unlogged(ANN, 4, 5, 6), ...unlogged('c', 1, 2) } };
  return { ...state, pulling, relaying };
}

const chainAfter = (...rows: [string, number][]): string =>
  rows.reduce((chain, row) => extendChain(chain, bytesOf(...row)), hashOf(new Uint8Array()));
const seqs = (rows: readonly LogRow[] | null) =>
  rows?.map(({ seq, sessionId, counter }) => [seq, sessionId, counter]);

describe('named rows', () => {
  const chain = chainAfter([ANN, 4], ['c', 1], ['c', 2], [ANN, 5]);
  const named: NamedRows = {
    since: 3,
    head: 7,
    chain,
    runs: [
      [ANN, 4, 4],
      ['c', 1, 2],
      [ANN, 5, 5],
    ],
  };

  test('are found among received updates, in order (S10c)', () => {
    const found = [
      [4, ANN, 4],
      [5, 'c', 1],
      [6, 'c', 2],
      [7, ANN, 5],
    ];
    expect(seqs(recallNamedRows(reader(), named))).toEqual(found);
    // `since` is two rows before this reader's `applied`.
    const earlier = { ...named, since: 1, runs: [['d', 8, 9] as const, ...named.runs] };
    expect(seqs(recallNamedRows(reader(), earlier))).toEqual(found);
    // The initial document is a row without a session.
    const first = { ...named, since: 0, runs: [[null, 0, 0] as const, ['d', 8, 9] as const, ...named.runs] };
    expect(seqs(recallNamedRows(reader(), first))).toEqual(found);
  });

  test.each<[string, Partial<NamedRows>]>([
    ['another order', { runs: [[ANN, 4, 5] as const, ['c', 1, 2] as const] }],
    ['another chain', { chain: chainAfter([ANN, 4]) }],
    ['an update that was not received', { runs: [[ANN, 4, 7] as const] }],
    ['an unknown session', { runs: [['d', 1, 4] as const] }],
    ['a row without a session', { runs: [[null, 0, 0] as const, ...named.runs.slice(1)] }],
    ['too few rows', { runs: named.runs.slice(1) }],
    ['too many rows', { runs: [...named.runs, [ANN, 6, 6] as const] }],
    ['a run of absurd length', { runs: [[ANN, 4, Number.MAX_SAFE_INTEGER] as const] }],
    ['a gap after `applied`', { since: 4, head: 8 }],
  ])('are pulled if the message has %s (S10d)', (_, changes) => {
    expect(recallNamedRows(reader(), { ...named, ...changes })).toBeNull();
  });

  test('are pulled while the chain is unknown (S10d)', () => {
    const state = reader();
    expect(recallNamedRows({ ...state, pulling: { ...state.pulling, chain: null } }, named)).toBeNull();
  });
});

describe('a head message', () => {
  const word = { head: 2, chain: 'c', since: 0, rows: [[ANN, 1, 2]] };

  test.each([
    { ...word, rows: null },
    { ...word, rows: [[ANN, 1]] },
    { ...word, rows: [[7, 1, 2]] },
    { ...word, rows: [[ANN, 1, 2.5]] },
    { ...word, since: -1 },
    { ...word, chain: 7 },
    { head: 2 },
  ])('that does not name rows is ignored: %j', (odd) => {
    expect(readNamedRows(odd)).toBeNull();
  });

  test('is joined with the previous one, up to a limit', () => {
    const first = readNamedRows(word)!;
    const second = { since: 2, head: 3, chain: 'd', runs: [[BEN, 1, 1] as const] };
    expect(joinNamedRows(first, second)).toMatchObject({ since: 0, head: 3, chain: 'd' });
    expect(joinNamedRows(first, { ...second, since: 1 })).toMatchObject({ since: 1 });
    const many = { ...first, runs: Array.from({ length: 128 }, () => [ANN, 1, 1] as const) };
    expect(joinNamedRows(many, second)).toMatchObject({ since: 2 });
  });
});

let world: World | undefined;
afterEach(() => world?.close());
const loads = () => world?.log.count('load') ?? 0;
const isLevel = ({ text }: Client) => world && text.toJSON() === foldLog(world.log).getText('text').toJSON();

async function type(world: World, keys: number, ...clients: Client[]): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    for (const { text } of clients) text.insert(text.length, 'a');
    await world.run(160);
  }
}

describe('during continuous typing', () => {
  test.each(['viewer', 'editor'] as const)(
    'the role %s makes no requests and has the whole log (S10c)',
    async (role) => {
      world = createWorld();
      const [ann, ben] = [world.open('ann'), world.open('ben', role)];
      await world.run(3000);
      const before = loads();
      await type(world, 200, ann);
      await world.run(20_000);
      expect(loads() - before).toBe(0);
      expect(world.log.rows.length).toBeGreaterThan(100);
      expect(ben.provider.view).toMatchObject({ behind: false, unsaved: 0 });
      expect(isLevel(ben)).toBe(true);
    },
  );

  test('two authors make no pull requests (S10, S10c)', async () => {
    world = createWorld();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await world.run(3000);
    const before = loads();
    await type(world, 100, ann, ben);
    await world.run(20_000);
    expect(loads() - before).toBe(0);
    expect([isLevel(ann), isLevel(ben)]).toEqual([true, true]);
  });

  test('rows that were not received live are pulled (S10e)', async () => {
    world = createWorld();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await world.run(3000);
    const before = loads();
    world.faults = { drop: 1, duplicate: 0, reorder: 0 };
    ann.text.insert(0, 'unheard ');
    await world.run(200);
    world.faults = null;
    await type(world, 20, ann);
    await world.run(2000);
    expect(loads() - before).toBeGreaterThan(0);
    expect(isLevel(ben)).toBe(true);
  });

  test('a restore reaches a writer at once, and their changes are logged at once (S10i, S10j)', async () => {
    world = createWorld();
    const ann = world.open('ann');
    await world.run(3000);
    await type(world, 30, ann);
    // Just after an append, so that the next one is due in seconds.
    for (const before = world.log.rows.length; world.log.rows.length === before;) await type(world, 1, ann);
    await type(world, 3, ann);
    const letters = ann.text.length;
    const restored = new Y.Doc();
    restored.getText('text').insert(0, 'of a version');
    world.log.write('restore', Y.encodeStateAsUpdate(restored));
    await type(world, 5, ann);
    expect(ann.text.toJSON()).toContain('of a version');
    expect(foldLog(world.log).getText('text').length).toBeGreaterThanOrEqual(letters + 'of a version'.length);
  });

  test('a lost head message is made up for by a poll, without a pull (S10a)', async () => {
    world = createWorld();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await world.run(3000);
    const before = loads();
    ann.text.insert(0, 'heard ');
    await world.run(100);
    world.faults = { drop: 1, duplicate: 0, reorder: 0 };
    await world.run(1500);
    world.faults = null;
    await world.run(16_000);
    expect(loads() - before).toBe(0);
    await type(world, 20, ann);
    await world.run(2000);
    expect(loads() - before).toBe(0);
    expect(isLevel(ben)).toBe(true);
  });
});
