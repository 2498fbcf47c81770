/**
 * `npm run test:mutants`: puts one mistake at a time into provider and server, and runs the simulator until a run
 * fails. A mistake that no run detects is a failure, and so is one whose place in the code is gone. Ends with
 * `N killed, N survived`.
 *
 * `--only TEXT` selects mutants by name, `--changed-since COMMIT` those whose files differ from that commit, `--sample N`
 * at most N of these: others on another day. `--most N` limits the runs for each. `--learn` searches for the seeds that
 * detect a mutant fastest and stores them; they are tried first.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { buildSimulator, mutate, type Simulator } from './build-simulator.ts';
import { startCrew, type Crew } from './crew.ts';
import { MUTANTS } from './mutants/index.ts';
import type { Mutant } from './mutants/mutant.ts';
import { makePlan, type Focus } from './plan.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    'changed-since': { type: 'string' },
    sample: { type: 'string' },
    most: { type: 'string', default: '40' },
    learn: { type: 'boolean', default: false },
  },
});
/** A run takes a second or less: V8 should optimise only very hot functions. */
const WARM_AFTER = '--interrupt-budget=1000000';
const PATIENCE_MS = 30_000;
const DAY_MS = 86_400_000;
const MAX_SEED = 100_000;
const CONTROLS = [1, 2, 3, 4];
/** Several, because a change elsewhere may alter the course of a seed. */
const SEEDS_KEPT = 3;
/** The fastest of this many seeds are kept. */
const SEEDS_COMPARED = 10;

const SEEDS_FILE = join(import.meta.dirname, 'mutants/seeds.json');
const knownSeeds = JSON.parse(readFileSync(SEEDS_FILE, 'utf8')) as Record<string, readonly number[]>;

interface Kill {
  readonly seed: number;
  readonly oracle: string;
  /** Simulated time until the failure, times the number of users. */
  readonly cost: number;
}

interface Verdict {
  readonly mutant: Mutant;
  readonly kills: readonly Kill[];
  readonly runs: number;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const named = MUTANTS.filter(({ name }) => values.only.some((text) => name.includes(text)));
  if (!(await havePlaces(named))) return 1;
  const changed = named.filter(isChangedSince(values['changed-since']));
  const chosen = takeSample(changed, Number(values.sample ?? changed.length), new Date());
  setFlagsFromString(WARM_AFTER);
  const crew = startCrew(PATIENCE_MS);
  // The control: a seed that fails without a mistake proves nothing.
  const sound = await buildSimulator(null);
  const verdicts: Verdict[] = [];
  try {
    if (!(await isQuiet(crew, sound))) return 1;
    const waiting = [...chosen];
    const work = async () => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const verdict = await tryMutant(mutant, crew, sound);
        verdicts.push(verdict);
        report(verdict);
        if (values.learn) learn(verdict);
      }
    };
    await Promise.all(Array.from({ length: crew.size }, work));
  } finally {
    await crew.close();
    await sound.remove();
  }
  const survived = verdicts.filter(({ kills }) => kills.length === 0);
  console.log(`${verdicts.length - survived.length} killed, ${survived.length} survived`);
  return survived.length > 0 || named.length === 0 ? 1 : 0;
}

/** Every mutant, where Git does not know the commit. */
function isChangedSince(commit: string | undefined): (mutant: Mutant) => boolean {
  if (commit === undefined) return () => true;
  const diff = spawnSync('git', ['diff', '--name-only', commit], { encoding: 'utf8' });
  if (diff.status !== 0) return () => true;
  const changed = new Set(diff.stdout.split('\n'));
  return ({ file, also = [] }) =>
    [file, ...also.map((change) => change.file)].some((one) => changed.has(one));
}

/** Every n-th mutant, from a place that moves on by one a day. */
function takeSample(mutants: readonly Mutant[], most: number, today: Date): readonly Mutant[] {
  const step = Math.max(1, Math.ceil(mutants.length / most));
  const first = Math.floor(today.getTime() / DAY_MS) % step;
  return mutants.filter((_, at) => at % step === first);
}

/** Checks that the place of every mutant still exists. */
async function havePlaces(mutants: readonly Mutant[]): Promise<boolean> {
  const places = await Promise.allSettled(mutants.map(mutate));
  for (const [at, place] of places.entries())
    if (place.status === 'rejected') console.log(`✗ ${mutants[at]!.name}: ${String(place.reason)}`);
  return places.every(({ status }) => status === 'fulfilled');
}

async function isQuiet(crew: Crew, { file }: Simulator): Promise<boolean> {
  const kills = await Promise.all(CONTROLS.map((seed) => tryKill(crew, file, seed, {})));
  for (const kill of kills)
    if (kill) console.log(`✗ seed ${kill.seed} fails without any mistake: ${kill.oracle}`);
  return kills.every((kill) => kill === null);
}

async function tryMutant(mutant: Mutant, crew: Crew, sound: Simulator): Promise<Verdict> {
  const simulator = await buildSimulator(mutant);
  try {
    return await hunt(mutant, simulator, crew, sound);
  } finally {
    await simulator.remove();
  }
}

async function hunt(mutant: Mutant, mistaken: Simulator, crew: Crew, sound: Simulator): Promise<Verdict> {
  const wanted = values.learn ? SEEDS_COMPARED : 1;
  const kills: Kill[] = [];
  let runs = 0;
  for (const seed of seedsFor(mutant)) {
    if (runs >= Number(values.most) || kills.length >= wanted) break;
    runs += 1;
    const kill = await tryKill(crew, mistaken.file, seed, mutant);
    if (kill && (!values.learn || (await tryKill(crew, sound.file, seed, mutant)) === null)) kills.push(kill);
  }
  return { mutant, kills: kills.sort((a, b) => a.cost - b.cost), runs };
}

async function tryKill(crew: Crew, file: string, seed: number, focus: Focus): Promise<Kill | null> {
  const answer = await crew.ask(file, { kind: 'run', seed, focus });
  if (answer.kind === 'died') return { seed, oracle: `ends: ${answer.reason}`, cost: Infinity };
  const failure = answer.kind === 'ran' ? answer.result.failures[0] : undefined;
  if (!failure) return null;
  return { seed, oracle: failure.oracle, cost: failure.atMs * makePlan(seed, focus).people.length };
}

function* seedsFor(mutant: Mutant): Generator<number> {
  const known = knownSeeds[mutant.name] ?? [];
  yield* known;
  for (let seed = 1; seed < MAX_SEED; seed += 1) {
    const hasViewer = makePlan(seed, mutant).people.some(({ role }) => role === 'viewer');
    if (!known.includes(seed) && (hasViewer || !mutant.viewers)) yield seed;
  }
}

function report({ mutant, kills, runs }: Verdict): void {
  const [first] = kills;
  if (!first) return console.log(`✗ ${mutant.name} (SURVIVED ${runs} runs)`);
  const seeds = kills.map(({ seed }) => seed).join(', ');
  console.log(`✓ ${mutant.name} (${first.oracle}; ${kills.length} of ${runs} runs, seeds ${seeds})`);
}

function learn({ mutant, kills }: Verdict): void {
  knownSeeds[mutant.name] = kills.slice(0, SEEDS_KEPT).map(({ seed }) => seed);
  const current = Object.entries(knownSeeds).filter(([name]) => MUTANTS.some((each) => each.name === name));
  const sorted = Object.fromEntries(current.toSorted(([a], [b]) => a.localeCompare(b)));
  writeFileSync(SEEDS_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
