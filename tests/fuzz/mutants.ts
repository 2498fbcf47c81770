/**
 * `npm run test:mutants`: puts one mistake after the other into provider and server, and runs the simulator until it
 * notices. A mistake that nobody notices fails. Ends with `N killed, N survived`.
 *
 * `--only TEXT` runs those whose name has the text, `--most N` tries that many runs for each.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSimulator } from './build-simulator.ts';
import { startCrew, type Crew } from './crew.ts';
import { MUTANTS } from './mutants/index.ts';
import type { Mutant } from './mutants/mutant.ts';
import { makePlan, type Plan } from './plan.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    most: { type: 'string', default: '40' },
    learn: { type: 'boolean', default: false },
  },
});
const AT_ONCE = 2;
const PATIENCE_MS = 60_000;
const MAX_SEED = 100_000;
const CALM = new Set(['malice', 'removal', 'roles', 'folds', 'prune', 'crash']);

/** Seeds that have shown a mistake before are tried first; `--learn` writes them down. */
const SEEDS_FILE = join(import.meta.dirname, 'mutants/seeds.json');
const knownSeeds = JSON.parse(readFileSync(SEEDS_FILE, 'utf8')) as Record<string, number>;

interface Verdict {
  readonly mutant: Mutant;
  readonly killedBy: { readonly seed: number; readonly oracle: string } | null;
  readonly runs: number;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const waiting = MUTANTS.filter(({ name }) => name.includes(values.only));
  const verdicts: Verdict[] = [];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const verdict = await tryMutant(mutant);
      verdicts.push(verdict);
      report(verdict);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const survived = verdicts.filter(({ killedBy }) => killedBy === null);
  if (values.learn) learn(verdicts);
  console.log(`${verdicts.length - survived.length} killed, ${survived.length} survived`);
  return survived.length > 0 || verdicts.length === 0 ? 1 : 0;
}

async function tryMutant(mutant: Mutant): Promise<Verdict> {
  const simulator = await buildSimulator(mutant);
  const crew = startCrew(simulator.file, 1, PATIENCE_MS);
  try {
    let runs = 0;
    for (const seed of seedsFor(mutant)) {
      if (runs >= Number(values.most)) break;
      runs += 1;
      const oracle = await findFailure(crew, seed);
      if (oracle !== null) return { mutant, killedBy: { seed, oracle }, runs };
    }
    return { mutant, killedBy: null, runs };
  } finally {
    await crew.close();
    await simulator.remove();
  }
}

async function findFailure(crew: Crew, seed: number): Promise<string | null> {
  try {
    const answer = await crew.ask({ kind: 'run', seed });
    if (answer === null) return 'ends';
    return answer.kind === 'ran' ? (answer.result.failures[0]?.oracle ?? null) : null;
  } catch (error) {
    if (error instanceof Error) return `nothing throws: ${error.message}`;
    throw error;
  }
}

function* seedsFor(mutant: Mutant): Generator<number> {
  const known = knownSeeds[mutant.name];
  if (known !== undefined) yield known;
  for (let seed = 1; seed < MAX_SEED; seed += 1)
    if (seed !== known && suits(makePlan(seed), mutant)) yield seed;
}

function suits({ faults, people }: Plan, mutant: Mutant): boolean {
  if (!(mutant.faults ?? []).every((fault) => faults.includes(fault))) return false;
  if (mutant.calm && faults.some((fault) => !CALM.has(fault))) return false;
  return !mutant.viewers || people.some(({ role }) => role === 'viewer');
}

function report({ mutant, killedBy, runs }: Verdict): void {
  const result = killedBy ? `seed ${killedBy.seed}: ${killedBy.oracle}` : 'SURVIVED';
  console.log(`${killedBy ? '✓' : '✗'} ${mutant.name} (${result}; ${runs} runs)`);
}

function learn(verdicts: readonly Verdict[]): void {
  const seeds = { ...knownSeeds };
  for (const { mutant, killedBy } of verdicts) if (killedBy) seeds[mutant.name] = killedBy.seed;
  const sorted = Object.fromEntries(Object.entries(seeds).toSorted(([a], [b]) => a.localeCompare(b)));
  writeFileSync(SEEDS_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
