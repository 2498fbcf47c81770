/**
 * `npm run test:formats -- --documents 1000 --from 1`: documents leave in each format and come back. `--mutants` puts one
 * mistake at a time into the code and checks that they are detected; `--only TEXT` selects some by name.
 */
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { builtinEnvironments } from 'vitest/runtime';
import { runMutants } from './run-mutants.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    /** The name of one format; the table stays as it is. */
    only: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
});

process.exitCode = (values.mutants ? runMutants(values.only ?? '') : await playDocuments()) === 0 ? 0 : 1;

/** Returns how many documents have a difference that no loss explains. */
async function playDocuments(): Promise<number> {
  const [documents, from] = [Number(values.documents), Number(values.from)];
  // Reading needs the DOM of a page.
  await builtinEnvironments.jsdom.setup(globalThis, {});

  const all = await import('./formats.ts');
  const formats = all.FORMATS.filter(({ name }) => values.only === undefined || name === values.only);
  const { judgeRound } = await import('./judge-round.ts');
  const { makeLeaving } = await import('./make-leaving.ts');
  const { describeFormats, PAGE } = await import('./describe-formats.ts');

  if (values.only === undefined) writeFileSync(PAGE, await describeFormats());
  const startMs = performance.now();
  let [unexplained, shown] = [0, 0];
  for (let seed = from; seed < from + documents; seed += 1) {
    const leaving = makeLeaving(seed);
    let isUnexplained = false;
    for (const format of formats) {
      const { faults } = await judgeRound(leaving, format);
      if (faults.length === 0) continue;
      isUnexplained = true;
      shown += 1;
      if (shown <= 20) console.log(`document ${seed} as ${format.name}: ${faults.join('; ')}`);
    }
    if (isUnexplained) unexplained += 1;
  }
  const seconds = Math.round((performance.now() - startMs) / 1000);
  console.log(`${formats.map(({ name }) => name).join(', ')}, in ${seconds} s`);
  console.log(`${documents} documents, ${unexplained} unexplained`);
  return unexplained;
}
