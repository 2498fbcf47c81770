-- How many files one person may have, and how large they may be together.
\i people
select plan(16);

create function pg_temp.add(p_person text, p_bucket text, p_size bigint default 1) returns text language plpgsql as $$
declare
  folder uuid := case p_bucket when 'avatars' then test.id(p_person) else test.document() end;
begin
  perform test.become(p_person);
  insert into storage.objects (bucket_id, name, owner_id, metadata)
  values (p_bucket, folder || '/' || gen_random_uuid() || '.png', test.id(p_person)::text, jsonb_build_object('size', p_size));
  reset role;
  return 'done';
exception when others then
  reset role;
  return sqlstate || ' ' || sqlerrm;
end $$;

select results_eq($$ select bucket_id, max_files, max_bytes from private.file_limits order by 1 $$,
  $$ values ('avatars', 10, 2621440::bigint), ('document-images', 1000, 524288000::bigint) $$, 'what is limited');
select is_empty($$ select id from storage.buckets where id not in (select bucket_id from private.file_limits) $$, 'every bucket is');
update private.file_limits set max_files = 3, max_bytes = 1000 where bucket_id = 'document-images';
update private.file_limits set max_files = 2 where bucket_id = 'avatars';

select is(pg_temp.add('edita', 'document-images'), 'done', 'image ' || n || ' of 3') from generate_series(1, 3) as n;
select is(pg_temp.add('edita', 'document-images'), '42501 storage_full', 'there is no fourth, and why is said');
select is(pg_temp.add('olga', 'document-images', 999), 'done', 'another person has room of their own');
select is(pg_temp.add('olga', 'document-images', 1), 'done', 'up to the last byte');
select is(pg_temp.add('olga', 'document-images', 1), '42501 storage_full', 'and no more bytes');
select is(pg_temp.add('edita', 'avatars'), 'done', 'pictures of people are counted for themselves');
select is(pg_temp.add('edita', 'avatars'), 'done', 'each of them');
select is(pg_temp.add('edita', 'avatars'), '42501 storage_full', 'and limited');
select matches(pg_temp.add('viktor', 'document-images'), '^42501 new row violates', 'whoever may add nothing is told that');

select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where bucket_id = 'document-images' and owner_id = test.id('edita')::text
  and name = (select max(name) from storage.objects where bucket_id = 'document-images' and owner_id = test.id('edita')::text);
select is(pg_temp.add('edita', 'document-images'), 'done', 'what is removed makes room');
select test.become('edita');
select throws_ok($$ update private.file_limits set max_files = 1e6 $$, '42501', null, 'nobody raises their limit');
reset role;
-- A team of fifty is invited in one go.
create function pg_temp.invite_team() returns bigint language sql as $$
  select count(public.add_member(test.document(), 'new' || n || '@example.com', 'editor')) from generate_series(1, 50) as n
$$;
select test.become('olga');
select is(pg_temp.invite_team(), 50::bigint, 'fifty people are invited one after the other');
reset role;
select * from finish();
