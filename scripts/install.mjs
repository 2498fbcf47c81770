/** Installs the packages of package-lock.json if node_modules differs from it. */
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
    // Not `npm ci`, which refuses a lock file that lacks the optional packages of other platforms.
    runNpm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  writeFileSync(STAMP, hash);
}

/** True if npm's own record lists the same packages, as after `npm install`. Those of other platforms may be missing. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const present = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true;
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

function runNpm(npmArgs) {
  const npm = process.env.npm_execpath;
  const isScript = npm?.endsWith('.js') || npm?.endsWith('.cjs');
  const [file, args] = isScript ? [process.execPath, [npm, ...npmArgs]] : ['npm', npmArgs];
  const { status, error } = spawnSync(file, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: !isScript && process.platform === 'win32',
  });
  if (status === 0) return;
  const reason = error ? error.message : `npm ended with ${status}`;
  throw Object.assign(new Error(reason), { sentence: `The packages could not be installed: ${reason}.` });
}
