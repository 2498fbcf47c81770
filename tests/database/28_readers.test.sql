-- Readers receive no rows, no snapshots, and nothing that tells of deleted text (docs/decisions/0043).
\i people
select plan(27);

create function pg_temp.header(p_frame bytea) returns jsonb language sql as $$
  select convert_from(substr(p_frame, 6, ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::integer), 'UTF8')::jsonb
$$;
create function pg_temp.parts(p_frame bytea) returns bytea language sql as $$
  select substr(p_frame, 6 + ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::integer)
$$;
create function pg_temp.read(p_name text, p_wanted bigint default null, p_after bigint default null) returns bytea language sql as $$
  select public.load_for_reader(test.id(p_name), test.auth_session(p_name), test.document(), p_after, p_wanted)
$$;
create function pg_temp.load(p_name text) returns bytea language sql as $$
  select public.load_document(test.id(p_name), test.auth_session(p_name), test.document(), 0)
$$;
create function pg_temp.log(p_counter bigint, p_bytes bytea) returns json language sql as $$
  select public.append_updates(test.id('edita'), test.auth_session('edita'), test.document(), test.session('edita'), 1, 1, p_counter,
    array[p_bytes], array[null]::bigint[], array[null]::bigint[], array[null]::bigint[])
$$;
select pg_temp.log(1, '\x111111'), pg_temp.log(2, '\x222222');

select is(pg_temp.header(pg_temp.load(name)) - 'chain' - 'epoch' - 'schema' - 'generation',
  jsonb_build_object('role', role, 'mayEdit', false, 'head', 3, 'snapshotSeq', null, 'rows', '[]'::jsonb), format('a %s loads no rows', role))
from (values ('viktor', 'viewer'), ('karel', 'commenter')) as reader (name, role);
select is(octet_length(pg_temp.parts(pg_temp.load('viktor'))), 0, 'nor a snapshot');
select is(jsonb_array_length(pg_temp.header(pg_temp.load('edita')) -> 'rows'), 3, 'an editor loads rows');

create function pg_temp.load_as(p_name text) returns bytea language sql as $$
  select public.load_for_member(test.id(p_name), test.auth_session(p_name), test.document(), 0)
$$;
select is(jsonb_array_length(pg_temp.header(pg_temp.load_as('edita')) -> 'rows'), 3, 'as does an editor whose role is not known before');
select is(pg_temp.header(pg_temp.load_as('viktor')) -> 'rows', '[]'::jsonb, 'but not a reader');
delete from private.reader_folds;
select is(pg_temp.header(pg_temp.read('viktor', null, 3)) ->> 'state', 'complete', 'at the head there is nothing to load');
select is(pg_temp.header(pg_temp.read('viktor')) ->> 'state', 'turn', 'the first reader is to fold');
select is(pg_temp.header(pg_temp.read('karel')) ->> 'state', 'busy', 'the next one waits');
select is(octet_length(pg_temp.parts(pg_temp.read('karel'))), 0, 'and receives nothing');
update private.reader_folds set turn_until = now() - interval '1 second';
select is(pg_temp.header(pg_temp.read('karel')) ->> 'state', 'turn', 'the turn of a reader that failed ends');
select public.keep_reader_fold(test.document(), 1, 3, '\xf01d');
select is(pg_temp.header(pg_temp.read('viktor', null, 1)) - 'chain' - 'epoch' - 'schema' - 'generation' - 'latest',
  '{"role": "viewer", "mayEdit": false, "head": 3, "snapshotSeq": 3, "rows": [], "state": "kept"}', 'a fold serves the others');
select is(pg_temp.parts(pg_temp.read('viktor')), '\x00000002f01d'::bytea, 'as it is');
select is(pg_temp.header(pg_temp.read('viktor', null, 1)) -> 'latest', jsonb_build_array(jsonb_build_array(3, test.session('edita'), 2, 'edit')),
  'with the newest row of each session since');
select pg_temp.log(3, '\x333333');
select is(pg_temp.header(pg_temp.read('viktor')) ->> 'state', 'turn', 'an older fold does not serve who comes now');
select is(pg_temp.header(pg_temp.read('karel', 3)) ->> 'state', 'kept', 'but who has waited for it');
select is(pg_temp.header(pg_temp.read('karel', 3)) ->> 'head', '3', 'and its head is that of the fold');
update private.reader_folds set made_at = now() - interval '61 seconds';
select is(pg_temp.header(pg_temp.read('karel', 3)) ->> 'state', 'busy', 'a fold is kept for a minute');
select throws_ok($$ select pg_temp.read('cizinec') $$, 'PT403', 'forbidden', 'a stranger reads no fold');
update private.rate_buckets set tokens = 0, filled_at = clock_timestamp() where action = 'read_folded' and user_id = test.id('viktor');
select throws_ok($$ select pg_temp.read('viktor') $$, 'PT429', 'rate_limited', 'readers have a rate');
select lives_ok($$ select pg_temp.read('viktor', 4) $$, 'against which waiting does not count');

select public.save_snapshot(test.id('karel'), test.auth_session('karel'), test.document(), 1, 0, 3, '\xaa', repeat('d', 32));
select is(snapshot_seq, 3::bigint, 'a reader’s request may save a snapshot') from public.document_logs where document_id = test.document();
create function pg_temp.head(p_name text) returns jsonb language plpgsql as $$
declare answer jsonb;
begin
  perform test.become(p_name);
  answer := public.document_head(test.document());
  reset role;
  return answer;
end $$;
select is(pg_temp.head('viktor') -> 'weight', '0', 'a reader receives no size');
select is(pg_temp.head('viktor') -> 'snapshot', '{"seq": 3, "digest": ""}', 'nor the digest of an earlier text');
select is(pg_temp.head('edita') #>> '{snapshot,digest}', repeat('d', 32), 'an editor does');

create function pg_temp.roster(p_name text) returns bigint language plpgsql as $$
declare n bigint;
begin
  perform test.become(p_name);
  select count(*) into n from public.room_roster(test.document()) where user_id = test.id('olga');
  reset role;
  return n;
end $$;
update public.editing_sessions set last_seen_at = now() - interval '1 hour' where id = test.session('olga');
select is(pg_temp.roster('viktor'), 0::bigint, 'a reader does not learn who had the document open before they had access');
select is(pg_temp.roster('edita'), 1::bigint, 'an editor does');

select * from finish();
