-- Versions from before a large deletion: the rows that may be measured, the right to do so, and the number of versions.
\i people
select plan(31);

create function pg_temp.append(p_name text, p_counter bigint, p_update bytea) returns text language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_name), 1, 1, p_counter,
    array[p_update], '{}', '{}', '{}') ->> 'head'
$$;
create function pg_temp.header(p_frame bytea) returns json language sql as $$
  select convert_from(substr(p_frame, 6, ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::int), 'UTF8')::json
$$;
-- The parts of a frame, as hexadecimal digits.
create function pg_temp.parts(p_frame bytea) returns text language plpgsql as $$
declare
  at int := 6 + ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::int;
  size int;
  found text[] := '{}';
begin
  while at <= octet_length(p_frame) loop
    size := ('x' || encode(substr(p_frame, at, 4), 'hex'))::bit(32)::int;
    found := found || encode(substr(p_frame, at + 4, size), 'hex');
    at := at + 4 + size;
  end loop;
  return array_to_string(found, ' ');
end $$;
create function pg_temp.load(p_name text, p_session text, variadic p_counters bigint[]) returns bytea language sql as $$
  select public.load_before_deletion(test.id(p_name), test.document(), test.session(p_session), p_counters)
$$;
create function pg_temp.save(p_session text, p_seq bigint, p_generation int default 1) returns boolean language sql as $$
  select public.save_before_deletion(test.document(), test.session(p_session), p_generation, p_seq) is not null
$$;

select pg_temp.append('olga', 1, '\x01'), pg_temp.append('olga', 2, '\x02'), pg_temp.append('edita', 1, '\x11'), pg_temp.append('olga', 3, '\x03');
update public.document_updates set bytes = '\x00' where document_id = test.document() and seq = 1;

-- Loading.
select test.become('service_role');
select is(pg_temp.header(pg_temp.load('olga', 'olga', 2)) ->> 'before', '2', 'the header has the seq before the change');
reset role;
select is(pg_temp.header(pg_temp.load('olga', 'olga', 2)) ->> 'snapshotSeq', null, 'the header has no snapshot seq when there is no snapshot');
select is(pg_temp.header(pg_temp.load('olga', 'olga', 2)) ->> 'generation', '1', 'the header has the generation');
select is(pg_temp.parts(pg_temp.load('olga', 'olga', 2)), '00 01 02', 'all rows up to the change are loaded');
select is(pg_temp.parts(pg_temp.load('olga', 'olga', 2, 3)), '00 01 02 11 03', 'with several counters the rows between them are loaded too');
select is(pg_temp.parts(pg_temp.load('olga', 'olga', 3, 4, 5)), '00 01 02 11 03', 'counters that were not appended are ignored');
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
select test.document(), seq, 1, sha256('\xaa'), ('\xa' || seq)::bytea, repeat('d', 32) from generate_series(1, 5) as seq;
select is(pg_temp.header(pg_temp.load('olga', 'olga', 3)) ->> 'snapshotSeq', '4', 'the newest snapshot before the change is chosen');
select is(pg_temp.parts(pg_temp.load('olga', 'olga', 3)), 'a4 03', 'the snapshot is the first part');
select is(pg_temp.parts(pg_temp.load('olga', 'olga', 2)), 'a2 02', 'a later snapshot is not chosen');
delete from public.document_snapshots where seq > 1;
update public.document_logs set snapshot_seq = 1 where document_id = test.document();
select is(pg_temp.parts(pg_temp.load('olga', 'olga', 3)), 'a1 01 02 11 03', 'the rows after the snapshot follow it');

-- Rights.
select is(pg_temp.header(pg_temp.load('olga', 'edita', 1)) ->> 'before', null, 'a user may not measure another user''s append');
select is(pg_temp.header(pg_temp.load('edita', 'edita', 1)) ->> 'before', '3', 'a user may measure their own append');
update public.document_updates set author_id = test.id('olga'), kind = 'relay' where seq = 4;
select is(pg_temp.header(pg_temp.load('olga', 'edita', 1)) ->> 'before', '3', 'a user may measure what they relayed');
select is(pg_temp.header(pg_temp.load('edita', 'edita', 1)) ->> 'before', null, 'the author may not measure relayed rows');
update public.document_updates set created_at = now() - interval '6 minutes' where seq = 4;
select is(pg_temp.header(pg_temp.load('olga', 'edita', 1)) ->> 'before', null, 'rows older than five minutes are not measured');
delete from auth.sessions where user_id = test.id('olga');
select is(pg_temp.header(pg_temp.load('olga', 'olga', 1)) ->> 'before', '1', 'rows are measured even after signing out');
select is(pg_temp.header(public.load_before_deletion(test.id('olga'), gen_random_uuid(), test.session('olga'), array[1])) ->> 'before', null, 'nothing is returned for another document');
update private.rate_limits set per_second = 0.001, burst = 1 where action = 'measure_deletion';
delete from private.rate_buckets;
select is(pg_temp.header(pg_temp.load('edita', 'olga', 1)) ->> 'before', null, 'a refused measurement returns nothing');
select is((select count(*) from private.rate_buckets), 0::bigint, 'a refused measurement spends nothing');
select pg_temp.load('olga', 'olga', 1);
select throws_ok($$ select pg_temp.load('olga', 'olga', 1) $$, 'PT429', 'rate_limited', 'measurements are rate limited');

-- The version.
delete from private.rate_buckets;
select throws_ok($$ select pg_temp.save('edita', 5) $$, 'PT400', 'bad_request', 'a seq beyond the head is refused');
select throws_ok($$ select pg_temp.save('edita', 3, 2) $$, 'PT409', 'generation_mismatch', 'another generation is refused');
select test.become('service_role');
select ok(pg_temp.save('edita', 3), 'a version is saved');
reset role;
select results_eq($$ select seq, kind, name, created_by from public.versions where kind <> 'automatic' $$, $$ values (3::bigint, 'before_deletion', null::text, test.id('edita')) $$, 'the version''s creator is the user of the deleting session');
select is_empty($$ select 1 from public.document_snapshots where seq = 3 $$, 'the version needs no snapshot');
select is(pg_temp.save('olga', 4), false, 'a second deletion within ten minutes saves no version');
select is(pg_temp.header(pg_temp.load('olga', 'olga', 1)) ->> 'before', null, 'a second deletion within ten minutes is not measured');
select is_empty($$ select 1 from private.rate_buckets where action in ('save_version', 'fold') $$, 'the version spends no rate limit of the user');
update public.versions set created_at = now() - interval '11 minutes', ended_at = case when from_seq is not null then now() end;
select ok(pg_temp.save('olga', 4), 'after ten minutes another version is saved');
select test.become('olga');
select throws_ok($$ select public.save_before_deletion(test.document(), test.session('olga'), 1, 2) $$, '42501', null, 'users may not call the function');
reset role;
delete from public.versions;
delete from public.document_snapshots where seq > 1;
delete from private.rate_buckets;
delete from public.document_updates where document_id = test.document() and seq = 3;
select throws_ok($$ select pg_temp.load('olga', 'olga', 3) $$, 'PT500', 'internal', 'a log with a hole is an internal error');
select * from finish();
