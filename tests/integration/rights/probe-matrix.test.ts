/**
 * Probes every access of every caller. A forbidden access must be refused, change no row and not reveal whether a document
 * exists. An allowed access must succeed, so that the suite cannot pass because everything fails.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listFunctionProbes } from './function-probes.ts';
import { probeLanes } from './lane-probes.ts';
import { openWorld, type World } from './open-world.ts';
import { runAll, findRevealing, findWrong, type Outcome, type Probe } from './probe.ts';
import { listRpcProbes } from './rpc-probes.ts';
import { listStorageProbes } from './storage-probes.ts';
import { listTableProbes } from './table-probes.ts';

// Thousands of requests, perhaps on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let world: World;
const outcomes: Outcome[] = [];

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** Runs the forbidden probes first, together, and checks that no row changed; then the allowed ones. */
async function probe(probes: readonly Probe[]): Promise<void> {
  const before = await world.fingerprint();
  const refused = await runAll(probes.filter(({ expected }) => !expected));
  const after = await world.fingerprint();
  const allowed = await runAll(probes.filter(({ expected }) => expected));
  outcomes.push(...refused, ...allowed);
  const traces = Object.keys(before).filter((table) => before[table] !== after[table]);
  expect([...findWrong(refused), ...findWrong(allowed)]).toEqual([]);
  expect(findRevealing(refused)).toEqual([]);
  expect(traces, 'tables changed by refused requests').toEqual([]);
  expect(allowed.length).toBeGreaterThan(0);
}

test('tables and columns, also in other schemas', async () => probe(await listTableProbes(world)));
test('storage', () => probe(listStorageProbes(world)));
test('lanes', async () => {
  const before = await world.fingerprint();
  const ofLanes = await probeLanes(world);
  outcomes.push(...ofLanes);
  expect(findWrong(ofLanes)).toEqual([]);
  expect(findRevealing(ofLanes)).toEqual([]);
  expect(await world.fingerprint()).toEqual(before);
});
test('edge functions', () => probe(listFunctionProbes(world)));
test('database functions', async () => probe(await listRpcProbes(world)));

test('there were at least 2,000 probes', () => {
  const allowed = outcomes.filter(({ probe }) => probe.expected).length;
  const leaks = findWrong(outcomes.filter(({ probe }) => !probe.expected)).length;
  process.stdout.write(`${outcomes.length} probes, ${allowed} of them allowed, ${leaks} leaks\n`);
  expect(outcomes.length).toBeGreaterThanOrEqual(2_000);
});
