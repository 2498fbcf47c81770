/**
 * `npm test`: format, lint, dead code, types of every program, the simulator, unit, integration and database tests, and
 * stories in a real browser. Ends with `N passed, N failed`.
 *
 * `npm test -- unit e2e` runs only the named parts. `npm run test:all` runs longer campaigns: more seeds of the simulator,
 * every mutant, more killed tabs and killed Postgres backends (docs/decisions/0014), writers on lines that fail, and a story
 * in Firefox and WebKit.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from '../tests/fuzz/mutants/index.ts';
import { KINDS } from '../tests/torture/plan.ts';
import { findChromium } from './find-chromium.mjs';
import { findEngines } from './find-engines.mjs';
import {
  areMutantsKilled,
  areSeedsProven,
  combine,
  countCheck,
  countStories,
  countVitest,
  doReadersAgree,
  isTortureEndured,
  lastLine,
} from './test/count-results.ts';
import { runCommand } from './test/run-command.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.spolu/reports');
const BIN = join(ROOT, 'node_modules/.bin');

const tool = (name) => join(BIN, process.platform === 'win32' ? `${name}.cmd` : name);

/** Checks by part: name, command, arguments. Each counts as one test. */
const CHECKS = {
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
const PARTS = [...Object.keys(CHECKS), 'fuzz', 'unit', 'integration', 'e2e'];

/**
 * The compiler and the type-aware linter run for seconds: rare garbage collection and a single thread save a third of
 * their processor time. Two checks run in parallel anyway.
 */
const CHECK_VARIABLES = { GOGC: '400', GOMAXPROCS: '1' };

const ALL = '--all';
const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== ALL && !PARTS.includes(word));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. Parts: ${PARTS.join(', ')}. The complete run: ${ALL}.`);
  process.exit(2);
}
const isWhole = words.includes(ALL);

/** Lengths of the campaigns. Vitest and Playwright read theirs from the environment. */
const CAMPAIGN = isWhole
  ? { seeds: 300, simulatedHours: 250, mutants: MUTANTS.length, environment: { SPOLU_TEST_ALL: 'true' } }
  : { seeds: 30, simulatedHours: 22, mutants: 0, environment: {} };

/** Without `--all`, a sample of the mutants of files is tried that differ from this commit. */
const CHANGED_SINCE = 'HEAD~10';
const MUTANTS_SAMPLED = 16;

/** Many times the duration of the longest command: ends commands that hang, not slow ones. */
const LIMIT_MS = (isWhole ? 180 : 60) * 60_000;

/** Parts that need the result of another part. */
const NEEDED_BY = { build: ['unit', 'e2e'] };

const wanted = words.filter((word) => word !== ALL);
const wants = (part) =>
  wanted.length === 0 || [part, ...(NEEDED_BY[part] ?? [])].some((word) => wanted.includes(word));

const results = [];
const startedAt = Date.now();

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

// Installing browsers takes a while, so it runs beside the first checks. They are installed in turn, because apt-get locks.
const browsers = wants('e2e') ? findChromium(run) : null;
const engines = isWhole ? browsers?.then(() => findEngines(run)) : null;
for (const [part, commands] of Object.entries(CHECKS)) if (wants(part)) await runChecks(part, commands);
if (wants('fuzz')) await runMutants();
// The simulator runs on virtual time, so it can use the processor time that the other parts leave while they wait.
const seeds = wants('fuzz') ? startSeeds() : null;
if (wants('unit') || wants('integration')) await runVitest();
if (isWhole && wants('unit')) await runReaders();
if (isWhole && wants('integration')) await runTorture();
if (wants('e2e')) await runStories();
if (isWhole && wants('e2e')) await runEngines();
if (seeds) reportSeeds(await seeds);

const { passed, failures, flaky } = combine(results);
const failed = failures.reduce((sum, { tests }) => sum + tests, 0);
for (const story of flaky) console.log(`⚠ flaky, passed when repeated: ${story}`);
for (const { name, tests, titles = [] } of failures) {
  console.log([`✗ ${name}${tests > 1 ? ` (${tests})` : ''}`, ...titles].join('\n    '));
}
console.log(`\nin ${Math.round((Date.now() - startedAt) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Two at a time, because the smallest supported machine has two cores. */
async function runChecks(part, commands) {
  heading(part);
  const waiting = [...commands];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, command, args] = next;
      const { code, output } = await run(command, args, { quiet: true, env: CHECK_VARIABLES });
      results.push(countCheck(name, code === 0));
      console.log(`${code === 0 ? '✓' : '✗'} ${name}${code === 0 ? '' : `\n${output}`}`);
    }
  };
  await Promise.all([work(), work()]);
}

/** All mutants count as one test. */
async function runMutants() {
  heading('mutants');
  const scope = isWhole ? [] : ['--changed-since', CHANGED_SINCE, '--sample', String(MUTANTS_SAMPLED)];
  const outcome = await run(tool('tsx'), ['tests/fuzz/mutants.ts', ...scope], { quiet: true });
  reportProof('mutants', areMutantsKilled(outcome, CAMPAIGN.mutants), outcome);
}

function startSeeds() {
  const args = ['tests/fuzz/main.ts', '--from', '1', '--seeds', String(CAMPAIGN.seeds)];
  const nice = process.platform === 'win32' ? [] : ['nice', '-n', '19'];
  const [command, ...rest] = [...nice, tool('tsx'), ...args];
  return run(command, rest, { quiet: true, onStart: process.platform === 'win32' ? null : yieldToOthers });
}

/**
 * Linux divides the processor time between sessions before it applies `nice`, which only counts within one. So the seeds
 * run in a session of their own, and that session gets the lowest priority too.
 */
function yieldToOthers(child) {
  const priority = `/proc/${child.pid}/autogroup`;
  try {
    if (existsSync(priority)) writeFileSync(priority, '19');
  } catch (error) {
    // In some containers it is read-only. The seeds then only take more of the processor time.
    console.log(`The seeds run at normal priority: ${error.message}`);
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  process.once('exit', () => isRunning() && process.kill(-child.pid));
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => process.exit(code));
}

function reportSeeds(outcome) {
  heading('simulator');
  const name = `${CAMPAIGN.seeds} seeds, ${CAMPAIGN.simulatedHours} simulated hours`;
  reportProof(name, areSeedsProven(outcome, CAMPAIGN), outcome);
}

function reportProof(name, isProof, { output }) {
  results.push(countCheck(name, isProof));
  console.log(`${isProof ? '✓' : '✗'} ${name}: ${isProof ? lastLine(output) : `\n${output}`}`);
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
  const files = parts.flatMap((part) => folders[part].flatMap((folder) => filesIn(folder, /\.test\.tsx?$/)));
  results.push(countVitest(readJson(report), code, files));
}

/** Programs that are missing are skipped, and named. */
async function runReaders() {
  heading('readers of Word files');
  const outcome = await run(tool('tsx'), ['tests/formats/second-readers.ts', '--documents', '200'], {
    quiet: true,
  });
  for (const line of outcome.output.match(/^.*: skipped.*$/gm) ?? []) console.log(`⚠ ${line}`);
  reportProof('readers of Word files', doReadersAgree(outcome), outcome);
}

/** Three rounds of each kind of line. They need an idle machine: pages have three seconds. */
async function runTorture() {
  heading('torture');
  const outcome = await run(tool('tsx'), ['tests/torture/main.ts', '--rounds', '3'], { quiet: true });
  reportProof('torture', isTortureEndured(outcome, 3 * KINDS.length), outcome);
}

async function runStories() {
  heading('stories in a browser');
  const found = await browsers;
  if (found === null) {
    results.push(countCheck('a Chromium to run the stories in', false));
    return;
  }
  console.log(`with ${found.shell}`);
  const report = join(REPORTS, 'playwright.json');
  const { code } = await run(tool('playwright'), ['test'], {
    env: { SPOLU_CHROMIUM: found.whole, SPOLU_CHROMIUM_SHELL: found.shell, SPOLU_REPORT: report },
  });
  results.push(countStories(readJson(report), code, filesIn('e2e', /\.spec\.ts$/)));
}

/** The story of two users in Firefox and in WebKit. */
async function runEngines() {
  heading('a story in Firefox and WebKit');
  const { firefox, missing } = await engines;
  for (const name of missing) results.push(countCheck(name, false));
  if (missing.length > 0) return console.log(`Not run. ${missing.join('. ')}.`);
  const report = join(REPORTS, 'engines.json');
  const { code } = await run(tool('playwright'), ['test', '-c', 'tests/engines/engines.config.ts'], {
    env: { SPOLU_FIREFOX: firefox, SPOLU_REPORT: report },
  });
  results.push(countStories(readJson(report), code, filesIn('engines', /\.spec\.ts$/)));
}

function filesIn(folder, pattern) {
  return readdirSync(join(ROOT, 'tests', folder), { recursive: true }).filter((file) => pattern.test(file));
}

function heading(text) {
  console.log(`\n── ${text}`);
}

/** Null for a report that is missing or was not written to its end. */
function readJson(path) {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.log(`${path} cannot be read: ${error.message}`);
    return null;
  }
}

function run(command, args, { env = {}, ...options } = {}) {
  const variables = { ...process.env, ...CAMPAIGN.environment, ...env, NO_UPDATE_NOTIFIER: '1' };
  return runCommand(command, args, { cwd: ROOT, limitMs: LIMIT_MS, ...options, env: variables });
}
