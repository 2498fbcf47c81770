import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const BOOT = readFileSync(resolve(import.meta.dirname, '../../public/boot.js'), 'utf8');

/** Runs `boot.js` as a page does before its first paint. Its listeners end with the test: many files share a window. */
export function runBoot(): void {
  const listen: typeof addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    addEventListener(...listener);
    onTestFinished(() => removeEventListener(...listener));
  };
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('addEventListener', BOOT)(listen);
}
