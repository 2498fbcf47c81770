-- The people in a document now, in the list of documents.
\i people
select plan(9);

create function pg_temp.seen(p_name text, p_ago interval) returns void language sql as $$
  update public.editing_sessions set last_seen_at = now() - p_ago where id = test.session(p_name)
$$;
create function pg_temp.here(p_name text) returns text language plpgsql as $$
declare answer text;
begin
  perform test.become(p_name);
  select string_agg(h ->> 'name', ' ') into answer
  from json_array_elements(public.list_my_documents()) d, json_array_elements(d -> 'here') h where d ->> 'id' = test.document()::text;
  reset role;
  return answer;
end $$;
update public.editing_sessions set last_seen_at = now() - interval '1 hour';

select is(pg_temp.here('olga'), null, 'nobody is there whose page has been silent for an hour');
select pg_temp.seen('edita', '40 seconds'), pg_temp.seen('olga', '1 second');
select is(pg_temp.here('olga'), 'Edita', 'an open page was seen within 45 seconds, and one is not listed oneself');
select is(pg_temp.here('edita'), 'Olga', 'others see it too');
select is(pg_temp.here('viktor'), 'Edita Olga', 'viewers as well, in order of names');
select is(pg_temp.here('cizinec'), null, 'a stranger has no such document');
select pg_temp.seen('edita', '46 seconds');
select is(pg_temp.here('viktor'), 'Olga', 'after 45 seconds a page counts as closed');
update public.editing_sessions set revoked_at = now() where id = test.session('olga');
select is(pg_temp.here('viktor'), null, 'a revoked session is nobody');
update public.editing_sessions set revoked_at = null, generation = generation + 1 where id = test.session('olga');
select is(pg_temp.here('viktor'), null, 'nor one of a replaced document');
update public.editing_sessions set generation = generation - 1 where id = test.session('olga');
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.here('olga'), null, 'nobody is in the trash');

select * from finish();
