/**
 * `npm run test:notifications -- --runs 2000 --from 1`: random weeks of people, and the mails that they get. With `--mutants`, each
 * mistake of `mutants.ts` must be noticed within so many runs.
 */
import { parseArgs } from 'node:util';
import { MUTANTS, sqlOf, type Mutant } from './mutants.ts';
import { openQueue, type Queue } from './open-queue.ts';
import { playNotifications } from './play-notifications.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const [runs, from] = [Number(values.runs), Number(values.from)];
const startMs = performance.now();
const queue = await openQueue();
try {
  process.exitCode = (await (values.mutants ? tryMutants(queue) : play(queue))) === 0 ? 0 : 1;
} finally {
  await queue.close();
}

/** Returns how many runs were wrong. */
async function play(on: Queue): Promise<number> {
  let wrong = 0;
  for (let seed = from; seed < from + runs; seed += 1) {
    const faults = await playNotifications(seed, on);
    if (faults.length === 0) continue;
    wrong += 1;
    if (wrong <= 10) console.log(`run ${seed}: ${faults.slice(0, 3).join('; ')}`);
  }
  console.log(`${Math.round((performance.now() - startMs) / 1000)} s`);
  console.log(`${runs} runs, ${wrong} wrong`);
  return wrong;
}

/** Returns how many survived. */
async function tryMutants(on: Queue): Promise<number> {
  const tried = MUTANTS.filter(({ name }) => name.includes(values.only));
  let survived = 0;
  for (const mutant of tried) {
    const fault = await tryMutant(on, mutant);
    if (fault === null) survived += 1;
    console.log(`${mutant.name}: ${fault ?? 'SURVIVED'}`);
  }
  console.log(`${tried.length} mutants, ${survived} survived`);
  return survived;
}

async function tryMutant({ clients: [client] }: Queue, mutant: Mutant): Promise<string | null> {
  const { rows } = await client.query<{ source: string }>(
    'select pg_get_functiondef($1::regproc) as source',
    [mutant.routine],
  );
  await client.query(sqlOf(mutant));
  try {
    for (let seed = from; seed < from + runs; seed += 1) {
      const [fault] = await playNotifications(seed, queue);
      if (fault !== undefined) return `run ${seed}: ${fault}`;
    }
    return null;
  } finally {
    await client.query(rows[0]!.source);
  }
}
