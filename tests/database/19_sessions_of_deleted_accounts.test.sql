-- Editing sessions of a deleted account: their rows keep the session, no user can write under it, and its user is not
-- recorded.
\i people
select plan(15);

create function pg_temp.trying(p_sql text) returns text language plpgsql as $$
begin
  execute p_sql;
  return 'done';
exception when others then
  return sqlerrm;
end $$;
create function pg_temp.append(p_name text, p_session uuid) returns text language sql as $$
  select pg_temp.trying(format('select public.append_updates(%L, %L, %L, %L, 1, 1, 2, array[''\x00''::bytea], array[11]::bigint[], array[1]::bigint[], array[2]::bigint[])',
    test.id(p_name), test.auth_session(p_name), test.document(), p_session))
$$;
create function pg_temp.relay(p_name text, p_session uuid, p_tag bytea) returns text language sql as $$
  select pg_temp.trying(format('select public.relay_updates(%L, %L, %L, %L, 1, 1, array[2]::bigint[], array[%L::bytea], array[''\x00''::bytea], array[12]::bigint[], array[1]::bigint[], array[2]::bigint[])',
    test.id(p_name), test.auth_session(p_name), test.document(), p_session, p_tag))
$$;

insert into private.session_secrets (session_id) select id from public.editing_sessions;
update public.editing_sessions set last_counter = 1, next_clock = 1 where user_id in (test.id('olga'), test.id('edita'));
insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, sha256, bytes)
select test.document(), place + 1, 1, test.session(name), 1, test.id(name), sha256('\x00'), '\x00'
from unnest(array['olga', 'edita']) with ordinality as people (name, place);
update public.document_logs set head_seq = 3 where document_id = test.document();
-- Edita has just lost her right: updates that she sent before may still be relayed.
update public.editing_sessions set lost_right_at = now() where user_id = test.id('edita');
create temp table kept as select private.tag_update(test.session('edita'), 2, '\x00') as tag;

select public.delete_account(test.id('edita'), test.auth_session('edita'));
select is((select count(*) from public.profiles where id = test.id('edita')), 0::bigint, 'the profile is deleted');
select results_eq($$ select user_id, revoked_at is not null, lost_right_at from public.editing_sessions where id = test.session('edita') $$,
  $$ values (null::uuid, true, null::timestamptz) $$, 'the session stays, without a user and revoked');
select results_eq($$ select session_id, author_id from public.document_updates where document_id = test.document() and seq = 3 $$,
  $$ values (test.session('edita'), null::uuid) $$, 'the rows keep the session and lose the author');
select is_empty($$ select 1 from private.session_secrets where session_id = test.session('edita') $$, 'the session''s secret is deleted');
select is(pg_temp.append('olga', test.session('edita')), 'session_invalid', 'no user may append under the session');
select is(pg_temp.relay('olga', test.session('edita'), (select tag from kept)), 'session_invalid', 'no update of the session may be relayed');
select is(pg_temp.trying(format('select public.open_editing_session(%L, %L, %L, %L, 12, 1)', test.id('olga'), test.auth_session('olga'),
  test.document(), test.session('edita'))), 'session_invalid', 'the session cannot be opened again');
select throws_ok($$ update public.editing_sessions set revoked_at = null where id = test.session('edita') $$, '23514', null,
  'a session without a user must be revoked');
select test.become('olga');
select is((select count(*) from public.room_roster(test.document()) where client_id = 12), 0::bigint, 'the session is not in the roster');
select results_eq($$ select user_id from public.editing_sessions where id = test.session('edita') $$, $$ values (null::uuid) $$,
  'members see the session without a user');
reset role;

update public.editing_sessions set last_seen_at = now() - interval '10 years' where id = test.session('edita');
select public.delete_account(test.id('karel'), test.auth_session('karel'));
select is((select count(*) from public.editing_sessions where id = test.session('karel')), 1::bigint, 'a session without rows stays at first');
select public.sweep();
select is((select count(*) from public.editing_sessions where id = test.session('karel')), 0::bigint, 'the sweep deletes a session without rows');
select is((select count(*) from public.editing_sessions where id = test.session('edita')), 1::bigint, 'the sweep keeps a session with rows');

select is(public.save_before_deletion(test.document(), test.session('edita'), 1, 2) is null, false, 'a version from before the session''s deletion is saved');
select is((select created_by from public.versions where document_id = test.document() and kind = 'before_deletion'), null, 'the version has no creator');
select * from finish();
