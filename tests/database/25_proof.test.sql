-- The description of a log that the deployment signs.
\i people
select plan(15);

create function pg_temp.describe(p_name text, p_until bigint default null) returns json language plpgsql as $$
begin
  return public.describe_history(test.id(p_name), test.auth_session(p_name), test.document(), p_until);
exception when others then
  return to_json(sqlerrm);
end $$;
create function pg_temp.append(p_name text, p_bytes bytea) returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, s.last_counter + 1,
    array[p_bytes], array[s.client_id], array[s.next_clock], array[s.next_clock + 1])
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.client(p_name text) returns text language sql as $$
  select s.client_id::text from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.link(p_before text, p_seq bigint, p_client text) returns text language sql as $$
  select encode(sha256(convert_to(p_before || ' ' || p_seq || ' ' || round(extract(epoch from u.created_at) * 1000) || ' ' || p_client
    || ' ' || encode(sha256(u.bytes), 'hex'), 'UTF8')), 'hex')
  from public.document_updates u where u.document_id = test.document() and u.seq = p_seq
$$;

select pg_temp.append('edita', '\xaa'), pg_temp.append('olga', '\xbb');
select is(pg_temp.describe('olga') ->> 'until', '3', 'the owner has the whole log described');
select is(pg_temp.describe('edita', 2) ->> 'until', '2', 'an editor a part of it');
select is(pg_temp.describe('olga') ->> 'chain',
  pg_temp.link(pg_temp.link(pg_temp.link('', 1, '-'), 2, pg_temp.client('edita')), 3, pg_temp.client('olga')),
  'each row is chained to the one before');
select is((pg_temp.describe('olga', 2) -> 'people')::jsonb, jsonb_build_array(jsonb_build_object('id', test.id('edita'), 'name', 'Edita')),
  'it names those who wrote');
select is((pg_temp.describe('olga') -> 'requestedBy')::jsonb,
  jsonb_build_object('id', test.id('olga'), 'name', 'Olga', 'email', (select u.email from auth.users u where u.id = test.id('olga'))),
  'it names the caller with their own address');
select is((select count(*) from regexp_matches(pg_temp.describe('edita')::text, '@', 'g')), 1::bigint, 'it has no other address');
select is(pg_temp.describe('viktor') #>> '{}', 'forbidden', 'a viewer may not ask');
select is(pg_temp.describe('karel') #>> '{}', 'forbidden', 'a commenter may not ask');
select is(pg_temp.describe('cizinec') #>> '{}', 'forbidden', 'a stranger may not ask');
select is(pg_temp.describe('olga', 4) #>> '{}', 'bad_request', 'there is nothing after the head');
select is(pg_temp.describe('olga', 0) #>> '{}', 'bad_request', 'nor before the first row');
update public.document_updates set quarantined_at = now() where seq = 2;
select is((pg_temp.describe('olga') ->> 'chain'), pg_temp.link(pg_temp.link('', 1, '-'), 3, pg_temp.client('olga')), 'a refused row is left out');
select is(pg_temp.describe('olga') ->> 'refused', '[2]', 'and named');
delete from public.document_updates where document_id = test.document() and seq = 2;
select is(pg_temp.describe('olga') #>> '{}', 'internal', 'a log with a hole is not signed');
update private.rate_buckets set tokens = 0, filled_at = now() where action = 'sign_history';
select is(pg_temp.describe('olga') #>> '{}', 'rate_limited', 'hashing a log again and again is limited');

select * from finish();
