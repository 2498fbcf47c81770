-- Images: every member reads them, editors and the owner add them, no client replaces or removes them.
\i people
select plan(46);

create function pg_temp.image(p_name text default 'an image') returns text language sql immutable as $$
  select test.document() || '/' || md5(p_name)::uuid || '.png'
$$;
create function pg_temp.add(p_person text, p_name text, p_bucket text default 'document-images') returns text language plpgsql as $$
begin
  perform test.become(p_person);
  begin
    insert into storage.objects (bucket_id, name) values (p_bucket, p_name);
  exception when others then
    reset role;
    return sqlerrm;
  end;
  reset role;
  return 'done';
end $$;
create function pg_temp.touch(p_person text, p_sql text) returns text language plpgsql as $$
declare
  touched bigint;
begin
  perform test.become(p_person);
  begin
    execute p_sql;
    get diagnostics touched = row_count;
  exception when others then
    reset role;
    return sqlerrm;
  end;
  reset role;
  return touched::text;
end $$;
create temp table refused as select 'new row violates row-level security policy for table "objects"'::text as message;

select is(public, false, 'the images bucket is private') from storage.buckets where id = 'document-images';
select is(file_size_limit, 10485760::bigint, 'the images bucket accepts files of up to 10 MB') from storage.buckets where id = 'document-images';
select is(allowed_mime_types, array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'], 'the images bucket accepts five types, without SVG')
from storage.buckets where id = 'document-images';

-- Add.
select is(pg_temp.add(name, pg_temp.image(name)), 'done', name || ' adds an image') from unnest(array['olga', 'edita']) as name;
select is(pg_temp.add(name, pg_temp.image(name)), (select message from refused), name || ' may not add an image')
from unnest(array['karel', 'viktor', 'cizinec', 'emil', 'anon']) as name;
select is(pg_temp.add('edita', path), (select message from refused), 'no image may be added at ' || path) from (values
  (md5('another document')::uuid || '/' || md5('x')::uuid || '.png'),
  (test.document() || '/' || md5('x')::uuid || '.svg'),
  (test.document() || '/' || md5('x')::uuid || '.png.html'),
  (test.document() || '/deeper/' || md5('x')::uuid || '.png'),
  (test.document() || '/holiday.png'),
  (md5('x')::uuid || '.png')
) as places (path);
select is(pg_temp.add('cizinec', md5('x')::uuid || '/' || md5('x')::uuid || '.png'), (select message from refused), 'no image may be added to a document that does not exist');

-- Read.
select is(pg_temp.touch(name, $$ select * from storage.objects where bucket_id = 'document-images' $$), '2', name || ' reads both images')
from unnest(array['olga', 'edita', 'karel', 'viktor']) as name;
select is(pg_temp.touch(name, $$ select * from storage.objects where bucket_id = 'document-images' $$), '0', name || ' reads no image')
from unnest(array['cizinec', 'emil', 'anon']) as name;

-- Replace or move.
select is(pg_temp.touch(name, $$ update storage.objects set version = 'other' where bucket_id = 'document-images' $$), '0', name || ' replaces no image')
from unnest(array['olga', 'edita', 'karel', 'viktor', 'cizinec', 'emil', 'anon']) as name;

-- Remove: also with the setting that the Storage API uses.
select is(pg_temp.touch('olga', $$ delete from storage.objects where false $$),
  'Direct deletion from storage tables is not allowed. Use the Storage API instead.', 'SQL deletes no files');
select set_config('storage.allow_delete_query', 'true', true);
select is(pg_temp.touch(name, $$ delete from storage.objects where bucket_id = 'document-images' $$), '0', name || ' removes no image')
from unnest(array['olga', 'edita', 'karel', 'viktor', 'cizinec', 'emil', 'anon']) as name;

-- Rights that are lost.
select is(pg_temp.add('edita', pg_temp.image()), 'done', 'an editor adds an image before being removed');
select test.become('olga');
select public.remove_member(test.document(), test.id('edita'));
reset role;
select is(pg_temp.add('edita', pg_temp.image('late')), (select message from refused), 'a removed editor may not add an image');
select is(pg_temp.touch('edita', $$ select * from storage.objects $$), '0', 'a removed editor reads no image');
select is(pg_temp.touch('edita', $$ delete from storage.objects $$), '0', 'a removed editor removes no image');
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.touch(name, $$ select * from storage.objects $$), '0', name || ' reads no image of a deleted document') from unnest(array['olga', 'viktor']) as name;
select is(pg_temp.add('olga', pg_temp.image('late')), (select message from refused), 'no image may be added to a deleted document');

select * from finish();
