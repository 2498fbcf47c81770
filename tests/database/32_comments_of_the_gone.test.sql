-- Comments when their document is in the trash, erased or inherited, and when accounts of their people are deleted. Karel
-- has a thread with a reply of Edita, is assigned to a thread of Olga, and resolved another.
\i people
select plan(24);

create function pg_temp.is(p_name text) returns uuid language sql immutable as $$ select md5(p_name)::uuid $$;
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
create function pg_temp.add(p_name text, p_thread text, p_text text, p_assignee uuid default null, p_document uuid default test.document()) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.add_comment(%L, %L, %L, %L, %L, %L)', p_document, pg_temp.is(p_thread), pg_temp.is(p_text),
    '{"kind": "text", "units": "11 0 5", "seq": 1, "quote": "Hello", "before": "", "after": "", "heading": ""}',
    json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph',
      'content', json_build_array(json_build_object('type', 'text', 'text', p_text))))), p_assignee))
$$;
create function pg_temp.call(p_name text, p_function text, p_id text, p_more text default '') returns text language sql as $$
  select pg_temp.run(p_name, format('select public.%s(test.document(), %L %s)', p_function, pg_temp.is(p_id), p_more))
$$;
create function pg_temp.list(p_name text) returns text language sql as $$
  select pg_temp.run(p_name, 'select public.list_threads(test.document())')
$$;
create function pg_temp.thread(p_thread text) returns jsonb language sql as $$
  select t from jsonb_array_elements(pg_temp.list('edita')::jsonb -> 'threads') t where t ->> 'id' = pg_temp.is(p_thread)::text
$$;
create function pg_temp.rows() returns bigint[] language sql as $$
  select array[(select count(*) from private.comment_threads), (select count(*) from private.comments), (select count(*) from private.comment_reactions),
    (select count(*) from private.thread_reads), (select count(*) from private.comment_versions)]
$$;

select is(array[pg_temp.add('karel', 'one', 'Question'), pg_temp.add('edita', 'one', 'Answer'), pg_temp.add('olga', 'two', 'Task', test.id('karel')), pg_temp.add('karel', 'three', 'Done'),
  pg_temp.call('karel', 'set_thread_state', 'three', ', ''resolved'''), pg_temp.call('karel', 'react_to_comment', 'Answer', ', ''👍'', true'),
  pg_temp.call('edita', 'react_to_comment', 'Answer', ', ''👍'', true'),
  pg_temp.run('karel', format('select public.read_threads(test.document(), array[%L]::uuid[])', pg_temp.is('one')))], array_fill(''::text, array[8]), 'three threads');
select is(pg_temp.rows(), array[3, 4, 2, 1, 1]::bigint[], 'with comments, reactions and what was read');

-- The trash.
create temp table before as select pg_temp.list('edita') as list;
select is(pg_temp.run('olga', 'select public.delete_document(test.document())'), '', 'a document is moved to the trash');
select is(pg_temp.list(name), 'gone', name || ' lists no comments') from unnest(array['olga', 'edita', 'karel', 'viktor']) name;
select is(pg_temp.run('karel', format('select public.read_threads(test.document(), array[%L]::uuid[])', pg_temp.is('one'))), 'gone', 'nor reads one');
select is(pg_temp.run('olga', 'select public.restore_document(test.document())'), '', 'and restored');
select is(pg_temp.list('edita'), (select list from before), 'with the same comments');

-- A commenter's account.
select test.become('service_role');
select public.delete_account(test.id('karel'), test.auth_session('karel'));
reset role;
select is(pg_temp.rows(), array[3, 4, 1, 0, 1]::bigint[], 'of a deleted account the comments stay, not its reactions, nor what it read');
select is((pg_temp.thread('one') #> '{comments,0}') - 'created_at'::text, jsonb_build_object('id', pg_temp.is('Question'), 'author', null, 'file_author', null, 'edited_at', null, 'reactions', '[]'::jsonb,
  'body', '{"type": "doc", "content": [{"type": "paragraph", "content": [{"text": "Question", "type": "text"}]}]}'::jsonb), 'a comment has its text, without an author');
select is(array[pg_temp.thread('one') ->> 'created_by', pg_temp.thread('two') ->> 'assignee', pg_temp.thread('three') ->> 'resolved_by', pg_temp.thread('three') ->> 'is_resolved'],
  array[null, null, null, 'true'], 'threads stay as they are, without the person');
select is((select array_agg(p ->> 'name' order by p ->> 'name') from jsonb_array_elements(pg_temp.list('edita')::jsonb -> 'people') p), array['Edita', 'Olga'], 'who is not named');
select is((select count(*) from private.comment_threads t where t::text ~ test.id('karel')::text) + (select count(*) from private.comments c where c::text ~ test.id('karel')::text), 0::bigint, 'nor stored');
select is(pg_temp.call('edita', 'edit_comment', 'Question', ', ''{"type": "doc", "content": []}'''), 'forbidden', 'their comment is edited by nobody');
select is(pg_temp.call('edita', 'set_thread_state', 'one', ', ''resolved'''), '', 'their thread is resolved by an editor');
select is(pg_temp.call('olga', 'delete_comment', 'Question'), '', 'and their comment deleted by the owner');

-- The owner's account: Edita inherits one document; another has no heir.
select is(pg_temp.run('olga', 'select public.create_document(md5(''alone'')::uuid)') is not null, true, 'another document');
select is(pg_temp.add('olga', 'four', 'Alone', null, test.made('olga', 'alone')), '', 'with a comment');
select test.become('service_role');
select public.delete_account(test.id('olga'), test.auth_session('olga'));
reset role;
select is((select array_agg(id order by id) from private.comment_threads), (select array_agg(pg_temp.is(name) order by pg_temp.is(name)) from unnest(array['one', 'two', 'three']) name),
  'comments of an inherited document stay, those of one without an heir go with it');
select is(pg_temp.call('edita', 'delete_comment', 'Task'), '', 'the heir deletes comments as owners do');

-- After 30 days.
select is(pg_temp.run('edita', 'select public.delete_document(test.document())'), '', 'the heir deletes the document');
update public.documents set deleted_at = now() - interval '31 days' where id = test.document();
select private.erase_expired();
select is(pg_temp.rows(), array[0, 0, 0, 0, 0]::bigint[], 'nothing is left when it is erased');

select * from finish();
