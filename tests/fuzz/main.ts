/**
 * `npm run test:fuzz -- --seeds N --from S [--mutant NAME] [--json]`: runs seeds on all cores. A failure is printed
 * with its seed, the commit and a minimised plan. Ctrl+C stops early and prints the results so far.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { buildSimulator, type Simulator } from './build-simulator.ts';
import { startCrew, type Crew } from './crew.ts';
import { MUTANTS } from './mutants/index.ts';
import { addDeath, addResult, createTally, hoursOf } from './summarise.ts';
import type { FailedSeed, Summary, Tally } from './summarise.ts';

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
const PROGRESS_MS = process.stderr.isTTY ? 500 : 20_000;
const CANCELLED = 130;

const mutant = MUTANTS.find(({ name }) => name === values.mutant) ?? null;

process.exitCode = await main();

async function main(): Promise<number> {
  if (values.mutant !== undefined && mutant === null) {
    console.error(
      `No mutant ${values.mutant}. There are:\n${MUTANTS.map(({ name }) => `  ${name}`).join('\n')}`,
    );
    return 2;
  }
  const commit = readCommit();
  const simulator = await buildSimulator(mutant);
  const crew = startCrew();
  const cancel = new AbortController();
  process.on('SIGINT', () => {
    cancel.abort();
    void crew.close();
  });
  const startedMs = performance.now();
  const tally = await runSeeds(crew, simulator, cancel.signal);
  const wallMs = performance.now() - startedMs;
  const failures = cancel.signal.aborted ? tally.failed : await explain(crew, simulator, tally.failed);
  await crew.close();
  await simulator.remove();
  const { seeds, counts } = tally;
  const isCancelled = cancel.signal.aborted;
  report({
    commit,
    seeds,
    isCancelled,
    simulatedHours: hoursOf(tally),
    wallMs,
    cores: crew.size,
    counts,
    failures,
    traces: tally.traces,
  });
  if (failures.length > 0) return 1;
  return isCancelled ? CANCELLED : 0;
}

async function runSeeds(crew: Crew, { file }: Simulator, cancelled: AbortSignal): Promise<Tally> {
  const tally = createTally();
  const end = Number(values.from) + Number(values.seeds);
  let next = Number(values.from);
  const work = async () => {
    while (next < end && !cancelled.aborted) {
      const seed = next;
      next += 1;
      const answer = await crew.ask(file, { kind: 'run', seed, focus: mutant });
      if (answer.kind === 'ran') addResult(tally, answer.result);
      else if (answer.kind === 'died' && !cancelled.aborted) addDeath(tally, seed, answer.reason);
    }
  };
  const progress = setInterval(() => showProgress(tally), PROGRESS_MS);
  await Promise.all(Array.from({ length: crew.size }, work));
  clearInterval(progress);
  if (process.stderr.isTTY) process.stderr.write('\r\x1B[K');
  tally.failed.sort((a, b) => a.seed - b.seed);
  return tally;
}

function showProgress(tally: Tally): void {
  const line =
    `${tally.seeds} of ${values.seeds} seeds, ${hoursOf(tally).toFixed(0)} simulated hours, ` +
    `${tally.failed.length} failed`;
  process.stderr.write(process.stderr.isTTY ? `\r\x1B[K${line}` : `${line}\n`);
}

function explain(crew: Crew, { file }: Simulator, failed: readonly FailedSeed[]): Promise<FailedSeed[]> {
  return Promise.all(
    failed.map(async (failure, at) => {
      if (at >= MAX_TRACES || failure.oracle === 'ends') return failure;
      const { seed, oracle } = failure;
      const answer = await crew.ask(file, { kind: 'minimise', seed, oracle, focus: mutant });
      return { ...failure, trace: answer.kind === 'minimised' ? answer.trace : null };
    }),
  );
}

function report(summary: Summary): void {
  if (values.json) return console.log(JSON.stringify(summary, null, 2));
  const mutant = values.mutant === undefined ? '' : ` --mutant '${values.mutant}'`;
  for (const { seed, oracle, detail, atMs, trace } of summary.failures) {
    console.log(`seed ${seed} at ${summary.commit}: ${oracle}: ${detail} (${Math.round(atMs)} ms)`);
    if (trace !== null) console.log(trace);
    console.log(`Repeat: npm run test:fuzz -- --seeds 1 --from ${seed}${mutant}\n`);
  }
  const counted = Object.entries(summary.counts).map(([what, times]) => `${what} ${times}`);
  console.log(counted.join(', '));
  console.log(
    `${summary.isCancelled ? `Cancelled before all ${values.seeds} were run. ` : ''}At ${summary.commit}: ` +
      `${summary.seeds} seeds, ${summary.simulatedHours.toFixed(1)} simulated hours in ${(summary.wallMs / 1000).toFixed(0)} s ` +
      `(${Math.round(summary.simulatedHours / ((summary.wallMs * summary.cores) / HOUR_MS))} per core-hour): ` +
      `${summary.failures.length} failed`,
  );
}

function readCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', '--short', 'HEAD');
    const isDirty = git('status', '--porcelain', '--', 'src', 'tests/fuzz', 'supabase') !== '';
    return isDirty ? `${commit} with changes` : commit;
  } catch (error) {
    if (error instanceof Error) return 'no commit';
    throw error;
  }
}
