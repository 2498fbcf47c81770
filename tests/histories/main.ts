/** `npm run test:history -- --histories 10000 --from 1`: random histories, each compared at three pairs of seqs. */
import { parseArgs } from 'node:util';
import { judgeSeed } from './judge-seed.ts';

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
});
const [count, from] = [Number(values.histories), Number(values.from)];
const startMs = performance.now();
let [wrong, compared] = [0, 0];
for (let seed = from; seed < from + count; seed += 1) {
  const verdict = judgeSeed(seed);
  compared += verdict.compared;
  if (verdict.wrong.length === 0) continue;
  wrong += 1;
  if (wrong <= 10) console.log(`history ${seed}: ${verdict.wrong.slice(0, 3).join('; ')}`);
}
const seconds = Math.round((performance.now() - startMs) / 1000);
console.log(`${compared} characters compared in ${seconds} s`);
console.log(`${count} histories, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
