/**
 * Everything that must hold, in one run: format, lint, dead code, types of every program, the simulator, unit,
 * integration and database tests, and people's stories in a real browser. Ends with `N passed, N failed`.
 *
 * `npm test -- unit e2e` runs only the named parts.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.spolu/reports');
const BIN = join(ROOT, 'node_modules/.bin');

const tool = (name) => join(BIN, process.platform === 'win32' ? `${name}.cmd` : name);

/** Each has a name and either commands that count as one test each, or a report to count from. */
const PARTS = {
  lint: [
    ['format', tool('oxfmt'), ['--check', '.']],
    ['lint', tool('oxlint'), ['--type-aware', '--deny-warnings']],
    ['dead code', tool('knip'), []],
  ],
  types: [
    ...['src/app', 'src/yjs-supabase', 'src/embedded-supabase', 'tests'].map((program) => [
      `types of ${program}`,
      tool('tsc'),
      ['-p', program],
    ]),
    ['types of supabase/functions', process.execPath, ['scripts/check-functions.mjs']],
  ],
};

/** The simulator proves as much as it has run: fewer seeds or simulated hours fail. */
const FUZZ = { seeds: 300, hours: 250 };

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wants = (part) => wanted.length === 0 || wanted.includes(part);

const totals = { passed: 0, failed: 0 };
const failures = [];
const startedAt = Date.now();

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

// Installing one takes a while in which other things can be done.
const browsers = wants('e2e') ? findChromium(run) : null;
for (const [part, commands] of Object.entries(PARTS)) if (wants(part)) await runChecks(part, commands);
if (wants('fuzz')) await runSimulator();
if (wants('unit') || wants('integration')) await runVitest();
if (wants('e2e')) await runStories();

for (const failure of failures) console.log(`✗ ${failure}`);
console.log(`\nin ${Math.round((Date.now() - startedAt) / 1000)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;

/** Two at a time: as many as the smallest machine has cores. */
async function runChecks(part, commands) {
  heading(part);
  const waiting = [...commands];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, command, args] = next;
      const { code, output } = await run(command, args, { quiet: true });
      count(name, code === 0);
      console.log(`${code === 0 ? '✓' : '✗'} ${name}${code === 0 ? '' : `\n${output}`}`);
    }
  };
  await Promise.all([work(), work()]);
}

/** One after the other: each uses every core. */
async function runSimulator() {
  heading('simulator');
  const args = ['tests/fuzz/main.ts', '--from', '1', '--seeds', String(FUZZ.seeds)];
  await runToItsEnd(`${FUZZ.seeds} seeds, ${FUZZ.hours} simulated hours`, args, (end) => {
    const [, seeds, hours] = /(\d+) seeds, ([\d.]+) simulated hours/.exec(end) ?? [];
    return Number(seeds) >= FUZZ.seeds && Number(hours) >= FUZZ.hours;
  });
  await runToItsEnd('mistakes put in', ['tests/fuzz/mutants.ts'], (end) => end.endsWith(' 0 survived'));
}

/** Counts as one test, which the program's last line has to prove. */
async function runToItsEnd(name, args, isProof) {
  const { code, output } = await run(tool('tsx'), args, { quiet: true });
  const end = output.trim().split('\n').at(-1);
  const ok = code === 0 && isProof(end);
  count(name, ok);
  console.log(`${ok ? '✓' : '✗'} ${name}: ${ok ? end : `\n${output}`}`);
}

async function runVitest() {
  heading('unit, integration, database');
  const report = join(REPORTS, 'vitest.json');
  const names = { unit: ['unit', 'page', 'alone'], integration: ['integration', 'timed'] };
  const folders = { unit: ['unit'], integration: ['integration', 'database'] };
  const parts = Object.keys(names).filter(wants);
  const projects = parts.flatMap((part) => names[part].flatMap((name) => ['--project', name]));
  const args = ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(tool('vitest'), args);
  const result = readJson(report);
  const files = parts.flatMap((part) => folders[part].flatMap(testFilesIn));
  count(`every file of tests is run: ${files.length}`, result?.testResults.length === files.length);
  countAll('vitest', code, {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
  });
}

function testFilesIn(folder) {
  const files = readdirSync(join(ROOT, 'tests', folder), { recursive: true });
  return files.filter((file) => /\.test\.tsx?$/.test(file));
}

async function runStories() {
  heading('stories in a browser');
  const found = await browsers;
  if (found === null) {
    count('a Chromium to run the stories in', false);
    return;
  }
  console.log(`with ${found.shell}`);
  const built = await run(process.execPath, ['scripts/run.mjs', 'build']);
  if (built.code !== 0) {
    count('the build of the app', false);
    return;
  }
  const report = join(REPORTS, 'playwright.json');
  const { code } = await run(tool('playwright'), ['test'], {
    env: { SPOLU_CHROMIUM: found.whole, SPOLU_CHROMIUM_SHELL: found.shell, SPOLU_REPORT: report },
  });
  const stats = readJson(report)?.stats;
  countAll('playwright', code, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.skipped ?? 0) + (stats?.flaky ?? 0),
  });
}

function countAll(name, code, { passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
  if (failed > 0) failures.push(`${name}: ${failed} failed or were left out`);
  // A runner that ends badly without a failed test has still failed.
  if (code !== 0 && failed === 0) count(`${name} ended with ${code}`, false);
}

function count(name, ok) {
  if (ok) totals.passed += 1;
  else {
    totals.failed += 1;
    failures.push(name);
  }
}

function heading(text) {
  console.log(`\n── ${text}`);
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Ends with the program's exit code; `quiet` keeps what it printed instead of showing it. */
function run(command, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env, NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    // Not 'exit': what it printed last may still be on its way.
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
