import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/app/data/config.ts';

const nothing = { buildUrl: undefined, buildKey: undefined, page: null, origin: 'http://localhost:3000' };

test.each([null, '', 'null', '  null\n'])('nothing set anywhere: missing (%j)', (page) => {
  expect(readConfig({ ...nothing, page })).toEqual({ ok: false, problem: 'missing' });
});

test('the build comes before the page', () => {
  const page = '{"supabaseUrl":"http://page.test","publishableKey":"of the page"}';
  expect(readConfig({ ...nothing, page })).toEqual({
    ok: true,
    config: { supabaseUrl: 'http://page.test', publishableKey: 'of the page' },
  });
  expect(readConfig({ ...nothing, page, buildUrl: 'https://x.supabase.co/', buildKey: 'k' })).toEqual({
    ok: true,
    config: { supabaseUrl: 'https://x.supabase.co', publishableKey: 'k' },
  });
});

test('an address relative to the page is the server that sent the page', () => {
  const page = '{"supabaseUrl":"/","publishableKey":"k"}';
  expect(readConfig({ ...nothing, page })).toMatchObject({
    config: { supabaseUrl: 'http://localhost:3000' },
  });
});

test.each([
  ['half a pair', { buildUrl: 'https://x.supabase.co' }, 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  ['the other half', { buildKey: 'k' }, 'VITE_SUPABASE_URL'],
  ['not JSON', { page: '{' }, 'spolu-config'],
  ['another shape', { page: '{"supabaseUrl":1}' }, 'spolu-config'],
  ['not http', { buildUrl: 'ftp://x', buildKey: 'k' }, 'ftp://x'],
])('%s is told, with the culprit', (_name, sources, detail) => {
  expect(readConfig({ ...nothing, ...sources })).toEqual({ ok: false, problem: 'invalid', detail });
});
