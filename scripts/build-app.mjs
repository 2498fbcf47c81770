/** Builds the app into dist/, when anything that goes into it changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.mjs';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'node_modules/.cache/spolu/app-inputs');
const INPUTS = [
  'index.html',
  'public',
  'src/app',
  'src/yjs-supabase',
  'supabase/functions/_shared/contract',
  'package-lock.json',
  'vite.config.ts',
];
const VARIABLES = ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'];

export async function buildApp() {
  const hash = hashInputs();
  const isFresh =
    existsSync(STAMP) && existsSync(join(ROOT, 'dist/index.html')) && readFileSync(STAMP, 'utf8') === hash;
  if (isFresh) return;
  console.log('Building the app…');
  const code = await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
    cwd: ROOT,
  });
  if (code !== 0) {
    throw Object.assign(new Error(`vite ended with ${code}`), {
      sentence: 'The app could not be built (see above).',
    });
  }
  mkdirSync(join(STAMP, '..'), { recursive: true });
  writeFileSync(STAMP, hash);
}

function hashInputs() {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) {
      hash.update(`${path}\0`).update(readFileSync(full));
      return;
    }
    for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
  };
  for (const path of INPUTS) add(path);
  for (const name of VARIABLES) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}
