/** Installs exactly what package-lock.json names, when that is not what node_modules holds. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

const ROOT = join(import.meta.dirname, '..');
const LOCK = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');
const STAMP = join(ROOT, 'node_modules/.spolu-lock-hash');

export async function install() {
  const hash = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  if (!isInstalled()) {
    const reason = existsSync(INSTALLED) ? 'package-lock.json changed' : 'there is no node_modules';
    console.log(`Installing packages, because ${reason}. This takes a minute…`);
    // Not `npm ci`: it refuses a lock file written where the packages of other platforms were not to be had.
    runNpm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  writeFileSync(STAMP, hash);
}

/** Somebody ran `npm install` themselves: npm's own record names the same packages, but for those of other platforms. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const present = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true;
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

function runNpm(words) {
  const npm = process.env.npm_execpath;
  const isScript = npm?.endsWith('.js') || npm?.endsWith('.cjs');
  const [file, args] = isScript ? [process.execPath, [npm, ...words]] : ['npm', words];
  const { status, error } = spawnSync(file, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: !isScript && process.platform === 'win32',
  });
  if (status === 0) return;
  const reason = error ? error.message : `npm ended with ${status}`;
  throw Object.assign(new Error(reason), { sentence: `The packages could not be installed: ${reason}.` });
}
