-- Relaying: a peer appends live updates that their session could not append. Pruning: loading stays possible.
\i people
select plan(34);
-- Rules tested here: (PROTOCOL.md, W8, S16a, S16b, S16c, S16d, S16e).

create function pg_temp.open(p_name text) returns bytea language sql as $$
  select decode(public.open_editing_session(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_name),
    (select client_id from public.editing_sessions where id = test.session(p_name)), 1) ->> 'secret', 'hex')
$$;
-- The tag that the page of p_name would put on a live update.
create function pg_temp.tag(p_name text, p_counter bigint, p_update bytea) returns bytea language sql as $$
  select substr(extensions.hmac(int8send(p_counter) || p_update, pg_temp.open(p_name), 'sha256'), 1, 16)
$$;
create function pg_temp.relay(p_name text, p_author text, p_counters bigint[], p_tags bytea[], p_updates bytea[],
  p_clients bigint[] default null, p_clocks bigint[] default null, p_next bigint[] default null) returns text
language plpgsql as $$
declare answer text;
begin
  select json_build_array(r ->> 'head', r ->> 'acked')::text into answer
  from public.relay_updates(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_author), 1, 1,
    p_counters, p_tags, p_updates, coalesce(p_clients, '{}'), coalesce(p_clocks, '{}'), coalesce(p_next, '{}')) as r;
  return answer;
exception when others then return sqlerrm;
end $$;
-- Relays updates with their authors' true tags.
create function pg_temp.relay_proven(p_name text, p_author text, p_first bigint, p_updates bytea[],
  p_clients bigint[] default null, p_clocks bigint[] default null, p_next bigint[] default null) returns text
language sql as $$
  select pg_temp.relay(p_name, p_author, array_agg(p_first + place - 1 order by place),
    array_agg(pg_temp.tag(p_author, p_first + place - 1, bytes) order by place), p_updates, p_clients, p_clocks, p_next)
  from unnest(p_updates) with ordinality as updates (bytes, place)
$$;

-- The secret.
select is(pg_temp.open('edita'), pg_temp.open('edita'), 'opening a session again returns the same secret');
select isnt(pg_temp.open('edita'), pg_temp.open('olga'), 'each session has a different secret');
select throws_ok($$ select public.open_editing_session(test.id('olga'), test.auth_session('olga'), test.document(), test.session('edita'), 12, 1) $$,
  'PT403', 'session_invalid', 'another user may not open the session');
select is((select count(*) from unnest(array['anon', 'authenticated']) as role
  where has_table_privilege(role, 'private.session_secrets', 'select')), 0::bigint, 'client roles may not read secrets');

-- The users who may relay, and the sessions they may relay for.
select is(pg_temp.relay_proven('viktor', 'edita', 1, array['\x01']::bytea[]), 'forbidden', 'a viewer may not relay');
select is(pg_temp.relay_proven('cizinec', 'edita', 1, array['\x01']::bytea[]), 'forbidden', 'a stranger may not relay');
select is(pg_temp.relay_proven('olga', 'viktor', 1, array['\x01']::bytea[]), 'session_invalid', 'updates of a viewer''s session may not be relayed');

-- Updates that are not proven to be the author's are skipped.
select is(pg_temp.relay('olga', 'edita', array[1], array['\x00']::bytea[], array['\x01']::bytea[]), '["1", "0"]', 'a made-up tag is skipped');
select is(pg_temp.relay('olga', 'edita', array[1], array[pg_temp.tag('olga', 1, '\x01')], array['\x01']::bytea[]), '["1", "0"]', 'the tag of another session is skipped');
select is(pg_temp.relay('olga', 'edita', array[1], array[pg_temp.tag('edita', 2, '\x01')], array['\x01']::bytea[]), '["1", "0"]', 'the tag of another counter is skipped');
select is(pg_temp.relay('olga', 'edita', array[1], array[pg_temp.tag('edita', 1, '\x02')], array['\x01']::bytea[]), '["1", "0"]', 'the tag of other bytes is skipped');
select is(pg_temp.relay('olga', 'edita', array[1], array[null]::bytea[], array['\x01']::bytea[]), '["1", "0"]', 'a missing tag is skipped');
select is(pg_temp.relay_proven('olga', 'edita', 1, array['\x01']::bytea[], array[77], array[0], array[1]), '["1", "0"]', 'another client id is skipped even with the author''s tag');
select is(pg_temp.relay_proven('olga', 'edita', 1, array['\x01']::bytea[], array[12], array[5], array[6]), '["1", "0"]', 'a clock after a gap is skipped');
select is(pg_temp.relay_proven('olga', 'edita', 2, array['\x02']::bytea[]), '["1", "0"]', 'an update after a hole that may contain text is skipped');
select is(pg_temp.relay_proven('olga', 'edita', 2, array['\x02']::bytea[], array[12], array[3], array[7]), '["1", "0"]', 'an update after missing clocks is skipped');
select is(pg_temp.relay_proven('olga', 'edita', 1002, array['\x02']::bytea[], array[12], array[0], array[7]), '["1", "0"]', 'an update more than 1000 counters ahead is skipped');

-- Proven updates are logged at once, whether the author is present or not.
select is(pg_temp.relay('olga', 'edita', array[1, 1, 2], array['\x00'::bytea, pg_temp.tag('edita', 1, '\x01'), pg_temp.tag('edita', 2, '\x02')],
  array['\xff', '\x01', '\x02']::bytea[], array[12, 12, 12], array[0, 0, 3], array[9, 3, 7]), '["3", "2"]', 'the update with the true tag is logged, and the one after it');
select is((select next_clock from public.editing_sessions where id = test.session('edita')), 7::bigint, 'the session''s next clock advances');
select is(pg_temp.relay_proven('olga', 'edita', 1, array['\xff', '\x02', '\x03']::bytea[]), '["4", "3"]', 'logged rows stay unchanged');
select results_eq($$ select seq, session_id, counter, author_id, kind from public.document_updates where document_id = test.document() and seq > 1 $$,
  $$ select seq, test.session('edita'), counter, test.id('olga'), 'relay' from (values (2::bigint, 1::bigint), (3, 2), (4, 3)) as t (seq, counter) $$,
  'rows have the author''s session and the relaying user as author_id');
create function pg_temp.append(p_first bigint, p_updates bytea[]) returns text language plpgsql as $$
begin
  return public.append_updates(test.id('edita'), test.auth_session('edita'), test.document(), test.session('edita'), 1, 1, p_first, p_updates, '{}', '{}', '{}') ->> 'acked';
exception when others then return sqlerrm;
end $$;
select is(pg_temp.append(1, array['\x01', '\x02', '\x03', '\x04']::bytea[]), '4', 'the author''s next append continues after the relayed rows');
select is(pg_temp.append(1, array['\x11']::bytea[]), 'counter_reused', 'the author cannot change relayed rows');
select is(pg_temp.relay_proven('olga', 'edita', 6, array['\x06']::bytea[], array[12], array[7], array[7]), '["6", "4"]', 'a missing counter without text is passed over and not acknowledged');
select is(pg_temp.append(5, array['\x05', '\x06']::bytea[]), '6', 'the author appends the missing counter later');

-- Updates sent before a session lost its right may be relayed for a day.
create temp table tagged as select counter, pg_temp.tag('edita', counter, '\x05') as tag from unnest(array[7, 8, 10]) as counter;
grant select on tagged to public;
create function pg_temp.relay_tagged(p_counter bigint) returns text language sql as $$
  select pg_temp.relay('olga', 'edita', array[p_counter], array[(select tag from tagged where counter = p_counter)], array['\x05']::bytea[])
$$;
select test.become('olga');
select public.set_member_role(test.document(), test.id('edita'), 'viewer');
reset role;
select is(pg_temp.relay_tagged(7), '["8", "7"]', 'earlier updates of a member who became a viewer are logged');
select test.become('olga');
select public.set_member_role(test.document(), test.id('edita'), 'editor');
select public.remove_member(test.document(), test.id('edita'));
reset role;
select is(pg_temp.relay_tagged(8), '["9", "8"]', 'earlier updates of a removed member are logged');
select is(pg_temp.relay('olga', 'edita', array[9], array['\x00']::bytea[], array['\x05']::bytea[]), '["9", "8"]', 'updates of a removed member without a true tag are skipped');
update public.editing_sessions set lost_right_at = now() - interval '25 hours' where id = test.session('edita');
select is(pg_temp.relay_tagged(10), 'session_invalid', 'updates of a removed member are refused after a day');
select test.become('olga');
select public.remove_member(test.document(), test.id('viktor'));
reset role;
select is(pg_temp.relay('olga', 'viktor', array[1], array['\x00']::bytea[], array['\x05']::bytea[]), 'session_invalid', 'updates of a removed viewer are refused');
select is((public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), test.session('olga'), 1, 1, 1,
  array['\x0a']::bytea[], array[11], array[0], array[1])) ->> 'head', '10', 'appends continue after relays');

-- Versions newer than the base: pruning goes by the base, not by the second newest snapshot.
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
select test.document(), seq, 1, sha256('\xaa'), '\xaa', repeat('d', 32) from unnest(array[2, 3, 4, 5]) as seq;
update public.document_logs set snapshot_seq = 3 where document_id = test.document();
update public.document_updates set created_at = now() - interval '31 days';
select is(private.pack_updates(test.document()), 2::bigint, 'rows up to the last snapshot before the base are packed');
select results_eq($$ select seq from public.document_updates where document_id = test.document() order by seq $$, $$ values (3::bigint), (4), (5), (6), (7), (8), (9), (10) $$, 'all rows that loading needs are kept');
select is((select log_start_seq from public.document_logs where document_id = test.document()), 2::bigint, 'log_start_seq is that snapshot''s seq');
select * from finish();
