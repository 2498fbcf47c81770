/**
 * `npm run test:torture -- --rounds N --from S`: N rounds of each kind of line, with the seeds from S. Ends with a line of
 * counts; exits with 1 on a failure. `--kind TEXT` selects one kind, `--at-once N` plays rounds beside each other.
 */
import { parseArgs } from 'node:util';
import { startTestSupabase } from '../support/start-test-supabase.ts';
import { KINDS, type Kind } from './plan.ts';
import { playRound } from './play-round.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    kind: { type: 'string', default: '' },
    seconds: { type: 'string', default: '40' },
    'at-once': { type: 'string', default: '3' },
  },
});
const from = Number(values.from);
const kinds = KINDS.filter((kind) => values.kind === '' || kind === values.kind);
const waiting = kinds.flatMap((kind) =>
  Array.from({ length: Number(values.rounds) }, (_, at) => ({ kind, seed: from + at })),
);
const total = { rounds: 0, failed: 0, typed: 0, deleted: 0, rows: 0, slowestMs: 0, pullsMs: [] as number[] };
const supabase = await startTestSupabase();

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) await play(next.kind, next.seed);
}

async function play(kind: Kind, seed: number): Promise<void> {
  const report = await playRound(supabase, { kind, seed, durationMs: Number(values.seconds) * 1000 });
  const { typed, deleted, rows, equalAfterMs, pullsMs, wrong } = report;
  total.rounds += 1;
  total.failed += Number(wrong.length > 0);
  total.typed += typed;
  total.deleted += deleted;
  total.rows += rows;
  total.pullsMs.push(...pullsMs);
  total.slowestMs = Math.max(total.slowestMs, equalAfterMs ?? Infinity);
  const mark = wrong.length > 0 ? '✗' : '✓';
  console.log(
    `${mark} ${kind}, seed ${seed}: ${typed} letters, ${rows} rows, equal after ${equalAfterMs} ms`,
  );
  for (const line of wrong.slice(0, 10)) console.log(`    ${line}`);
  if (wrong.length > 10) console.log(`    and ${wrong.length - 10} more`);
  if (wrong.length > 0)
    console.log(`    Again: npm run test:torture -- --rounds 1 --from ${seed} --kind '${kind}'`);
}

await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
await supabase.close();
const { rounds, failed, typed, deleted, rows, slowestMs } = total;
const pulls = total.pullsMs.toSorted((a, b) => a - b);
const pullMs = (share: number): number => pulls[Math.floor(pulls.length * share)] ?? 0;
console.log(`a pull took ${pullMs(0.5)} ms in the median, ${pullMs(0.95)} ms at the 95th percentile`);
console.log(
  `${rounds} rounds, ${failed} failed, ${typed} letters typed, ${deleted} deleted, ${rows} rows, slowest equal after ${slowestMs} ms`,
);
process.exit(failed > 0 ? 1 : 0);
