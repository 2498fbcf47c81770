/** Compiles the library in the working directory into `dist`: JavaScript and types, and beside them its SQL files. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TSC = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');

rmSync('dist', { recursive: true, force: true });
const sources = existsSync('src') ? 'src' : '.';
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
execFileSync(process.execPath, [TSC, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
for (const file of files.filter((name) => name.endsWith('.sql'))) {
  mkdirSync(dirname(join('dist', file)), { recursive: true });
  copyFileSync(join(sources, file), join('dist', file));
}
