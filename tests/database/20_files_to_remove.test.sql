-- Unused files of all documents and users, listed for the scheduled removal.
\i people
select plan(13);
select set_config('storage.allow_delete_query', 'true', true);

create function pg_temp.listed(p_documents integer default 50) returns text language sql as $$
  select coalesce(string_agg(bucket || ': ' || (select string_agg(substring(name from '[^/]*$'), ', ' order by name) from jsonb_array_elements_text(names) as n (name)),
    '; ' order by bucket), 'nothing')
  from jsonb_each(public.list_files_to_remove(p_documents)::jsonb) as listed (bucket, names)
$$;
create function pg_temp.days_later(p_days integer) returns void language sql as $$
  update private.unused_images set since = since - make_interval(days => p_days);
  update private.file_walk set began_at = began_at - make_interval(days => p_days);
$$;

select test.become('olga');
select public.create_document(md5(n::text)::uuid) from generate_series(1, 3) as n;
reset role;
insert into storage.objects (bucket_id, name)
select 'document-images', d.id || '/' || n || '.png'
from (select id, row_number() over (order by id) as n from public.documents where id <> test.document()) as d;

select is(pg_temp.listed(), 'nothing', 'new unused images are not listed');
select is((select count(*) from private.unused_images), 3::bigint, 'unused images of all documents are recorded');
update private.unused_images set since = since - interval '31 days';
select is(pg_temp.listed(), 'nothing', 'a document is checked once a day');
select pg_temp.days_later(1);
select is(pg_temp.listed(), 'document-images: 1.png, 2.png, 3.png', 'unused images are listed after 30 days');
select pg_temp.days_later(1);
select is(pg_temp.listed(2), 'document-images: 1.png, 2.png', 'a call checks a limited number of documents');
select is(pg_temp.listed(2), 'document-images: 3.png', 'the next call checks the rest');
select is(pg_temp.listed(2), 'nothing', 'after all documents, nothing more is checked that day');

-- Avatars.
update public.profiles set avatar = md5('now')::uuid || '.png' where id = test.id('olga');
insert into storage.objects (bucket_id, name, created_at)
select 'avatars', test.id('olga') || '/' || file, at
from (values (md5('now')::uuid || '.png', now() - interval '1 year'), ('before.png', now() - interval '25 hours'), ('sent.png', now())) as f (file, at);
insert into storage.objects (bucket_id, name, created_at) values ('avatars', test.id('edita') || '/never.png', now() - interval '25 hours');
select is(pg_temp.listed(), 'avatars: before.png, never.png', 'an unused avatar is listed after a day');
delete from storage.objects where bucket_id = 'avatars' and name not like '%' || md5('now')::uuid || '.png';
select is(pg_temp.listed(), 'nothing', 'an avatar in use is not listed');

-- Erased documents.
update public.documents set deleted_at = now() - interval '31 days' where id = (select id from public.documents where id <> test.document() order by id limit 1);
select is(pg_temp.listed(), 'document-images: 1.png', 'files of a document that was in the trash for 30 days are listed');
select pg_temp.days_later(1);
select is(pg_temp.listed(), 'document-images: 1.png, 2.png, 3.png', 'each file is listed once');

select results_eq($$ select count(*) from private.file_walk $$, $$ values (1::bigint) $$, 'there is one walk over the documents');
select throws_ok($$ insert into private.file_walk (after) values (null) $$, '23505', null, 'a second walk cannot be added');
select * from finish();
