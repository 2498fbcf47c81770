-- Limits of the number and the total size of a user's files.
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
  $$ values ('avatars', 10, 2621440::bigint), ('document-images', 1000, 524288000::bigint) $$, 'the limits of each bucket');
select is_empty($$ select id from storage.buckets where id not in (select bucket_id from private.file_limits) $$, 'every bucket has limits');
update private.file_limits set max_files = 3, max_bytes = 1000 where bucket_id = 'document-images';
update private.file_limits set max_files = 2 where bucket_id = 'avatars';

select is(pg_temp.add('edita', 'document-images'), 'done', 'image ' || n || ' of 3') from generate_series(1, 3) as n;
select is(pg_temp.add('edita', 'document-images'), '42501 storage_full', 'a fourth image is refused as storage_full');
select is(pg_temp.add('olga', 'document-images', 999), 'done', 'another user has a separate limit');
select is(pg_temp.add('olga', 'document-images', 1), 'done', 'files up to the byte limit are accepted');
select is(pg_temp.add('olga', 'document-images', 1), '42501 storage_full', 'a byte above the limit is refused as storage_full');
select is(pg_temp.add('edita', 'avatars'), 'done', 'avatars are counted separately from images');
select is(pg_temp.add('edita', 'avatars'), 'done', 'a second avatar is accepted');
select is(pg_temp.add('edita', 'avatars'), '42501 storage_full', 'a third avatar is refused');
select matches(pg_temp.add('viktor', 'document-images'), '^42501 new row violates', 'a viewer is refused by the policy, not by the limit');

select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where bucket_id = 'document-images' and owner_id = test.id('edita')::text
  and name = (select max(name) from storage.objects where bucket_id = 'document-images' and owner_id = test.id('edita')::text);
select is(pg_temp.add('edita', 'document-images'), 'done', 'removing a file frees space');
select test.become('edita');
select throws_ok($$ update private.file_limits set max_files = 1e6 $$, '42501', null, 'users may not change limits');
reset role;
-- A team of fifty is invited in one go.
create function pg_temp.invite_team() returns bigint language sql as $$
  select count(public.add_member(test.document(), 'new' || n || '@example.com', 'editor')) from generate_series(1, 50) as n
$$;
select test.become('olga');
select is(pg_temp.invite_team(), 50::bigint, 'fifty invitations in a row are not rate limited');
reset role;
select * from finish();
