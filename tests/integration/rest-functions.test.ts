/** Calls of functions: arguments, results, bytes, volatility. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRestFixture, type RestFixture } from '../support/open-rest-fixture.ts';

let fixture: RestFixture;
let service: SupabaseClient;

beforeAll(async () => {
  fixture = await openRestFixture(`
    create function add(a int, b int default 10) returns int immutable language sql as $$ select a + b $$;
    create function nothing() returns void language sql as $$ select $$;
    create function greet(name text) returns text language sql as $$ select 'Hi ' || name $$;
    create function find_films(wanted text) returns setof films stable language sql as
      $$ select * from films where title ilike '%' || wanted || '%' order by id $$;
    create function first_film() returns films stable language sql as $$ select * from films order by id limit 1 $$;
    create function totals() returns table (title text, stars bigint) stable language sql as
      $$ select f.title, sum(r.stars) from films f join reviews r on r.film_id = f.id group by f.title $$;
    create function upto(n int) returns setof int immutable language sql as $$ select generate_series(1, n) $$;
    create function sum_of(variadic n int[]) returns int immutable language sql as $$ select sum(x)::int from unnest(n) x $$;
    create function whole(json) returns json immutable language sql as $$ select $1->'a' $$;
    create function reverse_bytes(bytea) returns bytea immutable language sql as
      $$ select string_agg(substr($1, i, 1), ''::bytea order by i desc) from generate_series(1, length($1)) i $$;
    create function join_bytes(parts bytea[]) returns bytea immutable language sql as
      $$ select string_agg(p, ''::bytea order by i) from unnest(parts) with ordinality u(p, i) $$;
    create domain "image/png" as bytea;
    create domain "application/octet-stream" as bytea;
    create function octets() returns "application/octet-stream" stable language sql as $$ select '\\x0001ff'::bytea $$;
    create function picture() returns "image/png" stable language sql as $$ select '\\x89504e47'::bytea::"image/png" $$;
    create function whoami() returns json stable language sql as $$ select json_build_object('role', current_user,
      'uid', auth.uid(), 'method', current_setting('request.method'), 'path', current_setting('request.path'),
      'agent', current_setting('request.headers')::json->>'x-own', 'cookie', current_setting('request.cookies')::json->>'c',
      'search_path', current_setting('search_path')) $$;
    create function set_reply() returns text language plpgsql as $$ begin
      perform set_config('response.headers', '[{"X-Set":"yes"}]', true);
      perform set_config('response.status', '202', true); return 'ok'; end $$;
    create function twins(a int) returns text language sql as $$ select 'int' $$;
    create function twins(a text) returns text language sql as $$ select 'text' $$;
    create function sleepy() returns void language sql as $$ select pg_sleep(20) $$;
    create function remove_all() returns setof actors language sql as $$ delete from roles; delete from actors returning * $$;
    alter role anon set statement_timeout = '200ms';
  `);
  service = fixture.service;
});
afterAll(async () => await fixture.close());
beforeEach(async () => await fixture.fill());

const octets = (bytes: number[], headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new Uint8Array(bytes),
  headers: { 'content-type': 'application/octet-stream', ...headers },
});

describe('arguments', () => {
  test('by name, with defaults, by POST and GET', async () => {
    expect((await service.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await service.rpc('add', { a: 1 })).data).toBe(11);
    expect((await service.rpc('add', { a: 1, b: 5 }, { get: true })).data).toBe(6);
    expect((await service.rpc('greet', { name: "O'Neil; drop table films" })).data).toBe(
      "Hi O'Neil; drop table films",
    );
    expect(await (await fixture.get('/rpc/sum_of?n=1&n=2&n=3')).json()).toBe(6);
    expect((await service.rpc('sum_of', { n: [4, 5] })).data).toBe(9);
  });

  test('a call that fits no function is 404, one that fits two is ambiguous', async () => {
    const missing = await service.rpc('ad', { a: 1 });
    expect([missing.status, missing.error]).toMatchObject([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.ad(a) in the schema cache',
        details:
          'Searched for the function public.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      },
    ]);
    expect((await service.rpc('add', { b: 1 })).error?.code).toBe('PGRST202');
    const twins = await service.rpc('twins', { a: 1 });
    expect([twins.status, twins.error?.code]).toEqual([300, 'PGRST203']);
    expect((await fixture.send('/rpc/add', { method: 'DELETE' })).status).toBe(405);
  });

  test('a single unnamed parameter takes the whole body', async () => {
    const reply = await fixture.send('/rpc/whole', {
      method: 'POST',
      body: '{"a":[1,2.50]}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await reply.text()).toBe('[1,2.50]');
    const bytes = await fixture.send(
      '/rpc/reverse_bytes',
      octets([0, 1, 255], { accept: 'application/octet-stream' }),
    );
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([255, 1, 0]);
  });

  test('a list of bytes as hex', async () => {
    const { data } = await service.rpc('join_bytes', { parts: ['\\x00ff', '\\x01'] });
    expect(data).toBe('\\x00ff01');
  });
});

describe('results', () => {
  test('nothing, one row, rows, a table, a list of values', async () => {
    const nothing = await service.rpc('nothing');
    expect([nothing.status, nothing.data]).toEqual([204, null]);
    expect((await service.rpc('first_film').select('id, title')).data).toEqual({ id: 1, title: 'Closely' });
    expect((await service.rpc('totals').order('stars', { ascending: false })).data).toEqual([
      { title: 'Closely', stars: 8 },
      { title: 'Orphan', stars: 1 },
    ]);
    expect((await service.rpc('upto', { n: 3 })).data).toEqual([1, 2, 3]);
    expect((await service.rpc('greet', { name: null })).data).toBeNull();
  });

  test('rows are filtered, embedded, ordered, counted and limited like a table', async () => {
    const found = await service
      .rpc('find_films', { wanted: 'r' }, { count: 'exact' })
      .select('id, directors(name)')
      .gt('id', 1)
      .order('id', { ascending: false })
      .limit(1);
    expect(found.data).toEqual([{ id: 3, directors: null }]);
    expect(found.count).toBe(2);
    const read = await fixture.get('/rpc/find_films?wanted=c&select=id&id=eq.1');
    expect(await read.json()).toEqual([{ id: 1 }]);
    expect((await service.rpc('find_films', { wanted: 'zzz' }).single()).error?.code).toBe('PGRST116');
    expect((await service.rpc('upto', { n: 100 })).data).toHaveLength(20);
  });

  test('bytes and media types are returned unchanged', async () => {
    const picture = await fixture.get('/rpc/picture', { accept: 'image/png' });
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    const octets = await fixture.get('/rpc/octets', { accept: 'application/octet-stream' });
    expect([...new Uint8Array(await octets.arrayBuffer())]).toEqual([0, 1, 255]);
    expect(await (await fixture.get('/rpc/octets')).json()).toBe('\\x0001ff');
    const refused = await fixture.get('/rpc/add?a=1', { accept: 'application/octet-stream' });
    expect(refused.status).toBe(406);
  });

  test('a function may set status and headers', async () => {
    const reply = await fixture.send('/rpc/set_reply', { method: 'POST' });
    expect([reply.status, reply.headers.get('x-set'), await reply.json()]).toEqual([202, 'yes', 'ok']);
  });
});

describe('the transaction', () => {
  test('has the caller and the request', async () => {
    const uid = '00000000-0000-4000-8000-00000000000a';
    const authorization = `Bearer ${await fixture.tokenFor('authenticated', uid)}`;
    const reply = await fixture.get('/rpc/whoami', { authorization, 'x-own': 'agent', cookie: 'b=1; c=2' });
    expect(await reply.json()).toEqual({
      role: 'authenticated',
      uid,
      method: 'GET',
      path: '/rpc/whoami',
      agent: 'agent',
      cookie: '2',
      search_path: '"public", "extensions"',
    });
  });

  test('max-affected undoes a call', async () => {
    const reply = await fixture.send('/rpc/remove_all', {
      method: 'POST',
      headers: { prefer: 'handling=strict, max-affected=1' },
    });
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'PGRST124' }]);
    expect((await service.from('actors').select()).data).toHaveLength(2);
  });

  test('ends at the role’s statement timeout', async () => {
    const anon = await fixture.clientFor('anon');
    const { status, error } = await anon.rpc('sleepy');
    expect([status, error?.code]).toEqual([500, '57014']);
  });
});
