/**
 * A part that reads texts which an open document has not loaded suspends. Without a boundary of its own it takes the page
 * along, and what is typed meanwhile is lost. So such a part is rendered inside `Suspense`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENT_NAMESPACES, EVERY_PAGE_NAMESPACES } from '../../../../src/app/i18n/lazy-messages.ts';

const APP = join(import.meta.dirname, '../../../../src/app');
const LOADED: ReadonlySet<string> = new Set([...EVERY_PAGE_NAMESPACES, ...DOCUMENT_NAMESPACES]);

/** Files whose parts are rendered by others, and where the boundary is. */
const INSIDE: Readonly<Record<string, string>> = {
  'notifications/bell.tsx': 'pages/page-bell.tsx',
  'notifications/unread-count.tsx': 'pages/page-bell.tsx',
  'notifications/notifications-panel.tsx': 'notifications/bell.tsx',
  'notifications/list-head.tsx': 'notifications/bell.tsx',
  'notifications/notification-list.tsx': 'notifications/bell.tsx',
  'notifications/notification-row.tsx': 'notifications/bell.tsx',
  'notifications/watch-choice.tsx': 'pages/document/whole-menu.tsx',
  'editor/preview/change-steps.tsx': 'pages/document/live-document.tsx',
  'editor/preview/document-comparison.tsx': 'pages/document/live-document.tsx',
  'editor/playback/playback.tsx': 'pages/document/live-document.tsx',
  'editor/playback/erased-texts.tsx': 'pages/document/live-document.tsx',
  'presence/announce-people.tsx': 'pages/document/document-notices.tsx',
  'presence/guide-bar.tsx': 'pages/document/document-notices.tsx',
};

const ON_OTHER_PAGES: ReadonlySet<string> = new Set([
  'presence/presence-settings.tsx',
  'notifications/notification-settings.tsx',
  'notifications/levels-table.tsx',
  'notifications/quiet-hours.tsx',
  'notifications/mail-problem.tsx',
]);

const textOf = (file: string): string => readFileSync(join(APP, file), 'utf8');
const late = ['editor', 'notifications', 'presence', 'room']
  .flatMap((folder) =>
    readdirSync(join(APP, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.tsx') && !ON_OTHER_PAGES.has(file))
  .filter((file) =>
    [...textOf(file).matchAll(/useTranslation\(\[?([^)\]]*)/g)].some(([, names = '']) =>
      [...names.matchAll(/'([^']+)'/g)].some(([, name = '']) => !LOADED.has(name)),
    ),
  );

test('there are such parts', () => {
  expect(late).toContain('presence/guide-bar.tsx');
  expect(late).toContain('editor/carets/out-of-sight.tsx');
  expect(late).toContain('notifications/bell.tsx');
});

test.each(late)('%s has a boundary', (file) => {
  expect(textOf(INSIDE[file] ?? file)).toContain('<Suspense fallback={');
});
