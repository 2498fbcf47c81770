import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/app/data/config.ts';

const nothing = { buildUrl: undefined, buildKey: undefined, page: null, origin: 'http://localhost:3000' };

test.each([null, '', 'null', '  null\n'])('without any setting: missing (%j)', (page) => {
  expect(readConfig({ ...nothing, page })).toEqual({ ok: false, problem: 'missing' });
});

test('settings of the build take precedence over the page', () => {
  const page = '{"supabaseUrl":"http://page.test","publishableKey":"of the page"}';
  expect(readConfig({ ...nothing, page })).toEqual({
    ok: true,
    config: { supabaseUrl: 'http://page.test', publishableKey: 'of the page', eventsPerSecond: 100 },
  });
  expect(readConfig({ ...nothing, page, buildUrl: 'https://x.supabase.co/', buildKey: 'k' })).toEqual({
    ok: true,
    config: { supabaseUrl: 'https://x.supabase.co', publishableKey: 'k', eventsPerSecond: 100 },
  });
});

test('a URL relative to the page means the server of the page', () => {
  const page = '{"supabaseUrl":"/","publishableKey":"k"}';
  expect(readConfig({ ...nothing, page })).toMatchObject({
    config: { supabaseUrl: 'http://localhost:3000' },
  });
});

test('the Realtime allowance has the same sources, and defaults to the free plan', () => {
  const page = '{"supabaseUrl":"/","publishableKey":"k","eventsPerSecond":100000}';
  const build = { buildUrl: 'https://x.supabase.co', buildKey: 'k' };
  expect(readConfig({ ...nothing, page })).toMatchObject({ config: { eventsPerSecond: 100_000 } });
  expect(readConfig({ ...nothing, page, ...build })).toMatchObject({ config: { eventsPerSecond: 100 } });
  expect(readConfig({ ...nothing, ...build, buildEvents: '500' })).toMatchObject({
    config: { eventsPerSecond: 500 },
  });
});

test.each([
  ['half a pair', { buildUrl: 'https://x.supabase.co' }, 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  ['the other half', { buildKey: 'k' }, 'VITE_SUPABASE_URL'],
  [
    'an invalid rate',
    { buildUrl: 'https://x.test', buildKey: 'k', buildEvents: 'many' },
    'VITE_REALTIME_EVENTS_PER_SECOND',
  ],
  ['not JSON', { page: '{' }, 'supabase-config'],
  ['another shape', { page: '{"supabaseUrl":1}' }, 'supabase-config'],
  ['not http', { buildUrl: 'ftp://x', buildKey: 'k' }, 'ftp://x'],
])('%s is reported, with its source', (_name, sources, detail) => {
  expect(readConfig({ ...nothing, ...sources })).toEqual({ ok: false, problem: 'invalid', detail });
});
