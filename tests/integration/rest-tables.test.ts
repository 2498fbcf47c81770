/** Reads and writes of tables through supabase-js, against a real database. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRestFixture, type RestFixture } from '../support/open-rest-fixture.ts';

let fixture: RestFixture;
let service: SupabaseClient;

beforeAll(async () => {
  fixture = await openRestFixture();
  service = fixture.service;
});
afterAll(async () => await fixture.close());
beforeEach(async () => await fixture.fill());

describe('select', () => {
  test('columns, aliases, casts and JSON paths', async () => {
    const { data, error } = await service
      .from('films')
      .select('id, name:title, year::text, details->tags->>0, lead:details->cast->0->>name')
      .eq('id', 1);
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 1, name: 'Closely', year: '1966', tags: 'war', lead: 'Milos' }]);
  });

  test('embeds to one, to many and many to many', async () => {
    const { data, error } = await service
      .from('films')
      .select('title, director:directors(name), reviews(stars), actors(name)')
      .order('id');
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        title: 'Closely',
        director: { name: 'Menzel' },
        reviews: [{ stars: 5 }, { stars: 3 }],
        actors: [{ name: 'Vaclav' }, { name: 'Jitka' }],
      },
      { title: 'Larks', director: { name: 'Menzel' }, reviews: [], actors: [{ name: 'Vaclav' }] },
      { title: 'Orphan', director: null, reviews: [{ stars: 1 }], actors: [] },
    ]);
  });

  test('embeds inside embeds, filtered, ordered and limited', async () => {
    const { data, error } = await service
      .from('directors')
      .select('name, films(title, reviews(stars))')
      .eq('id', 1)
      .order('title', { referencedTable: 'films', ascending: false })
      .limit(1, { referencedTable: 'films.reviews' })
      .gt('films.reviews.stars', 3);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        name: 'Menzel',
        films: [
          { title: 'Larks', reviews: [] },
          { title: 'Closely', reviews: [{ stars: 5 }] },
        ],
      },
    ]);
  });

  test('inner embeds narrow the parent, null filters select rows without them', async () => {
    const inner = await service.from('films').select('id, reviews!inner(stars)').eq('reviews.stars', 1);
    expect(inner.data).toEqual([{ id: 3, reviews: [{ stars: 1 }] }]);
    const without = await service.from('films').select('id, reviews()').is('reviews', null);
    expect(without.data).toEqual([{ id: 2 }]);
    const withDirector = await service
      .from('films')
      .select('id, directors()', { count: 'exact' })
      .not('directors', 'is', null);
    expect(withDirector.data).toEqual([{ id: 1 }, { id: 2 }]);
    expect(withDirector.count).toBe(2);
  });

  test('a spread embed is flattened into its parent', async () => {
    const one = await service.from('films').select('title, ...directors(director:name)').eq('id', 1);
    expect(one.data).toEqual([{ title: 'Closely', director: 'Menzel' }]);
    const many = await service.from('films').select('title, ...reviews(stars)').eq('id', 1);
    expect(many.data).toEqual([{ title: 'Closely', stars: [5, 3] }]);
  });

  test('a hint chooses between two relationships, without one the embed is ambiguous', async () => {
    const { data } = await service.from('awards').select('id, films!awards_film_fkey(title)');
    expect(data).toEqual([{ id: 1, films: { title: 'Orphan' } }]);
    const { error, status } = await service.from('awards').select('id, films(title)');
    expect(status).toBe(300);
    expect(error).toMatchObject({ code: 'PGRST201' });
    expect(error?.hint).toContain("'films!awards_film_fkey'");
  });

  test('a self-referencing table has children by its name and a parent by the column', async () => {
    const { data } = await service.from('nodes').select('id, parent(id), nodes(id)').eq('id', 2);
    expect(data).toEqual([{ id: 2, parent: { id: 1 }, nodes: [{ id: 3 }] }]);
  });

  test('counts and aggregates, of the table and of an embed', async () => {
    const embedded = await service.from('films').select('id, reviews(count)').order('id').limit(2);
    expect(embedded.data).toEqual([
      { id: 1, reviews: [{ count: 2 }] },
      { id: 2, reviews: [{ count: 0 }] },
    ]);
    const group = async () =>
      await service.from('reviews').select('film_id, count(), best:stars.max()').order('film_id');
    expect((await group()).error).toMatchObject({ code: 'PGRST123' });
    const reload = "notify pgrst, 'reload config'";
    await fixture.database.query(
      `alter role authenticator set pgrst.db_aggregates_enabled = 'true'; ${reload}`,
    );
    await expect
      .poll(async () => (await group()).data)
      .toEqual([
        { film_id: 1, count: 2, best: 5 },
        { film_id: 3, count: 1, best: 1 },
      ]);
    await fixture.database.query(`alter role authenticator reset pgrst.db_aggregates_enabled; ${reload}`);
  });

  test('computed columns and views are read like any other', async () => {
    const computed = await service.from('films').select('label').eq('id', 1);
    expect(computed.data).toEqual([{ label: 'Closely (1966)' }]);
    const view = await service.from('old_films').select('title, directors(name), reviews(stars)').eq('id', 1);
    expect(view.data).toEqual([
      { title: 'Closely', directors: { name: 'Menzel' }, reviews: [{ stars: 5 }, { stars: 3 }] },
    ]);
  });
});

describe('filters', () => {
  const idsOf = (data: { id: number }[] | null) => data?.map(({ id }) => id);

  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3]],
    ['id=gt.1&id=lte.2', [2]],
    ['id=not.eq.1', [2, 3]],
    ['title=like.*a*', [2, 3]],
    ['title=ilike.c*', [1]],
    ['title=match.^L', [2]],
    ['title=imatch.^l', [2]],
    ['id=in.(1,3)', [1, 3]],
    ['title=in.("Closely","x,y")', [1]],
    ['id=in.()', []],
    ['director_id=is.null', [3]],
    ['director_id=is.not_null', [1, 2]],
    ['director_id=not.is.null', [1, 2]],
    ['seen=is.true', [1]],
    ['seen=is.unknown', [3]],
    ['director_id=isdistinct.1', [3]],
    ['labels=cs.{a}', [1]],
    ['labels=cd.{a,b,c}', [1, 2, 3]],
    ['labels=ov.{b,z}', [1, 2]],
    ['details=cs.{"tags":["war"]}', [1]],
    ['span=ov.[1967-01-01,1968-01-01)', [1]],
    ['span=adj.[1970-01-01,1971-01-01)', [1]],
    ['span=sl.[1980-01-01,1981-01-01)', [1]],
    ['title=fts(simple).closely', [1]],
    ['title=wfts(english).orphan or larks', [2, 3]],
    ['title=like(any).{C*,L*}', [1, 2]],
    ['id=eq(any).{1,3}', [1, 3]],
    ['title=ilike(all).{*o*,*p*}', [3]],
    ['details->>kind=eq.film', [1]],
    ['details->size->>w=eq.4', [1]],
    ['or=(id.eq.1,and(id.gt.1,title.eq.Orphan))', [1, 3]],
    ['not.or=(id.eq.1,id.eq.2)', [3]],
    ['and=(id.gt.1,or(title.eq."Orphan",title.eq."x)"))', [3]],
    ['or=(id.in.(1,2),director_id.is.null)', [1, 2, 3]],
    ['or=(labels.cs.{a,b},id.not.lt.3)', [1, 3]],
  ])('%s', async (query, expected) => {
    const reply = await fixture.get(`/films?select=id&order=id&${query}`);
    expect(await reply.json()).toEqual(expected.map((id) => ({ id })));
  });

  test('supabase-js’s filters arrive correctly', async () => {
    const { data } = await service.from('films').select('id').or('id.eq.1,title.eq."Orphan"').order('id');
    expect(idsOf(data)).toEqual([1, 3]);
    const contains = await service.from('films').select('id').contains('labels', ['a', 'b']);
    expect(idsOf(contains.data)).toEqual([1]);
    const text = await service
      .from('films')
      .select('id')
      .textSearch('title', 'larks', { type: 'websearch', config: 'simple' });
    expect(idsOf(text.data)).toEqual([2]);
  });

  test('a filter on an embed of an embed by or', async () => {
    const { data } = await service
      .from('films')
      .select('id, reviews(stars)')
      .or('stars.eq.5,stars.eq.1', { referencedTable: 'reviews' })
      .order('id');
    expect(data).toEqual([
      { id: 1, reviews: [{ stars: 5 }] },
      { id: 2, reviews: [] },
      { id: 3, reviews: [{ stars: 1 }] },
    ]);
  });
});

describe('order and paging', () => {
  test('orders by columns, JSON and related columns, with nulls first or last', async () => {
    const nulls = await fixture.get('/films?select=id&order=director_id.desc.nullslast,id.desc');
    expect(await nulls.json()).toEqual([{ id: 2 }, { id: 1 }, { id: 3 }]);
    const related = await fixture.get(
      '/films?select=id,directors(name)&order=directors(name).asc.nullsfirst,id',
    );
    expect((await related.json()).map(({ id }: { id: number }) => id)).toEqual([3, 1, 2]);
    const json = await fixture.get('/films?select=id&order=details->>kind.nullslast,id');
    expect(await json.json()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const toMany = await fixture.get('/films?select=id,reviews(stars)&order=reviews(stars)');
    expect(toMany.status).toBe(400);
    expect(await toMany.json()).toMatchObject({ code: 'PGRST118' });
  });

  test('range, count and content range', async () => {
    const { data, count, status } = await service
      .from('films')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 1);
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }], count: 3, status: 206 });
    const all = await fixture.get('/films?select=id', { prefer: 'count=exact' });
    expect([all.status, all.headers.get('content-range'), all.headers.get('preference-applied')]).toEqual([
      200,
      '0-2/3',
      'count=exact',
    ]);
    const header = await fixture.get('/films?select=id&order=id', { range: '1-5' });
    expect(header.headers.get('content-range')).toBe('1-2/*');
    const beyond = await fixture.get('/films?offset=10', { prefer: 'count=exact' });
    expect(beyond.status).toBe(416);
    expect(await beyond.json()).toMatchObject({
      code: 'PGRST103',
      details: 'An offset of 10 was requested, but there are only 3 rows.',
    });
    const estimated = await fixture.get('/films?limit=1', { prefer: 'count=estimated' });
    expect(estimated.headers.get('content-range')).toBe('0-0/3');
    const planned = await fixture.get('/films?limit=1', { prefer: 'count=planned' });
    expect(planned.headers.get('content-range')).toBe('0-0/3');
  });

  test('HEAD returns the headers and no body', async () => {
    const { data, count, error } = await service.from('films').select('*', { count: 'exact', head: true });
    expect({ data, count, error }).toEqual({ data: null, count: 3, error: null });
  });

  test('max_rows limits every reply', async () => {
    const { data } = await service.from('numbers').select('n');
    expect(data).toHaveLength(20);
  });
});

describe('one object, CSV, schemas', () => {
  test('single and maybeSingle', async () => {
    expect((await service.from('films').select('id').eq('id', 1).single()).data).toEqual({ id: 1 });
    const many = await service.from('films').select('id').single();
    expect(many.status).toBe(406);
    expect(many.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 3 rows',
    });
    expect((await service.from('films').select('id').eq('id', 99).maybeSingle()).data).toBeNull();
  });

  test('CSV, and stripped nulls', async () => {
    expect((await service.from('films').select('id,title').order('id').limit(2).csv()).data).toBe(
      'id,title\n1,Closely\n2,Larks',
    );
    const stripped = await fixture.get('/films?select=id,director_id&id=eq.3', {
      accept: 'application/vnd.pgrst.array+json;nulls=stripped',
    });
    expect(await stripped.json()).toEqual([{ id: 3 }]);
    const refused = await fixture.get('/films', { accept: 'image/png' });
    expect([refused.status, await refused.json()]).toMatchObject([406, { code: 'PGRST107' }]);
  });

  test('another exposed schema by profile, and no other', async () => {
    expect((await service.schema('side').from('films').select('*')).data).toEqual([{ id: 7 }]);
    const hidden = await service.schema('auth').from('users').select('*');
    expect(hidden.status).toBe(406);
    expect(hidden.error).toMatchObject({ code: 'PGRST106', message: 'Invalid schema: auth' });
  });
});
