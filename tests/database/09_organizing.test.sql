-- Favorites, folders, opening times and the trash: separate for each user, the trash only for the owner.
\i people
select plan(64);

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
create function pg_temp.field(p_name text, p_key text) returns text language sql as $$
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

select is(pg_temp.field(name, 'role'), role, name || ' has the document in their list')
from (values ('olga', 'owner'), ('edita', 'editor'), ('karel', 'commenter'), ('viktor', 'viewer')) as people (name, role);
select is(json_array_length(pg_temp.listed(name)), 0, name || ' has an empty list') from unnest(array['cizinec', 'emil', 'signed out']) as name;
select is(pg_temp.field('olga', 'member_count'), '4', 'an expired member is not counted');

-- Favorites.
select is(pg_temp.trying('viktor', $$ select public.set_favorite(test.document(), true) $$), 'done', 'a viewer may set a favorite');
select is(pg_temp.field('viktor', 'favorite'), 'true', 'the document is a favorite');
select is(pg_temp.field('olga', 'favorite'), 'false', 'a favorite is not shared with other members');
select is(pg_temp.trying('viktor', $$ select public.set_favorite(test.document(), false) $$), 'done', 'a viewer may unset a favorite');
select is(pg_temp.field('viktor', 'favorite'), 'false', 'the document is no longer a favorite');
select is(pg_temp.trying(name, $$ select public.set_favorite(test.document(), true) $$), 'forbidden', name || ' may not set a favorite')
from unnest(array['cizinec', 'emil']) as name;
select is(pg_temp.trying('cizinec', $$ select public.set_favorite(gen_random_uuid(), true) $$), 'forbidden', 'a document that does not exist is refused alike');

-- Opening times.
select public.open_editing_session(test.id('karel'), test.auth_session('karel'), test.document(), test.session('karel'), 13, 1);
select is(pg_temp.field('karel', 'opened_at') is not null, true, 'opening a session records the time');
select is((select count(*) from private.personal_marks where opened_at is not null), 1::bigint, 'no time is recorded for other members');

-- Folders.
create function pg_temp.folder() returns uuid language sql immutable as $$ select md5('folder')::uuid $$;
select is(pg_temp.trying('edita', $$ select public.save_folder(pg_temp.folder(), E' Mar\u202eketing ') $$), 'done', 'a signed-in user creates a folder');
select is(pg_temp.folders('edita'), 'Marketing', 'the name of a folder is cleaned');
select is(pg_temp.folders('olga'), null, 'other users do not see the folder');
select is(pg_temp.trying('olga', $$ select public.move_to_folder(test.document(), pg_temp.folder()) $$), 'not_found', 'other users may not use the folder');
select is(pg_temp.trying('olga', $$ select public.save_folder(pg_temp.folder(), 'Mine') $$), 'done', 'another user creates a different folder with the same id');
select is(pg_temp.folders('edita'), 'Marketing', 'the first folder keeps its name');
select is(pg_temp.trying('edita', $$ select public.move_to_folder(test.document(), pg_temp.folder()) $$), 'done', 'a document is moved to a folder');
select is(pg_temp.field('edita', 'folder_id'), pg_temp.folder()::text, 'the user''s list shows the folder');
select is(pg_temp.field('olga', 'folder_id'), null, 'other members'' lists do not show it');
select is(pg_temp.trying('olga', $$ select public.delete_folder(pg_temp.folder()) $$), 'done', 'a user deletes their folder');
select is(pg_temp.field('edita', 'folder_id'), pg_temp.folder()::text, 'the folder of another user with the same id stays');
select is(pg_temp.trying('edita', $$ select public.delete_folder(pg_temp.folder()) $$), 'done', 'a folder with a document is deleted');
select is(pg_temp.field('edita', 'folder_id'), null, 'its document stays in the list without a folder');
select is(pg_temp.trying('edita', $$ select public.save_folder(pg_temp.folder(), E'\u202e') $$), 'bad_request', 'a folder without a name is refused');

-- The trash.
create function pg_temp.mover(p_name text) returns text language plpgsql as $$
declare answer json;
begin
  perform test.become(p_name);
  answer := public.trashed_by(test.document());
  reset role;
  return coalesce((answer ->> 'name') || ' ' || (answer ->> 'isErased'), 'nobody');
exception when others then
  reset role;
  return sqlerrm;
end $$;
select is(pg_temp.mover('edita'), 'nobody', 'a document outside the trash was moved there by nobody');
select is(pg_temp.trying(name, $$ select public.delete_document(test.document()) $$), 'forbidden', name || ' may not delete the document')
from unnest(array['edita', 'karel', 'viktor', 'cizinec', 'emil']) as name;
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'forbidden', 'a document outside the trash cannot be restored');
select is(pg_temp.trying('olga', $$ select public.delete_document(test.document()) $$), 'done', 'the owner moves the document to the trash');
select is((select epoch from public.document_logs where document_id = test.document()), 2, 'moving it to the trash raises the epoch');
select is(pg_temp.field('edita', 'role'), null, 'members no longer see it');
select is(pg_temp.trying('edita', $$ select public.document_head(test.document()) $$), 'gone', 'a member is told that it is gone');
select is(pg_temp.trying('cizinec', $$ select public.document_head(test.document()) $$), 'forbidden', 'a stranger does not learn that it was there');
select is(pg_temp.mover(name), 'Olga false', name || ' learns who moved it to the trash') from unnest(array['olga', 'edita', 'viktor']) as name;
select is(pg_temp.mover(name), 'forbidden', name || ' does not learn who moved it to the trash') from unnest(array['cizinec', 'emil']) as name;
update public.members set expires_at = now() where user_id = test.id('viktor');
select is(pg_temp.mover('viktor'), 'forbidden', 'nor does a member whose access has expired');
update public.members set expires_at = null where user_id = test.id('viktor');
select is(pg_temp.field('olga', 'deleted_at') is not null, true, 'the owner sees it in the trash');
select is(pg_temp.trying('edita', $$ select public.restore_document(test.document()) $$), 'forbidden', 'an editor may not restore it');
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'done', 'the owner restores it');
select is(pg_temp.field('edita', 'role'), 'editor', 'a restored document has its members');
select is(pg_temp.mover('edita'), 'nobody', 'a member learns that it is restored');
select pg_temp.trying('olga', $$ select public.delete_document(test.document()) $$);
update public.documents set deleted_at = now() - interval '31 days' where id = test.document();
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'forbidden', 'after 30 days it cannot be restored');
select is(pg_temp.field('olga', 'role'), null, 'after 30 days it is not listed');
select is(pg_temp.mover('olga'), 'Olga true', 'then its owner learns that it cannot be restored');
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.trying('edita', $$ select public.erase_document(test.document()) $$), 'forbidden', 'an editor may not erase it');
select is(pg_temp.trying('olga', $$ select public.erase_document(test.document()) $$), 'done', 'the owner erases it before 30 days');
select is((select count(*) from public.document_updates where document_id = test.document()), 0::bigint, 'its updates are deleted');
select is(pg_temp.trying('olga', $$ select public.restore_document(test.document()) $$), 'forbidden', 'an erased document cannot be restored');
select is(pg_temp.mover('olga'), 'Olga true', 'its owner learns that');
select is(pg_temp.mover('edita'), 'forbidden', 'the others no longer learn that it was there');
select * from finish();
