-- Folds: due times, the right to start one, and the weight of a document.
\i people
select plan(27);
-- Rules tested here: (PROTOCOL.md, S19).

create function pg_temp.append(p_name text, p_bytes int, p_kind text default 'edit', p_clock bigint default null) returns json language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_name), 1, 1,
    s.last_counter + 1, array[decode(repeat('aa', p_bytes), 'hex')], array[s.client_id],
    array[case when p_clock is null then null else s.next_clock end], array[s.next_clock + p_clock], null, p_kind)
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.due(p_name text, p_bytes int) returns text language sql as $$ select pg_temp.append(p_name, p_bytes) ->> 'foldDue' $$;
create function pg_temp.begin(p_name text) returns boolean language sql as $$
  select public.begin_fold(test.id(p_name), test.auth_session(p_name), test.document())
$$;
create function pg_temp.fold(p_weight bigint default 0) returns text language sql as $$
  select public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, l.snapshot_seq, l.head_seq, '\xaabb', repeat('d', 32), p_weight => p_weight) ->> 'advanced'
  from public.document_logs l where l.document_id = test.document()
$$;
create function pg_temp.weight() returns bigint language sql as $$ select size_bytes from public.document_logs where document_id = test.document() $$;
-- Simulates the passing of time.
create function pg_temp.wait(p_time interval) returns void language sql as $$ update private.folds set not_before = not_before - p_time $$;

-- By bytes.
select is(pg_temp.due('edita', 60 * 1024), 'false', 'no fold is due with a short log');
select is(pg_temp.due('edita', 5 * 1024), 'true', 'a fold is due with 64 KB');
select is(pg_temp.fold(3000000), 'true', 'a fold');
select is(pg_temp.weight(), 3000000::bigint, 'the weight of a document is that of its fold');
select is(pg_temp.due('edita', 100 * 1024), 'false', 'a heavier document needs more bytes for a fold');
select is(pg_temp.due('edita', 90 * 1024), 'true', 'a fold is due with a sixteenth of the weight');
select is(pg_temp.weight(), 3000000 + 190 * 1024::bigint, 'rows that are not folded add their bytes to the weight');
select is(pg_temp.fold(1), 'true', 'a fold');
select is(pg_temp.weight(), 2::bigint, 'the weight is at least the bytes of the fold');
-- By rows.
update public.document_logs set head_seq = head_seq + 198 where document_id = test.document();
select is(pg_temp.due('edita', 1), 'false', 'no fold is due with 199 rows');
select is(pg_temp.due('edita', 1), 'true', 'a fold is due with 200 rows');

-- One fold at a time.
select throws_ok($$ select pg_temp.begin('cizinec') $$, 'PT403', 'forbidden', 'a stranger may not start a fold');
select throws_ok($$ select pg_temp.begin('viktor') $$, 'PT403', 'forbidden', 'a viewer may not start a fold');
select is(pg_temp.begin('edita'), true, 'an editor starts a fold');
select is(pg_temp.begin('olga'), false, 'a second fold does not start meanwhile');
select is(pg_temp.due('edita', 1), 'false', 'no fold is due while one is running');
select pg_temp.wait('1 minute');
select is(pg_temp.due('edita', 1), 'true', 'a fold that has not ended after a minute counts as failed');
select is(pg_temp.begin('olga'), true, 'a failed fold is retried');
select pg_temp.wait('1 minute');
select is(pg_temp.begin('edita'), false, 'the second retry does not start after one minute');
select pg_temp.wait('1 minute');
select is(pg_temp.begin('edita'), true, 'the second retry starts after two minutes');
update private.folds set tries = 40;
select pg_temp.wait('1 day');
select is(pg_temp.begin('edita'), true, 'retries never stop');
select is((select not_before from private.folds), now() + interval '1 day', 'the interval between retries is at most a day');
select is(pg_temp.fold(), 'true', 'a fold is stored after retries');
select is_empty($$ select from private.folds $$, 'a stored fold resets the retries');

-- The limit of a document's weight.
select is(pg_temp.fold(0), 'false', 'a fold without new rows does not advance the base');
update public.document_logs set size_bytes = private.max_document_weight() where document_id = test.document();
select throws_ok($$ select pg_temp.append('edita', 1, p_clock => 1) $$, 'PT413', 'document_full', 'an append to a full document is refused');
update public.document_logs set restore_session_id = test.session('edita'), restore_until = now() + interval '30 seconds' where document_id = test.document();
select isnt(pg_temp.append('edita', 100, 'restore', 1) ->> 'head', null, 'a restore in a full document is accepted');

select * from finish();
