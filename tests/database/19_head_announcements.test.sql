-- Announcements of the head: how often, and which rows they list.
\i people
select plan(21);
-- Rules tested here: (PROTOCOL.md, S10a, S10b, S10f, S10g, S10h).

create function pg_temp.append(p_name text, p_first bigint, p_count integer default 1, p_kind text default 'edit') returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_name), 1, 1, p_first,
    array(select decode(lpad(to_hex(p_first + n), 8, '0'), 'hex') from generate_series(1, p_count) as n), '{}', '{}', '{}', p_kind => p_kind)
$$;
create function pg_temp.announcements() returns setof jsonb language sql as $$
  select payload from realtime.messages where topic = 'doc:' || test.document() || ':1:ctl' and event = 'head' order by (payload ->> 'head')::int
$$;
create function pg_temp.newest() returns jsonb language sql as $$ select w from pg_temp.announcements() w order by w -> 'head' desc limit 1 $$;
create function pg_temp.pass(p_time interval) returns void language sql as $$
  update public.document_logs set told_until = told_until - p_time where document_id = test.document()
$$;

select pg_temp.append('olga', 1, 2);
select is(pg_temp.newest() -> 'head', '3', 'an append is announced with the new head');
select is(pg_temp.newest() ->> 'chain', private.chain_of(test.document(), 3), 'the announcement has the chain at the head');
select is(pg_temp.newest() -> 'since', '0', 'the first announcement covers all rows');
select is(pg_temp.newest() -> 'rows', jsonb_build_array(jsonb_build_array(null, 0, 0), jsonb_build_array(test.session('olga'), 1, 2)),
  'the announcement lists the runs of rows; the seed has no session');

select pg_temp.append('olga', 3);
select pg_temp.append('edita', 1);
select pg_temp.append('olga', 4);
select pg_temp.append('olga', 5);
select is((select count(*) from pg_temp.announcements()), 5::bigint, 'five announcements may follow each other');
select pg_temp.append('olga', 6, 2);
select pg_temp.append('edita', 2);
select is((select count(*) from pg_temp.announcements()), 5::bigint, 'a sixth announcement is held back');
select pg_temp.pass('0.9 seconds');
select pg_temp.append('olga', 8);
select is((select count(*) from pg_temp.announcements()), 5::bigint, 'an announcement within a second is held back');
select pg_temp.pass('0.1 seconds');
select pg_temp.append('edita', 3);
select is((select count(*) from pg_temp.announcements()), 6::bigint, 'an announcement is sent after a second');
select is(pg_temp.newest() -> 'since', '7', 'an announcement continues from the previous one');
select is(pg_temp.newest() -> 'rows', jsonb_build_array(jsonb_build_array(test.session('olga'), 6, 7), jsonb_build_array(test.session('edita'), 2, 2),
  jsonb_build_array(test.session('olga'), 8, 8), jsonb_build_array(test.session('edita'), 3, 3)), 'an announcement lists all rows since the previous one in order');

update public.document_logs set restore_session_id = test.session('olga'), restore_until = now() + interval '1 minute' where document_id = test.document();
select pg_temp.append('olga', 9, 1, 'restore');
select is(pg_temp.newest() -> 'head', '13', 'a restore is announced at once');

select pg_temp.pass('1 minute');
select pg_temp.append('olga', 10, 200);
select pg_temp.pass('1 minute');
update public.document_logs set told_seq = 13 where document_id = test.document();
select pg_temp.append('olga', 210, 200);
select is(pg_temp.newest() -> 'rows', jsonb_build_array(jsonb_build_array(test.session('olga'), 10, 409)), 'up to 400 rows are listed');
update public.document_logs set told_seq = 12 where document_id = test.document();
select pg_temp.append('olga', 410);
select is(pg_temp.newest() -> 'rows', 'null', 'more than 400 rows are not listed');

select test.become('viktor');
select is(public.document_head(test.document(), test.session('viktor'), 413) ->> 'rows',
  json_build_array(json_build_array(test.session('olga'), 410, 410))::text, 'document_head lists the requested rows, for a viewer too');
select is(public.document_head(test.document(), test.session('viktor'), 414) ->> 'rows', null, 'document_head lists no rows at the head');
select is(public.document_head(test.document()) ->> 'rows', null, 'document_head lists no rows unless requested');
reset role;
select pg_temp.pass('1 minute');
select pg_temp.append('olga', 411 + n) from generate_series(0, 4) as n;
select is(pg_temp.newest() -> 'head', '419', 'five announcements follow each other again');
select pg_temp.append('olga', 416);
select test.become('viktor');
select public.document_head(test.document());
reset role;
select is(pg_temp.newest() -> 'head', '419', 'a poll within a second does not announce what was held back');
select pg_temp.pass('1 second');
select test.become('viktor');
select public.document_head(test.document());
reset role;
select is(pg_temp.newest() - 'id', jsonb_build_object('head', 420, 'chain', private.chain_of(test.document(), 420), 'since', 419,
  'rows', jsonb_build_array(jsonb_build_array(test.session('olga'), 416, 416))), 'a poll after a second does');
select pg_temp.pass('1 minute');
select test.become('viktor');
select public.document_head(test.document());
reset role;
select is((select count(*) from pg_temp.announcements() w where w -> 'head' = '420'), 1::bigint, 'a poll announces nothing twice');
select test.become('cizinec');
select throws_ok($$ select public.document_head(test.document(), null, 1) $$, 'PT403', 'forbidden', 'a stranger may not call document_head');
reset role;
select * from finish();
