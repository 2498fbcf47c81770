-- Search in texts and comments: who finds what, and what is no longer found.
\i people
select plan(56);

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
create function pg_temp.search(p_name text, p_query text, p_trash boolean default false) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.search_texts(%L, 20, %L)', p_query, p_trash))
$$;
create function pg_temp.found(p_name text, p_query text, p_trash boolean default false) returns text language sql as $$
  select string_agg(coalesce(f ->> 'comment', 'text') || ':' || (f -> 'lines' -> 0 ->> 'text'), ',') from jsonb_array_elements(pg_temp.search(p_name, p_query, p_trash)::jsonb) f
$$;
create function pg_temp.save(p_text text, p_vector text, p_seq bigint default 1, p_document uuid default test.document()) returns void language sql as $$
  select public.save_search_index(p_document, p_seq, jsonb_build_object('vector', p_vector, 'body', p_text, 'starts', '[3, 5, 8]'::jsonb,
    'headings', '[{"line": 0, "path": ["Top"]}, {"line": 1, "path": ["Top", "Below"]}]'::jsonb))
$$;
create function pg_temp.append(p_name text, p_bytes bytea) returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, s.last_counter + 1,
    array[p_bytes], array[s.client_id], array[s.next_clock], array[s.next_clock + 1])
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.begin(p_name text) returns text language plpgsql as $$
begin
  return public.begin_index(test.id(p_name), test.auth_session(p_name), test.document());
exception when others then return sqlerrm;
end $$;

-- Indexing.
select is(pg_temp.begin(name), 'forbidden', name || ' does not index') from unnest(array['karel', 'viktor', 'cizinec', 'emil']) as name;
select is(pg_temp.begin('edita'), 'true', 'a new text is to be indexed');
select is(public.documents_to_index()::jsonb, jsonb_build_object('count', 1, 'documents', jsonb_build_array(test.document())), 'the sweep finds it too');
select matches(encode(public.text_to_index(test.document())::bytea, 'escape'), '"seq" : 1, "hasSnapshot" : false', 'its rows are read');
select lives_ok($$ select pg_temp.save(e'First line\nSecond line\nThird', '''x:title'':1A ''x:first'':3C ''x:line'':4C,6C ''x:second'':5C ''s:thir'':8C ''x:third'':8C') $$, 'it is indexed');
select is((select format('%s|%s', s.words @@ '''x:first'''::tsquery, s.title_words::text) from private.document_search s), 't|''x:title'':1A', 'with the words of its title apart');
select is(pg_temp.begin('edita'), 'false', 'once');
select is(public.documents_to_index() ->> 'count', '0', 'nothing is left for the sweep');
select pg_temp.append('edita', '\xa2');
select is(pg_temp.begin('edita'), 'false', 'a change is not indexed at once');
update private.document_search set indexed_at = now() - interval '51 seconds';
select is(pg_temp.begin('edita'), 'true', 'but after a while');
select is(public.documents_to_index() ->> 'count', '0', 'the sweep leaves it to its pages');
update public.document_logs set changed_at = now() - interval '3 minutes';
select is(public.documents_to_index() ->> 'count', '1', 'until they are gone');
select pg_temp.save('Newer', '''x:newer'':1C', 3);
select is((select seq from private.document_search), 1::bigint, 'an index cannot run ahead of the log');
select pg_temp.save('Newer', '''x:newer'':1C', 2);
select pg_temp.save('Older', '''x:older'':1C', 1);
select is((select body from private.document_search), 'Newer', 'and an older one takes no newer one''s place');

-- Searching.
delete from private.document_search;
select pg_temp.save(e'First line\nSecond line\nThird', '''x:title'':1A ''x:first'':3C ''x:line'':4C,6C ''x:second'':5C ''s:thir'':8C ''x:third'':8C', 2);
update public.document_logs set changed_at = now();
select is(pg_temp.found(name, '''x:first'''), 'text:First line', name || ' finds the text') from unnest(array['olga', 'edita', 'karel', 'viktor']) as name;
select is(pg_temp.search(name, '''x:first'''), '[]', name || ' finds nothing') from unnest(array['cizinec', 'emil']) as name;
select is(pg_temp.search('signed out', '''x:first'''), 'unauthenticated', 'an ended session does not search');
select is(pg_temp.search('edita', '''x:sec'':* & (''x:nothing'' | ''x:line'')')::jsonb #> '{0,lines}',
  '[{"block": 0, "text": "First line", "path": ["Top"]}, {"block": 1, "text": "Second line", "path": ["Top", "Below"]}]'::jsonb, 'lines come with the headings above them');
select is(pg_temp.search('edita', '''x:title''')::jsonb #> '{0,lines}', '[]'::jsonb, 'a word of the title is in no line');
select is(pg_temp.search('edita', query), 'bad_request', 'refused: ' || left(query, 20)) from unnest(array['', '&', '''', repeat('a', 16385), 'a:b:c', '''x:first'':A']) as query;
select is(pg_temp.found('edita', '''x:first'' <1> ''x:line'''), 'text:First line', 'a phrase is found');
select is(pg_temp.search('edita', '''x:line'' <1> ''x:first'''), '[]', 'and its words in another order are not');

-- Text that was deleted before a reader came.
select pg_temp.append('edita', '\xa3');
update private.document_search set lived_at = now() - interval '1 hour';
update public.members set created_at = now() - interval '2 hours' where user_id = test.id('karel');
select is(pg_temp.found('edita', '''x:first'''), 'text:First line', 'editors find what was indexed last');
select is(pg_temp.found('karel', '''x:first'''), 'text:First line', 'so do readers that were there');
select is(pg_temp.search('viktor', '''x:first'''), '[]', 'but not one that came later');

-- Comments.
select pg_temp.run('karel', format('select public.add_comment(test.document(), %L, %L, %L, %L)', pg_temp.is('thread'), pg_temp.is('comment'),
  '{"kind": "document", "units": "", "seq": 1, "quote": "", "before": "", "after": "", "heading": ""}',
  '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Remark"}]}]}'));
create temp table listed as select c from jsonb_array_elements(public.comments_to_index(test.document())::jsonb) c;
select is((select c ->> 'id' from listed), pg_temp.is('comment')::text, 'a comment is to be indexed');
create function pg_temp.save_comment() returns void language sql as $$
  select public.save_comment_index(jsonb_agg(c || '{"body": "Remark", "vector": "''x:remark'':1D"}')) from listed
$$;
select pg_temp.save_comment();
select is(public.comments_to_index()::text, '[]', 'once');
select is(pg_temp.found(name, '''x:remark'''), pg_temp.is('thread') || ':Remark', name || ' finds the comment') from unnest(array['edita', 'viktor']) as name;
update public.documents set viewers_see_comments = false;
select is(pg_temp.search('viktor', '''x:remark'''), '[]', 'a viewer that sees no comments finds none');
select pg_temp.run('karel', format('select public.edit_comment(test.document(), %L, %L)', pg_temp.is('comment'),
  '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Other"}]}]}'));
select is(pg_temp.search('edita', '''x:remark'''), '[]', 'an edited comment is not found by its former words');
select pg_temp.save_comment();
select is(pg_temp.search('edita', '''x:remark'''), '[]', 'nor after a late index of them');
truncate listed;
insert into listed select c from jsonb_array_elements(public.comments_to_index()::jsonb) c;
select pg_temp.save_comment();
select is(pg_temp.found('edita', '''x:remark'''), pg_temp.is('thread') || ':Remark', 'until it is indexed again');

-- The trash, erasing, accounts.
select pg_temp.run('olga', 'select public.delete_document(test.document())');
select is(pg_temp.search('olga', '''x:first'' | ''x:remark'''), '[]', 'what is in the trash is not found');
select is(pg_temp.found('olga', '''x:first'' | ''x:remark''', true), 'text:First line', 'but by its owner in the trash, without comments');
select is(pg_temp.search('edita', '''x:first''', true), '[]', 'and by nobody else');
select pg_temp.run('olga', 'select public.restore_document(test.document())');

insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest) select test.document(), 3, 1, sha256('\xaa'), '\xaa', md5('');
update public.document_logs set snapshot_seq = 3 where document_id = test.document();
select public.begin_erasure(test.id('olga'), test.auth_session('olga'), test.document(), pg_temp.is('erasure'), 3, '[[7, 0, 2]]', 2);
select is(pg_temp.search('olga', '''x:first'''), '[]', 'erasing text empties the index');
select pg_temp.save('Erased', '''x:erased'':1C', 2);
select is((select count(*) from private.document_search), 0::bigint, 'which takes no state before it');
select pg_temp.save('Left', '''x:left'':3C', 3);
select is(pg_temp.found('olga', '''x:left'''), 'text:Left', 'but the one after it');

select pg_temp.run('olga', 'select public.delete_document(test.document())');
select pg_temp.run('olga', 'select public.erase_document(test.document())');
select is((select count(*) from private.document_search) + (select count(*) from private.comment_search), 0::bigint, 'an erased document leaves nothing');
select pg_temp.save('Left', '''x:left'':3C', 3);
select is((select count(*) from private.document_search), 0::bigint, 'for good');

-- Others' documents.
select pg_temp.run('cizinec', 'select public.create_document(md5(''own'')::uuid)');
select pg_temp.save('Own', '''x:own'':3C ''x:word'':4C', 1, test.made('cizinec', 'own'));
create temp table before as select pg_temp.search('cizinec', '''x:word''') as reply;
insert into public.documents (id, owner_id) select md5('foreign ' || n)::uuid, test.id('edita') from generate_series(1, 500) n;
insert into public.document_logs (document_id, head_seq) select d.id, 1 from public.documents d where d.owner_id = test.id('edita');
insert into public.members (document_id, user_id, role) select d.id, test.id('edita'), 'owner' from public.documents d where d.owner_id = test.id('edita');
select pg_temp.save('Foreign', '''x:word'':1A,4C', 1, d.id) from public.documents d where d.owner_id = test.id('edita');
select is((select b.reply from before b), pg_temp.search('cizinec', '''x:word'''), 'documents of others change nothing');
select is(jsonb_array_length(pg_temp.search('edita', '''x:word''')::jsonb), 20, 'a reply is bounded');

update private.rate_buckets set tokens = 0, filled_at = clock_timestamp() where action = 'search';
select is(pg_temp.search('edita', '''x:word'''), 'rate_limited', 'so are searches');
select * from finish();
