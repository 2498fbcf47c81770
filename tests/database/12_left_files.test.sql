-- Files of erased documents: listed until they are gone. Files of documents that can be opened or restored are never
-- listed. Olga erases one document; one has been in the trash for too long, one is in the trash, one is open.
\i people
select plan(17);

create function pg_temp.path(p_key text, p_name text default 'a') returns text language sql as $$
  select test.made('olga', p_key) || '/' || md5(p_name)::uuid || '.png'
$$;
create function pg_temp.listed() returns jsonb language plpgsql as $$
declare answer jsonb;
begin
  perform test.become('service_role');
  answer := public.list_left_files()::jsonb;
  reset role;
  return answer;
end $$;
create function pg_temp.only(variadic p_keys text[]) returns jsonb language sql as $$
  select jsonb_build_object('document-images', array(select pg_temp.path(key) from unnest(p_keys) as key order by 1))
$$;

select test.become('olga');
select public.create_document(md5(key)::uuid) from unnest(array['by hand', 'by time', 'in trash', 'open']) as key;
reset role;
insert into storage.objects (bucket_id, name)
select 'document-images', pg_temp.path(key) from unnest(array['by hand', 'by time', 'in trash', 'open']) as key;
insert into storage.buckets (id, name) values ('other-bucket', 'other-bucket');
insert into storage.objects (bucket_id, name) values ('other-bucket', pg_temp.path('by hand'));
update public.documents set deleted_at = now() where id in (test.made('olga', 'by hand'), test.made('olga', 'in trash'));
update public.documents set deleted_at = now() - interval '29 days' where id = test.made('olga', 'by time');
insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
values (test.made('olga', 'by hand'), 'x@example.com', 'viewer', sha256(''), test.id('olga'), now() + interval '1 day');
insert into private.access_requests (document_id, user_id) values (test.made('olga', 'by hand'), test.id('karel'));

select is(pg_temp.listed(), '{}', 'files of documents that are open or in the trash are not listed');
select test.become('olga');
select lives_ok($$ select public.erase_document(test.made('olga', 'by hand')) $$, 'the owner erases a document');
reset role;
select is(pg_temp.listed(), pg_temp.only('by hand'), 'files of an erased document are listed, but not those in other buckets');
select is(pg_temp.listed(), pg_temp.only('by hand'), 'files are listed again as long as they exist');
select is_empty($$ select email from private.invitations union all select user_id::text from private.access_requests $$,
  'invitations and requests of an erased document are deleted');

update public.documents set deleted_at = now() - interval '31 days' where id = test.made('olga', 'by time');
select is(pg_temp.listed(), pg_temp.only('by hand', 'by time'), 'a document is erased after 30 days in the trash, and its files are listed');
select is_empty($$ select 1 from public.document_updates where document_id = test.made('olga', 'by time') $$, 'its updates are deleted');

set local storage.allow_delete_query = 'true';
delete from storage.objects where name in (pg_temp.path('by hand'), pg_temp.path('by time')) and bucket_id = 'document-images';
select is(pg_temp.listed(), '{}', 'removed files are no longer listed');
insert into storage.objects (bucket_id, name) values ('document-images', pg_temp.path('by hand', 'late'));
select is(pg_temp.listed() #>> '{document-images,0}', pg_temp.path('by hand', 'late'), 'a file uploaded after the erasure is listed');
update private.left_folders set since = since - interval '2 days';
select is(pg_temp.listed() #>> '{document-images,0}', pg_temp.path('by hand', 'late'), 'a late file is listed until it is removed');
delete from storage.objects where name = pg_temp.path('by hand', 'late');
select is(pg_temp.listed(), '{}', 'nothing is listed when no file is left');
select is_empty($$ select 1 from private.left_folders $$, 'the folder''s record is deleted after a day');

insert into private.left_folders (bucket_id, folder, since) values
  ('document-images', test.made('olga', 'open'), now()), ('document-images', test.made('olga', 'in trash'), now()), ('avatars', test.id('olga'), now());
insert into storage.objects (bucket_id, name) values ('avatars', test.id('olga') || '/face.png');
select is(pg_temp.listed(), '{}', 'wrongly recorded folders are not listed');
select is_empty($$ select 1 from private.left_folders $$, 'wrong records are deleted');

select test.become('olga');
select throws_ok($$ select public.list_left_files() $$, '42501', null, 'users may not call the function');
select throws_ok($$ select * from private.left_folders $$, '42501', null, 'users may not read the records');
select throws_ok($$ insert into private.left_folders (bucket_id, folder) values ('document-images', test.document()) $$, '42501', null,
  'users may not add records');
reset role;
select * from finish();
