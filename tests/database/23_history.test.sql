-- Automatic history: stretches, their authors, the sources of a version, and thinning.
\i people
select plan(80);

create function pg_temp.append(p_name text, p_typed int default 100, p_bytes bytea default '\xaa', p_kind text default 'edit') returns bigint language sql as $$
  select (public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, s.last_counter + 1,
    array[p_bytes], array[s.client_id], array[s.next_clock], array[s.next_clock + 1], null, p_kind, array[p_typed], array[0]) ->> 'head')::bigint
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
-- Simulates the passing of time.
create function pg_temp.wait(p_time interval) returns void language sql as $$
  update public.versions set created_at = created_at - p_time, ended_at = ended_at - p_time, thin_at = thin_at - p_time;
  update public.document_updates set created_at = created_at - p_time
$$;
create function pg_temp.stretches() returns text language sql as $$
  select string_agg(format('%s-%s', from_seq, seq), ' ' order by from_seq) from public.versions where from_seq is not null
$$;
create function pg_temp.authors(p_seq bigint) returns text language sql as $$
  select string_agg(format('%s +%s -%s', coalesce(p.name, 'nobody'), a.typed, a.deleted), ', ' order by p.name)
  from public.versions v join public.version_authors a on a.version_id = v.id
    join public.editing_sessions s on s.id = a.session_id left join public.profiles p on p.id = s.user_id
  where v.seq = p_seq and v.from_seq is not null
$$;

-- Stretches.
select is(pg_temp.stretches(), null, 'a new document has no stretch');
select pg_temp.append('olga'), pg_temp.append('edita', 20), pg_temp.append('olga', 1);
select is(pg_temp.stretches(), '2-4', 'rows without a pause are one stretch');
select is(pg_temp.authors(4), 'Edita +20 -0, Olga +101 -0', 'a stretch names the sessions that wrote, and how much');
select is((select format('%s %s %s', kind, typed, deleted) from public.versions), 'automatic 121 0', 'a stretch is an automatic version and counts what changed');
select pg_temp.wait('4 minutes 59 seconds'), pg_temp.append('olga');
select is(pg_temp.stretches(), '2-5', 'a pause of less than five minutes continues it');
select pg_temp.wait('5 minutes'), pg_temp.append('olga');
select is(pg_temp.stretches(), '2-5 6-6', 'a pause of five minutes ends it');
select pg_temp.wait('4 minutes'), pg_temp.append('edita') from generate_series(1, 7);
select is(pg_temp.stretches(), '2-5 6-13', 'work without a pause continues it');
select pg_temp.wait('2 minutes'), pg_temp.append('edita');
select is(pg_temp.stretches(), '2-5 6-13 14-14', 'after half an hour the next stretch begins');
select pg_temp.wait('1 hour'), pg_temp.append('edita', 9);
select pg_temp.wait('1 day'), pg_temp.append('olga');
select is(pg_temp.stretches(), '2-5 6-13 14-14 15-16', 'a stretch of fewer than ten characters is continued by the next');
select is((select created_at from public.versions where seq = 16), now(), 'it then begins with the next');
select is(pg_temp.authors(16), 'Edita +9 -0, Olga +100 -0', 'it keeps its author');
select pg_temp.wait('1 hour'), pg_temp.append('edita', 10);
select pg_temp.wait('1 day'), pg_temp.append('olga');
select is(pg_temp.stretches(), '2-5 6-13 14-14 15-16 17-17 18-18', 'one of ten characters is not');
insert into private.session_secrets (session_id) select id from public.editing_sessions;
select is((public.relay_updates(test.id('olga'), test.auth_session('olga'), test.document(), s.id, 1, 1, array[s.last_counter + 1],
    array[private.tag_update(s.id, s.last_counter + 1, '\xbb')], array['\xbb'::bytea], array[s.client_id], array[s.next_clock],
    array[s.next_clock + 1], array[7], array[3])) ->> 'head', '19', 'a row is relayed')
from public.editing_sessions s where s.id = test.session('edita');
select is(pg_temp.authors(19), 'Edita +7 -3, Olga +100 -0', 'a relayed row is the author''s, not the relayer''s');

-- Restores and names.
select public.begin_restore(test.id('olga'), test.auth_session('olga'), test.document(), md5('restore')::uuid, 99);
select public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), md5('restore')::uuid, 1, 1, 1,
  array['\xcc'::bytea], array[99], array[0], array[1], null, 'restore');
select is((select kind from public.versions where seq = 20), 'restored', 'a restore is a stretch of its own');
select pg_temp.append('olga');
select is(pg_temp.stretches(), '2-5 6-13 14-14 15-16 17-17 18-19 20-20 21-21', 'what is written after it is another one');
create function pg_temp.naming(p_person text, p_seq bigint, p_name text) returns text language plpgsql as $$
declare version_id uuid := (select v.id from public.versions v where v.seq = p_seq and v.from_seq is not null);
begin
  perform test.become(p_person);
  perform public.name_version(test.document(), version_id, p_name);
  reset role;
  return 'named';
exception when others then reset role; return sqlerrm;
end $$;
select is(pg_temp.naming('edita', 21, '  Sent  '), 'named', 'an editor names a version');
select is((select name from public.versions where seq = 21), 'Sent', 'the name is trimmed');
select pg_temp.append('olga');
select is(pg_temp.stretches(), '2-5 6-13 14-14 15-16 17-17 18-19 20-20 21-21 22-22', 'a named version grows no further');
select is(pg_temp.naming(name, 22, 'x'), 'forbidden', name || ' may not name a version') from unnest(array['viktor', 'karel', 'cizinec', 'emil']) as name;
select is(pg_temp.naming('olga', 22, repeat('x', 121)), 'bad_request', 'a long name is refused');
select is(pg_temp.naming('olga', 404, 'x'), 'not_found', 'a version that does not exist is refused');

-- Visible rows by role.
create function pg_temp.sees(p_person text, p_table text default 'versions') returns bigint language plpgsql as $$
declare n bigint;
begin
  perform test.become(p_person);
  execute 'select count(*) from public.' || p_table into n;
  reset role;
  return n;
end $$;
update public.versions set created_at = now() - interval '1 hour', ended_at = now() where seq = 21;
select is(pg_temp.sees(name), 9::bigint, name || ' sees all versions') from unnest(array['olga', 'edita']) as name;
select is(pg_temp.sees(name), 1::bigint, name || ' sees only the named version') from unnest(array['viktor', 'karel']) as name;
select is(pg_temp.sees(name), 0::bigint, name || ' sees none') from unnest(array['cizinec', 'emil']) as name;
select is(pg_temp.sees('olga', 'version_authors'), 13::bigint, 'an editor sees the authors');
select is(pg_temp.sees('viktor', 'version_authors'), 1::bigint, 'a viewer sees the authors of the versions they see');
update public.members set created_at = now() + interval '1 second' where user_id = test.id('viktor');
select is(pg_temp.sees('viktor'), 0::bigint, 'a viewer sees no version from before they got access');
update public.members set created_at = now() - interval '1 second' where user_id = test.id('viktor');
select is(pg_temp.naming('olga', 21, ''), 'named', 'a name is taken away');
select is(pg_temp.sees('viktor'), 0::bigint, 'a version without a name is hidden from viewers again');
create function pg_temp.letting_see(p_person text, p_all boolean) returns text language plpgsql as $$
begin
  perform test.become(p_person);
  perform public.set_readers_see_all(test.document(), p_all);
  reset role;
  return 'done';
exception when others then
  reset role;
  return sqlerrm;
end $$;
select is(pg_temp.letting_see(name, true), 'forbidden', name || ' may not let readers see all versions') from unnest(array['edita', 'viktor', 'cizinec']) as name;
select is(pg_temp.letting_see('olga', true), 'done', 'the owner may');
select is(pg_temp.sees('viktor'), (select count(*) from public.versions v, public.members m
  where m.user_id = test.id('viktor') and v.document_id = m.document_id and coalesce(v.ended_at, v.created_at) >= m.created_at),
  'then a viewer sees all since they got access');
select pg_temp.letting_see('olga', false);
select is(pg_temp.sees('viktor'), 0::bigint, 'and no longer once the owner takes it back');
select pg_temp.naming('olga', 21, 'Sent');

-- Reading.
create function pg_temp.parts_of(frame bytea) returns text language plpgsql as $$
declare
  at int;
  size int;
  found text[] := '{}';
begin
  at := 6 + ('x' || encode(substr(frame, 2, 4), 'hex'))::bit(32)::int;
  while at <= octet_length(frame) loop
    size := ('x' || encode(substr(frame, at, 4), 'hex'))::bit(32)::int;
    found := found || encode(substr(frame, at + 4, size), 'hex');
    at := at + 4 + size;
  end loop;
  return array_to_string(found, ' ');
end $$;
create function pg_temp.parts(p_person text, p_seq bigint) returns text language plpgsql as $$
begin
  return pg_temp.parts_of(public.read_version(test.id(p_person), test.auth_session(p_person), test.document(),
    (select id from public.versions where seq = p_seq and from_seq is not null)));
exception when others then return sqlerrm;
end $$;
create function pg_temp.state(p_person text, p_seq bigint) returns text language plpgsql as $$
begin
  return pg_temp.parts_of(public.read_state(test.id(p_person), test.auth_session(p_person), test.document(), p_seq));
exception when others then return sqlerrm;
end $$;
create function pg_temp.log(p_person text, p_after bigint, p_until bigint) returns bytea language sql as $$
  select public.read_log(test.id(p_person), test.auth_session(p_person), test.document(), p_after, p_until)
$$;
create function pg_temp.log_header(p_after bigint, p_until bigint) returns json language sql as $$
  select convert_from(substr(f, 6, ('x' || encode(substr(f, 2, 4), 'hex'))::bit(32)::int), 'utf8')::json
  from pg_temp.log('olga', p_after, p_until) as one (f)
$$;
update public.document_updates set bytes = '\x00' where seq = 1;
select is(pg_temp.parts('olga', 5), '00 aa aa aa aa', 'a version is the rows up to its last');
select is(pg_temp.parts('viktor', 5), 'not_found', 'a viewer may not read a version that they do not see');
select is(pg_temp.parts('viktor', 21), '00 aa aa aa aa aa aa aa aa aa aa aa aa aa aa aa aa aa bb cc aa', 'a viewer may read a named one');
update public.document_updates set quarantined_at = now() where seq = 3;
select is(pg_temp.parts('olga', 5), '00 aa aa aa', 'a quarantined row is left out');

-- Checkpoints: two folds of 3 bytes each.
create function pg_temp.fold(p_base bigint, p_seq bigint, p_state bytea) returns text language sql as $$
  select (public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, p_base, p_seq, p_state, repeat('d', 32))) ->> 'advanced'
$$;
select pg_temp.fold(0, 4, '\xf00004'), pg_temp.fold(4, 6, '\xf00006'), pg_temp.fold(6, 8, '\xf00008'), pg_temp.fold(8, 16, '\xf00016');
select results_eq($$ select seq, since_checkpoint, is_checkpoint from public.document_snapshots order by seq $$,
  $$ values (4::bigint, 4::bigint, true), (8, 4, true), (16, 8, true) $$, 'a snapshot is kept as a checkpoint once the log has grown by its size');
select pg_temp.fold(16, 18, '\xf00018'), pg_temp.fold(18, 19, '\xf00019'), pg_temp.fold(19, 20, '\xf00020');
select results_eq($$ select seq from public.document_snapshots order by seq $$, $$ values (4::bigint), (8), (16), (19), (20) $$, 'others go once two newer ones exist');
select is(pg_temp.parts('olga', 13), 'f00008 aa aa aa aa aa', 'a version is read from the checkpoint before it');
select is(pg_temp.state('edita', 10), 'f00008 aa aa', 'an editor may read the state at any row');
select is(pg_temp.state('viktor', 21), 'forbidden', 'a viewer may not, as nobody has named most of them');
select is(pg_temp.state('olga', (select head_seq + 1 from public.document_logs where document_id = test.document())), 'bad_request', 'there is no state after the head');
select is(pg_temp.state('olga', 0), 'bad_request', 'nor before the first row');
create function pg_temp.restored(p_person text, p_version uuid) returns text language plpgsql as $$
begin
  return pg_temp.parts_of(public.read_restored(test.id(p_person), test.auth_session(p_person), test.document(), p_version));
exception when others then return sqlerrm;
end $$;
insert into public.versions (id, document_id, seq, kind, restore_session_id) values (md5('backup')::uuid, test.document(), 18, 'before_restore', md5('restore')::uuid);
select is(pg_temp.restored('edita', md5('backup')::uuid), pg_temp.state('edita', 18) || ' cc bb aa aa', 'a restore is read after the version before it, and then what others logged since');
select is(pg_temp.restored('viktor', md5('backup')::uuid), 'forbidden', 'a viewer may not read it');
select is(pg_temp.restored('olga', (select id from public.versions where seq = 13 and from_seq is not null)), 'not_found', 'there is none after other versions');
delete from public.versions where id = md5('backup')::uuid;
select throws_ok($$ select pg_temp.log('viktor', 0, 5) $$, 'PT403', 'forbidden', 'a viewer may not read the log');
select is(pg_temp.parts_of(pg_temp.log('olga', 1, 5)), 'aa aa aa', 'the log is read without quarantined rows');
select is((select json_agg(r -> 0)::text from json_array_elements(pg_temp.log_header(1, 5) -> 'rows') r), '[2, 4, 5]', 'each row has its seq');
select is((select (r -> 1)::text::bigint from json_array_elements(pg_temp.log_header(18, 19) -> 'rows') r),
  (select client_id from public.editing_sessions where id = test.session('edita')), 'a relayed row has the client id of its author''s session');
select is(pg_temp.log_header(1, 4) ->> 'until', '4', 'a page ends where it was asked to');
select is(pg_temp.log_header(100000, 100010) ->> 'until', null, 'there is nothing after the head');

-- Packing.
update public.document_updates set created_at = now() - interval '31 days' where seq <= 12;
select is(private.pack_updates(test.document()), 12::bigint, 'rows older than 30 days are packed');
select is((select count(*) from public.document_updates), 10::bigint, 'the log has only the others');
select is(pg_temp.parts('olga', 13), 'f00008 aa aa aa aa aa', 'a version is read from packed rows as before');
select is(pg_temp.parts('olga', 5), 'f00004 aa', 'with those before it and not those after');
delete from private.packed_updates;
select is(pg_temp.parts('olga', 13), 'internal', 'a version whose rows are gone is an error and no other text');

-- Thinning.
create function pg_temp.keep(variadic p_ends timestamptz[]) returns text language plpgsql as $$
begin
  delete from public.versions;
  insert into public.versions (document_id, seq, kind, from_seq, created_at, ended_at, typed, thin_at)
  select test.document(), place, 'automatic', place, ended, ended, 1, ended + interval '48 hours'
  from unnest(p_ends) with ordinality as e (ended, place);
  insert into public.version_authors (version_id, document_id, session_id, typed)
  select id, document_id, test.session(case when seq % 2 = 0 then 'olga' else 'edita' end), 1 from public.versions;
  return pg_temp.thinned();
end $$;
create function pg_temp.thinned() returns text language plpgsql as $$
begin
  perform private.sweep_versions(1000);
  return (select string_agg(format('%s-%s +%s', from_seq, seq, typed), ' ' order by seq) from public.versions);
end $$;
create temp view start_of as select date_trunc('hour', now(), 'UTC') - interval '3 days' as hour,
  date_trunc('day', now(), 'UTC') - interval '40 days' as day, date_trunc('month', now(), 'UTC') - interval '14 months' as month;
select is(pg_temp.keep(now() - interval '47 hours 59 minutes', now() - interval '47 hours 58 minutes'), '1-1 +1 2-2 +1', 'for 48 hours all are kept');
select is(pg_temp.keep(hour, hour + interval '20 minutes', hour + interval '59 minutes', hour + interval '61 minutes'), '1-3 +3 4-4 +1',
  'then the last of each hour, which takes over the rows before it') from start_of;
select is(pg_temp.authors(3), 'Edita +2 -0, Olga +1 -0', 'and their authors');
select is((select thin_at from public.versions where seq = 3), hour + interval '59 minutes' + interval '30 days', 'it is decided on again after 30 days') from start_of;
select is(pg_temp.keep(day, day + interval '8 hours', day + interval '23 hours', day + interval '25 hours'), '1-3 +3 4-4 +1', 'then the last of each day') from start_of;
select is((select thin_at from public.versions where seq = 3), day + interval '23 hours' + interval '1 year', 'it is decided on again after a year') from start_of;
select is(pg_temp.keep(month, month + interval '8 days', month + interval '26 days', month + interval '32 days'), '1-3 +3 4-4 +1', 'then the last of each month') from start_of;
select is((select count(thin_at) from public.versions), 0::bigint, 'which is kept');
select is(pg_temp.keep(hour, hour + interval '59 minutes'), '1-2 +2', 'two in an hour become one') from start_of;
update public.versions set thin_at = now() - interval '1 second', name = 'Sent';
insert into public.versions (document_id, seq, kind, from_seq, created_at, ended_at, typed)
select test.document(), 3, 'automatic', 3, ended_at, ended_at, 1 from public.versions;
select is(pg_temp.thinned(), '1-2 +2 3-3 +1', 'a named version is kept');
update public.versions set thin_at = now() - interval '1 second', name = null where seq = 2;
select is(pg_temp.thinned(), '1-3 +3', 'a version without a name any more is not');
insert into public.versions (document_id, seq, kind, created_at) values (test.document(), 3, 'named', '-infinity'), (test.document(), 3, 'before_restore', '-infinity');
select pg_temp.thinned();
select is((select count(*) from public.versions), 3::bigint, 'what somebody saved, and what a restore replaced, is kept');
update public.versions set thin_at = now() - interval '1 second' where from_seq is not null;
select is((public.sweep(1)::jsonb ->> 'versions'), '1', 'the sweep thins out versions');
select * from finish();
