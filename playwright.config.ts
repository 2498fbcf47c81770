import { defineConfig } from '@playwright/test';

/** `npm test` finds or installs a Chromium and sets these variables. Without them, Playwright uses its own. */
const executablePath = process.env['SPOLU_CHROMIUM_SHELL'] || process.env['SPOLU_CHROMIUM'] || undefined;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/start-server.ts',
  outputDir: '.spolu/test-results',
  fullyParallel: true,
  // One more than two cores, because a story waits for a third of its time.
  workers: 3,
  // A story that passes on the second attempt is reported as flaky, not as failed.
  retries: 1,
  // Many times the duration of a story: ends stories that hang, not slow ones.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: process.env['SPOLU_REPORT']
    ? [['line'], ['json', { outputFile: process.env['SPOLU_REPORT'] }]]
    : 'list',
  projects: [
    // By far the longest file. Started last, it would run alone at the end.
    { name: 'kills', testMatch: 'tab-killed.spec.ts' },
    { name: 'stories', testIgnore: 'tab-killed.spec.ts' },
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Prague',
    // Tracing takes a fifth of the processor time, so it is on only while debugging.
    trace: process.env['SPOLU_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Headless: compositing needs no separate process.
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
