/**
 * Every caller against everything that can be reached. What the matrix refuses must be refused, leave no trace and not
 * tell whether a document is there; what it allows must work, so that nothing passes because everything fails.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listFunctionProbes } from './function-probes.ts';
import { probeLanes } from './lane-probes.ts';
import { openWorld, type World } from './open-world.ts';
import { askAll, findTelling, findWrong, type Outcome, type Probe } from './probe.ts';
import { listRpcProbes } from './rpc-probes.ts';
import { listStorageProbes } from './storage-probes.ts';
import { listTableProbes } from './table-probes.ts';

// Thousands of questions, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let world: World;
const asked: Outcome[] = [];

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** What must fail first, together, and without a trace; then what must work. */
async function probe(probes: readonly Probe[]): Promise<void> {
  const before = await world.fingerprint();
  const refused = await askAll(probes.filter(({ expected }) => !expected));
  const after = await world.fingerprint();
  const allowed = await askAll(probes.filter(({ expected }) => expected));
  asked.push(...refused, ...allowed);
  const traces = Object.keys(before).filter((table) => before[table] !== after[table]);
  expect([...findWrong(refused), ...findWrong(allowed)]).toEqual([]);
  expect(findTelling(refused)).toEqual([]);
  expect(traces, 'tables that a refused request has changed').toEqual([]);
  expect(allowed.length).toBeGreaterThan(0);
}

test('tables, their columns, and tables of other schemas', async () => probe(await listTableProbes(world)));
test('storage', () => probe(listStorageProbes(world)));
test('lanes', async () => {
  const before = await world.fingerprint();
  const outcomes = await probeLanes(world);
  asked.push(...outcomes);
  expect(findWrong(outcomes)).toEqual([]);
  expect(findTelling(outcomes)).toEqual([]);
  expect(await world.fingerprint()).toEqual(before);
});
test('edge functions', () => probe(listFunctionProbes(world)));
test('functions of the database', async () => probe(await listRpcProbes(world)));

test('at least 2,000 probes were asked', () => {
  const allowed = asked.filter(({ probe }) => probe.expected).length;
  const leaks = findWrong(asked.filter(({ probe }) => !probe.expected)).length;
  process.stdout.write(`${asked.length} probes, ${allowed} of them allowed, ${leaks} leaks\n`);
  expect(asked.length).toBeGreaterThanOrEqual(2_000);
});
