import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../src/embedded-supabase/rest/parse-query.ts';

const parse = (query: string, isCall = false) => parseQuery(new URLSearchParams(query), isCall);
const codeOf = (query: string) => {
  try {
    parse(query);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};
const column = (name: string, more: object = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
  ...more,
});
const relation = (name: string, children: unknown[], more: object = {}) => ({
  kind: 'relation',
  name,
  alias: null,
  hint: null,
  inner: false,
  spread: false,
  children,
  ...more,
});

describe('select', () => {
  test.each([
    ['*', [{ kind: 'star' }]],
    ['a,b-c', [column('a'), column('b-c')]],
    ['"a,b"', [column('a,b')]],
    ['x:a::text', [column('a', { alias: 'x', cast: 'text' })]],
    ['a::double precision', [column('a', { cast: 'double precision' })]],
    [
      'd->b->>0',
      [
        column('d', {
          field: {
            name: 'd',
            path: [
              { asText: false, key: 'b' },
              { asText: true, key: 0 },
            ],
          },
        }),
      ],
    ],
    ['d->-1', [column('d', { field: { name: 'd', path: [{ asText: false, key: -1 }] } })]],
    ['count()', [column('count', { field: null, aggregate: 'count' })]],
    [
      'n:count()::text',
      [column('count', { field: null, aggregate: 'count', alias: 'n', aggregateCast: 'text' })],
    ],
    ['s:a::int.sum()', [column('a', { alias: 's', cast: 'int', aggregate: 'sum' })]],
    ['r(*)', [relation('r', [{ kind: 'star' }])]],
    ['r()', [relation('r', [])]],
    [
      'x:r!h!inner(a, s(b))',
      [relation('r', [column('a'), relation('s', [column('b')])], { alias: 'x', hint: 'h', inner: true })],
    ],
    ['r!inner!h(a)', [relation('r', [column('a')], { hint: 'h', inner: true })]],
    ['r!left(a)', [relation('r', [column('a')])]],
    ['...r(a)', [relation('r', [column('a')], { spread: true })]],
  ])('%s', (text, expected) => {
    expect(parse(`select=${encodeURIComponent(text)}`).select).toEqual(expected);
  });

  test.each([
    'a b!',
    'r(a',
    'a)',
    'a::',
    '(a)',
    ',',
    'a->',
    'a.nope()',
    '"a',
    `${'r('.repeat(80)}a${')'.repeat(80)}`,
  ])('refuses %s', (text) => {
    expect(codeOf(`select=${encodeURIComponent(text)}`)).toBe('PGRST100');
  });
});

describe('filters', () => {
  const filterOf = (query: string) => parse(query).conditions;

  test('name the resource that they apply to', () => {
    expect(filterOf('r.s.d->>k=not.eq.1')).toEqual([
      {
        path: ['r', 's'],
        value: {
          kind: 'filter',
          field: { name: 'd', path: [{ asText: true, key: 'k' }] },
          negated: true,
          operation: { kind: 'simple', operator: 'eq', quantifier: null, value: '1' },
        },
      },
    ]);
  });

  test.each([
    ['a=in.(1,"b,c","d\\"e",)', { kind: 'in', values: ['1', 'b,c', 'd"e', ''] }],
    ['a=is.NULL', { kind: 'is', value: 'null' }],
    ['a=fts(english).x y', { kind: 'fts', operator: 'fts', language: 'english', value: 'x y' }],
    ['a=like(all).{a*}', { kind: 'simple', operator: 'like', quantifier: 'all', value: '{a*}' }],
    ['a=eq.a.b(c),d', { kind: 'simple', operator: 'eq', quantifier: null, value: 'a.b(c),d' }],
    ['a=eq.', { kind: 'simple', operator: 'eq', quantifier: null, value: '' }],
  ])('%s', (query, operation) => {
    expect(filterOf(query)[0]?.value).toMatchObject({ operation });
  });

  test('logic trees nest, negate and quote', () => {
    expect(parse('r.not.or=(a.eq.1,not.and(b.in.(1,2),c.not.is.null),d.eq."x,)")').conditions).toMatchObject([
      {
        path: ['r'],
        value: {
          kind: 'tree',
          negated: true,
          operator: 'or',
          conditions: [
            { field: { name: 'a' }, operation: { value: '1' } },
            {
              kind: 'tree',
              negated: true,
              operator: 'and',
              conditions: [
                { operation: { values: ['1', '2'] } },
                { negated: true, operation: { kind: 'is' } },
              ],
            },
            { operation: { value: 'x,)' } },
          ],
        },
      },
    ]);
  });

  test.each([
    'a=1',
    'a=nope.1',
    'a=eq',
    'a=is.maybe',
    'a=in.1',
    'or=(a.eq.1',
    'or=()',
    'or=a.eq.1',
    '%00=eq.1',
    'a=eq.%00',
  ])('refuses %s', (query) => {
    expect(codeOf(query)).toBe('PGRST100');
  });
});

test('order, windows, columns and conflicts', () => {
  const query = parse(
    'order=a.desc.nullslast,r(b)&r.order=c&limit=5&offset=2&r.limit=1&columns=a,"b,c"&on_conflict=a,b',
  );
  expect(query.order).toMatchObject([
    {
      path: [],
      value: [
        { descending: true, nulls: 'last' },
        { relation: 'r', descending: false, nulls: null },
      ],
    },
    { path: ['r'] },
  ]);
  expect(query.windows).toEqual([
    { path: [], value: { limit: 5, offset: 2 } },
    { path: ['r'], value: { limit: 1, offset: 0 } },
  ]);
  expect(query.columns).toEqual(['a', 'b,c']);
  expect(query.onConflict).toEqual(['a', 'b']);
  expect(codeOf('order=a.down')).toBe('PGRST100');
  expect(codeOf('limit=-1')).toBe('PGRST103');
});

test('a call reads a parameter as an argument unless it parses as a filter', () => {
  const query = parse('a=1&b=eq.1&c=x.y&d=in%20the%20house&r.e=eq.2&f=eq', true);
  expect(query.args).toEqual([
    ['a', '1'],
    ['c', 'x.y'],
    ['d', 'in the house'],
    ['f', 'eq'],
  ]);
  expect(query.conditions.map(({ value }) => value.kind === 'filter' && value.field.name)).toEqual([
    'b',
    'e',
  ]);
});
