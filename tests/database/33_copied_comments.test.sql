-- Open comments of a document in a copy of it: who copies them, which ones, and only once.
\i people
select plan(25);

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
create function pg_temp.anchor(p_change jsonb default '{}') returns jsonb language sql immutable as $$
  select '{"kind": "text", "units": "11 0 5", "seq": 1, "quote": "Hello", "before": "", "after": "", "heading": ""}'::jsonb || p_change
$$;
create function pg_temp.add(p_name text, p_thread text, p_text text, p_assignee uuid default null, p_document uuid default test.document()) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.add_comment(%L, %L, %L, %L, %L, %L)', p_document, pg_temp.is(p_thread), pg_temp.is(p_text), pg_temp.anchor(),
    json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph',
      'content', json_build_array(json_build_object('type', 'text', 'text', p_text))))), p_assignee))
$$;
create function pg_temp.copy(p_name text, p_threads text[] default '{one,two}', p_change jsonb default '{"units": "1 3 5"}', p_copy uuid default null, p_document uuid default test.document())
returns text language sql as $$
  select pg_temp.run(p_name, format('select public.copy_threads(%L, %L, %L)', p_document, coalesce(p_copy, test.made(p_name, 'copy')),
    (select jsonb_agg(jsonb_build_object('thread', pg_temp.is(thread), 'anchor', pg_temp.anchor(p_change))) from unnest(p_threads) thread)))
$$;
create function pg_temp.list(p_name text) returns jsonb language sql as $$
  select pg_temp.run(p_name, format('select public.list_threads(%L)', test.made(p_name, 'copy')))::jsonb
$$;

select is(array[pg_temp.add('karel', 'one', 'Question', test.id('edita')), pg_temp.add('edita', 'one', 'Answer'), pg_temp.add('edita', 'one', 'Gone'), pg_temp.add('olga', 'two', 'First'),
  pg_temp.add('karel', 'two', 'Second'), pg_temp.add('karel', 'three', 'Done'),
  pg_temp.run('karel', format('select public.set_thread_state(test.document(), %L, ''resolved'')', pg_temp.is('three'))),
  pg_temp.run('edita', format('select public.delete_comment(test.document(), %L)', pg_temp.is('Gone'))),
  pg_temp.run('olga', format('select public.delete_comment(test.document(), %L)', pg_temp.is('First'))),
  pg_temp.run('karel', format('select public.react_to_comment(test.document(), %L, ''👍'', true)', pg_temp.is('Answer')))], array_fill(''::text, array[10]), 'threads');
select is(pg_temp.run(name, 'select public.create_document(md5(''copy'')::uuid)') is not null, true, name || ' has a copy')
from unnest(array['olga', 'karel', 'viktor', 'cizinec']) name;

select is(pg_temp.copy('cizinec'), 'forbidden', 'a stranger copies none');
select is(pg_temp.copy('emil', p_copy => test.made('karel', 'copy')), 'forbidden', 'nor an expired member');
select is(pg_temp.copy('olga', p_copy => test.made('karel', 'copy')), 'forbidden', 'nor the owner to a document of another');
select is(pg_temp.copy('edita', p_copy => test.document()), 'forbidden', 'nor an editor to one that they do not own');
update public.documents set viewers_see_comments = false where id = test.document();
select is(pg_temp.copy('viktor'), 'forbidden', 'nor a viewer that sees none');
update public.documents set viewers_see_comments = true where id = test.document();
select is(pg_temp.copy('karel', p_change => '{"seq": 9}'), 'bad_request', 'an anchor is checked');
select is(pg_temp.copy('karel', (select array_agg('one'::text) from generate_series(1, 501))), 'bad_request', 'there are 500 at most');
select is(pg_temp.run('karel', format('select public.copy_threads(test.document(), %L, ''{}'')', test.made('karel', 'copy'))), 'bad_request', 'in a list');
select is((select count(*) from private.comment_threads where document_id <> test.document()), 0::bigint, 'nothing was copied');

select is(pg_temp.copy('karel', '{one,two,three,one,other}'), '2', 'a commenter copies open threads, each once');
select is((select jsonb_agg(c -> 'author' order by c ->> 'created_at') from jsonb_array_elements(pg_temp.list('karel') -> 'threads') t, jsonb_array_elements(t -> 'comments') c),
  jsonb_build_array(test.id('karel'), test.id('edita'), test.id('olga'), test.id('karel')), 'comments have their authors');
select is((select jsonb_agg(c #>> '{body,content,0,content,0,text}' order by c ->> 'created_at') from jsonb_array_elements(pg_temp.list('karel') -> 'threads') t, jsonb_array_elements(t -> 'comments') c),
  '["Question", "Answer", null, "Second"]'::jsonb, 'and their texts; a deleted first one has none, other deleted ones are not there');
select is((select array_agg(t ->> 'created_by' order by t ->> 'created_at') from jsonb_array_elements(pg_temp.list('karel') -> 'threads') t), array[test.id('karel')::text, test.id('olga')::text], 'threads too');
select is((select jsonb_agg(distinct t #> '{anchor,units}') from jsonb_array_elements(pg_temp.list('karel') -> 'threads') t), '["1 3 5"]', 'they have the other anchor');
select is((select count(*) from private.comment_threads t where t.document_id = test.made('karel', 'copy') and (t.assignee is not null or t.is_checked or t.place_seq is not null))
  + (select count(*) from private.comment_reactions r join private.comments c on c.id = r.comment_id join private.comment_threads t on t.id = c.thread_id where t.document_id <> test.document()), 0::bigint,
  'without assignments, reactions and places');
select is((select array_agg(p ->> 'name' order by p ->> 'name') from jsonb_array_elements(pg_temp.list('karel') -> 'people') p), array['Edita', 'Karel', 'Olga'], 'people are named');
select is(pg_temp.copy('karel'), '0', 'a second time nothing is copied');
select is((select count(*) from private.comment_threads where document_id = test.made('karel', 'copy')), 2::bigint, 'there are two');
select is(pg_temp.copy('viktor', '{one}'), '1', 'a viewer that sees comments copies them');
select is((select count(*) from private.comments c join private.comment_threads t on t.id = c.thread_id where t.document_id = test.document()), 6::bigint, 'those of the document stay');

select * from finish();
