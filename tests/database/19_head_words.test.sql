-- Words about the head: how often, and which rows they name.
\i people
select plan(17);
-- Rules tested here: (PROTOCOL.md, S10a, S10b, S10f, S10g).

create function pg_temp.append(p_name text, p_first bigint, p_count integer default 1, p_kind text default 'edit') returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_name), 1, 1, p_first,
    array(select decode(lpad(to_hex(p_first + n), 8, '0'), 'hex') from generate_series(1, p_count) as n), '{}', '{}', '{}', p_kind => p_kind)
$$;
create function pg_temp.words() returns setof jsonb language sql as $$
  select payload from realtime.messages where topic = 'doc:' || test.document() || ':1:ctl' and event = 'head' order by (payload ->> 'head')::int
$$;
create function pg_temp.newest() returns jsonb language sql as $$ select w from pg_temp.words() w order by w -> 'head' desc limit 1 $$;
create function pg_temp.pass(p_time interval) returns void language sql as $$
  update public.documents set told_until = told_until - p_time where id = test.document()
$$;

select pg_temp.append('olga', 1, 2);
select is(pg_temp.newest() -> 'head', '3', 'an append is told of');
select is(pg_temp.newest() ->> 'chain', private.chain_of(test.document(), 3), 'with the chain there');
select is(pg_temp.newest() -> 'since', '0', 'from the beginning, as nobody was told before');
select is(pg_temp.newest() -> 'rows', jsonb_build_array(jsonb_build_array(null, 0, 0), jsonb_build_array(test.session('olga'), 1, 2)),
  'and by name the rows, of which the first is nobody''s');

select pg_temp.append('olga', 3);
select pg_temp.append('edita', 1);
select pg_temp.append('olga', 4);
select pg_temp.append('olga', 5);
select is((select count(*) from pg_temp.words()), 5::bigint, 'five words in a row may be said');
select pg_temp.append('olga', 6, 2);
select pg_temp.append('edita', 2);
select is((select count(*) from pg_temp.words()), 5::bigint, 'and no sixth');
select pg_temp.pass('0.9 seconds');
select pg_temp.append('olga', 8);
select is((select count(*) from pg_temp.words()), 5::bigint, 'nor one too early');
select pg_temp.pass('0.1 seconds');
select pg_temp.append('edita', 3);
select is((select count(*) from pg_temp.words()), 6::bigint, 'but another after a second');
select is(pg_temp.newest() -> 'since', '7', 'it goes on from the word before');
select is(pg_temp.newest() -> 'rows', jsonb_build_array(jsonb_build_array(test.session('olga'), 6, 7), jsonb_build_array(test.session('edita'), 2, 2),
  jsonb_build_array(test.session('olga'), 8, 8), jsonb_build_array(test.session('edita'), 3, 3)), 'and names all rows since then, in their order');

update public.documents set restore_session_id = test.session('olga'), restore_until = now() + interval '1 minute' where id = test.document();
select pg_temp.append('olga', 9, 1, 'restore');
select is(pg_temp.newest() -> 'head', '13', 'what only the log has is told of at once');

select pg_temp.pass('1 minute');
select pg_temp.append('olga', 10, 200);
select pg_temp.pass('1 minute');
update public.documents set told_seq = 13 where id = test.document();
select pg_temp.append('olga', 210, 200);
select is(pg_temp.newest() -> 'rows', jsonb_build_array(jsonb_build_array(test.session('olga'), 10, 409)), 'as many as 400 rows have names');
update public.documents set told_seq = 12 where id = test.document();
select pg_temp.append('olga', 410);
select is(pg_temp.newest() -> 'rows', 'null', 'more have not');

select test.become('viktor');
select is(public.document_head(test.document(), test.session('viktor'), 413) ->> 'rows',
  json_build_array(json_build_array(test.session('olga'), 410, 410))::text, 'an answer for the head names the rows that are asked for, to a viewer too');
select is(public.document_head(test.document(), test.session('viktor'), 414) ->> 'rows', null, 'or none');
select is(public.document_head(test.document()) ->> 'rows', null, 'nor any to whoever does not ask');
select test.become('cizinec');
select throws_ok($$ select public.document_head(test.document(), null, 1) $$, 'PT403', 'forbidden', 'and none to a stranger');
reset role;
select * from finish();
