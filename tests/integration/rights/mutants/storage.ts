/** Mutants of rights on images. */
import { change, edit, type Mutant } from './mutant.ts';

export const STORAGE: readonly Mutant[] = [
  change(
    'storage',
    'readers list images',
    'drop policy document_images_are_listed_by_editors on storage.objects',
  ),
  change(
    'storage',
    'the bucket is public',
    "update storage.buckets set public = true where id = 'document-images'",
  ),
  change(
    'storage',
    'files of every type are accepted',
    "update storage.buckets set allowed_mime_types = null where id = 'document-images'",
  ),
  change(
    'storage',
    'files of every size are accepted',
    "update storage.buckets set file_size_limit = null where id = 'document-images'",
  ),
  change(
    'storage',
    'members read images of every document',
    "alter policy document_images_of_members on storage.objects using (bucket_id = 'document-images')",
  ),
  change(
    'storage',
    'members read files of every bucket',
    `alter policy document_images_of_members on storage.objects
    using ((storage.foldername(name))[1] in (select d.id::text from private.my_documents() as d (id)))`,
  ),
  change(
    'storage',
    'viewers add images',
    `create policy readers_add on storage.objects for insert to authenticated with check (bucket_id = 'document-images'
    and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\\.png$' and (storage.foldername(name))[1] in (select d.id::text from private.my_documents() as d (id)))`,
  ),
  change(
    'storage',
    'editors add images of any name',
    `alter policy document_images_added_by_editors on storage.objects with check (bucket_id = 'document-images'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)))`,
  ),
  change(
    'storage',
    'editors add images to any bucket',
    `alter policy document_images_added_by_editors on storage.objects with check (
    name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\\.png$' and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)))`,
  ),
  change(
    'storage',
    'editors remove images',
    `create policy editors_remove on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)))`,
  ),
  change(
    'storage',
    'editors replace images',
    `create policy editors_replace on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)))`,
  ),
  change(
    'storage',
    'users see buckets',
    'create policy see_buckets on storage.buckets for select to authenticated using (true)',
  ),
  edit(
    'storage',
    'viewers count as editors of images',
    'private.my_editable_documents',
    "'write')",
    "'read')",
  ),
  change('storage', 'URLs can be signed', 'drop policy nothing_is_signed on storage.objects'),
  ...['sign', 'sign_many', 'sign_upload_url'].map((operation) =>
    change(
      'storage',
      `${operation} is let through`,
      `alter policy nothing_is_signed on storage.objects using (coalesce(storage.operation(), '') = 'storage.object.${operation}'
      or coalesce(storage.operation(), '') !~ '^(storage\\.)?object\\.sign')`,
    ),
  ),
  edit(
    'storage',
    'the number of files is not limited',
    'private.has_room',
    'count(o.id) >= l.max_files or',
    '',
  ),
  edit(
    'storage',
    'the size of files is not limited',
    'private.has_room',
    "or coalesce(sum((o.metadata ->> 'size')::bigint), 0) >= l.max_bytes",
    '',
  ),
  edit('storage', 'files of all users are counted', 'private.has_room', 'and o.owner_id = me', ''),
  change(
    'storage',
    'images are not limited',
    `alter policy document_images_added_by_editors on storage.objects with check (bucket_id = 'document-images'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.(png|jpg|gif|webp|avif)$'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)))`,
  ),
  change(
    'storage',
    'avatars are not limited',
    `alter policy own_avatar_added on storage.objects
    with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.caller())::text)`,
  ),
  change('storage', 'uploads at once are not counted', 'drop trigger limit_files on storage.objects'),
  edit('storage', 'stored files are not counted', 'private.limit_files', 'files >= limits.max_files or ', ''),
  edit(
    'storage',
    'the bytes of the new file are not counted',
    'private.limit_files',
    " + coalesce((new.metadata ->> 'size')::bigint, 0)",
    '',
  ),
  edit(
    'storage',
    'stored files of all users are counted',
    'private.limit_files',
    'and o.owner_id = new.owner_id ',
    '',
  ),
  edit(
    'storage',
    'stored files of all buckets are counted',
    'private.limit_files',
    'o.bucket_id = new.bucket_id and ',
    '',
  ),
];
