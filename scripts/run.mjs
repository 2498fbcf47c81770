/**
 * `npm start`, `npm run dev`, `npm run backend`, `npm test`, `npm run bench`, `npm run backup`, `npm run restore`,
 * `npm run cost`, `npm run seed`, `npm run example`, `npm run history-key`, `npm run verify-history`: installs missing packages,
 * then runs the command. Needs nothing but Node.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './build-app.mjs';
import { install } from './install.mjs';
import { runNode } from './run-node.mjs';

const ROOT = join(import.meta.dirname, '..');
const OLDEST = [20, 19];

const [command = 'start', ...args] = process.argv.slice(2);
const COMMANDS = {
  start,
  dev,
  backend,
  build,
  test,
  bench,
  backup,
  restore,
  cost,
  seed,
  example: () => import('./run-example.ts'),
  'history-key': (options) => runScript('history-key', options),
  'verify-history': (options) => runScript('verify-history', options),
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  fail(
    `Spolu needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`,
  );
}
if (!Object.hasOwn(COMMANDS, command)) {
  fail(`Unknown command ${command}. Commands: ${Object.keys(COMMANDS).join(', ')}.`);
}
process.chdir(ROOT);
// Names the data folder `.spolu`, the first line of the log and the sender of mails.
process.env.APP_NAME ||= 'Spolu';
try {
  await install();
  const { register } = await import('tsx/esm/api');
  register();
  await COMMANDS[command](args);
} catch (error) {
  fail(error instanceof Error && 'sentence' in error ? error.sentence : String(error?.stack ?? error));
}

/** Serves the app and the embedded Supabase on one port; with VITE_SUPABASE_URL and its key, only the app. */
async function start(args) {
  const backendArgs = ['--app', 'dist', '--quiet', ...args];
  await refuseIfTaken(backendArgs);
  await buildApp();
  await runBackend(backendArgs);
}

/** Checked before the build, which would be useless and would replace the files of the running server. */
async function refuseIfTaken(backendArgs) {
  const { describeFailure } = await import('../src/embedded-supabase/node/describe-failure.ts');
  const { readSettings } = await import('../src/embedded-supabase/node/read-settings.ts');
  const check = await import('../src/embedded-supabase/node/refuse-if-taken.ts');
  try {
    await check.refuseIfTaken(readSettings(backendArgs, process.env));
  } catch (error) {
    fail(describeFailure(error));
  }
}

async function backend(args) {
  await runBackend(args);
}

async function build() {
  await buildApp();
}

async function dev(args) {
  await prepareProofs(args);
  const { startDev } = await import('./dev.mjs');
  await startDev(args);
}

async function test(args) {
  process.exitCode = await runNode(['--import', 'tsx', 'scripts/test.mjs', ...args]);
}

async function bench(args) {
  process.exitCode = await runNode(['--import', 'tsx', 'tests/bench/main.ts', ...args]);
}

async function backup(args) {
  await runScript('backup', args);
}

async function restore(args) {
  await runScript('restore', args);
}

async function cost(args) {
  await runScript('cost', args);
}

async function seed(args) {
  await runScript('seed', args);
}

async function runScript(name, args) {
  process.exitCode = await runNode(['--import', 'tsx', `scripts/${name}.ts`, ...args]);
}

/** Gives proofs of authorship a key, and a way to the time stamp authority that the operator named. */
async function prepareProofs(args) {
  const { readSettings } = await import('../src/embedded-supabase/node/read-settings.ts');
  const script = await import('./keep-history-key.ts');
  const { allowTimeStamps } = await import('./allow-time-stamps.ts');
  const { dataDir, projectDir, elsewhere } = readSettings(args, process.env);
  if (elsewhere !== null) return;
  await script.keepHistoryKey(dataDir);
  Object.assign(process.env, allowTimeStamps({ dataDir, projectDir }, process.env));
}

/** Runs in this process, so that killing it leaves no child behind. */
async function runBackend(args) {
  followNpm();
  await prepareProofs(args);
  process.argv = [process.execPath, 'main.ts', ...args];
  await import('../src/embedded-supabase/node/main.ts');
}

/** Ends this process when the npm that started it (through a shell) is killed and cannot forward the signal. */
function followNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const ancestors = readAncestors();
  setInterval(() => {
    if (readAncestors() !== ancestors) process.kill(process.pid, 'SIGTERM');
  }, 1000).unref();
}

/** The parent's process id and, on Linux, the grandparent's. */
function readAncestors() {
  const file = `/proc/${process.ppid}/status`;
  const above = existsSync(file) ? /^PPid:\s*(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] : '';
  return `${process.ppid} ${above}`;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
