/** Inserts, upserts, updates, deletes, rights and errors. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRestFixture, type RestFixture } from '../support/open-rest-fixture.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';

let fixture: RestFixture;
let service: SupabaseClient;
let ann: SupabaseClient;
let ben: SupabaseClient;
let anon: SupabaseClient;

beforeAll(async () => {
  fixture = await openRestFixture(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.name = 'teapot' then raise sqlstate 'PT418' using message = 'I am a teapot', hint = 'Try coffee'; end if;
      if new.name = 'whole' then raise sqlstate 'PGRST' using
        message = '{"code":"123","message":"Own words","details":"d","hint":"h"}',
        detail = '{"status":422,"headers":{"X-Own":"yes"}}'; end if;
      if new.name = 'plain' then raise exception 'No' using hint = 'why'; end if;
      return new;
    end $$;
    create trigger refuse before insert on directors for each row execute function refuse();
  `);
  service = fixture.service;
  ann = await fixture.clientFor('authenticated', ANN);
  ben = await fixture.clientFor('authenticated', BEN);
  anon = await fixture.clientFor('anon');
});
afterAll(async () => await fixture.close());
beforeEach(async () => await fixture.fill());

const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

describe('insert', () => {
  test('one row and many, with and without returned rows', async () => {
    const quiet = await service.from('actors').insert({ id: 5, name: 'Eva' });
    expect([quiet.status, quiet.data]).toEqual([201, null]);
    const many = await service
      .from('films')
      .insert([{ title: 'A' }, { title: 'B' }])
      .select('title, year, directors(name)');
    expect(many.data).toEqual([
      { title: 'A', year: 2000, directors: null },
      { title: 'B', year: 2000, directors: null },
    ]);
    const one = await service
      .from('films')
      .insert({ title: 'C', director_id: 1, labels: ['x', 'y'], details: { a: [1] } })
      .select('title, labels, details, directors(name)')
      .single();
    expect(one.data).toEqual({
      title: 'C',
      labels: ['x', 'y'],
      details: { a: [1] },
      directors: { name: 'Menzel' },
    });
  });

  test('a missing key is null unless defaults are requested', async () => {
    const strict = await fixture.send(
      '/films?columns=title,year',
      json('POST', [{ title: 'A', year: 1 }, { title: 'B' }]),
    );
    expect(await strict.json()).toMatchObject({ code: '23502' });
    const filled = await service
      .from('films')
      .insert([{ title: 'A', year: 1 }, { title: 'B' }], { defaultToNull: false })
      .select('title, year');
    expect(filled.data).toEqual([
      { title: 'A', year: 1 },
      { title: 'B', year: 2000 },
    ]);
    const uneven = await fixture.send('/films', json('POST', [{ title: 'A', year: 1 }, { title: 'B' }]));
    expect(await uneven.json()).toMatchObject({ code: 'PGRST102', message: 'All object keys must match' });
    const defaults = await ann.from('notes').insert({}).select();
    expect(defaults.error?.code).toBe('23502');
  });

  test('headers-only returns the location of the row', async () => {
    const reply = await fixture.send(
      '/directors',
      json('POST', { id: 9, name: 'X' }, { prefer: 'return=headers-only' }),
    );
    expect([reply.status, reply.headers.get('location'), await reply.text()]).toEqual([
      201,
      '/directors?id=eq.9',
      '',
    ]);
    expect(reply.headers.get('content-range')).toBe('*/*');
  });

  test('upserts change an existing row, or keep it', async () => {
    const merged = await service
      .from('actors')
      .upsert([
        { id: 1, name: 'New' },
        { id: 9, name: 'Nine' },
      ])
      .select();
    expect([merged.status, merged.data]).toEqual([
      201,
      [
        { id: 1, name: 'New' },
        { id: 9, name: 'Nine' },
      ],
    ]);
    const onlyUpdates = await service.from('actors').upsert({ id: 1, name: 'Newer' }).select();
    expect(onlyUpdates.status).toBe(200);
    const ignored = await service
      .from('actors')
      .upsert({ id: 1, name: 'No' }, { ignoreDuplicates: true })
      .select();
    expect([ignored.status, ignored.data]).toEqual([201, []]);
    await ann.from('notes').insert({ body: 'same', 'odd "name': '1' });
    const other = await ann
      .from('notes')
      .upsert({ owner: ANN, body: 'same', 'odd "name': '2' }, { onConflict: 'owner,body' })
      .select('body, "odd \\"name"');
    expect(other.data).toEqual([{ body: 'same', 'odd "name': '2' }]);
  });

  test('CSV becomes rows, and an unknown column is refused', async () => {
    const csv = await fixture.send('/actors', {
      method: 'POST',
      body: 'id,name\n7,"O""Neil, P"\n8,NULL',
      headers: { 'content-type': 'text/csv' },
    });
    expect(await csv.json()).toMatchObject({ code: '23502' });
    const good = await fixture.send('/actors', {
      method: 'POST',
      body: 'id,name\n7,"O""Neil, P"\n',
      headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
    });
    expect(await good.json()).toEqual([{ id: 7, name: 'O"Neil, P' }]);
    const unknown = await service.from('actors').insert({ id: 1, nope: 2 });
    expect([unknown.status, unknown.error?.code]).toEqual([400, 'PGRST204']);
    expect(unknown.error?.message).toBe("Could not find the 'nope' column of 'actors' in the schema cache");
  });

  test('an empty list changes nothing', async () => {
    const { status, data } = await service.from('actors').insert([]).select();
    expect([status, data]).toEqual([201, []]);
  });
});

describe('update and delete', () => {
  test('touch only the filtered rows', async () => {
    const updated = await service.from('films').update({ year: 1 }).eq('id', 1).select('id, year');
    expect(updated.data).toEqual([{ id: 1, year: 1 }]);
    const quiet = await service.from('films').update({ year: 2 }, { count: 'exact' }).or('id.eq.2,id.eq.3');
    expect([quiet.status, quiet.count]).toEqual([204, 2]);
    const removed = await service.from('films').delete({ count: 'exact' }).gt('id', 2).select('id');
    expect([removed.data, removed.count]).toEqual([[{ id: 3 }], 1]);
    expect((await service.from('films').select('id')).data).toHaveLength(2);
  });

  test('need a filter, as on hosted Supabase, for every role', async () => {
    const refused = async (path: string, init: RequestInit) => {
      const reply = await fixture.send(path, init);
      return [reply.status, await reply.json()];
    };
    const refusal = (command: string) => [
      400,
      { code: '21000', message: `${command} requires a WHERE clause`, details: null, hint: null },
    ];
    expect(await refused('/films', { method: 'DELETE' })).toEqual(refusal('DELETE'));
    expect(await refused('/films?order=id&limit=1', { method: 'DELETE' })).toEqual(refusal('DELETE'));
    expect(await refused('/films?select=id,reviews(id)&reviews.id=eq.1', { method: 'DELETE' })).toEqual(
      refusal('DELETE'),
    );
    expect(await refused('/films', json('PATCH', { year: 1 }))).toEqual(refusal('UPDATE'));
    expect((await fixture.send('/films', json('PATCH', {}))).status).toBe(204);
    expect((await service.from('films').select('id').gt('year', 1)).data).toHaveLength(3);
  });

  test('an update without columns changes nothing', async () => {
    const { data } = await service.from('films').update({}).eq('id', 1).select();
    expect(data).toEqual([]);
  });

  test('single() undoes a change of several rows, max-affected likewise', async () => {
    const several = await service.from('films').update({ year: 1 }).gt('id', 1).select().single();
    expect([several.status, several.error?.code]).toEqual([406, 'PGRST116']);
    const capped = await fixture.send('/films?id=gt.0', {
      method: 'DELETE',
      headers: { prefer: 'handling=strict, max-affected=2' },
    });
    expect([capped.status, await capped.json()]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 3 rows' },
    ]);
    expect((await service.from('films').select('id').eq('year', 1)).data).toEqual([]);
    expect((await service.from('films').select('id')).data).toHaveLength(3);
  });

  test('PUT inserts or replaces exactly one row', async () => {
    const made = await fixture.send(
      '/actors?id=eq.40',
      json('PUT', { id: 40, name: 'Forty' }, { prefer: 'return=representation' }),
    );
    expect([made.status, await made.json()]).toEqual([201, [{ id: 40, name: 'Forty' }]]);
    const other = await fixture.send('/actors?id=eq.41', json('PUT', { id: 40, name: 'Forty' }));
    expect(await other.json()).toMatchObject({ code: 'PGRST115' });
    const loose = await fixture.send('/actors?name=eq.x', json('PUT', { id: 40, name: 'Forty' }));
    expect([loose.status, await loose.json()]).toMatchObject([405, { code: 'PGRST105' }]);
  });
});

describe('rights', () => {
  test('row level security sees the caller of each request', async () => {
    await ann.from('notes').insert({ body: 'mine' });
    expect((await ann.from('notes').select('body, owner')).data).toEqual([{ body: 'mine', owner: ANN }]);
    expect((await ben.from('notes').select('body')).data).toEqual([]);
    expect((await ben.from('notes').delete().neq('body', '').select()).data).toEqual([]);
    const forged = await ben.from('notes').insert({ owner: ANN, body: 'forged' });
    expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
    expect((await service.from('notes').select('body')).data).toEqual([{ body: 'mine' }]);
  });

  test('no count includes rows that the caller may not see', async () => {
    await fixture.database.query(
      `insert into notes (owner, body) select case when n = 1 then $1::uuid else $2::uuid end, 'note ' || n % 3 from generate_series(1, 60) as n
       on conflict do nothing`,
      [ANN, BEN],
    );
    await fixture.database.query('analyze notes');
    const token = await fixture.tokenFor('authenticated', ANN);
    const read = async (path: string, count: string, method: string) => {
      const headers = { authorization: `Bearer ${token}`, prefer: `count=${count}` };
      return (await fixture.send(path, { method, headers })).headers.get('content-range');
    };
    for (const count of ['exact', 'planned', 'estimated'])
      for (const method of ['GET', 'HEAD']) {
        expect(await read('/notes', count, method)).toBe('0-0/1');
        expect(await read('/notes?body=eq.note 0', count, method)).toBe('*/0');
        expect(await read('/notes?limit=0', count, method)).toBe('*/1');
      }
    const plan = await fixture.send('/notes', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.pgrst.plan+json' },
    });
    expect(plan.status).toBe(406);
  });

  test('a missing privilege is 403 for a user and 401 without a token', async () => {
    expect((await ann.from('secrets').select()).status).toBe(403);
    const { status, error } = await anon.from('secrets').select();
    expect([status, error?.code, error?.message]).toEqual([
      401,
      '42501',
      'permission denied for table secrets',
    ]);
  });

  test('an invalid token is refused before anything else', async () => {
    const send = (authorization: string) => fixture.send('/films', { headers: { authorization } });
    const broken = await send('Bearer not.a.jwt');
    expect([broken.status, await broken.json()]).toMatchObject([401, { code: 'PGRST301' }]);
    const expired = await send(`Bearer ${await fixture.tokens.sign({ role: 'anon', exp: 1 })}`);
    expect(await expired.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const ghost = await send(`Bearer ${await fixture.tokenFor('nobody_at_all')}`);
    expect(ghost.status).toBe(401);
    const admin = await send(`Bearer ${await fixture.tokenFor('supabase_admin')}`);
    expect(admin.status).toBe(403);
  });

  test('a read cannot write', async () => {
    await fixture.database.query(
      'create or replace function sneak() returns int language sql volatile as $$ insert into actors values (77, $1) returning id $$'.replace(
        '$1',
        "'x'",
      ),
    );
    const reply = await fixture.get('/rpc/sneak');
    expect([reply.status, await reply.json()]).toMatchObject([405, { code: '25006' }]);
  });
});

describe('errors', () => {
  test('of constraints', async () => {
    const twice = await service.from('actors').insert({ id: 1, name: 'x' });
    expect([twice.status, twice.error]).toMatchObject([
      409,
      { code: '23505', details: 'Key (id)=(1) already exists.' },
    ]);
    const orphan = await service.from('films').insert({ title: 'x', director_id: 99 });
    expect([orphan.status, orphan.error?.code]).toEqual([409, '23503']);
    const check = await service.from('reviews').insert({ id: 9, film_id: 1, stars: 9 });
    expect([check.status, check.error?.code]).toEqual([400, '23514']);
    const text = await service.from('films').select().eq('id', 'one');
    expect([text.status, text.error?.code]).toEqual([400, '22P02']);
  });

  test('raised by the project', async () => {
    const teapot = await fixture.send('/directors', json('POST', { id: 50, name: 'teapot' }));
    expect([teapot.status, await teapot.json()]).toEqual([
      418,
      { code: 'PT418', message: 'I am a teapot', details: null, hint: 'Try coffee' },
    ]);
    expect(teapot.headers.get('proxy-status')).toBe('PostgREST; error=PT418');
    const whole = await fixture.send('/directors', json('POST', { id: 50, name: 'whole' }));
    expect([whole.status, whole.headers.get('x-own'), await whole.json()]).toEqual([
      422,
      'yes',
      { code: '123', message: 'Own words', details: 'd', hint: 'h' },
    ]);
    const plain = await service.from('directors').insert({ id: 50, name: 'plain' });
    expect([plain.status, plain.error]).toMatchObject([400, { code: 'P0001', message: 'No', hint: 'why' }]);
  });

  test('of missing names', async () => {
    const table = await service.from('film').select();
    expect([table.status, table.error]).toMatchObject([
      404,
      {
        code: 'PGRST205',
        message: "Could not find the table 'public.film' in the schema cache",
        hint: "Perhaps you meant the table 'public.films'",
      },
    ]);
    const column = await service.from('films').select('nope');
    expect([column.status, column.error]).toMatchObject([
      400,
      { code: '42703', message: 'column films.nope does not exist' },
    ]);
    const embed = await service.from('films').select('secrets(*)');
    expect([embed.status, embed.error?.code]).toEqual([400, 'PGRST200']);
    const cast = await service.from('films').select('id::nope');
    expect([cast.status, cast.error?.code]).toEqual([400, '42704']);
    expect(await (await fixture.get('/films?reviews.stars=eq.1')).json()).toMatchObject({ code: 'PGRST108' });
    expect(await (await fixture.get('/films?id=noop.1')).json()).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
      details: 'unknown single value operator noop',
    });
    expect(await (await fixture.get('/a/b/c')).json()).toMatchObject({ code: 'PGRST125' });
    expect((await fixture.send('/films', { method: 'PROPFIND' })).status).toBe(405);
    const strict = await fixture.get('/films', { prefer: 'handling=strict, anything=goes' });
    expect([strict.status, await strict.json()]).toMatchObject([
      400,
      { code: 'PGRST122', details: 'Invalid preferences: anything=goes' },
    ]);
  });

  test('a new table, column or function is available at once', async () => {
    await fixture.database.query(
      'create table later (id int primary key); grant all on later to service_role',
    );
    expect((await service.from('later').select()).data).toEqual([]);
    await fixture.database.query('alter table later add column more text');
    expect((await service.from('later').insert({ id: 1, more: 'x' }).select()).data).toEqual([
      { id: 1, more: 'x' },
    ]);
    await fixture.database.query('drop table later');
    await expect.poll(async () => (await service.from('later').select()).error?.code).toBe('PGRST205');
  });
});
