-- Avatars: visible to users who share a document, changed by their user only.
\i people
select plan(13);

create function pg_temp.face(p_person text, p_name text default 'a face') returns text language sql immutable as $$
  select test.id(p_person) || '/' || md5(p_name)::uuid || '.webp'
$$;

select results_eq(
  $$ select public, file_size_limit, allowed_mime_types from storage.buckets where id = 'avatars' $$,
  $$ values (false, 262144::bigint, array['image/png', 'image/jpeg', 'image/webp']) $$,
  'the avatars bucket is private and accepts small images, without SVG'
);
select test.become('edita');
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', pg_temp.face('edita')) $$, 'a user adds an avatar');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', pg_temp.face('olga')) $$, '42501', null,
  'a user may not add an avatar for another user');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', test.id('edita') || '/face.svg') $$, '42501',
  null, 'a user may not add a file of another type');
select lives_ok($$ update public.profiles set avatar = md5('a face')::uuid || '.webp' where id = test.id('edita') $$, 'a user sets the avatar in their profile');
select throws_ok($$ update public.profiles set avatar = '../../secret' where id = test.id('edita') $$, '23514', null,
  'a profile''s avatar is a plain file name');
select test.become('viktor');
select isnt_empty($$ select 1 from storage.objects where bucket_id = 'avatars' $$, 'a member sees the avatars of members');
set local storage.allow_delete_query = 'true';
select is_empty($$ with gone as (delete from storage.objects where bucket_id = 'avatars' returning 1) select * from gone $$,
  'a member may not remove another avatar');
select test.become('cizinec');
select is_empty($$ select 1 from storage.objects where bucket_id = 'avatars' $$, 'a stranger sees no avatar');
select test.become('signed out');
select is_empty($$ select 1 from storage.objects where bucket_id = 'avatars' $$, 'a token of an ended sign-in sees no avatar');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', pg_temp.face('edita', 'another')) $$, '42501',
  null, 'a token of an ended sign-in may not add an avatar');
select test.become('edita');
select is_empty($$ with changed as (update storage.objects set name = pg_temp.face('edita', 'other') where bucket_id = 'avatars' returning 1)
  select * from changed $$, 'a user may not replace an avatar file');
select isnt_empty($$ with gone as (delete from storage.objects where bucket_id = 'avatars' returning 1) select * from gone $$,
  'a user removes their avatar');
select * from finish();
