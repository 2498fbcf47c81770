import { defineConfig } from '@playwright/test';

/** `npm test` finds or installs a Chromium and says where; alone, Playwright's own is taken. */
const executablePath = process.env['SPOLU_CHROMIUM'] || undefined;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: '.spolu/test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env['SPOLU_REPORT']
    ? [['line'], ['json', { outputFile: process.env['SPOLU_REPORT'] }]]
    : 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Prague',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
