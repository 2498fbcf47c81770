-- The log: contiguous seq, each (session, counter) once, rights checked under the lock, called only by the service.
\i people
select plan(52);
-- Rules tested here: (PROTOCOL.md, S3a, S18, S25).

create function pg_temp.append(p_name text, p_first bigint, p_updates bytea[], p_clients bigint[] default null,
  p_generation integer default 1, p_schema integer default 1, p_session uuid default null,
  p_clocks bigint[] default '{}', p_next bigint[] default '{}') returns text
language plpgsql as $$
declare answer text;
begin
  select json_build_array(r ->> 'head', r ->> 'acked')::text into answer
  from public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), coalesce(p_session, test.session(p_name)),
    p_generation, p_schema, p_first, p_updates,
    coalesce(p_clients, array[(select client_id from public.editing_sessions where id = coalesce(p_session, test.session(p_name)))]), p_clocks, p_next, 'Title') as r;
  return answer;
exception when others then return sqlerrm;
end $$;

select is(pg_temp.append('olga', 1, array['\x01', '\x02']::bytea[]), '["3", "2"]', 'two updates are appended after the seed');
select is(pg_temp.append('olga', 1, array['\x01', '\x02']::bytea[]), '["3", "2"]', 'a repeated append is acknowledged but not stored again');
select is(pg_temp.append('olga', 2, array['\x02', '\x03']::bytea[]), '["4", "3"]', 'an overlapping append stores only the new updates');
select is(pg_temp.append('olga', 6, array['\x06']::bytea[]), '["4", "3"]', 'updates after a hole are not stored, and the last counter is returned');
select is(pg_temp.append('olga', 2, array['\xff']::bytea[]), 'counter_reused', 'a counter cannot be reused for other bytes');
select is(pg_temp.append('edita', 1, array['\x11']::bytea[]), '["5", "1"]', 'an editor may append');
select is(pg_temp.append('karel', 1, array['\x11']::bytea[]), 'forbidden', 'a commenter may not append');
select is(pg_temp.append('viktor', 1, array['\x11']::bytea[]), 'forbidden', 'a viewer may not append');
select is(pg_temp.append('cizinec', 1, array['\x11']::bytea[], array[11], p_session => test.session('olga')), 'forbidden', 'a stranger may not append');
select is(pg_temp.append('emil', 1, array['\x11']::bytea[], array[11], p_session => test.session('olga')), 'forbidden', 'an expired member may not append');
select is(pg_temp.append('edita', 1, array['\x11']::bytea[], p_session => test.session('olga')), 'session_invalid', 'an editor may not append under another user''s session');
select is(pg_temp.append('edita', 2, array['\x12']::bytea[], array[11]), 'update_rejected', 'an editor may not append under another client id');
select is(pg_temp.append('edita', 2, array['\x12']::bytea[], array[]::bigint[]), '["6", "2"]', 'an update that only deletes has no client id');
select is(pg_temp.append('edita', 3, array['\x12']::bytea[], p_generation => 2), 'generation_mismatch', 'another generation is refused');
update public.document_logs set schema_major = 2 where document_id = test.document();
select is(pg_temp.append('edita', 3, array['\x12']::bytea[]), 'upgrade_required', 'an older schema is refused');
update public.document_logs set schema_major = 1 where document_id = test.document();
select results_eq($$ select seq from public.document_updates where document_id = test.document() order by seq $$, $$ values (1::bigint), (2), (3), (4), (5), (6) $$, 'seq is contiguous');
select is((select title from public.documents where id = test.document()), 'Title', 'an append sets the title of the row');
select is((select count(*) from public.document_updates where sha256 <> sha256(bytes)), 0::bigint, 'sha256 is the hash of the bytes');
select is(
  (select count(*) from public.document_updates u
   where u.document_id = test.document()
     and u.chain <> left(encode(sha256(convert_to(
       coalesce((select b.chain from public.document_updates b where b.document_id = u.document_id and b.seq = u.seq - 1), '')
       || encode(u.sha256, 'hex'), 'UTF8')), 'hex'), 32)),
  0::bigint, 'each chain is computed from the row''s hash and the previous chain');
select is(
  (select r ->> 'chain' from public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), test.session('olga'),
    1, 1, 4, '{}', '{}', '{}', '{}') as r),
  (select chain from public.document_updates where document_id = test.document() and seq = 6), 'a reply contains the chain at the head');

-- Loading.
create function pg_temp.header(p_frame bytea) returns json language sql as
  $$ select convert_from(substr(p_frame, 6, ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::int), 'UTF8')::json $$;
select is(json_array_length(pg_temp.header(public.load_document(test.id('edita'), test.auth_session('edita'), test.document(), null)) -> 'rows'), 6, 'an editor loads all rows');
select is(pg_temp.header(public.load_document(test.id('edita'), test.auth_session('edita'), test.document(), 4)) ->> 'rows',
  format('[[5, "%s", 1, "edit"], [6, "%s", 2, "edit"]]', test.session('edita'), test.session('edita')), 'an editor loads only the rows after a seq');
select throws_ok($$ select public.load_document(test.id('cizinec'), test.auth_session('cizinec'), test.document(), null) $$, 'PT403', 'forbidden', 'a stranger may not load');
select throws_ok($$ select public.load_document(test.id('olga'), gen_random_uuid(), test.document(), null) $$, 'PT401', 'unauthenticated', 'a token whose sign-in session has ended may not load');

-- Snapshots.
create function pg_temp.snapshot(p_base bigint, p_seq bigint, p_kind text default null) returns text language sql as $$
  select case when p_kind is null
    then public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, p_base, p_seq, '\xaa', repeat('d', 32))
    else public.save_version(test.id('olga'), test.auth_session('olga'), test.document(), 1, p_base, p_seq, '\xaa', repeat('d', 32), p_kind)
  end ->> 'advanced'
$$;
select is(pg_temp.snapshot(0, 3), 'true', 'a fold advances the base');
select is(pg_temp.snapshot(0, 4), 'false', 'a second fold from the same base does not');
select is((select count(*) from public.document_snapshots), 1::bigint, 'it leaves no snapshot');
select is(pg_temp.snapshot(0, 4, 'named'), 'false', 'a version from an old base does not advance it');
select is((select snapshot_seq from public.document_logs where document_id = test.document()), 3::bigint, 'loading starts at the same base as before');
select is(pg_temp.header(public.load_document(test.id('edita'), test.auth_session('edita'), test.document(), null)) ->> 'snapshotSeq', '3', 'a loaded document starts with the snapshot');
select throws_ok($$ select public.save_version(test.id('viktor'), test.auth_session('viktor'), test.document(), 1, 3, 5, '\xaa', repeat('d', 32), 'named') $$, 'PT403', 'forbidden', 'a viewer may not save a version');

-- Poison: rows that a fold leaves out.
select is((public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, 3, 4, '\xbb', repeat('e', 32), p_poison => array[4]::bigint[])) ->> 'advanced', 'true', 'a fold that leaves out a row advances the base');
select results_eq($$ select seq from public.document_updates where quarantined_at is not null $$, $$ values (4::bigint) $$, 'the row is quarantined');
select results_eq($$ select id from public.editing_sessions where revoked_at is not null $$, $$ values (test.session('olga')) $$, 'the session that wrote it is revoked');
update public.editing_sessions set revoked_at = null;
select is(pg_temp.snapshot(4, 5), 'true', 'the next fold advances the base');
update public.document_snapshots set since_checkpoint = 0;
select is(pg_temp.snapshot(5, 6), 'true', 'the fold after that advances the base');
select results_eq($$ select seq from public.document_snapshots order by seq $$, $$ values (5::bigint), (6) $$, 'only the base and the base before it are kept');

-- Restore lease.
select lives_ok($$ select public.begin_restore(test.id('olga'), test.auth_session('olga'), test.document(), gen_random_uuid(), 99) $$, 'a restore acquires the lease');
select throws_ok($$ select public.begin_restore(test.id('edita'), test.auth_session('edita'), test.document(), gen_random_uuid(), 98) $$, 'PT409', 'restore_in_progress', 'a second restore is refused');
-- Clocks: each update starts at the clock where the previous one ended.
select is(pg_temp.append('edita', 3, array['\x13', '\x14']::bytea[], array[12, 12], p_clocks => array[0, 4], p_next => array[4, 6]), '["8", "4"]', 'contiguous clocks are accepted');
select is(pg_temp.append('edita', 5, array['\x15']::bytea[], array[12], p_clocks => array[7], p_next => array[8]), 'update_rejected', 'a gap between clocks is refused');
select is(pg_temp.append('edita', 5, array['\x15']::bytea[], array[12], p_clocks => array[5], p_next => array[8]), 'update_rejected', 'a used clock is refused');
select is(pg_temp.append('edita', 3, array['\x13', '\x14', '\x15']::bytea[], array[12, 12, 12], p_clocks => array[0, 4, 6], p_next => array[4, 6, 7]), '["9", "5"]', 'a repeated append with a further update is accepted');
select is(pg_temp.append('edita', 6, array['\x16', '\x17']::bytea[], array[null, 12], p_clocks => array[null, 7], p_next => array[null, 9]), '["11", "7"]', 'an update that only deletes has no clock');
-- The limit of a document's weight.
update public.document_logs set size_bytes = private.max_document_weight() - 1 where document_id = test.document();
select is(pg_temp.append('edita', 8, array['\x18']::bytea[], array[12], p_clocks => array[9], p_next => array[10]), '["12", "8"]', 'an append that starts below the limit is accepted');
select is(pg_temp.append('edita', 9, array['\x19']::bytea[], array[12], p_clocks => array[10], p_next => array[11]), 'document_full', 'an append at the limit is refused');
select is(pg_temp.append('edita', 9, array['\x19']::bytea[], array[null]::bigint[], p_clocks => array[null]::bigint[], p_next => array[null]::bigint[]), '["13", "9"]', 'a deletion at the limit is accepted');
select is(pg_temp.snapshot(6, 12), 'true', 'a fold of the full document advances the base');
select is((select size_bytes from public.document_logs where document_id = test.document()), 2::bigint, 'the weight is that of the fold and the later rows');
-- Rows that two snapshots contain are packed after 30 days.
update public.document_updates set created_at = now() - interval '31 days' where seq <= 10;
select is(pg_temp.snapshot(12, 13), 'true', 'a second fold advances the base');
select results_eq($$ select seq from public.document_updates where document_id = test.document() order by seq $$, $$ values (11::bigint), (12), (13) $$, 'rows before the previous snapshot are packed');
select is((select log_start_seq from public.document_logs where document_id = test.document()), 10::bigint, 'log_start_seq is the last packed seq');
select * from finish();
