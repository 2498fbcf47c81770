-- Access to rows and functions by role. Viktor is a viewer, Karel a commenter, Edita an editor, Olga the owner; Emil's
-- membership has expired; Cizinec is a stranger.
\i people
select plan(55);

create function pg_temp.sees(p_name text, p_table text) returns bigint language plpgsql as $$
declare n bigint;
begin
  perform test.become(p_name);
  execute 'select count(*) from public.' || p_table into n;
  reset role;
  return n;
exception when insufficient_privilege then reset role; return -1;
end $$;

select is(pg_temp.sees(name, 'members'), 5::bigint, name || ' sees the members')
from unnest(array['olga', 'edita', 'karel', 'viktor']) as name;
select is(pg_temp.sees(name, 'members'), 0::bigint, name || ' sees no members') from unnest(array['cizinec', 'emil']) as name;
select is(pg_temp.sees('anon', t), -1::bigint, 'anon may not read ' || t)
from unnest(array['profiles', 'members', 'editing_sessions', 'versions']) as t;
select is(pg_temp.sees(name, t), -1::bigint, name || ' may not read ' || t)
from unnest(array['olga', 'viktor']) as name, unnest(array['document_updates', 'document_snapshots']) as t;
select is(pg_temp.sees('cizinec', 'profiles'), 1::bigint, 'a stranger sees only their own profile');
select is(pg_temp.sees('viktor', 'profiles'), 5::bigint, 'a member sees the profiles of the other members');
select is(pg_temp.sees('emil', 'editing_sessions'), 0::bigint, 'an expired member sees no sessions');

create function pg_temp.trying(p_name text, p_sql text) returns text language plpgsql as $$
declare answer text;
begin
  perform test.become(p_name);
  begin
    execute p_sql;
    answer := 'done';
  exception when others then answer := sqlerrm;
  end;
  reset role;
  return answer;
end $$;

-- Rows are changed through functions only.
select is(pg_temp.trying('olga', sql), 'permission denied for table ' || t, 'no client writes ' || t || ' directly')
from (values
  ('documents', $$ update public.documents set title = 'x' $$),
  ('documents', $$ delete from public.documents $$),
  ('members', $$ insert into public.members (document_id, user_id, role) values (test.document(), test.id('cizinec'), 'editor') $$),
  ('members', $$ update public.members set role = 'editor' $$),
  ('editing_sessions', $$ update public.editing_sessions set client_id = 9 $$),
  ('versions', $$ delete from public.versions $$)
) as writes (t, sql);
select is(pg_temp.trying('viktor', $$ update public.profiles set name = 'Somebody' where id <> auth.uid() $$), 'done', 'an update of other profiles is a no-op');
select is((select count(*) from public.profiles where name = 'Somebody'), 0::bigint, 'other profiles stay unchanged');
select is(pg_temp.trying('viktor', $$ update public.profiles set name = E'  Vik\u202etor\n ' where id = auth.uid() $$), 'done', 'a user may change their own name');
select is((select name from public.profiles where id = test.id('viktor')), 'Viktor', 'the name is cleaned of misleading marks');
select is(pg_temp.trying('viktor', $$ update public.profiles set color = 11 where id = auth.uid() $$), 'done', 'a user may choose one of the twelve colors');
select is((select color from public.list_members(test.document()) where user_id = test.id('viktor')), 11::smallint, 'members see the chosen color');
select is(pg_temp.trying('viktor', $$ update public.profiles set color = 3 where id <> auth.uid() $$), 'done', 'an update of other colors is a no-op');
select is((select count(*) from public.profiles where color = 3), 0::bigint, 'other colors stay unchanged');
select is(pg_temp.trying('viktor', format('update public.profiles set color = %s where id = auth.uid()', wrong)),
  'new row for relation "profiles" violates check constraint "profiles_color_check"', wrong || ' is not a color')
from unnest(array[-1, 12]) as wrong;
select is(pg_temp.trying('viktor', $$ update public.profiles set color = null where id = auth.uid() $$), 'done', 'a user may have no color');
select is(pg_temp.trying('viktor', $$ update public.profiles set id = test.id('olga') $$), 'permission denied for table profiles', 'a user may not change their id');

-- Only the owner shares.
select is(pg_temp.trying(name, $$ select public.add_member(test.document(), 'cizinec@example.com', 'editor') $$), 'forbidden', name || ' may not invite')
from unnest(array['edita', 'karel', 'viktor', 'cizinec', 'emil']) as name;
select is(pg_temp.trying('edita', $$ select public.set_member_role(test.document(), auth.uid(), 'viewer') $$), 'forbidden', 'an editor may not change roles');
select is(pg_temp.trying('viktor', $$ select public.remove_member(test.document(), test.id('edita')) $$), 'forbidden', 'a viewer may not remove members');
select is(pg_temp.trying('olga', $$ select public.add_member(test.document(), 'cizinec@example.com', 'owner') $$), 'bad_request', 'the owner role cannot be granted');
select is(pg_temp.trying('olga', $$ select public.add_member(test.document(), 'nobody@example.com', 'editor') $$), 'done', 'an address without an account is invited like any other');
select is(pg_temp.trying('olga', $$ select public.remove_member(test.document(), auth.uid()) $$), 'forbidden', 'the owner cannot remove themselves');
select is(pg_temp.trying('olga', $$ select public.add_member(test.document(), ' CIZINEC@example.com ', 'viewer') $$), 'done', 'an invited address is trimmed and ignores case');
select is(pg_temp.trying('cizinec', $$ select deleted_at from public.documents $$), 'permission denied for table documents', 'clients may not read internal columns such as deleted_at');
select is(pg_temp.trying('cizinec', $$ select id, title from public.documents $$), 'done', 'clients may select the other columns');

-- Losing a right raises the epoch and revokes the sessions.
select is(pg_temp.trying('olga', $$ select public.remove_member(test.document(), test.id('edita')) $$), 'done', 'the owner removes an editor');
select is((select epoch from public.document_logs where document_id = test.document()), 2, 'the removal raises the epoch');
select isnt((select revoked_at from public.editing_sessions where id = test.session('edita')), null, 'the removal revokes the member''s editing sessions');
select is((select payload ->> 'epoch' from realtime.messages where topic = 'doc:' || test.document() || ':1:ctl' and event = 'epoch'), '2', 'the old ctl lane announces the new epoch');
select is(pg_temp.trying('olga', $$ select public.set_member_role(test.document(), test.id('viktor'), 'editor') $$), 'done', 'the owner changes a role');
select is((select epoch from public.document_logs where document_id = test.document()), 3, 'the change of role raises the epoch');
select is(pg_temp.trying('viktor', $$ select public.remove_member(test.document(), auth.uid()) $$), 'done', 'a member may leave');

select * from finish();
