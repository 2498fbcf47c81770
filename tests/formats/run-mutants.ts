/** Puts each mistake in, plays documents as Word, and puts the file back. Ends with the number of those not detected. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { MUTANTS } from './mutants.ts';

let missed = 0;
for (const { name, file, from, to } of MUTANTS) {
  const source = readFileSync(file, 'utf8');
  if (!source.includes(from)) throw new Error(`${name} has no place`);
  writeFileSync(file, source.replace(from, to));
  try {
    const played = spawnSync(
      'npx',
      ['tsx', 'tests/formats/main.ts', '--documents', '150', '--only', 'Word'],
      {
        encoding: 'utf8',
      },
    );
    const isKilled = /\d+ documents, [1-9]\d* unexplained/.test(played.stdout);
    if (!isKilled) missed += 1;
    console.log(`${isKilled ? 'killed' : 'MISSED'}: ${name}`);
  } finally {
    writeFileSync(file, source);
  }
}
console.log(`${MUTANTS.length} mutants, ${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;
