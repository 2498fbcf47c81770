// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage, storeLanguage } from '../../../src/app/i18n/language.ts';
import { changeTheme, type Theme } from '../../../src/app/ui/theme.ts';
import { runBoot } from '../../support/run-boot.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const root = document.documentElement;

afterEach(() => {
  localStorage.clear();
  root.lang = '';
  delete root.dataset['theme'];
  delete root.dataset['shape'];
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

test.each([
  [null, ['cs-CZ', 'en']],
  [null, ['de', 'en-GB', 'cs']],
  [null, ['sk', 'de']],
  [null, []],
  ['cs', ['en-US']],
  ['en-US', ['cs']],
])('with %j chosen and a browser of %j the page has the language of its texts', (stored, browser) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
  const language = chooseLanguage(stored, browser);
  if (stored !== null) storeLanguage(language);
  runBoot();
  expect(root.lang).toBe(language);
});

test.each<[Theme, string | undefined]>([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
])('the theme %s applies from the start', (theme, shown) => {
  changeTheme(theme);
  delete root.dataset['theme'];
  runBoot();
  expect(root.dataset['theme']).toBe(shown);
});

test('without storage the system theme applies', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['cs']);
  runBoot();
  expect([root.lang, root.dataset['theme']]).toEqual(['cs', undefined]);
});

test.each([
  ['/documents', true, 'list'],
  ['/', true, 'list'],
  ['/documents/4f', true, 'document'],
  ['/documents/4f/history', true, 'document'],
  ['/account', true, undefined],
  ['/documents', false, undefined],
])('at %s, signed in: %s, the placeholder is %s', (path, isSignedIn, shape) => {
  history.replaceState(null, '', path);
  if (isSignedIn) localStorage.setItem('sb-127-auth-token', '{}');
  runBoot();
  expect(root.dataset['shape']).toBe(shape);
});

test('the files listed by the build for a page are preloaded', () => {
  history.replaceState(null, '', '/documents');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['cs']);
  const parts = { list: { cs: ['assets/list-1.js', 'assets/cs-1.js'], 'en-US': ['assets/en-1.js'] } };
  document.body.innerHTML = `<script type="application/json" id="spolu-parts">${JSON.stringify(parts)}</script>`;
  runBoot();
  const asked = [...document.head.querySelectorAll('link')].map(
    (link) => `${link.rel} ${link.getAttribute('href')}`,
  );
  expect(asked).toEqual(['modulepreload /assets/list-1.js', 'modulepreload /assets/cs-1.js']);
  document.body.innerHTML = '';
  document.head.innerHTML = '';
});

test('it runs in the head, and nothing before it blocks', () => {
  const head = /<head>[^]*<\/head>/.exec(readFileSync(resolve(ROOT, 'index.html'), 'utf8'))?.[0] ?? '';
  const scripts = [...head.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.filter((tag) => !tag.includes('application/json'))).toEqual(['<script src="/boot.js">']);
});

test('on a shared computer the session ends with the browser', () => {
  localStorage.setItem('sb-127-auth-token', '{}');
  runBoot();
  expect(localStorage.getItem('sb-127-auth-token')).toBe('{}');
  localStorage.setItem('spolu.shared-computer', 'yes');
  runBoot();
  expect(localStorage.getItem('sb-127-auth-token')).toBeNull();
  localStorage.setItem('sb-127-auth-token', '{}');
  runBoot();
  expect(localStorage.getItem('sb-127-auth-token')).toBe('{}');
});
