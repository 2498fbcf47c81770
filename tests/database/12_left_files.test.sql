-- Files of documents that were erased: told until they are gone, and never those of a document that somebody can open
-- or bring back. Olga erases one by hand, one has been in her trash for too long, one is in it, one is open.
\i people
select plan(17);

create function pg_temp.path(p_key text, p_name text default 'a') returns text language sql as $$
  select test.made('olga', p_key) || '/' || md5(p_name)::uuid || '.png'
$$;
create function pg_temp.told() returns jsonb language plpgsql as $$
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

select is(pg_temp.told(), '{}', 'what is open or in a trash keeps its files');
select test.become('olga');
select lives_ok($$ select public.erase_document(test.made('olga', 'by hand')) $$, 'one is erased');
reset role;
select is(pg_temp.told(), pg_temp.only('by hand'), 'and its files are told, in no other bucket');
select is(pg_temp.told(), pg_temp.only('by hand'), 'again and again, as long as they are there');
select is_empty($$ select email from private.invitations union all select user_id::text from private.access_requests $$,
  'who was invited and who asked is forgotten with it');

update public.documents set deleted_at = now() - interval '31 days' where id = test.made('olga', 'by time');
select is(pg_temp.told(), pg_temp.only('by hand', 'by time'), 'what was in the trash for 30 days is erased, and told');
select is_empty($$ select 1 from public.document_updates where document_id = test.made('olga', 'by time') $$, 'its words too');

set local storage.allow_delete_query = 'true';
delete from storage.objects where name in (pg_temp.path('by hand'), pg_temp.path('by time')) and bucket_id = 'document-images';
select is(pg_temp.told(), '{}', 'what was removed is told no more');
insert into storage.objects (bucket_id, name) values ('document-images', pg_temp.path('by hand', 'late'));
select is(pg_temp.told() #>> '{document-images,0}', pg_temp.path('by hand', 'late'), 'an upload that was on its way is');
update private.left_folders set since = since - interval '2 days';
select is(pg_temp.told() #>> '{document-images,0}', pg_temp.path('by hand', 'late'), 'however late it can be removed');
delete from storage.objects where name = pg_temp.path('by hand', 'late');
select is(pg_temp.told(), '{}', 'then nothing is left');
select is_empty($$ select 1 from private.left_folders $$, 'nor remembered, after a day');

insert into private.left_folders (bucket_id, folder, since) values
  ('document-images', test.made('olga', 'open'), now()), ('document-images', test.made('olga', 'in trash'), now()), ('avatars', test.id('olga'), now());
insert into storage.objects (bucket_id, name) values ('avatars', test.id('olga') || '/face.png');
select is(pg_temp.told(), '{}', 'what somebody noted wrongly keeps its files');
select is_empty($$ select 1 from private.left_folders $$, 'and is forgotten');

select test.become('olga');
select throws_ok($$ select public.list_left_files() $$, '42501', null, 'nobody but the service asks');
select throws_ok($$ select * from private.left_folders $$, '42501', null, 'or looks');
select throws_ok($$ insert into private.left_folders (bucket_id, folder) values ('document-images', test.document()) $$, '42501', null,
  'or notes anything');
reset role;
select * from finish();
