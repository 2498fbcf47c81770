/** Type-checks the edge functions with the Deno that runs them, using only installed packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FUNCTIONS = join(import.meta.dirname, '../supabase/functions');
const require = createRequire(import.meta.url);
const platform = {
  'linux-x64': 'linux-x64-glibc',
  'linux-arm64': 'linux-arm64-glibc',
  'win32-x64': 'win32-x64',
}[`${process.platform}-${process.arch}`];
const folder = dirname(
  require.resolve(`@deno/${platform ?? `${process.platform}-${process.arch}`}/package.json`),
);
const deno = join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno');

const entries = readdirSync(FUNCTIONS)
  .map((name) => join(name, 'index.ts'))
  .filter((entry) => existsSync(join(FUNCTIONS, entry)));
const result = spawnSync(
  deno,
  ['check', '--quiet', '--no-lock', '--node-modules-dir=manual', '--config', 'deno.json', ...entries],
  {
    cwd: FUNCTIONS,
    stdio: 'inherit',
  },
);
process.exitCode = result.status ?? 1;
