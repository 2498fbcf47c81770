-- A page without a line derives the id of a new document; the same request creates it later, once.
\i people
select plan(11);

create function pg_temp.run(p_name text, p_sql text) returns text language plpgsql as $$
declare
  result text;
begin
  perform test.become(p_name);
  begin
    execute p_sql into result;
  exception when others then result := sqlerrm;
  end;
  reset role;
  return result;
end $$;
create function pg_temp.key() returns uuid language sql immutable as $$ select '00000000-0000-4000-8000-00000000000a'::uuid $$;
create function pg_temp.create_by(p_name text, p_key uuid default pg_temp.key()) returns uuid language sql as $$
  select (pg_temp.run(p_name, format('select public.create_document(%L, ''cs'')', p_key))::json ->> 'id')::uuid
$$;

-- The same in tests/unit/supabase/seed.test.ts.
select is(private.new_document_id('11111111-1111-4111-8111-111111111111', pg_temp.key()),
  '3f1fea2c-0046-83ff-8b9d-f43dbb2a37fd', 'the id that a page derives');
select is(private.new_document_id('22222222-2222-4222-8222-222222222222', pg_temp.key()),
  'bb7f46fe-6766-86d1-9b7b-313632e9d97b', 'another for another person');

create temporary table made as select pg_temp.create_by('olga') as olga, pg_temp.create_by('viktor') as viktor;
grant select on made to authenticated;
select isnt((select olga from made), (select viktor from made), 'one key of two people creates two documents');
select is(pg_temp.create_by('olga'), (select olga from made), 'the same request again returns the same id');
select is((select count(*) from public.document_updates where document_id = (select olga from made)), 1::bigint, 'and writes nothing twice');
select is((select array_agg(u.author_id::text) from public.document_updates u where u.document_id = (select olga from made)),
  (select array_agg(d.owner_id::text) from public.documents d where d.id = (select olga from made)), 'it is its creator''s');

-- An id of somebody else as key leads to a document of one's own, and tells nothing.
select isnt(pg_temp.create_by('viktor', (select olga from made)), (select olga from made), 'nobody reaches the document of another by its id');
select is((select count(*) from public.members where document_id = (select olga from made)), 1::bigint, 'it keeps its one member');
select is(pg_temp.run('viktor', format('select count(*) from public.documents where id = %L', (select olga from made))), '0', 'nor reads it');
select is(pg_temp.run('olga', 'select public.create_document(null, ''cs'')'), 'bad_request', 'a request without a key is refused');
select is(pg_temp.run('olga', format('select public.create_document(%L, ''xx'')', gen_random_uuid())), 'bad_request', 'and one of an unknown language');

select * from finish();
