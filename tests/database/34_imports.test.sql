-- Name, losses and comments of a file from which a document was made: each stored by its owner, and once.
\i people
select plan(36);

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
create function pg_temp.note(p_name text, p_file text default 'Smlouva.docx', p_losses jsonb default '[{"kind": "picture", "example": "Tajné"}]') returns text language sql as $$
  select pg_temp.run(p_name, format('select public.note_import(test.document(), %L, %L)', p_file, p_losses))
$$;
create function pg_temp.import(p_name text) returns text language sql as $$ select pg_temp.run(p_name, 'select public.read_import(test.document())') $$;

select is(pg_temp.note(name), 'forbidden', name || ' stores no import') from unnest(array['edita', 'karel', 'viktor', 'emil', 'cizinec']) name;
select is(pg_temp.note('olga', ''), 'bad_request', 'a file has a name');
select is(pg_temp.note('olga', repeat('a', 256)), 'bad_request', 'of at most 255 characters');
select is(pg_temp.note('olga', p_losses => '{}'), 'bad_request', 'losses are a list');
select is(pg_temp.note('olga', p_losses => '["lost"]'), 'bad_request', 'of objects');
select is(pg_temp.note('olga', p_losses => jsonb_build_array(jsonb_build_object('example', repeat('a', 65536)))), 'bad_request', 'of a size');
select is(pg_temp.import('olga'), null, 'nothing was stored');
select is(pg_temp.note('olga'), '', 'the owner stores it');
select is(pg_temp.note('olga', 'Other.docx'), '', 'again');
select is(pg_temp.import(name)::jsonb ->> 'name', 'Smlouva.docx', name || ' reads the first') from unnest(array['olga', 'edita']) name;
select is(pg_temp.import(name), 'forbidden', name || ' does not: examples may be text that is not in the document') from unnest(array['karel', 'viktor', 'cizinec']) name;

create function pg_temp.thread(p_texts text[] default '{Why?,Because}', p_change jsonb default '{}', p_comment jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('anchor', '{"kind": "text", "units": "11 0 5", "seq": 1, "quote": "Hello", "before": "", "after": "", "heading": ""}'::jsonb, 'is_resolved', false,
    'comments', (select jsonb_agg(jsonb_build_object('author', 'Jana', 'at_ms', 1000 * at, 'body', json_build_object('type', 'doc', 'content', json_build_array(
      json_build_object('type', 'paragraph', 'content', json_build_array(json_build_object('type', 'text', 'text', one))))))
      || p_comment order by at) from unnest(p_texts) with ordinality as texts (one, at))) || p_change
$$;
create function pg_temp.add(p_name text, variadic p_threads jsonb[]) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.import_threads(test.document(), %L)', to_jsonb(p_threads)))
$$;

select is(pg_temp.add(name, pg_temp.thread()), 'forbidden', name || ' imports no comments') from unnest(array['edita', 'viktor', 'cizinec']) name;
select is(pg_temp.add('olga', pg_temp.thread(p_change => wrong)), 'bad_request', 'refused: ' || wrong::text) from unnest(array[
  '{"anchor": {"kind": "text"}}', '{"comments": []}', '{"comments": "all"}', '{"is_resolved": 1}']::jsonb[]) wrong;
select is(pg_temp.add('olga', pg_temp.thread(p_comment => wrong)), 'bad_request', 'refused: ' || left(wrong::text, 40)) from unnest(array[
  '{"author": null}', '{"at_ms": "now"}', '{"at_ms": -1}', '{"body": {"type": "doc", "content": []}}', jsonb_build_object('author', repeat('a', 121))]::jsonb[]) wrong;
select is((select count(*) from private.comment_threads), 0::bigint, 'nothing was added');
select is(pg_temp.add('olga', pg_temp.thread(), pg_temp.thread('{Done}', '{"is_resolved": true}', '{"at_ms": 9999999999999}')), '2', 'the owner adds them');
select is((select jsonb_agg(jsonb_build_array(c -> 'author', c -> 'file_author', c #>> '{body,content,0,content,0,text}') order by t ->> 'created_at', c ->> 'created_at')
  from jsonb_array_elements(pg_temp.run('karel', 'select public.list_threads(test.document())')::jsonb -> 'threads') t, jsonb_array_elements(t -> 'comments') c),
  '[[null, "Jana", "Why?"], [null, "Jana", "Because"], [null, "Jana", "Done"]]', 'they belong to nobody here, in their order');
select is((select array_agg(t.is_resolved order by t.created_at) from private.comment_threads t where t.created_by is null and t.created_at <= clock_timestamp()), array[false, true], 'with their states, and no time to come');
select is((select count(*) from private.notifications), 0::bigint, 'nobody is told');
select is(pg_temp.add('olga', pg_temp.thread()), '0', 'a second time nothing is added');

select * from finish();
