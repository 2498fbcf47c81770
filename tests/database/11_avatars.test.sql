-- Pictures of people: seen by whoever shares a document with them, changed by themselves.
\i people
select plan(13);

create function pg_temp.face(p_person text, p_name text default 'a face') returns text language sql immutable as $$
  select test.id(p_person) || '/' || md5(p_name)::uuid || '.webp'
$$;

select results_eq(
  $$ select public, file_size_limit, allowed_mime_types from storage.buckets where id = 'avatars' $$,
  $$ values (false, 262144::bigint, array['image/png', 'image/jpeg', 'image/webp']) $$,
  'a private bucket for small pictures, SVG not among them'
);
select test.become('edita');
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', pg_temp.face('edita')) $$, 'one adds one''s own');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', pg_temp.face('olga')) $$, '42501', null,
  'and nobody else''s');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', test.id('edita') || '/face.svg') $$, '42501',
  null, 'nor a file of another kind');
select lives_ok($$ update public.profiles set avatar = md5('a face')::uuid || '.webp' where id = test.id('edita') $$, 'and shows it');
select throws_ok($$ update public.profiles set avatar = '../../secret' where id = test.id('edita') $$, '23514', null,
  'by the name of a file');
select test.become('viktor');
select isnt_empty($$ select 1 from storage.objects where bucket_id = 'avatars' $$, 'whoever shares a document sees it');
set local storage.allow_delete_query = 'true';
select is_empty($$ with gone as (delete from storage.objects where bucket_id = 'avatars' returning 1) select * from gone $$,
  'and cannot remove it');
select test.become('cizinec');
select is_empty($$ select 1 from storage.objects where bucket_id = 'avatars' $$, 'a stranger does not see it');
select test.become('signed out');
select is_empty($$ select 1 from storage.objects where bucket_id = 'avatars' $$, 'nor does a token whose sign-in is over');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', pg_temp.face('edita', 'another')) $$, '42501',
  null, 'which adds nothing either');
select test.become('edita');
select is_empty($$ with changed as (update storage.objects set name = pg_temp.face('edita', 'other') where bucket_id = 'avatars' returning 1)
  select * from changed $$, 'nobody replaces one');
select isnt_empty($$ with gone as (delete from storage.objects where bucket_id = 'avatars' returning 1) select * from gone $$,
  'one removes one''s own');
select * from finish();
