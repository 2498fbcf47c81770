import { defineConfig } from '@playwright/test';

/** `npm test` finds or installs a Chromium and says where; alone, Playwright's own is taken. */
const executablePath = process.env['SPOLU_CHROMIUM_SHELL'] || process.env['SPOLU_CHROMIUM'] || undefined;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/start-server.ts',
  outputDir: '.spolu/test-results',
  fullyParallel: true,
  // One more than the smallest machine has cores: a story waits for a third of its time.
  workers: 3,
  // A story that needs its second try is listed as flaky, and is no failure.
  retries: 1,
  // Many times what a story takes: what hangs is ended by it, what is slow is not.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: process.env['SPOLU_REPORT']
    ? [['line'], ['json', { outputFile: process.env['SPOLU_REPORT'] }]]
    : 'list',
  projects: [
    // By far the longest: begun last, it would end alone.
    { name: 'kills', testMatch: 'tab-killed.spec.ts' },
    { name: 'stories', testIgnore: 'tab-killed.spec.ts' },
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Prague',
    // A record of every step takes a fifth of the machine: only when somebody is after a fault.
    trace: process.env['SPOLU_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Nothing is drawn for anybody to see: what puts frames together needs no process of its own.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
