import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstPaint } from './scripts/build/first-paint.ts';
import { documentGroups } from './scripts/build/group-modules.ts';
import { importParts, modulePreload } from './scripts/build/import-parts.ts';
import { listModules } from './scripts/build/list-modules.ts';
import { serviceWorker } from './scripts/build/service-worker.ts';
import { MUTANTS as MUTANTS_OF_FORMATS } from './tests/formats/mutants.ts';
import { MUTANTS, type Mutant } from './tests/together/mutants.ts';

/** The cursor and the collaboration extension must share one sync plugin key (docs/decisions/0002). */
const alias = { 'y-prosemirror': '@tiptap/y-tiptap' };

/** Modules that every page needs. One chunk of them compresses better than thirty. */
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

/** `Features.DirSelector` of Lightning CSS. What it would write instead needs `lang`; a browser without `:dir()` skips it. */
const DIR_SELECTOR = 4;

const shared = { resolve: { alias, dedupe: ['yjs', 'y-protocols', 'react', 'react-dom'] } };
/** Unit tests share a process, DOM and module cache, except those that mock modules or are marked `@alone`. */
const unitTests = readdirSync(join(import.meta.dirname, 'tests/unit'), { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/unit/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }));
const isAlone = (text: string): boolean => /vi\.mock\(|@alone/.test(text);
const inPage = unitTests.filter(({ text }) => text.includes('@vitest-environment jsdom') || isAlone(text));
const unitFiles = (isWanted: (text: string) => boolean): string[] =>
  inPage.filter(({ text }) => isWanted(text)).map(({ file }) => file);
/** Long, because unit tests run beside browsers and databases: ends tests that hang, not slow ones. */
const UNIT_TIMEOUT_MS = 20_000;
/** Servers and sockets in real time: a test that passes when repeated is listed as flaky, as stories are. */
const repeated = { retry: 1 };
const mutant = MUTANTS[Number(process.env['TOGETHER_MUTANT'] ?? -1)];
const mutantOfFormats = MUTANTS_OF_FORMATS[Number(process.env['FORMATS_MUTANT'] ?? -1)];
/** Unit tests of the files that the mutants change. */
const TESTS_OF_MUTANTS = [
  'tests/unit/app/room/company/gathering.test.ts',
  'tests/unit/app/room/company/guide.test.ts',
  'tests/unit/app/room/company/standings.test.ts',
  'tests/unit/app/editor/binding/shared-text.test.ts',
  'tests/unit/supabase/contract/authorship.test.ts',
  'tests/unit/supabase/contract/lineage.test.ts',
  'tests/unit/yjs-supabase/core/notices.test.ts',
  'tests/unit/yjs-supabase/doc/whole-updates.test.ts',
];
/** Applies one mutant of `npm run test:together -- --mutants` or of `npm run test:formats -- --mutants`. */
function putInMistake(mutant: Mutant | undefined) {
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
  // Only Vite makes style sheets smaller: Tailwind would replace `:dir()` without being told not to.
  plugins: [
    importParts(),
    react(),
    tailwindcss({ optimize: false }),
    firstPaint(),
    serviceWorker(),
    listModules(),
  ],
  css: { lightningcss: { exclude: DIR_SELECTOR } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // As Tailwind.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // The content security policy forbids fonts inlined in a style sheet.
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
    // The default is one less than the number of cores, which on two cores leaves one idle.
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
          hookTimeout: UNIT_TIMEOUT_MS,
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
          hookTimeout: UNIT_TIMEOUT_MS,
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
          hookTimeout: UNIT_TIMEOUT_MS,
          server: inline,
        },
      },
      {
        ...shared,
        plugins: [putInMistake(mutant)],
        test: {
          name: 'together',
          include: ['tests/together/**/*.test.ts', ...(mutant ? (mutant.tests ?? TESTS_OF_MUTANTS) : [])],
          environment: 'jsdom',
          setupFiles: 'tests/support/clean-page.ts',
          server: inline,
        },
      },
      ...(mutantOfFormats
        ? [
            {
              ...shared,
              plugins: [putInMistake(mutantOfFormats)],
              test: {
                name: 'formats',
                include: [...(mutantOfFormats.tests ?? ['tests/unit/app/formats/round-trips.test.ts'])],
                environment: 'jsdom',
                setupFiles: 'tests/support/clean-page.ts',
                testTimeout: UNIT_TIMEOUT_MS,
                server: inline,
              },
            },
          ]
        : []),
      {
        ...shared,
        test: {
          name: 'integration',
          isolate: false,
          ...repeated,
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
          ...repeated,
          include: [TIMED],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          server: inline,
          // After all others: recovery within seconds of real time needs an idle machine.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
