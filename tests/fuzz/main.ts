/**
 * `npm run test:fuzz -- --seeds N --from S [--mutant NAME] [--json]`: runs seeds on all cores; a failure is printed with
 * its seed, the commit and what of its plan matters.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { buildSimulator } from './build-simulator.ts';
import { startCrew, type Crew } from './crew.ts';
import { MUTANTS } from './mutants/index.ts';
import { summarise, type FailedSeed, type Summary } from './summarise.ts';
import type { RunResult } from './run-plan.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const HOUR_MS = 3_600_000;
const MAX_TRACES = 3;

process.exitCode = await main();

async function main(): Promise<number> {
  const mutant =
    values.mutant === undefined ? null : (MUTANTS.find(({ name }) => name === values.mutant) ?? null);
  if (values.mutant !== undefined && mutant === null) {
    console.error(
      `No mutant ${values.mutant}. There are:\n${MUTANTS.map(({ name }) => `  ${name}`).join('\n')}`,
    );
    return 2;
  }
  const simulator = await buildSimulator(mutant);
  const crew = startCrew(simulator.file);
  const startedMs = performance.now();
  const { results, stuck } = await runSeeds(crew, Number(values.from), Number(values.seeds));
  const wallMs = performance.now() - startedMs;
  const failed = await explain(crew, results, stuck);
  await crew.close();
  await simulator.remove();
  report(summarise({ results, failed, wallMs, cores: crew.size, commit: readCommit() }));
  return failed.length > 0 ? 1 : 0;
}

async function runSeeds(crew: Crew, from: number, seeds: number) {
  const results: RunResult[] = [];
  const stuck: number[] = [];
  const run = async (seed: number) => {
    const answer = await crew.ask({ kind: 'run', seed });
    if (answer?.kind === 'ran') results.push(answer.result);
    else stuck.push(seed);
  };
  await Promise.all(Array.from({ length: seeds }, (_, at) => run(from + at)));
  return { results, stuck };
}

async function explain(
  crew: Crew,
  results: readonly RunResult[],
  stuck: readonly number[],
): Promise<FailedSeed[]> {
  const failed = results.filter(({ failures }) => failures.length > 0).sort((a, b) => a.seed - b.seed);
  const explained = failed.map(async ({ seed, failures }, at): Promise<FailedSeed> => {
    const { oracle, detail, atMs } = failures[0]!;
    const answer = at < MAX_TRACES ? await crew.ask({ kind: 'minimise', seed, oracle }) : null;
    return { seed, oracle, detail, atMs, trace: answer?.kind === 'minimised' ? answer.trace : null };
  });
  const hung = stuck.map((seed) => ({
    seed,
    oracle: 'ends',
    detail: 'the run never ended',
    atMs: 0,
    trace: null,
  }));
  return [...(await Promise.all(explained)), ...hung];
}

function report(summary: Summary): void {
  if (values.json) return console.log(JSON.stringify(summary, null, 2));
  for (const { seed, oracle, detail, atMs, trace } of summary.failures) {
    console.log(`seed ${seed} at ${summary.commit}: ${oracle}: ${detail} (${Math.round(atMs)} ms)`);
    if (trace !== null) console.log(trace);
  }
  const counted = Object.entries(summary.counts).map(([what, times]) => `${what} ${times}`);
  console.log(counted.join(', '));
  console.log(
    `${summary.seeds} seeds, ${summary.simulatedHours.toFixed(1)} simulated hours in ${(summary.wallMs / 1000).toFixed(0)} s ` +
      `(${Math.round(summary.simulatedHours / ((summary.wallMs * summary.cores) / HOUR_MS))} per core-hour): ` +
      `${summary.failures.length} failed`,
  );
}

function readCommit(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const isDirty =
      execFileSync('git', ['status', '--porcelain', '--', 'src', 'tests/fuzz', 'supabase']).length > 0;
    return isDirty ? `${commit} with changes` : commit;
  } catch (error) {
    if (error instanceof Error) return 'no commit';
    throw error;
  }
}
