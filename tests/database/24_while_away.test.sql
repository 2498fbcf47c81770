-- Since you were here: changes that others made while a person was away.
\i people
select plan(22);

create function pg_temp.open(p_name text) returns void language sql as $$
  update public.editing_sessions set last_seen_at = now() + interval '1 second' where id = test.session(p_name)
$$;
create function pg_temp.append(p_name text) returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, s.last_counter + 1,
    array['\xaa'::bytea], array[s.client_id], array[s.next_clock], array[s.next_clock + 1])
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.wait(p_time interval) returns void language sql as $$
  update private.personal_marks set opened_at = opened_at - p_time
$$;
-- Of absences that are announced.
create function pg_temp.away(p_name text) returns text language plpgsql as $$
declare answer json;
begin
  perform test.become(p_name);
  answer := public.changes_while_away(test.document());
  reset role;
  return case when (answer ->> 'unread')::boolean then (answer ->> 'seq') || ' ' || (answer ->> 'people') end;
exception when others then
  reset role;
  return sqlerrm;
end $$;
create function pg_temp.read(p_name text) returns text language plpgsql as $$
begin
  perform test.become(p_name);
  perform public.mark_as_read(test.document());
  reset role;
  return 'done';
exception when others then
  reset role;
  return sqlerrm;
end $$;

select pg_temp.open('olga'), pg_temp.append('edita');
select is(pg_temp.away('olga'), null, 'nothing is new at the first visit');
select pg_temp.wait('9 minutes'), pg_temp.open('olga');
select is(pg_temp.away('olga'), null, 'nothing is new after nine minutes');
select is((select seen_seq from private.personal_marks where user_id = test.id('olga')), 2::bigint, 'an open page has seen the head');
select pg_temp.append('edita'), pg_temp.append('olga'), pg_temp.wait('11 minutes'), pg_temp.open('olga');
select is(pg_temp.away('olga'), '2 ["Edita"]', 'after eleven minutes it is what others have changed since');
select pg_temp.open('olga');
select is(pg_temp.away('olga'), '2 ["Edita"]', 'it stays so during the visit');
select is(pg_temp.away('edita'), null, 'others have a visit of their own');
select is(pg_temp.read('olga'), 'done', 'it is marked as read');
select is(pg_temp.away('olga'), null, 'then nothing is new');
select pg_temp.append('olga'), pg_temp.wait('1 day'), pg_temp.open('olga');
select is(pg_temp.away('olga'), null, 'what the person wrote is not new');
select pg_temp.append('edita'), pg_temp.wait('1 day'), pg_temp.open('olga');
update public.editing_sessions set user_id = null, revoked_at = now() where id = test.session('edita');
select is(pg_temp.away('olga'), '5 [null]', 'a former member has no name');
select is(pg_temp.away('viktor'), 'forbidden', 'a viewer may not ask');
select is(pg_temp.away('karel'), 'forbidden', 'a commenter may not ask');
select is(pg_temp.away('cizinec'), 'forbidden', 'a stranger may not ask');
select is(pg_temp.read('cizinec'), 'forbidden', 'a stranger may not mark it as read');
select is(pg_temp.read('viktor'), 'done', 'a viewer may');

-- Shorter absences.
update public.editing_sessions set user_id = test.id('edita'), revoked_at = null where id = test.session('edita');
delete from private.personal_marks;
create function pg_temp.unread(p_name text) returns text language plpgsql as $$
declare answer json;
begin
  perform test.become(p_name);
  answer := public.changes_while_away(test.document());
  reset role;
  return coalesce((answer ->> 'seq') || ' ' || (answer ->> 'unread'), 'nothing');
end $$;
create function pg_temp.reopen(p_name text) returns void language sql as $$
  update public.editing_sessions set opened_at = now(), last_seen_at = last_seen_at + interval '1 second' where id = test.session(p_name)
$$;
create function pg_temp.head() returns bigint language sql as $$ select head_seq from public.document_logs where document_id = test.document() $$;
update public.editing_sessions set opened_at = now() - interval '1 hour';
create temporary table heads as select pg_temp.head() as first;
select pg_temp.open('olga'), pg_temp.append('edita');
select pg_temp.wait('30 seconds'), pg_temp.reopen('olga');
select is(pg_temp.unread('olga'), 'nothing', 'a page that is loaded again goes on with its visit');
update private.personal_marks set seen_seq = (select first from heads);
select pg_temp.wait('1 minute'), pg_temp.reopen('olga');
select is(pg_temp.unread('olga'), (select first || ' false' from heads), 'after a minute without an open page it can be asked for, and is not announced');
select is(pg_temp.read('olga'), 'done', 'the notice of a longer absence is closed');
select is(pg_temp.unread('olga'), (select first || ' false' from heads), 'it can still be asked for');
update public.editing_sessions set opened_at = now() - interval '1 hour' where id = test.session('olga');
select pg_temp.append('edita'), pg_temp.wait('1 minute'), pg_temp.open('olga');
select is(pg_temp.unread('olga'), (select first || ' false' from heads), 'a hidden page polls once a minute, which is no absence');
select pg_temp.append('edita'), pg_temp.wait('3 minutes'), pg_temp.open('olga');
select is(pg_temp.unread('olga'), pg_temp.head() - 1 || ' false', 'a page that slept was away');
select pg_temp.append('edita'), pg_temp.wait('11 minutes'), pg_temp.open('olga');
select is(pg_temp.unread('olga'), pg_temp.head() - 1 || ' true', 'a long absence is announced');

select * from finish();
