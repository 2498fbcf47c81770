/** Runs `node scripts/run.mjs`, as `npm run` does. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export function runProgram(
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', ...words], {
      cwd: join(import.meta.dirname, '../..'),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('close', (code) => done({ code, output }));
  });
}
