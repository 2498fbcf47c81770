import config from '../../playwright.config.ts';
import { defineConfig } from '@playwright/test';
import type { StoryOptions } from './spolu.ts';

/** `npm run test:translated`: every story while a page translator is at work, and the tour of all pages in both languages. */
export default defineConfig<object, StoryOptions>({
  ...config,
  testDir: '.',
  globalSetup: './start-server.ts',
  outputDir: '../../.spolu/test-results',
  // The names of what a page says are the same, but a translated page takes longer.
  timeout: 240_000,
  projects: [
    { name: 'tour', testMatch: '*.tour.ts' },
    {
      name: 'translated',
      testMatch: '*.spec.ts',
      testIgnore: ['tab-killed.spec.ts', 'translated.spec.ts'],
      use: { translated: true },
    },
  ],
});
