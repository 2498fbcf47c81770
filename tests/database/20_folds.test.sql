-- When the log is to be folded, by whom, and what a document may weigh.
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
  select public.save_snapshot(test.id('olga'), test.auth_session('olga'), test.document(), 1, d.snapshot_seq, d.head_seq, '\xaabb', repeat('d', 32), p_weight => p_weight) ->> 'advanced'
  from public.documents d where d.id = test.document()
$$;
create function pg_temp.weight() returns bigint language sql as $$ select size_bytes from public.documents where id = test.document() $$;
-- Now as if so long had passed.
create function pg_temp.wait(p_time interval) returns void language sql as $$ update private.folds set not_before = not_before - p_time $$;

-- By bytes.
select is(pg_temp.due('edita', 60 * 1024), 'false', 'a short log is left alone');
select is(pg_temp.due('edita', 5 * 1024), 'true', 'with 64 KB a fold is due');
select is(pg_temp.fold(3000000), 'true', 'a fold');
select is(pg_temp.weight(), 3000000::bigint, 'a document weighs what its parts do');
select is(pg_temp.due('edita', 100 * 1024), 'false', 'a larger document waits for more');
select is(pg_temp.due('edita', 90 * 1024), 'true', 'a sixteenth of it');
select is(pg_temp.weight(), 3000000 + 190 * 1024::bigint, 'what is not folded weighs its bytes');
select is(pg_temp.fold(1), 'true', 'a fold');
select is(pg_temp.weight(), 2::bigint, 'weighs its bytes at the least');
-- By rows.
update public.documents set head_seq = head_seq + 198 where id = test.document();
select is(pg_temp.due('edita', 1), 'false', '199 rows are read quickly');
select is(pg_temp.due('edita', 1), 'true', 'with 200 a fold is due');

-- In turn.
select throws_ok($$ select pg_temp.begin('cizinec') $$, 'PT403', 'forbidden', 'a stranger takes nobody''s turn');
select throws_ok($$ select pg_temp.begin('viktor') $$, 'PT403', 'forbidden', 'nor does a viewer');
select is(pg_temp.begin('edita'), true, 'an editor folds');
select is(pg_temp.begin('olga'), false, 'and nobody else meanwhile');
select is(pg_temp.due('edita', 1), 'false', 'nobody is even asked to');
select pg_temp.wait('1 minute');
select is(pg_temp.due('edita', 1), 'true', 'a fold that has not ended after a minute has failed');
select is(pg_temp.begin('olga'), true, 'and is tried again by one');
select pg_temp.wait('1 minute');
select is(pg_temp.begin('edita'), false, 'after two minutes, not one');
select pg_temp.wait('1 minute');
select is(pg_temp.begin('edita'), true, 'is it tried once more');
update private.folds set tries = 40;
select pg_temp.wait('1 day');
select is(pg_temp.begin('edita'), true, 'however often it failed');
select is((select not_before from private.folds), now() + interval '1 day', 'it is tried daily');
select is(pg_temp.fold(), 'true', 'a fold that ends well');
select is_empty($$ select from private.folds $$, 'is forgotten');

-- A document has an end.
select is(pg_temp.fold(0), 'false', 'nothing is left to fold');
update public.documents set size_bytes = private.max_document_weight() where id = test.document();
select throws_ok($$ select pg_temp.append('edita', 1, p_clock => 1) $$, 'PT413', 'document_full', 'nothing is added to a full document');
update public.documents set restore_session_id = test.session('edita'), restore_until = now() + interval '30 seconds' where id = test.document();
select isnt(pg_temp.append('edita', 100, 'restore', 1) ->> 'head', null, 'but an older version is put back');

select * from finish();
