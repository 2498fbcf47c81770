-- Sessions whose pages no longer poll, in the reply to a poll (PROTOCOL.md, A10).
\i people
select plan(9);

create function pg_temp.seen(p_name text, p_ago interval) returns void language sql as $$
  update public.editing_sessions set last_seen_at = now() - p_ago where id = test.session(p_name)
$$;
create function pg_temp.head(p_name text) returns json language plpgsql as $$
declare answer json;
begin
  perform test.become(p_name);
  answer := public.document_head(test.document(), test.session(p_name));
  reset role;
  return answer;
end $$;
create function pg_temp.silent(p_name text) returns text language sql as $$
  select string_agg(p.name, ' ' order by p.name)
  from json_array_elements_text(pg_temp.head(p_name) -> 'silent') as silent (id)
  join public.editing_sessions s on s.id = silent.id::uuid join public.profiles p on p.id = s.user_id
$$;
update public.editing_sessions set last_seen_at = now();

select is(pg_temp.silent('olga'), null, 'nobody is silent while all poll');
select pg_temp.seen('edita', '19 seconds'), pg_temp.seen('olga', '1 hour');
select is(pg_temp.silent('olga'), null, 'an open page polls every 15 seconds at least, and the caller is never silent');
select pg_temp.seen('edita', '20 seconds');
select is(pg_temp.silent('olga'), 'Edita', 'after 20 seconds without a poll a page is silent');
select is(pg_temp.silent('viktor'), 'Edita', 'viewers receive that too');
select pg_temp.head('edita');
select is(pg_temp.silent('olga'), null, 'its next poll ends that');
select pg_temp.seen('edita', '3 seconds'), pg_temp.head('edita');
select is((select last_seen_at from public.editing_sessions where id = test.session('edita')), now(), 'a poll within 20 seconds counts');
select pg_temp.seen('edita', '6 minutes');
select is(pg_temp.silent('olga'), null, 'a page that was closed long ago is not listed');
select pg_temp.seen('edita', '1 minute');
update public.editing_sessions set revoked_at = now() where id = test.session('edita');
select is(pg_temp.silent('olga'), null, 'nor is a revoked session');
update public.editing_sessions set revoked_at = null, generation = generation + 1 where id = test.session('edita');
select is(pg_temp.silent('olga'), null, 'nor one of a replaced document');

select * from finish();
