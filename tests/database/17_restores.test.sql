-- The record of a restore: the restored version, the session, and whether it was undone.
\i people
select plan(9);

create function pg_temp.save(p_seq bigint, p_kind text) returns uuid language sql as $$
  select (public.save_version(test.id('olga'), test.auth_session('olga'), test.document(), 1, 0, p_seq, '\xaa', repeat('a', 32), p_kind) ->> 'versionId')::uuid
$$;
create function pg_temp.begin(p_session uuid, p_client bigint) returns void language sql as $$
  select public.begin_restore(test.id('olga'), test.auth_session('olga'), test.document(), p_session, p_client)
$$;
create function pg_temp.append(p_session uuid, p_client bigint) returns bigint language sql as $$
  select (public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), p_session, 1, 1, 1,
    array['\x01']::bytea[], array[p_client], array[0], array[1], p_kind => 'restore') ->> 'head')::bigint
$$;
create temp table made as select pg_temp.save(1, 'named') as version, pg_temp.save(1, 'before_restore') as backup,
  pg_temp.save(1, 'before_restore') as second, gen_random_uuid() as one, gen_random_uuid() as two;
grant select on made to authenticated;

select public.name_restore(test.document(), one, backup, version) from made;
select is((select restored_version_id from public.versions, made where id = backup), null, 'nothing is recorded without the lease');
select pg_temp.begin(one, 99) from made;
select public.name_restore(test.document(), one, version, backup) from made;
select is((select restored_version_id from public.versions, made where id = version), null, 'nothing is recorded in a named version');
select public.name_restore(test.document(), one, backup, version) from made;
select results_eq($$ select restored_version_id, restore_session_id from public.versions, made where id = backup $$, $$ select version, one from made $$, 'a restore is recorded in the version saved before it');
select pg_temp.append(one, 99) from made;
select is((select public.taken_back_at(test.document(), backup) from made), null, 'a restore is in effect after its append');

select pg_temp.begin(two, 98) from made;
select public.name_restore(test.document(), two, second, backup) from made;
select is((select public.taken_back_at(test.document(), backup) from made), null, 'a restore is in effect until the undoing change is appended');
create temp table taken_back as select pg_temp.append(two, 98) as seq from made;
select is((select public.taken_back_at(test.document(), backup) from made), (select seq from taken_back), 'the append of the undoing change undoes the restore');
select is((select public.taken_back_at(gen_random_uuid(), backup) from made), null, 'the restore is not found under another document');

select test.become('viktor');
select is((select restored_version_id from public.versions, made where id = backup), (select version from made), 'members may read the restored version''s id');
select throws_ok($$ select public.name_restore(test.document(), one, backup, version) from made $$, '42501', null, 'members may not record restores');
