-- The log: contiguous seq, each (session, counter) once, rights under the lock, one caller: the service.
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

select is(pg_temp.append('olga', 1, array['\x01', '\x02']::bytea[]), '["3", "2"]', 'two updates follow the seed');
select is(pg_temp.append('olga', 1, array['\x01', '\x02']::bytea[]), '["3", "2"]', 'sent again they are acknowledged and not stored');
select is(pg_temp.append('olga', 2, array['\x02', '\x03']::bytea[]), '["4", "3"]', 'an overlap stores what is new');
select is(pg_temp.append('olga', 6, array['\x06']::bytea[]), '["4", "3"]', 'after a hole nothing is stored, and the last counter is told');
select is(pg_temp.append('olga', 2, array['\xff']::bytea[]), 'counter_reused', 'one counter, one content');
select is(pg_temp.append('edita', 1, array['\x11']::bytea[]), '["5", "1"]', 'an editor writes');
select is(pg_temp.append('karel', 1, array['\x11']::bytea[]), 'forbidden', 'a commenter does not');
select is(pg_temp.append('viktor', 1, array['\x11']::bytea[]), 'forbidden', 'a viewer does not');
select is(pg_temp.append('cizinec', 1, array['\x11']::bytea[], array[11], p_session => test.session('olga')), 'forbidden', 'a stranger does not');
select is(pg_temp.append('emil', 1, array['\x11']::bytea[], array[11], p_session => test.session('olga')), 'forbidden', 'nor somebody whose membership ended');
select is(pg_temp.append('edita', 1, array['\x11']::bytea[], p_session => test.session('olga')), 'session_invalid', 'nobody writes in another''s session');
select is(pg_temp.append('edita', 2, array['\x12']::bytea[], array[11]), 'update_rejected', 'nor under another''s client id');
select is(pg_temp.append('edita', 2, array['\x12']::bytea[], array[]::bigint[]), '["6", "2"]', 'a pure deletion names no client');
select is(pg_temp.append('edita', 3, array['\x12']::bytea[], p_generation => 2), 'generation_mismatch', 'another generation is refused');
update public.documents set schema_major = 2 where id = test.document();
select is(pg_temp.append('edita', 3, array['\x12']::bytea[]), 'upgrade_required', 'an older schema is refused');
update public.documents set schema_major = 1 where id = test.document();
select results_eq($$ select seq from public.document_updates where document_id = test.document() order by seq $$, $$ values (1::bigint), (2), (3), (4), (5), (6) $$, 'seqs are contiguous');
select is((select title from public.documents where id = test.document()), 'Title', 'the row''s title follows the append');
select is((select count(*) from public.document_updates where sha256 <> sha256(bytes)), 0::bigint, 'hashes are of the bytes');
select is(
  (select count(*) from public.document_updates u
   where u.document_id = test.document()
     and u.chain <> left(encode(sha256(convert_to(
       coalesce((select b.chain from public.document_updates b where b.document_id = u.document_id and b.seq = u.seq - 1), '')
       || encode(u.sha256, 'hex'), 'UTF8')), 'hex'), 32)),
  0::bigint, 'each row''s chain is of its hash and the chain before');
select is(
  (select r ->> 'chain' from public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), test.session('olga'),
    1, 1, 4, '{}', '{}', '{}', '{}') as r),
  (select chain from public.document_updates where document_id = test.document() and seq = 6), 'an answer names the chain at the head');

-- Loading.
create function pg_temp.header(p_frame bytea) returns json language sql as
  $$ select convert_from(substr(p_frame, 6, ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::int), 'UTF8')::json $$;
select is(json_array_length(pg_temp.header(public.load_document(test.id('viktor'), test.auth_session('viktor'), test.document(), null)) -> 'rows'), 6, 'a viewer loads everything');
select is(pg_temp.header(public.load_document(test.id('viktor'), test.auth_session('viktor'), test.document(), 4)) ->> 'rows',
  format('[[5, "%s", 1, "edit"], [6, "%s", 2, "edit"]]', test.session('edita'), test.session('edita')), 'or what is new');
select throws_ok($$ select public.load_document(test.id('cizinec'), test.auth_session('cizinec'), test.document(), null) $$, 'PT403', 'forbidden', 'a stranger loads nothing');
select throws_ok($$ select public.load_document(test.id('olga'), gen_random_uuid(), test.document(), null) $$, 'PT401', 'unauthenticated', 'a token whose session has ended loads nothing');

-- Snapshots.
create function pg_temp.snapshot(p_base bigint, p_seq bigint, p_kind text default null) returns text language sql as $$
  select (public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, p_base, p_seq, '\xaa', repeat('d', 32), p_kind)) ->> 'advanced'
$$;
select is(pg_temp.snapshot(0, 3), 'true', 'a fold becomes the base');
select is(pg_temp.snapshot(0, 4), 'false', 'a second fold from the same base loses');
select is((select count(*) from public.document_snapshots), 1::bigint, 'and leaves nothing behind');
select is(pg_temp.snapshot(0, 4, 'named'), 'false', 'as a version it is kept');
select is((select snapshot_seq from public.documents where id = test.document()), 3::bigint, 'while loading starts where it did');
select is(pg_temp.header(public.load_document(test.id('viktor'), test.auth_session('viktor'), test.document(), null)) ->> 'snapshotSeq', '3', 'with the snapshot first');
select throws_ok($$ select public.save_snapshot(test.id('viktor'), test.auth_session('viktor'), test.document(), 1, 3, 5, '\xaa', repeat('d', 32), 'named') $$, 'PT403', 'forbidden', 'a viewer saves no version');

-- Poison: what a fold leaves out.
select is((public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, 3, 4, '\xbb', repeat('e', 32), p_poison => array[4]::bigint[])) ->> 'advanced', 'true', 'a fold that left a row out');
select results_eq($$ select seq from public.document_updates where quarantined_at is not null $$, $$ values (4::bigint) $$, 'marks it');
select results_eq($$ select id from public.editing_sessions where revoked_at is not null $$, $$ values (test.session('olga')) $$, 'and revokes the session that wrote it');
update public.editing_sessions set revoked_at = null;
select is(pg_temp.snapshot(4, 5), 'true', 'the next fold becomes the base');
select is(pg_temp.snapshot(5, 6), 'true', 'and the next');
select results_eq($$ select seq from public.document_snapshots order by seq $$, $$ values (4::bigint), (5), (6) $$, 'kept are the base, the one before and what versions show');

-- Restore lease.
select lives_ok($$ select public.begin_restore(test.id('olga'), test.auth_session('olga'), test.document(), gen_random_uuid(), 99) $$, 'a restore takes the lease');
select throws_ok($$ select public.begin_restore(test.id('edita'), test.auth_session('edita'), test.document(), gen_random_uuid(), 98) $$, 'PT409', 'restore_in_progress', 'a second one waits');
-- Clocks: each update begins where the one before it ended.
select is(pg_temp.append('edita', 3, array['\x13', '\x14']::bytea[], array[12, 12], p_clocks => array[0, 4], p_next => array[4, 6]), '["8", "4"]', 'clocks that follow each other are taken');
select is(pg_temp.append('edita', 5, array['\x15']::bytea[], array[12], p_clocks => array[7], p_next => array[8]), 'update_rejected', 'what follows a gap could never be read');
select is(pg_temp.append('edita', 5, array['\x15']::bytea[], array[12], p_clocks => array[5], p_next => array[8]), 'update_rejected', 'nor may a clock be used twice');
select is(pg_temp.append('edita', 3, array['\x13', '\x14', '\x15']::bytea[], array[12, 12, 12], p_clocks => array[0, 4, 6], p_next => array[4, 6, 7]), '["9", "5"]', 'sent again with what follows');
select is(pg_temp.append('edita', 6, array['\x16', '\x17']::bytea[], array[null, 12], p_clocks => array[null, 7], p_next => array[null, 9]), '["11", "7"]', 'a deletion takes no clock');
-- A document has an end.
update public.documents set size_bytes = private.max_document_weight() - 1 where id = test.document();
select is(pg_temp.append('edita', 8, array['\x18']::bytea[], array[12], p_clocks => array[9], p_next => array[10]), '["12", "8"]', 'a document grows to its limit');
select is(pg_temp.append('edita', 9, array['\x19']::bytea[], array[12], p_clocks => array[10], p_next => array[11]), 'document_full', 'and no further');
select is(pg_temp.append('edita', 9, array['\x19']::bytea[], array[null]::bigint[], p_clocks => array[null]::bigint[], p_next => array[null]::bigint[]), '["13", "9"]', 'but one can delete');
select is(pg_temp.snapshot(6, 12), 'true', 'a fold');
select is((select size_bytes from public.documents where id = test.document()), 2::bigint, 'makes it as large as the fold and what came after it');
-- What two snapshots hold and nobody has touched for a month need not be kept row by row.
update public.document_updates set created_at = now() - interval '31 days' where seq <= 10;
select is(pg_temp.snapshot(12, 13), 'true', 'another fold');
select results_eq($$ select seq from public.document_updates where document_id = test.document() order by seq $$, $$ values (11::bigint), (12), (13) $$, 'prunes the log');
select is((select log_start_seq from public.documents where id = test.document()), 10::bigint, 'and says from where on it is whole');
select * from finish();
