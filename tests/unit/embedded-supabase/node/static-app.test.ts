import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStaticApp } from '../../../../src/embedded-supabase/node/static-app.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'spolu-static-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), 'first page');
  writeFileSync(join(dir, 'assets/a-1.js'), 'first();');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(): (path: string) => Promise<string> {
  const app = createStaticApp({ dir, publishableKey: 'key' });
  const context = { token: null, ip: '127.0.0.1', origin: 'http://127.0.0.1:1' };
  return async (path) => {
    const reply = await app(new Request(`http://127.0.0.1:1${path}`), context);
    return `${reply.status} ${await reply.text()}`;
  };
}

it('answers with the page for every path of the app, even while its file is missing', async () => {
  const get = open();
  expect(await get('/')).toBe('200 first page');
  rmSync(dir, { recursive: true });
  expect(await get('/documents')).toBe('200 first page');
  expect(await get('/index.html')).toBe('404 Not found');
});

it('answers with the new page and both builds after the app was rebuilt', async () => {
  const get = open();
  expect(await get('/')).toBe('200 first page');
  writeFileSync(join(dir, 'assets/a-2.js'), 'second();');
  writeFileSync(join(dir, 'next.html'), 'second page');
  utimesSync(join(dir, 'next.html'), 1, 1);
  renameSync(join(dir, 'next.html'), join(dir, 'index.html'));
  expect(await get('/documents')).toBe('200 second page');
  expect(await get('/assets/a-1.js')).toBe('200 first();');
  expect(await get('/assets/a-2.js')).toBe('200 second();');
});
