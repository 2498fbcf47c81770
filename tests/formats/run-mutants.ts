import { spawnSync } from 'node:child_process';
import { MUTANTS } from './mutants.ts';

/** Plays the round trip with each mistake whose name has this text. Returns how many no test detects. */
export function runMutants(text: string): number {
  const chosen = [...MUTANTS.entries()].filter(([, { name }]) => name.includes(text));
  const survived = chosen.filter(([number, { name }]) => {
    const { status, stdout } = spawnSync('npx', ['vitest', 'run', '--project', 'formats', '--bail', '1'], {
      env: { ...process.env, FORMATS_MUTANT: String(number) },
      encoding: 'utf8',
    });
    // Without a test that failed, none was played.
    const isKilled = status !== 0 && /\bTests\b.*\d failed/.test(stdout);
    console.log(`${isKilled ? '✓' : '✗ survived'} ${name}`);
    return !isKilled;
  });
  console.log(`${chosen.length - survived.length} killed, ${survived.length} survived`);
  return survived.length;
}
