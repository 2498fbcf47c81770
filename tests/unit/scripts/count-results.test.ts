import { describe, expect, test } from 'vitest';
import {
  areMutantsKilled,
  areSeedsProven,
  combine,
  countCheck,
  countStories,
  countVitest,
  doReadersAgree,
  isTortureEndured,
  type StoryReport,
  type VitestReport,
} from '../../../scripts/test/count-results.ts';

const failedTests = ({ failures }: { readonly failures: readonly { readonly tests: number }[] }): number =>
  failures.reduce((sum, { tests }) => sum + tests, 0);

describe('seeds', () => {
  const campaign = { seeds: 60, simulatedHours: 45 };
  const end = (seeds: number, hours: string) =>
    `leave 12, crash 3\nAt abc: ${seeds} seeds, ${hours} simulated hours in 90 s (1 per core-hour): 0 failed\n`;

  test('are proven by the last line', () => {
    expect(areSeedsProven({ code: 0, output: end(60, '45.3') }, campaign)).toBe(true);
  });
  test.each([
    ['too few seeds', 0, end(59, '45.3')],
    ['too few hours', 0, end(60, '44.9')],
    ['an exit code', 1, end(60, '45.3')],
    ['no last line', 0, ''],
    ['a line after it', 0, `${end(60, '45.3')}Error: out of memory`],
  ])('are not proven with %s', (_name, code, output) => {
    expect(areSeedsProven({ code, output }, campaign)).toBe(false);
  });
});

describe('mutants', () => {
  test('are all killed, or none has changed', () => {
    expect(areMutantsKilled({ code: 0, output: '✓ a\n84 killed, 0 survived\n' }, 84)).toBe(true);
    expect(areMutantsKilled({ code: 0, output: '0 killed, 0 survived\n' }, 0)).toBe(true);
  });
  test.each([
    ['one survives', 1, '83 killed, 1 survived'],
    ['ten survive', 0, '74 killed, 10 survived'],
    ['some were not tried', 0, '12 killed, 0 survived'],
    ['the program failed', 1, '84 killed, 0 survived'],
    ['nothing was printed', 0, ''],
  ])('are not all killed when %s', (_name, code, output) => {
    expect(areMutantsKilled({ code, output }, 84)).toBe(false);
  });
});

describe('the torture', () => {
  const rest = '700 letters typed, 90 deleted, 150 rows, slowest equal after 900 ms';

  test('is endured when enough rounds were played and none failed', () => {
    expect(isTortureEndured({ code: 0, output: `✓ cut\n18 rounds, 0 failed, ${rest}\n` }, 18)).toBe(true);
  });
  test.each([
    ['a round fails', 1, `18 rounds, 1 failed, ${rest}`],
    ['ten rounds fail', 0, `18 rounds, 10 failed, ${rest}`],
    ['rounds are missing', 0, `6 rounds, 0 failed, ${rest}`],
    ['the program fails', 1, `18 rounds, 0 failed, ${rest}`],
    ['nothing is printed', 0, ''],
  ])('is not endured when %s', (_name, code, output) => {
    expect(isTortureEndured({ code, output }, 18)).toBe(false);
  });
});

describe('the readers of Word files', () => {
  test('agree when no file failed, also without one of them', () => {
    const output = 'pandoc: skipped, not installed\n200 files of Word, 1 readers skipped, 0 failed\n';
    expect(doReadersAgree({ code: 0, output })).toBe(true);
  });
  test.each([
    ['a file fails', 1, '200 files of Word, 0 readers skipped, 1 failed'],
    ['ten files fail', 0, '200 files of Word, 0 readers skipped, 10 failed'],
    ['no file was written', 0, '0 files of Word, 0 readers skipped, 0 failed'],
    ['nothing is printed', 0, ''],
  ])('do not when %s', (_name, code, output) => {
    expect(doReadersAgree({ code, output })).toBe(false);
  });
});

describe('Vitest', () => {
  const files = ['a.test.ts', 'b.test.ts'];
  const file = (name: string, status = 'passed', failureMessages: string[] = []) => ({
    name: `/folder/${name}`,
    assertionResults: [{ fullName: 'counts a part', status, failureMessages }],
  });
  const report: VitestReport = {
    numPassedTests: 7,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [file('a.test.ts'), file('b.test.ts')],
  };

  test('counts every test, and one for the list of files', () => {
    expect(countVitest(report, 0, files)).toEqual({ passed: 8, failures: [], flaky: [] });
  });
  test.each([
    ['a failed test', { ...report, numFailedTests: 1 }, 1, 1],
    ['skipped tests', { ...report, numPendingTests: 2 }, 0, 2],
    ['a test to do', { ...report, numTodoTests: 1 }, 0, 1],
    ['a file that was not run', { ...report, testResults: [file('a.test.ts')] }, 0, 1],
    ['a bad end without a failed test', report, 1, 1],
    ['no report', null, 0, 1],
  ])('fails with %s', (_name, given, code, failed) => {
    expect(failedTests(countVitest(given, code, files))).toBe(failed);
  });
  test('names a test that passed when it was repeated', () => {
    const testResults = [file('a.test.ts', 'passed', ['expected 1 to be 2']), file('b.test.ts')];
    expect(countVitest({ ...report, testResults }, 0, files).flaky).toEqual(['a.test.ts: counts a part']);
  });
  test('names the tests that did not pass', () => {
    const given = {
      ...report,
      numFailedTests: 1,
      testResults: [file('a.test.ts'), file('b.test.ts', 'failed')],
    };
    expect(countVitest(given, 1, files).failures).toEqual([
      { name: 'vitest: failed or left out', tests: 1, titles: ['b.test.ts: counts a part'] },
    ]);
  });
});

describe('stories', () => {
  const files = ['a.spec.ts', 'b.spec.ts'];
  const spec = (file: string, title: string, status: string) => ({ file, title, tests: [{ status }] });
  const report: StoryReport = {
    stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [
      { file: 'a.spec.ts', specs: [spec('a.spec.ts', 'types', 'expected')] },
      { file: 'b.spec.ts', suites: [{ specs: [spec('b.spec.ts', 'drops', 'flaky')] }] },
    ],
  };

  test('counts a flaky story as passed, and lists it', () => {
    expect(countStories(report, 0, files)).toEqual({
      passed: 5,
      failures: [],
      flaky: ['b.spec.ts: drops'],
    });
  });
  test.each([
    ['a failed story', { ...report, stats: { ...report.stats, unexpected: 1 } }, 1, 1],
    ['a skipped story', { ...report, stats: { ...report.stats, skipped: 1 } }, 0, 1],
    ['a file that was not run', { ...report, suites: report.suites.slice(1) }, 0, 1],
    ['a bad end without a failed story', report, 1, 1],
    ['no report', null, 0, 1],
    ['no report and a bad end', null, 1, 2],
  ])('fails with %s', (_name, given, code, failed) => {
    expect(failedTests(countStories(given, code, files))).toBe(failed);
  });
  test('names the stories that did not pass', () => {
    const suites = [{ file: 'b.spec.ts', specs: [spec('b.spec.ts', 'drops', 'unexpected')] }];
    const stats = { ...report.stats, unexpected: 1 };
    expect(countStories({ stats, suites }, 1, ['b.spec.ts']).failures).toEqual([
      { name: 'playwright: failed or left out', tests: 1, titles: ['b.spec.ts: drops'] },
    ]);
  });
});

test('parts add up', () => {
  const sum = combine([countCheck('format', true), countCheck('lint', false)]);
  expect(sum).toEqual({ passed: 1, failures: [{ name: 'lint', tests: 1 }], flaky: [] });
});
