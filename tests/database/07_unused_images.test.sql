-- Unused images: recorded when first seen, listed after 30 days if still unused.
\i people
select plan(14);

create function pg_temp.path(p_name text, p_document uuid default test.document()) returns text language sql immutable as $$
  select p_document || '/' || md5(p_name)::uuid || '.png'
$$;
-- Paths between binary data, as in a Yjs update.
create function pg_temp.naming(variadic p_names text[]) returns bytea language sql immutable as $$
  select '\x00ff5c00774d'::bytea || string_agg(convert_to(pg_temp.path(name), 'UTF8'), '\x00e9774d'::bytea) from unnest(p_names) as name
$$;
create function pg_temp.days_later(p_days integer) returns void language sql as $$
  update private.unused_images set since = since - make_interval(days => p_days)
$$;
create function pg_temp.listed() returns setof text language sql as $$
  select unnest(public.list_unused_images(test.document()))
$$;

select is(private.images_in(test.document(), pg_temp.naming('a', 'b', 'a')),
  (select array_agg(pg_temp.path(name) order by pg_temp.path(name)) from unnest(array['a', 'b']) as name), 'paths are found in binary data');
select is(private.images_in(test.document(), pg_temp.path('a', md5('other')::uuid)::bytea), '{}', 'paths of another document are ignored');
select is(private.images_in(test.document(), (test.document() || '/' || md5('a')::uuid || '.svg')::bytea), '{}', 'paths with another extension are ignored');
select is(private.images_in(test.document(), ''), '{}', 'empty data contains no path');

insert into storage.buckets (id, name) values ('other-bucket', 'other-bucket');
insert into storage.objects (bucket_id, name)
select 'document-images', pg_temp.path(name) from unnest(array['in log', 'in base', 'in version', 'in nothing', 'comes back']) as name;
insert into storage.objects (bucket_id, name) values
  ('document-images', pg_temp.path('of another', md5('other')::uuid)), ('other-bucket', pg_temp.path('in another bucket'));
insert into public.document_updates (document_id, seq, generation, counter, sha256, bytes)
values (test.document(), 2, 1, 0, sha256(pg_temp.naming('in log')), pg_temp.naming('in log'));
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
select test.document(), seq, 1, sha256(bytes), bytes, repeat('d', 32)
from (values (1, pg_temp.naming('in version')), (2, pg_temp.naming('in base'))) as s (seq, bytes);
insert into public.versions (document_id, seq, kind, name) values (test.document(), 1, 'named', 'First');

select is_empty($$ select pg_temp.listed() $$, 'a new image is not listed');
select pg_temp.days_later(29);
select is_empty($$ select pg_temp.listed() $$, 'an unused image is not listed within 30 days');
select pg_temp.days_later(2);
select bag_eq($$ select pg_temp.listed() $$, $$ select pg_temp.path(name) from unnest(array['in nothing', 'comes back']) as name $$,
  'after 30 days it is listed, but no image used in the log, the base or a version');
insert into public.document_updates (document_id, seq, generation, counter, sha256, bytes)
values (test.document(), 3, 1, 1, sha256(pg_temp.naming('comes back')), pg_temp.naming('comes back'));
select bag_eq($$ select pg_temp.listed() $$, $$ values (pg_temp.path('in nothing')) $$, 'an image that an undo restores is used again');
delete from public.document_updates where document_id = test.document() and seq = 3;
select bag_eq($$ select pg_temp.listed() $$, $$ values (pg_temp.path('in nothing')) $$, 'an image that is removed again waits for another 30 days');
delete from public.versions where document_id = test.document();
delete from public.document_snapshots where document_id = test.document() and seq = 1;
select bag_eq($$ select pg_temp.listed() $$, $$ values (pg_temp.path('in nothing')) $$, 'an image of a deleted version waits for 30 days');
set local storage.allow_delete_query = 'true';
delete from storage.objects where name = pg_temp.path('in nothing');
select is_empty($$ select pg_temp.listed() $$, 'a removed image is no longer listed');
select is_empty(format($$ select 1 from private.unused_images where path = %L $$, pg_temp.path('in nothing')), 'a removed image is no longer recorded');

select test.become('olga');
select throws_ok($$ select public.list_unused_images(test.document()) $$, '42501', null, 'users may not call the function');
select throws_ok($$ select * from private.unused_images $$, '42501', null, 'users may not read the table');
reset role;
select * from finish();
