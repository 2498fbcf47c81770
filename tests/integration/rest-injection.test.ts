/**
 * Hostile strings in every part of a request. In each case: no 5xx, no part of the string in the SQL text except as a
 * quoted output label, and no other table touched.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import { createRest, type Rest } from '../../src/embedded-supabase/rest/create-rest.ts';
import { openRestFixture, type RestFixture } from '../support/open-rest-fixture.ts';
import { createRandom } from '../support/random.ts';

const SEED = Number(process.env['SEED'] ?? 20_260_821);
const ROUNDS = 40;

let fixture: RestFixture;
let rest: Rest;
const statements: string[] = [];

beforeAll(async () => {
  fixture = await openRestFixture(`
    create function echo(a text, b text default '') returns text stable language sql as $$ select a || b $$;
    create function list_films() returns setof films stable language sql as $$ select * from films $$;
  `);
  await fixture.fill();
  rest = createRest({
    database: recordStatements(fixture.database),
    tokens: fixture.tokens,
    config: { schemas: ['public', 'side'], extra_search_path: ['public', 'extensions'], max_rows: 20 },
  });
});
afterAll(async () => {
  await rest.close();
  await fixture.close();
});

function recordStatements(database: Database): Database {
  return {
    ...database,
    asCaller: (settings, work) =>
      database.asCaller(settings, (tx) =>
        work({
          query: (text, values) => {
            statements.push(text);
            return tx.query(text, values);
          },
        }),
      ),
  };
}

const PIECES = [
  "'",
  '"',
  '`',
  ';',
  '--',
  '/*',
  '*/',
  '\\',
  "\\'",
  '$$',
  '$1',
  '%',
  '_',
  '(',
  ')',
  ',',
  '.',
  ':',
  '::',
  '->',
  '->>',
  '!',
  '{',
  '}',
  '[',
  ']',
  '\n',
  '\0',
  '\u00e9',
  '\u{1F600}',
  "'; drop table secrets; --",
  '" ; drop table secrets; --',
  ') or 1=1 --',
  '1; select pg_sleep(5)',
  "' union select word from secrets --",
  '"secrets"',
  "E'\\x27'",
  'U&"\\0022"',
  ' eq.',
  'is.null',
  'not.',
  'and(',
  'or(',
  'in.(',
  '*',
  '<>',
  '||',
  '\u0000',
  '\ud800',
];

/** Hostile fragments around a mark that must never appear outside quotes. */
function makeHostile(random: () => number, mark: string): string {
  const pick = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const many = (most: number) => Array.from({ length: Math.floor(random() * most) }, pick).join('');
  return `${many(4)}${mark}${many(4)}`;
}

type Attack = (hostile: string) => { path: string; init?: RequestInit };

/** Like `String.prototype.toWellFormed`, which Node 20 has but its types lack. */
const wellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
const encode = (text: string) => encodeURIComponent(wellFormed(text));
const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const header = (text: string) => text.replaceAll(/[^\t\u0020-\u007E]/g, '?');
const body = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
});

const ATTACKS: Readonly<Record<string, Attack>> = {
  'table name': (h) => ({ path: `/${encode(h)}` }),
  'select column': (h) => ({ path: `/films?select=${encode(h)}` }),
  'quoted select column': (h) => ({ path: `/films?select=${encode(quote(h))}` }),
  alias: (h) => ({ path: `/films?select=${encode(`${quote(h)}:title`)}` }),
  'plain alias': (h) => ({ path: `/films?select=${encode(`${h}:title`)}` }),
  cast: (h) => ({ path: `/films?select=${encode(`title::${h}`)}` }),
  'json key': (h) => ({ path: `/films?select=${encode(`details->${quote(h)}->>${quote(h)}`)}` }),
  'plain json key': (h) => ({ path: `/films?select=${encode(`details->>${h}`)}` }),
  embed: (h) => ({ path: `/films?select=${encode(`${quote(h)}(*)`)}` }),
  'embed alias': (h) => ({ path: `/films?select=${encode(`${quote(h)}:directors(name)`)}` }),
  'embed hint': (h) => ({ path: `/films?select=${encode(`directors!${quote(h)}(name)`)}` }),
  'embed column': (h) => ({ path: `/films?select=${encode(`directors(${quote(h)})`)}` }),
  'alias in an embed': (h) => ({ path: `/films?select=${encode(`reviews(${quote(h)}:stars)`)}` }),
  'alias in a spread': (h) => ({ path: `/films?select=${encode(`...directors(${quote(h)}:name)`)}` }),
  aggregate: (h) => ({ path: `/films?select=${encode(`id.${h}()`)}` }),
  'filter column': (h) => ({ path: `/films?${encode(h)}=eq.1` }),
  'quoted filter column': (h) => ({ path: `/films?${encode(quote(h))}=eq.1` }),
  'filter operator': (h) => ({ path: `/films?title=${encode(`${h}.1`)}` }),
  'filter value': (h) => ({ path: `/films?title=${encode(`eq.${h}`)}` }),
  'filter list': (h) => ({ path: `/films?title=${encode(`in.(${h},${quote(h)})`)}` }),
  'filter pattern': (h) => ({ path: `/films?title=${encode(`like(any).{${h}}`)}` }),
  'filter regular expression': (h) => ({ path: `/films?title=${encode(`match.${h}`)}` }),
  'filter array': (h) => ({ path: `/films?labels=${encode(`cs.{${h}}`)}` }),
  'filter json': (h) => ({ path: `/films?${encode(`details->>${quote(h)}`)}=${encode(`eq.${h}`)}` }),
  'text search': (h) => ({ path: `/films?title=${encode(`fts.${h}`)}` }),
  'text search language': (h) => ({ path: `/films?title=${encode(`fts(${h}).x`)}` }),
  'is value': (h) => ({ path: `/films?title=${encode(`is.${h}`)}` }),
  'embedded filter': (h) => ({ path: `/films?select=*,reviews(*)&${encode(`reviews.${quote(h)}`)}=eq.1` }),
  'embedded path': (h) => ({ path: `/films?${encode(`${quote(h)}.stars`)}=eq.1` }),
  'logic tree': (h) => ({ path: `/films?or=${encode(h)}` }),
  'logic column': (h) => ({ path: `/films?or=${encode(`(${quote(h)}.eq.1,id.eq.1)`)}` }),
  'logic value': (h) => ({ path: `/films?or=${encode(`(title.eq.${quote(h)},title.eq.${h})`)}` }),
  order: (h) => ({ path: `/films?order=${encode(h)}` }),
  'order column': (h) => ({ path: `/films?order=${encode(`${quote(h)}.desc`)}` }),
  'order direction': (h) => ({ path: `/films?order=${encode(`title.${h}`)}` }),
  'order json': (h) => ({ path: `/films?order=${encode(`details->>${quote(h)}`)}` }),
  'order relation': (h) => ({
    path: `/films?select=*,directors(*)&order=${encode(`directors(${quote(h)})`)}`,
  }),
  limit: (h) => ({ path: `/films?limit=${encode(h)}&offset=${encode(h)}` }),
  'rpc name': (h) => ({ path: `/rpc/${encode(h)}` }),
  'rpc argument name': (h) => ({ path: `/rpc/echo?${encode(h)}=1` }),
  'rpc argument': (h) => ({ path: `/rpc/echo?a=${encode(h)}` }),
  'rpc body': (h) => ({ path: '/rpc/echo', init: body({ a: h, b: h }) }),
  'rpc body key': (h) => ({ path: '/rpc/echo', init: body({ a: 'x', [h]: h }) }),
  'rpc result filter': (h) => ({
    path: `/rpc/list_films?${encode(quote(h))}=eq.1&order=${encode(quote(h))}`,
  }),
  'rpc result alias': (h) => ({
    path: `/rpc/list_films?select=${encode(`${quote(h)}:id,directors(${quote(h)}:name)`)}`,
  }),
  'body key': (h) => ({ path: '/actors', init: body({ [h]: 1 }) }),
  'body value': (h) => ({
    path: '/films',
    init: body({ title: h, details: { [h]: h }, labels: [h] }, { prefer: 'return=representation' }),
  }),
  'raw body': (h) => ({ path: '/films', init: { ...body(null), body: wellFormed(h) } }),
  'csv body': (h) => ({
    path: '/films',
    init: { ...body(null, { 'content-type': 'text/csv' }), body: wellFormed(`title,${h}\n${h},x`) },
  }),
  columns: (h) => ({ path: `/films?columns=${encode(quote(h))}`, init: body([{ title: 'x' }]) }),
  on_conflict: (h) => ({
    path: `/films?on_conflict=${encode(quote(h))}`,
    init: body([{ title: 'x' }], { prefer: 'resolution=merge-duplicates' }),
  }),
  'update value': (h) => ({
    path: `/films?id=eq.1&select=${encode(`${quote(h)}:title`)}`,
    init: { ...body({ title: h }, { prefer: 'return=representation' }), method: 'PATCH' },
  }),
  'update filter': (h) => ({
    path: `/films?title=${encode(`eq.${h}`)}`,
    init: { ...body({ year: 1 }), method: 'PATCH' },
  }),
  'delete filter': (h) => ({ path: `/films?title=${encode(`eq.${h}`)}`, init: { method: 'DELETE' } }),
  prefer: (h) => ({
    path: '/films',
    init: { headers: { prefer: header(`count=${h}, timezone=${h}, return=${h}`) } },
  }),
  profile: (h) => ({ path: '/films', init: { headers: { 'accept-profile': header(h) } } }),
  'write profile': (h) => ({ path: '/films', init: body({ title: 'x' }, { 'content-profile': header(h) }) }),
  accept: (h) => ({ path: '/films', init: { headers: { accept: header(h) } } }),
  range: (h) => ({
    path: '/films',
    init: { headers: { range: header(h), cookie: header(h), 'x-any': header(h) } },
  }),
  'content type': (h) => ({ path: '/films', init: body({ title: 'x' }, { 'content-type': header(h) }) }),
};

/** The statement without quoted identifiers and literals. */
function stripQuoted(sql: string): string {
  return sql.replaceAll(/"(?:[^"]|"")*"/g, '""').replaceAll(/'(?:[^']|'')*'/g, "''");
}

/** Places whose string may become a key of the reply, and so a quoted label. */
const labelled = /alias|^json key|^plain json key|update value/;

test.each(Object.entries(ATTACKS))('%s', async (name, attack) => {
  const random = createRandom(SEED + name.length * 31 + name.charCodeAt(0));
  const before = await fingerprint();
  for (let round = 0; round < ROUNDS; round += 1) {
    const mark = `zq${Math.floor(random() * 1e9).toString(36)}qz`;
    const hostile = makeHostile(random, mark);
    const { path, init } = attack(hostile);
    statements.length = 0;
    const token = await fixture.tokenFor('service_role');
    const request = new Request(`http://127.0.0.1${path}`, init);
    const reply = await rest.service(request, { token, ip: '', origin: '' });
    const context = `${name}, seed ${SEED}, round ${round}: ${JSON.stringify(hostile)}`;
    expect(reply.status, `${context}: ${await reply.clone().text()}`).toBeLessThan(500);
    for (const sql of statements) {
      expect(stripQuoted(sql), context).not.toContain(mark);
      if (!labelled.test(name)) expect(sql, context).not.toContain(mark);
    }
  }
  expect(await fingerprint()).toEqual(before);
});

async function fingerprint(): Promise<unknown> {
  const { rows } = await fixture.database.query(`
    select (select json_agg(s) from secrets s) as secrets, (select json_agg(d) from directors d) as directors,
           (select count(*)::int from pg_class) as relations, (select count(*)::int from pg_roles) as roles`);
  return rows;
}
