/** Counts what each part of `npm test` reported. A report that is missing or incomplete counts as a failure. */
import { basename } from 'node:path';
import type { Outcome } from './run-command.ts';

export interface Counted {
  readonly passed: number;
  /** Each names what failed. */
  readonly failures: readonly Failure[];
  /** Tests and stories that passed when they were repeated. */
  readonly flaky: readonly string[];
}

interface Failure {
  readonly name: string;
  readonly tests: number;
  /** Titles of the failed tests, as far as they are known. */
  readonly titles?: readonly string[];
}

/** The JSON report of Vitest, as far as it is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** Of every attempt: a passed test with a message failed at first. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface StorySuite {
  readonly file?: string;
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly StorySuite[];
}

/** The JSON report of Playwright, as far as it is read here. */
export interface StoryReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly StorySuite[];
}

export interface Campaign {
  readonly seeds: number;
  readonly simulatedHours: number;
}

/** One check, which counts as one test. */
export const countCheck = (name: string, isPassed: boolean): Counted => ({
  passed: isPassed ? 1 : 0,
  failures: isPassed ? [] : [{ name, tests: 1 }],
  flaky: [],
});

export const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

/** The simulator must have run every seed of the campaign. */
export function areSeedsProven({ code, output }: Outcome, campaign: Campaign): boolean {
  const [, seeds, hours] = /(\d+) seeds, ([\d.]+) simulated hours/.exec(lastLine(output)) ?? [];
  return code === 0 && Number(seeds) >= campaign.seeds && Number(hours) >= campaign.simulatedHours;
}

/** `wanted` mutants must be killed: all of them, or, where only changed files count, possibly none. */
export function areMutantsKilled({ code, output }: Outcome, wanted: number): boolean {
  const [, killed] = /^(\d+) killed, 0 survived$/.exec(lastLine(output)) ?? [];
  return code === 0 && Number(killed) >= wanted;
}

/** Other programs read the files of Word that were written. */
export const doReadersAgree = ({ code, output }: Outcome): boolean =>
  code === 0 && /^[1-9]\d* files of Word, \d readers skipped, 0 failed$/.test(lastLine(output));

/** `wanted` rounds of the torture must have been played, and none may have failed. */
export function isTortureEndured({ code, output }: Outcome, wanted: number): boolean {
  const [, rounds] = /^(\d+) rounds, 0 failed, /.exec(lastLine(output)) ?? [];
  return code === 0 && Number(rounds) >= wanted;
}

export function countVitest(report: VitestReport | null, code: number, files: readonly string[]): Counted {
  const isComplete = report?.testResults.length === files.length;
  return combine([
    countCheck(`every file of tests is run: ${files.length}`, isComplete),
    countRunner('vitest', code, {
      passed: report?.numPassedTests ?? 0,
      failed: report ? report.numFailedTests + report.numPendingTests + report.numTodoTests : 0,
      titles: listTests(report, ({ status }) => status !== 'passed'),
    }),
    {
      passed: 0,
      failures: [],
      flaky: listTests(
        report,
        ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
      ),
    },
  ]);
}

export function countStories(report: StoryReport | null, code: number, files: readonly string[]): Counted {
  const reported = new Set(report?.suites.map(({ file }) => file));
  const missing = files.filter((file) => !reported.has(file));
  const stats = report?.stats;
  return combine([
    countCheck(
      missing.length === 0
        ? `every file of stories is run: ${files.length}`
        : `no report of ${missing.join(', ')}`,
      missing.length === 0 && files.length > 0,
    ),
    countRunner('playwright', code, {
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: (stats?.unexpected ?? 0) + (stats?.skipped ?? 0),
      titles: listStories(report?.suites ?? [], ['unexpected', 'skipped']),
    }),
    { passed: 0, failures: [], flaky: listStories(report?.suites ?? [], ['flaky']) },
  ]);
}

interface RunnerTests {
  readonly passed: number;
  readonly failed: number;
  readonly titles: readonly string[];
}

function countRunner(name: string, code: number, tests: RunnerTests): Counted {
  const failures: Failure[] = [];
  if (tests.failed > 0) {
    failures.push({ name: `${name}: failed or left out`, tests: tests.failed, titles: tests.titles });
    // A runner that fails without a failed test, for example in a file that cannot be loaded.
  } else if (code !== 0) failures.push({ name: `${name} ended with ${code}`, tests: 1 });
  return { passed: tests.passed, failures, flaky: [] };
}

type VitestResult = VitestReport['testResults'][number]['assertionResults'][number];

const listTests = (report: VitestReport | null, isListed: (test: VitestResult) => boolean): string[] =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isListed).map(({ fullName }) => `${basename(name)}: ${fullName}`),
  );

function listStories(suites: readonly StorySuite[], statuses: readonly string[]): string[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)))
      .map(({ file, title }) => `${file}: ${title}`),
    ...listStories(inner, statuses),
  ]);
}

export const combine = (parts: readonly Counted[]): Counted => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failures: parts.flatMap(({ failures }) => failures),
  flaky: parts.flatMap(({ flaky }) => flaky),
});
