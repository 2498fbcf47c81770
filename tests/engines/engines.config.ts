import { defineConfig } from '@playwright/test';

/**
 * `npm run test:engines`: a story of two users in Firefox and in WebKit, whose windows Playwright does not control
 * (docs/decisions/0052). Only its runner is used.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/start-server.ts',
  outputDir: '../../.spolu/test-results/engines',
  // Each story is two browsers.
  workers: 1,
  retries: 1,
  // Many times the duration of a story: ends stories that hang, not slow ones.
  timeout: 600_000,
  expect: { timeout: 40_000 },
  reporter: process.env['SPOLU_REPORT']
    ? [['line'], ['json', { outputFile: process.env['SPOLU_REPORT'] }]]
    : 'list',
});
