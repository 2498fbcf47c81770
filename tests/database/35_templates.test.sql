-- Templates: a mark of each person, and one document for each folder of theirs, which they must be able to read.
\i people
select plan(25);

create function pg_temp.run(p_name text, p_sql text) returns text language plpgsql as $$
declare
  result text;
begin
  perform test.become(p_name);
  begin
    execute p_sql into result;
  exception when others then result := sqlerrm;
  end;
  reset role;
  return result;
end $$;
create function pg_temp.mark(p_name text, p_is boolean default true) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.set_template(test.document(), %L)', p_is))
$$;
create function pg_temp.is_template(p_name text) returns text language sql as $$
  select one ->> 'is_template' from json_array_elements(pg_temp.run(p_name, 'select public.list_my_documents()')::json) one
  where one ->> 'id' = test.document()::text
$$;
create function pg_temp.folder() returns uuid language sql immutable as $$ select md5('folder')::uuid $$;
create function pg_temp.offer(p_name text, p_document uuid default test.document()) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.set_folder_template(pg_temp.folder(), %L)', p_document))
$$;
create function pg_temp.offered(p_name text) returns text language sql as $$
  select string_agg(coalesce(one ->> 'template_id', 'none'), ',') from json_array_elements(pg_temp.run(p_name, 'select public.list_my_folders()')::json) one
$$;

select is(pg_temp.mark(name), 'forbidden', name || ' makes no template of a document they cannot read') from unnest(array['cizinec', 'emil']) name;
select is(pg_temp.mark('signed out') is distinct from '', true, 'neither does somebody signed out');
select is(pg_temp.is_template('viktor'), 'false', 'at first it is none');
select is(pg_temp.mark('viktor'), '', 'a viewer makes a template of it');
select is(pg_temp.mark('viktor'), '', 'again');
select is(pg_temp.is_template('viktor'), 'true', 'it is in their list');
select is(pg_temp.is_template('olga'), 'false', 'and in nobody else’s');
select is(pg_temp.run('viktor', 'select public.set_favorite(test.document(), true)'), '', 'the other marks are separate');
select is(pg_temp.is_template('viktor'), 'true', 'it stays');
select is(pg_temp.mark('viktor', false), '', 'it can be one no longer');
select is(pg_temp.is_template('viktor'), 'false', 'it is none');
select is(pg_temp.mark('viktor', null), '', 'null is none');

select is(pg_temp.offer('edita'), 'not_found', 'a folder that does not exist has no template');
select is(pg_temp.run('edita', 'select public.save_folder(pg_temp.folder(), ''Smlouvy'')'), '', 'Edita has a folder');
select is(pg_temp.offered('edita'), 'none', 'without a template');
select is(pg_temp.offer('edita'), '', 'she chooses one');
select is(pg_temp.offered('edita'), test.document()::text, 'it is offered');
select is(pg_temp.offer('olga'), 'not_found', 'Olga does not choose one for her');
select is(pg_temp.offer('edita', gen_random_uuid()), 'forbidden', 'a document that does not exist is refused');
select is(pg_temp.run('cizinec', 'select public.save_folder(pg_temp.folder(), ''Smlouvy'')'), '', 'a stranger has a folder of the same id');
select is(pg_temp.offer('cizinec'), 'forbidden', 'but cannot use what they cannot read');
select is(pg_temp.offer('edita', null), '', 'Edita chooses none');
select is(pg_temp.offered('edita'), 'none', 'none is offered');
select is(pg_temp.run('edita', 'select public.save_folder(pg_temp.folder(), ''Nové'')'), '', 'a folder is renamed');
select * from finish();
