/** docs/static-hosting.md asks operators to send the headers that our own server sends. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticApp } from '../../../src/embedded-supabase/node/static-app.ts';

const SUPABASE = 'https://abcdefghijklmnopqrst.supabase.co';
const page = readFileSync('docs/static-hosting.md', 'utf8');
const example = (heading: string): string =>
  new RegExp(String.raw`## ${heading}\n[^]*?\`\`\`\w+\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';
const OTHER = ['content-type', 'etag', 'vary'];

let dir = '';
let send: (path: string) => Promise<Readonly<Record<string, string>>>;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'spolu-hosting-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), `<script>${readFileSync('public/boot.js', 'utf8')}</script>`);
  writeFileSync(join(dir, 'assets/a-1.js'), 'a();');
  writeFileSync(join(dir, 'sw.js'), 'b();');
  const app = createStaticApp({ dir, publishableKey: 'key', supabaseUrl: SUPABASE });
  const context = { token: null, ip: '127.0.0.1', origin: 'http://127.0.0.1:1' };
  send = async (path) => {
    const { headers } = await app(new Request(`http://127.0.0.1:1${path}`), context);
    return Object.fromEntries([...headers].filter(([name]) => !OTHER.includes(name)));
  };
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Names are compared without case. */
const asSent = (found: Iterable<RegExpExecArray>): Readonly<Record<string, string>> =>
  Object.fromEntries([...found].map(([, name = '', value = '']) => [name.toLowerCase(), value]));

test('nginx sends what our server sends', async () => {
  const text = example('nginx');
  const always = asSent(text.matchAll(/add_header (\S+) "([^"]*)" always;/g));
  const cache = (path: string): string => new RegExp(String.raw`${path}\s+"([^"]*)";`).exec(text)?.[1] ?? '';
  expect({ ...always, 'cache-control': cache('default') }).toEqual(await send('/documents'));
  expect({ ...always, 'cache-control': cache('default') }).toEqual(await send('/sw.js'));
  expect((await send('/sw.js'))['cache-control']).toBe('no-cache');
  expect({ ...always, 'cache-control': cache('/assets/') }).toEqual(await send('/assets/a-1.js'));
});

test('a static host sends what our server sends', async () => {
  const [all = '', assets = ''] = example('Netlify').split('\n/assets/*\n');
  const lines = (text: string) => asSent(text.matchAll(/^ {2}([\w-]+): (.*)$/gm));
  const { 'cache-control': _itsOwn, ...security } = await send('/documents');
  expect(lines(all)).toEqual(security);
  expect({ ...lines(all), ...lines(assets) }).toEqual(await send('/assets/a-1.js'));
});

test('every header is explained, and the README links the page', async () => {
  const explained = [...page.matchAll(/^\| `([A-Z][\w-]+)` /gm)].map(([, name = '']) => name.toLowerCase());
  const { 'cache-control': _cache, ...security } = await send('/documents');
  expect(explained.toSorted()).toEqual(Object.keys(security).toSorted());
  expect(readFileSync('README.md', 'utf8')).toContain('(docs/static-hosting.md)');
});
