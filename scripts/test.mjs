/**
 * Everything that must hold, in one run: format, lint, dead code, types of every program, the simulator, unit,
 * integration and database tests, and people's stories in a real browser. Ends with `N passed, N failed`.
 *
 * `npm test -- unit e2e` runs only the named parts. `npm run test:all` proves the same with longer campaigns: more seeds of
 * the simulator, every mutant, more killed tabs and killed Postgres backends (docs/decisions/0014).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      ['-p', program, '--singleThreaded'],
    ]),
    ['types of supabase/functions', process.execPath, ['scripts/check-functions.mjs']],
  ],
  build: [['build of the app', process.execPath, ['scripts/run.mjs', 'build']]],
};

/**
 * For the compiler and the linter's types, which live for seconds: tidying memory seldom, and nothing done on several
 * cores at once, saves a third of their work. Two checks run beside each other anyway.
 */
const CHECK_VARIABLES = { GOGC: '400', GOMAXPROCS: '1' };

const isWhole = process.argv.includes('--all');

/** How long the campaigns are. Tests read what is in the environment. The simulator fails after fewer seeds or hours. */
const CAMPAIGN = isWhole
  ? { seeds: 300, simulatedHours: 250, environment: { SPOLU_TEST_ALL: 'true' } }
  : { seeds: 60, simulatedHours: 45, environment: {} };

/** Without `--all` only mutants of files that these commits, or nobody yet, changed are tried. */
const CHANGED_SINCE = 'HEAD~10';

/** Parts that stand on what another part makes. */
const NEEDED_BY = { build: ['unit', 'e2e'] };

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wants = (part) =>
  wanted.length === 0 || [part, ...(NEEDED_BY[part] ?? [])].some((word) => wanted.includes(word));

const totals = { passed: 0, failed: 0 };
const failures = [];
const flaky = [];
const startedAt = Date.now();

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

// Installing one takes a while in which other things can be done.
const browsers = wants('e2e') ? findChromium(run) : null;
for (const [part, commands] of Object.entries(PARTS)) if (wants(part)) await runChecks(part, commands);
if (wants('fuzz')) await runMistakes();
// Nothing in it depends on real time: it takes what the others, who often wait, leave of the machine.
const seeds = wants('fuzz') ? startSeeds() : null;
if (wants('unit') || wants('integration')) await runVitest();
if (wants('e2e')) await runStories();
if (seeds) reportSeeds(await seeds);

for (const story of flaky) console.log(`⚠ flaky, passed when repeated: ${story}`);
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
      const { code, output } = await run(command, args, { quiet: true, env: CHECK_VARIABLES });
      count(name, code === 0);
      console.log(`${code === 0 ? '✓' : '✗'} ${name}${code === 0 ? '' : `\n${output}`}`);
    }
  };
  await Promise.all([work(), work()]);
}

/** Each counts as one test, which the program's last line has to prove. */
async function runMistakes() {
  heading('simulator');
  const scope = isWhole ? [] : ['--changed-since', CHANGED_SINCE];
  const { code, output } = await run(tool('tsx'), ['tests/fuzz/mutants.ts', ...scope], { quiet: true });
  const end = lastLine(output);
  reportProof('mistakes put in', code === 0 && end.endsWith(' 0 survived'), end, output);
}

function startSeeds() {
  const args = ['tests/fuzz/main.ts', '--from', '1', '--seeds', String(CAMPAIGN.seeds)];
  const words = process.platform === 'win32' ? [] : ['nice', '-n', '19'];
  const [command, ...rest] = [...words, tool('tsx'), ...args];
  return run(command, rest, { quiet: true, onStart: process.platform === 'win32' ? null : yieldToOthers });
}

/**
 * Linux shares the processor between sessions first: within its own, a process of low priority still takes as much from
 * a browser, which has another, as any. So it has a session to itself, of low priority too.
 */
function yieldToOthers(child) {
  const priority = `/proc/${child.pid}/autogroup`;
  if (existsSync(priority)) writeFileSync(priority, '19');
  const end = () => child.exitCode === null && process.kill(-child.pid);
  process.once('exit', end);
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => process.exit(code));
}

function reportSeeds({ code, output }) {
  heading('simulator');
  const end = lastLine(output);
  const [, seeds, hours] = /(\d+) seeds, ([\d.]+) simulated hours/.exec(end) ?? [];
  const isProof = code === 0 && Number(seeds) >= CAMPAIGN.seeds && Number(hours) >= CAMPAIGN.simulatedHours;
  reportProof(`${CAMPAIGN.seeds} seeds, ${CAMPAIGN.simulatedHours} simulated hours`, isProof, end, output);
}

function reportProof(name, isProof, end, output) {
  count(name, isProof);
  console.log(`${isProof ? '✓' : '✗'} ${name}: ${isProof ? end : `\n${output}`}`);
}

function lastLine(output) {
  return output.trim().split('\n').at(-1);
}

async function runVitest() {
  heading('unit, integration, database');
  const report = join(REPORTS, 'vitest.json');
  const names = { unit: ['unit', 'page', 'alone', 'together'], integration: ['integration', 'timed'] };
  const folders = { unit: ['unit', 'together'], integration: ['integration', 'database'] };
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
  const report = join(REPORTS, 'playwright.json');
  const { code } = await run(tool('playwright'), ['test'], {
    env: { SPOLU_CHROMIUM: found.whole, SPOLU_CHROMIUM_SHELL: found.shell, SPOLU_REPORT: report },
  });
  const result = readJson(report);
  const stats = result?.stats;
  flaky.push(...listFlaky(result?.suites ?? []));
  countAll('playwright', code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: (stats?.unexpected ?? 0) + (stats?.skipped ?? 0),
  });
}

/** Stories that failed once and passed when they were repeated. */
function listFlaky(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file}: ${title}`),
    ...listFlaky(inner),
  ]);
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
function run(command, args, { quiet = false, env = {}, onStart = null } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...CAMPAIGN.environment, ...env, NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
      detached: onStart !== null,
    });
    if (child.pid !== undefined) onStart?.(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    // Not 'exit': what it printed last may still be on its way.
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
