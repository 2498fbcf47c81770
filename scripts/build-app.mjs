/** Builds the app into dist/ if its inputs changed. Safe while a server is serving dist/. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.mjs';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'node_modules/.cache/spolu/app-build.json');
const INPUTS = [
  'index.html',
  'public',
  'src/app',
  'src/yjs-supabase',
  'supabase/functions/_shared/contract',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build',
];
const VARIABLES = [
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_PUBLISHABLE_KEY',
  'VITE_REALTIME_EVENTS_PER_SECOND',
  'VITE_OFFLINE',
];
const NEXT = 'dist.next-';

/** Requires a registered TypeScript loader (tsx). */
export async function buildApp() {
  const { publishBuild } = await import('./publish-build.ts');
  const hash = hashInputs();
  const dist = join(ROOT, 'dist');
  if (existsSync(join(dist, 'index.html')) && readStamp()?.hash === hash) return;
  console.log('Building the app…');
  removeAbandoned();
  const next = join(ROOT, `${NEXT}${process.pid}`);
  try {
    const args = ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'error'];
    // Otherwise React's larger development build is bundled.
    const env = { NODE_ENV: 'production' };
    const code = await runNode(['node_modules/vite/bin/vite.js', ...args], { cwd: ROOT, env });
    if (code !== 0) {
      throw Object.assign(new Error(`vite ended with ${code}`), {
        sentence: 'The app could not be built (see above).',
      });
    }
    // Read again: another process may have published a build in the meantime.
    const files = publishBuild(next, dist, readStamp()?.files ?? null);
    mkdirSync(join(STAMP, '..'), { recursive: true });
    writeFileSync(STAMP, JSON.stringify({ hash, files }));
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** The hash of the inputs of dist/, and its files; null when unknown. */
function readStamp() {
  if (!existsSync(STAMP)) return null;
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch (error) {
    // A write was interrupted.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Removes the folders that killed builds left. */
function removeAbandoned() {
  for (const name of readdirSync(ROOT)) {
    if (name.startsWith(NEXT) && !isAlive(Number(name.slice(NEXT.length)))) {
      rmSync(join(ROOT, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
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
