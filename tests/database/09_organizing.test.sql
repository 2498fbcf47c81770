-- Favourites, folders, what was opened last, and the trash: each person's own, and the trash the owner's.
\i people
select plan(51);

create function pg_temp.trying(p_name text, p_sql text) returns text language plpgsql as $$
declare answer text;
begin
  perform test.become(p_name);
  begin
    execute p_sql;
    answer := 'done';
  exception when others then answer := sqlerrm;
  end;
  reset role;
  return answer;
end $$;
create function pg_temp.listed(p_name text) returns json language plpgsql as $$
declare answer json;
begin
  perform test.become(p_name);
  answer := public.list_my_documents();
  reset role;
  return answer;
end $$;
create function pg_temp.said(p_name text, p_key text) returns text language sql as $$
  select one ->> p_key from json_array_elements(pg_temp.listed(p_name)) as one where one ->> 'id' = test.document()::text
$$;
create function pg_temp.folders(p_name text) returns text language plpgsql as $$
declare answer text;
begin
  perform test.become(p_name);
  answer := (select string_agg(f ->> 'name', ',') from json_array_elements(public.list_my_folders()) as f);
  reset role;
  return answer;
end $$;

select is(pg_temp.said(name, 'role'), role, name || ' has the document in their list')
from (values ('olga', 'owner'), ('edita', 'editor'), ('karel', 'commenter'), ('viktor', 'viewer')) as people (name, role);
select is(json_array_length(pg_temp.listed(name)), 0, name || ' has an empty list') from unnest(array['cizinec', 'emil', 'signed out']) as name;
select is(pg_temp.said('olga', 'member_count'), '4', 'whose time is up is not counted');

-- Favourites.
select is(pg_temp.trying('viktor', $$ select public.set_favorite(test.document(), true) $$), 'done', 'whoever reads may have favourites');
select is(pg_temp.said('viktor', 'favorite'), 'true', 'and it is one');
select is(pg_temp.said('olga', 'favorite'), 'false', 'of theirs alone');
select is(pg_temp.trying('viktor', $$ select public.set_favorite(test.document(), false) $$), 'done', 'until it is none');
select is(pg_temp.said('viktor', 'favorite'), 'false', 'which holds');
select is(pg_temp.trying(name, $$ select public.set_favorite(test.document(), true) $$), 'forbidden', name || ' keeps nothing about it')
from unnest(array['cizinec', 'emil']) as name;
select is(pg_temp.trying('cizinec', $$ select public.set_favorite(gen_random_uuid(), true) $$), 'forbidden', 'and is told the same of none');

-- What was opened last.
select public.open_editing_session(test.id('karel'), test.auth_session('karel'), test.document(), test.session('karel'), 13, 1);
select is(pg_temp.said('karel', 'opened_at') is not null, true, 'who opens a document has opened it');
select is((select count(*) from private.personal_marks where opened_at is not null), 1::bigint, 'nobody else is noted');

-- Folders.
create function pg_temp.folder() returns uuid language sql immutable as $$ select md5('folder')::uuid $$;
select is(pg_temp.trying('edita', $$ select public.save_folder(pg_temp.folder(), E' Mar\u202eketing ') $$), 'done', 'anybody signed in has folders');
select is(pg_temp.folders('edita'), 'Marketing', 'with a clean name');
select is(pg_temp.folders('olga'), null, 'nobody else sees them');
select is(pg_temp.trying('olga', $$ select public.move_to_folder(test.document(), pg_temp.folder()) $$), 'not_found', 'or uses them');
select is(pg_temp.trying('olga', $$ select public.save_folder(pg_temp.folder(), 'Mine') $$), 'done', 'the same id of somebody else is another folder');
select is(pg_temp.folders('edita'), 'Marketing', 'and leaves this one alone');
select is(pg_temp.trying('edita', $$ select public.move_to_folder(test.document(), pg_temp.folder()) $$), 'done', 'a document goes into a folder');
select is(pg_temp.said('edita', 'folder_id'), pg_temp.folder()::text, 'in their list');
select is(pg_temp.said('olga', 'folder_id'), null, 'in nobody else''s');
select is(pg_temp.trying('olga', $$ select public.delete_folder(pg_temp.folder()) $$), 'done', 'a folder is taken away');
select is(pg_temp.said('edita', 'folder_id'), pg_temp.folder()::text, 'one''s own only');
select is(pg_temp.trying('edita', $$ select public.delete_folder(pg_temp.folder()) $$), 'done', 'with something in it, too');
select is(pg_temp.said('edita', 'folder_id'), null, 'which stays in the list');
select is(pg_temp.trying('edita', $$ select public.save_folder(pg_temp.folder(), E'\u202e') $$), 'bad_request', 'a folder has a name');

-- The trash.
select is(pg_temp.trying(name, $$ select public.delete_document(test.document()) $$), 'forbidden', name || ' deletes nothing')
from unnest(array['edita', 'karel', 'viktor', 'cizinec', 'emil']) as name;
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'forbidden', 'what is not in the trash does not come out of it');
select is(pg_temp.trying('olga', $$ select public.delete_document(test.document()) $$), 'done', 'the owner deletes');
select is((select epoch from public.documents where id = test.document()), 2, 'and the lanes move');
select is(pg_temp.said('edita', 'role'), null, 'others have it no more');
select is(pg_temp.said('olga', 'deleted_at') is not null, true, 'the owner has it in the trash');
select is(pg_temp.trying('edita', $$ select public.restore_document(test.document()) $$), 'forbidden', 'nobody else brings it back');
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'done', 'the owner does');
select is(pg_temp.said('edita', 'role'), 'editor', 'with its members');
select pg_temp.trying('olga', $$ select public.delete_document(test.document()) $$);
update public.documents set deleted_at = now() - interval '31 days' where id = test.document();
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'forbidden', 'after 30 days it stays gone');
select is(pg_temp.said('olga', 'role'), null, 'and is no longer listed');
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.trying('edita', $$ select public.erase_document(test.document()) $$), 'forbidden', 'only the owner erases');
select is(pg_temp.trying('olga', $$ select public.erase_document(test.document()) $$), 'done', 'and may do so before');
select is((select count(*) from public.document_updates where document_id = test.document()), 0::bigint, 'the words are gone');
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'forbidden', 'for good');
select * from finish();
