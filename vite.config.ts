import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstPaint } from './scripts/build/first-paint.ts';
import { documentGroups } from './scripts/build/group-modules.ts';
import { importParts, modulePreload } from './scripts/build/import-parts.ts';
import { leaveOutParts } from './scripts/build/leave-out-parts.ts';
import { leaveOut } from './scripts/build/leave-out.ts';
import { listModules } from './scripts/build/list-modules.ts';
import { MUTANTS } from './tests/together/mutants.ts';

/** Both cursor and collaboration extensions must meet one sync plugin key; see docs/decisions/0002. */
const alias = { 'y-prosemirror': '@tiptap/y-tiptap' };

/** What every page needs comes as one file, which is smaller than thirty. */
const EVERY_PAGE = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-i18next|i18next|react-error-boundary)\//,
  /node_modules\/(react-hot-toast|clsx|@tanstack|@supabase|tslib|iceberg-js|zod|use-sync-external-store)\//,
  /src\/app\/(data\/(api-error|config|paths|query-client|session|supabase)|i18n\/(language|lazy-messages|start-i18n|use-language))\.ts$/,
  /src\/app\/(pages\/(use-page\.ts|page-waiting\.tsx)|ui\/(button|button-look|load-later|spinner|toast|wordmark)\.tsx?)$/,
];

const isOnEveryPage = (id: string): boolean => EVERY_PAGE.some((pattern) => pattern.test(id));

/** Files of messages carry their language, for example `en-us-history`. */
function nameChunk({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const [, language] = /\/i18n\/(en-us|cs)\//.exec(facadeModuleId ?? '') ?? [];
  return `assets/${language === undefined ? '' : `${language}-`}[name]-[hash].js`;
}

const shared = { resolve: { alias, dedupe: ['yjs', 'y-protocols', 'react', 'react-dom'] } };
/** Unit tests share a process, its page and what it has loaded, but for those that need modules of their own. */
const unitTests = readdirSync(join(import.meta.dirname, 'tests/unit'), { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/unit/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }));
const isAlone = (text: string): boolean => /vi\.mock\(|@alone/.test(text);
const inPage = unitTests.filter(({ text }) => text.includes('@vitest-environment jsdom') || isAlone(text));
const unitFiles = (isWanted: (text: string) => boolean): string[] =>
  inPage.filter(({ text }) => isWanted(text)).map(({ file }) => file);
/** Beside browsers and databases; what hangs is ended by it, what is slow is not. */
const UNIT_TIMEOUT_MS = 20_000;
const isMutant = process.env['TOGETHER_MUTANT'] !== undefined;
/** Tests of what these are put into. */
const TESTS_OF_MUTANTS = [
  'tests/unit/app/editor/shared-text.test.ts',
  'tests/unit/supabase/contract/lineage.test.ts',
  'tests/unit/yjs-supabase/whole-updates.test.ts',
];
/** One of the mistakes of `npm run test:together -- --mutants`, when it asks for it. */
function putInMistake() {
  const mutant = MUTANTS[Number(process.env['TOGETHER_MUTANT'] ?? -1)];
  return {
    name: 'put-in-mistake',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (mutant === undefined || !id.replaceAll('\\', '/').endsWith(mutant.file)) return null;
      if (!code.includes(mutant.from)) throw new Error(`nothing to change for: ${mutant.name}`);
      return code.replace(mutant.from, mutant.to);
    },
  };
}
const TIMED = 'tests/integration/failure-table/**/*.test.ts';
const inline = { deps: { inline: [/@tiptap\//, /y-prosemirror/] } };

export default defineConfig({
  ...shared,
  plugins: [importParts(), leaveOut(), leaveOutParts(), react(), tailwindcss(), firstPaint(), listModules()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The content policy lets no font come with a style sheet.
    assetsInlineLimit: 0,
    modulePreload,
    rolldownOptions: {
      output: {
        chunkFileNames: nameChunk,
        codeSplitting: { groups: [{ name: 'every-page', test: isOnEveryPage }, ...documentGroups()] },
      },
    },
  },
  test: {
    // One less than there are cores is the default, which on two cores leaves one idle.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: unitFiles(() => true),
          environment: 'node',
          isolate: false,
          setupFiles: 'tests/support/patience.ts',
          testTimeout: UNIT_TIMEOUT_MS,
          server: inline,
        },
      },
      {
        ...shared,
        test: {
          name: 'page',
          include: unitFiles((text) => !isAlone(text)),
          environment: 'jsdom',
          isolate: false,
          setupFiles: 'tests/support/clean-page.ts',
          testTimeout: UNIT_TIMEOUT_MS,
          server: inline,
        },
      },
      {
        ...shared,
        test: {
          name: 'alone',
          include: unitFiles(isAlone),
          environment: 'jsdom',
          isolate: false,
          setupFiles: 'tests/support/forget-modules.ts',
          testTimeout: UNIT_TIMEOUT_MS,
          server: inline,
        },
      },
      {
        ...shared,
        plugins: [putInMistake()],
        test: {
          name: 'together',
          include: ['tests/together/**/*.test.ts', ...(isMutant ? TESTS_OF_MUTANTS : [])],
          environment: 'jsdom',
          setupFiles: 'tests/support/clean-page.ts',
          server: inline,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          isolate: false,
          include: ['tests/{integration,database}/**/*.test.ts'],
          exclude: [TIMED],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          server: inline,
        },
      },
      {
        ...shared,
        test: {
          name: 'timed',
          include: [TIMED],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          server: inline,
          // After all others: what heals within seconds of real time needs a machine that has time.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
