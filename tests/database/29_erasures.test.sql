-- Erasing for good: rows, packed or not, and snapshots are rewritten; hashes and chain stay.
\i people
select plan(45);

create function pg_temp.append(p_name text, p_bytes bytea) returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, s.last_counter + 1,
    array[p_bytes], array[s.client_id], array[s.next_clock], array[s.next_clock + 1])
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.begin(p_name text, p_seq bigint default 4, p_id text default 'one', p_characters integer default 2) returns text language plpgsql as $$
begin
  perform public.begin_erasure(test.id(p_name), test.auth_session(p_name), test.document(), md5(p_id)::uuid, p_seq, '[[7, 0, 2]]', p_characters);
  return 'begun';
exception when others then return sqlerrm;
end $$;
create function pg_temp.save(p_name text, p_part text, p_seqs bigint[], p_old bytea[], p_new bytea[], p_id text default 'one') returns text language plpgsql as $$
begin
  return public.save_erasure(test.id(p_name), test.auth_session(p_name), test.document(), md5(p_id)::uuid, p_part, p_seqs,
    (select array_agg(sha256(o)) from unnest(p_old) o), p_new, (select jsonb_agg(jsonb_build_array(jsonb_build_array(7, 0, 2))) from unnest(p_new)), repeat('0', 32));
exception when others then return sqlerrm;
end $$;
create function pg_temp.read(p_name text, p_part text, p_after bigint) returns text language plpgsql as $$
begin
  return encode(public.read_erasure(test.id(p_name), test.auth_session(p_name), test.document(), md5('one')::uuid, p_part, p_after), 'escape');
exception when others then return sqlerrm;
end $$;
create function pg_temp.finish(p_name text, p_text text) returns text language plpgsql as $$
begin
  perform public.end_erasure(test.id(p_name), test.auth_session(p_name), test.document(), md5('one')::uuid, p_text);
  return 'ended';
exception when others then return sqlerrm;
end $$;
create function pg_temp.row(p_seq bigint) returns bytea language sql as $$
  select l.bytes from private.read_log(test.document(), p_seq - 1, p_seq) l
$$;

-- Rows 2 to 5; rows up to 3 are packed.
select pg_temp.append('edita', '\xa2'), pg_temp.append('edita', '\xa3'), pg_temp.append('olga', '\xa4'), pg_temp.append('olga', '\xa5');
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
select test.document(), seq, 1, sha256('\xaa'), '\xaa', md5('') from unnest(array[3, 4]) seq;
update public.document_logs set snapshot_seq = 4 where document_id = test.document();
update public.document_updates set created_at = now() - interval '40 days' where seq <= 3;
create temp table chains as select u.seq, u.chain, u.sha256 from public.document_updates u;
select is(private.pack_updates(test.document()), 3::bigint, 'three rows are packed');
insert into private.titles (document_id, seq, state_seq, state) values (test.document(), 1, 1, '\xee')
on conflict (document_id) do update set state = '\xee', state_seq = 1, seq = 1;
insert into private.reader_folds (document_id, generation, seq, bytes, made_at, turn_until) values (test.document(), 1, 3, '\xee', now(), now());
insert into public.versions (document_id, seq, kind, name, note) values (test.document(), 3, 'named', 'With hunter2', null), (test.document(), 3, 'named', 'Other', 'hunter2');
insert into public.deleted_versions (id, document_id, name, saved_at) values (gen_random_uuid(), test.document(), 'hunter2!', now());

select is(pg_temp.begin(name), 'forbidden', name || ' may not erase') from unnest(array['edita', 'viktor', 'karel', 'cizinec']) as name;
select is(pg_temp.begin('olga', 5), 'bad_request', 'not up to a row after the snapshot');
select is(pg_temp.begin('olga', null, 'one', 0), 'begun', 'nothing to erase is no erasure');
select is((select count(*) from public.erasures), 0::bigint, 'and leaves no record');
select is(pg_temp.begin('olga'), 'begun', 'the owner begins');
select is(pg_temp.begin('olga'), 'begun', 'and may begin again');
select is((select format('%s|%s|%s', e.characters, e.erased_by = test.id('olga'), e.ended_at is null) from public.erasures e), '2|t|t', 'it is recorded once');
select is((select erased_seq from public.document_logs where document_id = test.document()), 4::bigint, 'loading from before starts from the snapshot');
select is((select state from private.titles where document_id = test.document()), null, 'the state that titles are read from is dropped');
select is((select count(*) from private.reader_folds), 0::bigint, 'and the fold of readers');

select is(pg_temp.read('edita', 'rows', 0), 'forbidden', 'an editor reads no pages');
select matches(pg_temp.read('olga', 'rows', 0), '"seqs" : \[1,2,3,4\]', 'pages have rows up to the snapshot, packed or not');
select matches(pg_temp.read('olga', 'rows', 4), '"seqs" : \[\]', 'the last one is empty');
select matches(pg_temp.read('olga', 'snapshots', 3), '"seqs" : \[4\]', 'snapshots come one by one');

select is(pg_temp.save('edita', 'rows', array[2], array['\xa2'::bytea], array['\xb2'::bytea]), 'forbidden', 'an editor rewrites nothing');
select is(pg_temp.save('olga', 'rows', array[2], array['\x00'::bytea], array['\xb2'::bytea]), '0', 'nothing is written over other bytes');
select is(pg_temp.save('olga', 'rows', array[5], array['\xa5'::bytea], array['\xb5'::bytea]), '0', 'nor over a row after the snapshot');
select is(pg_temp.save('olga', 'rows', array[2, 4], array['\xa2'::bytea, '\xa4'], array['\xb2'::bytea, '\xb4']), '2', 'the owner rewrites a packed row and another');
select is(array[pg_temp.row(2), pg_temp.row(3), pg_temp.row(4), pg_temp.row(5)], array['\xb2'::bytea, '\xa3', '\xb4', '\xa5'], 'these and no others');
select is((select array_agg(u.seq) from public.document_updates u join chains c using (seq, chain, sha256)), array[4, 5]::bigint[], 'hash and chain of a row stay');
select is((select array_agg(r.sha256 = sha256(('\xa' || r.seq)::bytea) and r.new_sha256 = sha256(('\xb' || r.seq)::bytea) order by r.seq) from private.erased_rows r),
  array[true, true], 'both hashes are kept');
select is(pg_temp.begin('olga', 4, 'two'), 'begun', 'a second erasure');
select is(pg_temp.save('olga', 'rows', array[2], array['\xb2'::bytea], array['\xc2'::bytea], 'two'), '1', 'rewrites a row again');
select is((select r.sha256 = sha256('\xa2') and r.new_sha256 = sha256('\xc2') and jsonb_array_length(r.ranges) = 2 from private.erased_rows r where seq = 2), true,
  'the hash of the first bytes stays');
select is((select public.describe_history(test.id('olga'), test.auth_session('olga'), test.document()) #>> '{erased,0,sha256}'), encode(sha256('\xc2'), 'hex'),
  'a proof names the hash of what is left');

select is(pg_temp.save('olga', 'snapshots', array[3], array['\xaa'::bytea], array['\xbb'::bytea]), '1', 'a snapshot is rewritten');
select is(pg_temp.finish('edita', 'hunter2'), 'forbidden', 'an editor ends nothing');
select is(pg_temp.finish('olga', 'hun'), 'ended', 'the owner ends it');
select is((select count(*) from public.versions v where v.name like '%hunter2%'), 1::bigint, 'names with a short text stay');
select is(pg_temp.finish('olga', ' hunter2 '), 'ended', 'it may be ended again');
select is((select array_agg(m.payload ->> 'erasures') from realtime.messages m where m.event = 'erasure' and m.topic = 'doc:' || test.document() || ':1:ctl'), array['1', '1'],
  'open pages are told how many have ended');
select is((select array_agg(distinct k order by k) from realtime.messages m, jsonb_object_keys(m.payload) k where m.event = 'erasure' and k <> 'id'), array['erasures'], 'and nothing else');
select is(private.describe_host(test.document(), 'editor') ->> 'erasures', '1', 'so are those who missed it, without the ones under way');
select is(private.describe_host(test.document(), 'owner') ->> 'erasures', '1', 'the owner too');
select is(private.describe_host(test.document(), 'viewer') ->> 'erasures', null, 'readers could undo nothing');
select is((select e.ended_at is not null from public.erasures e where e.id = md5('one')::uuid), true, 'that is recorded');
select is((select count(*) from public.versions v where concat(v.name, v.note) like '%hunter2%'), 0::bigint, 'names and notes with the text are cleared');
select is((select array_agg(v.name) from public.versions v where v.seq = 3 and v.kind = 'named' and v.name is not null), array['Other'], 'others stay');
select is((select count(*) from public.deleted_versions where name is not null), 0::bigint, 'and names of deleted versions');

update private.rate_buckets set tokens = 0, filled_at = now() where action = 'erase';
select is(pg_temp.begin('olga', null, 'three', 0), 'rate_limited', 'to fold again and again is limited');
select is(pg_temp.read('olga', 'rows', 0), 'rate_limited', 'and to read pages');

select * from finish();
