/** `npm run test:comments -- --runs 1000 --from 1`: random histories with threads, and where each thread stands meanwhile. */
import { parseArgs } from 'node:util';
import { judgeComments } from './judge-comments.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
});
const [runs, from] = [Number(values.runs), Number(values.from)];
const startMs = performance.now();
let [lost, wrong, looks, living, found] = [0, 0, 0, 0, 0];
for (let seed = from; seed < from + runs; seed += 1) {
  const verdict = judgeComments(seed);
  looks += verdict.looks;
  living += verdict.living;
  found += verdict.found;
  if (verdict.lost.length > 0) lost += 1;
  if (verdict.wrong.length > 0) wrong += 1;
  const faults = [...verdict.wrong, ...verdict.lost];
  if (faults.length > 0 && lost + wrong <= 20) console.log(`run ${seed}: ${faults.slice(0, 3).join('; ')}`);
}
const seconds = Math.round((performance.now() - startMs) / 1000);
console.log(`${looks} places looked at in ${seconds} s; ${found} of ${living} living letters found`);
console.log(`${runs} runs, ${lost} lost, ${wrong} wrong`);
process.exitCode = lost + wrong === 0 ? 0 : 1;
