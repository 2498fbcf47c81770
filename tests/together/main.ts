/**
 * `npm run test:together -- --runs N --from S` plays runs and ends with their counts. `--mutants` puts one mistake at a
 * time into the code and checks that the runs detect it; `--only TEXT` selects some by name. Exits with 1 on a failure.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS } from './mutants.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    from: { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'together-'));

function run(variables: Readonly<Record<string, string>>): {
  readonly isGood: boolean;
  readonly report: string;
} {
  const report = join(folder, `${Object.values(variables).join('-')}.txt`);
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', '--project', 'together'], {
    env: {
      ...process.env,
      TOGETHER_RUNS: values.runs,
      TOGETHER_FROM: values.from,
      TOGETHER_REPORT: report,
      ...variables,
    },
    encoding: 'utf8',
  });
  try {
    return { isGood: status === 0, report: readFileSync(report, 'utf8').trim() };
  } catch {
    return { isGood: false, report: `no run was played\n${stdout}` };
  }
}

if (values.mutants) {
  const survived = MUTANTS.filter(({ name, run: seed }, number) => {
    if (!name.includes(values.only)) return false;
    const [from, runs] = seed === undefined ? [values.from, values.runs] : [String(seed), '1'];
    const mutant = { TOGETHER_MUTANT: String(number), TOGETHER_FROM: from, TOGETHER_RUNS: runs };
    const { isGood, report } = run(mutant);
    console.log(`${isGood ? '✗ survived' : '✓'} ${name}: ${report.split('\n')[0]}`);
    return isGood || report.startsWith('no run');
  });
  console.log(`${MUTANTS.length} mutants, ${survived.length} survived`);
  process.exitCode = survived.length > 0 ? 1 : 0;
} else {
  const { isGood, report } = run({});
  console.log(report);
  process.exitCode = isGood ? 0 : 1;
}
rmSync(folder, { recursive: true, force: true });
