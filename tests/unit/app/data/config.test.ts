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
    config: { supabaseUrl: 'http://page.test', publishableKey: 'of the page', eventsPerSecond: 100 },
  });
  expect(readConfig({ ...nothing, page, buildUrl: 'https://x.supabase.co/', buildKey: 'k' })).toEqual({
    ok: true,
    config: { supabaseUrl: 'https://x.supabase.co', publishableKey: 'k', eventsPerSecond: 100 },
  });
});

test('an address relative to the page is the server that sent the page', () => {
  const page = '{"supabaseUrl":"/","publishableKey":"k"}';
  expect(readConfig({ ...nothing, page })).toMatchObject({
    config: { supabaseUrl: 'http://localhost:3000' },
  });
});

test('the allowance of Realtime comes from the same place, and is that of the free plan where it is not said', () => {
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
    'a rate that is none',
    { buildUrl: 'https://x.test', buildKey: 'k', buildEvents: 'many' },
    'VITE_REALTIME_EVENTS_PER_SECOND',
  ],
  ['not JSON', { page: '{' }, 'spolu-config'],
  ['another shape', { page: '{"supabaseUrl":1}' }, 'spolu-config'],
  ['not http', { buildUrl: 'ftp://x', buildKey: 'k' }, 'ftp://x'],
])('%s is told, with the culprit', (_name, sources, detail) => {
  expect(readConfig({ ...nothing, ...sources })).toEqual({ ok: false, problem: 'invalid', detail });
});
