import { expect, test } from 'vitest';
import { describeApplied, parsePreferences } from '../../../../src/embedded-supabase/rest/prefer.ts';
import { applyRangeHeader, describeRange } from '../../../../src/embedded-supabase/rest/row-range.ts';
import { parseQuery } from '../../../../src/embedded-supabase/rest/parse-query.ts';

test('preferences are read leniently, or strictly on request', () => {
  const found = parsePreferences(
    'return=representation,count=exact, nonsense, timezone=Mars/Base, max-affected=3',
  );
  expect(found).toMatchObject({
    representation: 'representation',
    count: 'exact',
    timezone: null,
    maxAffected: null,
  });
  expect(parsePreferences('handling=strict, max-affected=3').maxAffected).toBe(3);
  expect(() => parsePreferences('handling=strict, nonsense')).toThrow(
    'Invalid preferences given with handling=strict',
  );
  expect(parsePreferences('return=minimal, return=representation').representation).toBe('minimal');
});

test('applied preferences keep PostgREST’s order', () => {
  const applied = describeApplied({
    count: 'exact',
    representation: 'minimal',
    resolution: 'merge-duplicates',
  });
  expect(applied).toBe('resolution=merge-duplicates, return=minimal, count=exact');
  expect(describeApplied({ count: null })).toBeNull();
});

test.each([
  [0, 3, null, 200, '0-2/*'],
  [0, 3, 3, 200, '0-2/3'],
  [2, 1, 3, 206, '2-2/3'],
  [0, 0, 0, 200, '*/0'],
  [0, 0, null, 200, '*/*'],
])('rows from %i, %i of them, of %s', (offset, rows, total, status, contentRange) => {
  expect(describeRange(offset, rows, total)).toEqual({ status, contentRange });
});

test('the header Range narrows limit and offset', () => {
  const windowOf = (query: string, header: string) =>
    applyRangeHeader(parseQuery(new URLSearchParams(query), false), header).windows[0]?.value;
  expect(windowOf('', '2-4')).toEqual({ offset: 2, limit: 3 });
  expect(windowOf('limit=2', '0-9')).toEqual({ offset: 0, limit: 2 });
  expect(windowOf('offset=5', '2-9')).toEqual({ offset: 5, limit: 5 });
  expect(windowOf('', '7-')).toEqual({ offset: 7, limit: null });
  expect(windowOf('', 'bytes=0-1')).toBeUndefined();
  expect(() => windowOf('', '4-2')).toThrow('Requested range not satisfiable');
});
