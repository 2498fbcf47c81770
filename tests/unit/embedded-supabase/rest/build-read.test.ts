import { expect, test } from 'vitest';
import { buildRead } from '../../../../src/embedded-supabase/rest/build-read.ts';
import type { Catalogue, Column, Table } from '../../../../src/embedded-supabase/rest/catalogue.ts';
import { deriveRelationships } from '../../../../src/embedded-supabase/rest/derive-relationships.ts';
import { Parameters } from '../../../../src/embedded-supabase/rest/parameters.ts';
import { parseQuery } from '../../../../src/embedded-supabase/rest/parse-query.ts';
import { planRead, rootOf } from '../../../../src/embedded-supabase/rest/plan-read.ts';
import { createRandom } from '../../../support/random.ts';

function makeTable(name: string, columns: readonly string[], primaryKey: readonly string[]): Table {
  const type = {
    sql: '"pg_catalog"."jsonb"',
    name: 'jsonb',
    baseName: 'jsonb',
    isArray: false,
    isDomain: false,
  };
  return {
    schema: 'public',
    name,
    sql: `"public"."${name}"`,
    isView: false,
    columns: new Map(
      columns.map((column): [string, Column] => [
        column,
        { name: column, type, defaultSql: null, isGenerated: false },
      ]),
    ),
    primaryKey,
    computed: new Map(),
  };
}

const films = makeTable('films', ['id', 'title', 'director'], ['id']);
const directors = makeTable('directors', ['id', 'name'], ['id']);
const actors = makeTable('actors', ['id', 'name'], ['id']);
const roles = makeTable('roles', ['film', 'actor'], ['film', 'actor']);
const tables = [films, directors, actors, roles];
const keys = [
  {
    constraint: 'films_director',
    table: films,
    foreignTable: directors,
    columns: [['director', 'id']],
    isUnique: false,
  },
  { constraint: 'roles_film', table: roles, foreignTable: films, columns: [['film', 'id']], isUnique: false },
  {
    constraint: 'roles_actor',
    table: roles,
    foreignTable: actors,
    columns: [['actor', 'id']],
    isUnique: false,
  },
] as const;
const catalogue: Catalogue = {
  tables: new Map([['public', new Map(tables.map((table) => [table.name, table]))]]),
  relationships: deriveRelationships(tables, keys),
  routines: new Map(),
  types: new Map([
    ['text', { sql: '"pg_catalog"."text"', name: 'text', baseName: 'text', isArray: false, isDomain: false }],
  ]),
};

const limits = { maxRows: 100, aggregatesEnabled: true };

function build(query: string): { text: string; values: readonly unknown[] } {
  const parameters = new Parameters();
  const plan = planRead(catalogue, rootOf(films), parseQuery(new URLSearchParams(query), false), { limits });
  return { text: buildRead(plan, { catalogue, parameters }), values: parameters.values };
}

test('a filter, an embed and a window', () => {
  expect(build('select=id,directors(name)&title=eq.x&order=id.desc&limit=5&offset=10')).toEqual({
    text:
      'SELECT t0."id" AS "id", pg_catalog.row_to_json(e1.*) AS "directors" FROM "public"."films" AS t0' +
      ' LEFT JOIN LATERAL (SELECT t1."name" AS "name" FROM "public"."directors" AS t1 WHERE t1."id" = t0."director" LIMIT 100) AS e1 ON TRUE' +
      ' WHERE t0."title" = $1 ORDER BY t0."id" DESC LIMIT 5 OFFSET 10',
    values: ['x'],
  });
});

test('a label is quoted, a quote in it doubled', () => {
  expect(build(`select=${encodeURIComponent('"a\\"; drop--":id')}&limit=1`).text).toBe(
    'SELECT t0."id" AS "a""; drop--" FROM "public"."films" AS t0 LIMIT 1',
  );
});

test('every identifier is the catalogue’s or a requested label, every value a parameter', () => {
  const random = createRandom(7);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const known = new Set([
    'public',
    'pg_catalog',
    'text',
    ...tables.flatMap((table) => [table.name, ...table.columns.keys()]),
  ]);
  const names = ['id', 'id', 'id', 'id', 'id', 'title', 'name', 'nope', 'pg_class', 'x y', 'director'];
  // A type in a cast also comes after AS.
  const labels = new Set(['l1', 'l2', 'l3', ...names, 'pg_catalog']);
  let built = 0;
  for (let round = 0; round < 2000; round += 1) {
    const select = [
      one(names),
      `l1:${one(names)}->>${one(names)}`,
      `${one(names)}::text`,
      `l2:${one(['directors', 'actors', 'roles', 'secrets'])}(${one(names)},l3:${one(names)})`,
    ].filter(() => random() < 0.6);
    const query = new URLSearchParams({ select: select.join(',') });
    if (random() < 0.5) query.append(one(names), `eq.v${round}`);
    if (random() < 0.5) query.append('or', `(${one(names)}.eq.w${round},${one(names)}.is.null)`);
    if (random() < 0.5) query.append(`l2.${one(names)}`, `in.(v${round},"w,${round}")`);
    if (random() < 0.5) query.append('order', `${one(names)}.desc`);
    let text: string;
    try {
      ({ text } = build(query.toString()));
    } catch (error) {
      expect(error).toHaveProperty('code');
      continue;
    }
    built += 1;
    for (const [, as, identifier = ''] of text.matchAll(/( AS )?"((?:[^"]|"")*)"/g)) {
      expect(as === undefined ? known : labels, `${query.toString()} → ${text}`).toContain(identifier);
    }
    expect(text).not.toMatch(/[vw]\d/);
    expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/nope|x y|pg_class|secrets/);
  }
  expect(built).toBeGreaterThan(100);
});
