-- Relaying: what a session said live and did not live to append, logged by somebody who heard it. And pruning, which must
-- leave loading whole.
\i people
select plan(17);

create function pg_temp.relay(p_name text, p_author text, p_first bigint, p_updates bytea[], p_clients bigint[] default null) returns text
language plpgsql as $$
declare answer text;
begin
  select json_build_array(r ->> 'head', r ->> 'acked')::text into answer
  from public.relay_updates(test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_author), 1, 1, p_first, p_updates,
    coalesce(p_clients, array[(select client_id from public.editing_sessions where id = test.session(p_author))])) as r;
  return answer;
exception when others then return sqlerrm;
end $$;

select is(pg_temp.relay('olga', 'edita', 1, array['\x01']::bytea[]), 'rate_limited', 'who was here a moment ago speaks for themself');
update public.editing_sessions set last_seen_at = now() - interval '4 minutes';
select is(pg_temp.relay('olga', 'viktor', 1, array['\x01']::bytea[]), 'session_invalid', 'what a viewer says does not count');
update public.editing_sessions set last_seen_at = now() - interval '4 minutes' where id = test.session('karel');
select test.become('edita');
select public.document_head(test.document(), test.session('edita'));
reset role;
select is(pg_temp.relay('olga', 'edita', 1, array['\x01']::bytea[]), 'rate_limited', 'an open page that only asks is not silent');
update public.editing_sessions set last_seen_at = now() - interval '4 minutes';
select is(pg_temp.relay('viktor', 'edita', 1, array['\x01']::bytea[]), 'forbidden', 'a viewer relays nothing');
select is(pg_temp.relay('cizinec', 'edita', 1, array['\x01']::bytea[]), 'forbidden', 'nor does a stranger');
select is(pg_temp.relay('olga', 'edita', 1, array['\x01']::bytea[], array[77]), 'update_rejected', 'only the session''s own client id');
select is(pg_temp.relay('olga', 'edita', 2, array['\x02']::bytea[]), '["1", "0"]', 'nothing beyond a hole');
select is(pg_temp.relay('olga', 'edita', 1, array['\x01', '\x02']::bytea[]), '["3", "2"]', 'what follows is logged');
select is(pg_temp.relay('olga', 'edita', 1, array['\xff', '\x02', '\x03']::bytea[]), '["4", "3"]', 'what the log has stays as it is');
select results_eq($$ select seq, session_id, counter, author_id, kind from public.document_updates where document_id = test.document() and seq > 1 $$,
  $$ select seq, test.session('edita'), counter, test.id('olga'), 'relay' from (values (2::bigint, 1::bigint), (3, 2), (4, 3)) as t (seq, counter) $$,
  'under the author''s session, by the one who relayed');
update public.editing_sessions set last_seen_at = now() where id = test.session('edita');
select is(pg_temp.relay('olga', 'edita', 4, array['\x04']::bytea[]), 'rate_limited', 'an editor who is there speaks for themself');
update public.members set role = 'viewer' where user_id = test.id('edita');
select is(pg_temp.relay('olga', 'edita', 4, array['\x04']::bytea[]), '["5", "4"]', 'who lost the right cannot, but was heard before');
update public.members set role = 'editor' where user_id = test.id('edita');
update public.editing_sessions set revoked_at = now() where id = test.session('edita');
select is(pg_temp.relay('olga', 'edita', 5, array['\x05']::bytea[]), '["6", "5"]', 'a revoked session is silent at once');
select is((public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), test.session('olga'), 1, 1, 1,
  array['\x0a']::bytea[], array[11])) ->> 'head', '7', 'the log goes on');

-- Two versions above the base: the second newest snapshot is no reason to drop what loading still needs.
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes)
select test.document(), seq, 1, sha256('\xaa'), '\xaa' from unnest(array[2, 3, 4, 5]) as seq;
update public.documents set snapshot_seq = 3 where id = test.document();
update public.document_updates set created_at = now() - interval '31 days';
select is(public.prune_document_updates(test.document()), 2::bigint, 'rows up to the last snapshot before the base go');
select results_eq($$ select seq from public.document_updates where document_id = test.document() order by seq $$, $$ values (3::bigint), (4), (5), (6), (7) $$, 'what loading needs is all there');
select is((select log_start_seq from public.documents where id = test.document()), 2::bigint, 'and the log is known to start after it');
select * from finish();
