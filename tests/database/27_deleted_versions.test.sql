-- The owner deletes a version; that it happened stays recorded.
\i people
select plan(21);

update public.document_logs set head_seq = 9 where document_id = test.document();
insert into public.versions (id, document_id, seq, kind, name, from_seq, created_at, ended_at) values
  (md5('first')::uuid, test.document(), 5, 'automatic', 'Draft', 2, now() - interval '3 hours', now() - interval '2 hours'),
  (md5('newest')::uuid, test.document(), 9, 'automatic', null, 6, now() - interval '1 hour', now());
insert into public.versions (id, document_id, seq, kind, name, note, created_by, created_at) values
  (md5('saved')::uuid, test.document(), 9, 'named', 'Sent', 'To the client', test.id('edita'), now() - interval '1 minute');

create function pg_temp.deleting(p_name text, p_version text) returns text language plpgsql as $$
begin
  perform test.become(p_name);
  perform public.delete_version(test.document(), md5(p_version)::uuid);
  reset role;
  return 'deleted';
exception when others then reset role; return sqlerrm;
end $$;
create function pg_temp.sees(p_name text) returns bigint language plpgsql as $$
declare n bigint;
begin
  perform test.become(p_name);
  select count(*) into n from public.deleted_versions;
  reset role;
  return n;
end $$;

select is(pg_temp.deleting(name, 'first'), 'forbidden', name || ' may not delete a version') from unnest(array['edita', 'viktor', 'karel', 'cizinec', 'emil']) as name;
select is(pg_temp.deleting('olga', 'newest'), 'bad_request', 'the newest stretch, which is the present text, is not deleted');
select is(pg_temp.deleting('olga', 'unknown'), 'not_found', 'a version that does not exist is refused');
select is((select count(*) from public.deleted_versions), 0::bigint, 'a refusal leaves no record');

select is(pg_temp.deleting('olga', 'first'), 'deleted', 'the owner deletes an earlier stretch');
select is(pg_temp.deleting('olga', 'saved'), 'deleted', 'the owner deletes a saved version of the present text');
select is((select array_agg(id) from public.versions), array[md5('newest')::uuid], 'they are gone');
select is((select format('%s|%s|%s', d.name, d.saved_at = now() - interval '2 hours', p.name) from public.deleted_versions d
    join public.profiles p on p.id = d.deleted_by where d.id = md5('first')::uuid), 'Draft|t|Olga', 'the record has the name, the moment of the text and who deleted it');
select is(pg_temp.deleting('olga', 'first'), 'not_found', 'a version is deleted once');

select is(pg_temp.sees(name), 2::bigint, name || ' sees what was deleted') from unnest(array['olga', 'edita']) as name;
select is(pg_temp.sees(name), 0::bigint, name || ' sees nothing of it') from unnest(array['viktor', 'karel', 'cizinec', 'emil']) as name;
select throws_ok($$ select public.read_version(test.id('olga'), test.auth_session('olga'), test.document(), md5('first')::uuid) $$, 'PT404', 'not_found', 'a deleted version is not read');

update public.documents set deleted_at = now() where id = test.document();
select private.erase_document(test.document());
select is((select count(*) from public.deleted_versions), 0::bigint, 'the records are erased with the document');
select * from finish();
