import config from '../../playwright.config.ts';
import { defineConfig } from '@playwright/test';
import type { StoryOptions } from './spolu.ts';

/** `npm run test:translated`: every story with an active page translator, and the tour of all pages in both languages. */
export default defineConfig<object, StoryOptions>({
  ...config,
  testDir: '.',
  globalSetup: './start-server.ts',
  outputDir: '../../.spolu/test-results',
  // Accessible names are unchanged, but a translated page is slower.
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
