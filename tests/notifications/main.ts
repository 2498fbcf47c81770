/** `npm run test:notifications -- --runs 2000 --from 1`: random weeks of people, and the mails that they get. */
import { parseArgs } from 'node:util';
import { openQueue } from './open-queue.ts';
import { playNotifications } from './play-notifications.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } },
});
const [runs, from] = [Number(values.runs), Number(values.from)];
const startMs = performance.now();
const queue = await openQueue();
let wrong = 0;
try {
  for (let seed = from; seed < from + runs; seed += 1) {
    const faults = await playNotifications(seed, queue);
    if (faults.length === 0) continue;
    wrong += 1;
    if (wrong <= 10) console.log(`run ${seed}: ${faults.slice(0, 3).join('; ')}`);
  }
} finally {
  await queue.close();
}
console.log(`${Math.round((performance.now() - startMs) / 1000)} s`);
console.log(`${runs} runs, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
