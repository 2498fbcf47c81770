-- Threads of comments: who may change and see what, once for each id, and what readers see of quotes.
\i people
select plan(197);

create function pg_temp.is(p_name text) returns uuid language sql immutable as $$ select md5(p_name)::uuid $$;
create function pg_temp.body(p_text text) returns json language sql immutable as $$
  select json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph',
    'content', json_build_array(json_build_object('type', 'text', 'text', p_text)))))
$$;
create function pg_temp.anchor(p_change jsonb default '{}') returns jsonb language sql immutable as $$
  select '{"kind": "text", "units": "11 0 5", "seq": 1, "quote": "Hello", "before": "Oh ", "after": " you", "heading": "Intro"}'::jsonb || p_change
$$;
-- Runs a statement as a person; returns what it returned, or the code of the refusal.
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
create function pg_temp.add(p_name text, p_thread text, p_comment text, p_text text default 'Why?', p_anchor jsonb default pg_temp.anchor(), p_assignee text default null)
returns text language sql as $$
  select pg_temp.run(p_name, format('select public.add_comment(test.document(), %L, %L, %L, %L, %L)', pg_temp.is(p_thread), pg_temp.is(p_comment),
    p_anchor, pg_temp.body(p_text), test.id(p_assignee)))
$$;
create function pg_temp.list(p_name text, p_since bigint default 0) returns jsonb language plpgsql as $$
declare
  text text := pg_temp.run(p_name, format('select public.list_threads(test.document(), %s)', p_since));
begin
  return text::jsonb;
exception when others then return to_jsonb(text);
end $$;
create function pg_temp.version() returns bigint language sql as $$ select version from private.comment_versions where document_id = test.document() $$;
create function pg_temp.hints() returns bigint language sql as $$
  select count(*) from realtime.messages where topic = 'doc:' || test.document() || ':1:ctl' and event = 'thread'
$$;
create function pg_temp.call(p_name text, p_function text, p_id text, p_more text default '') returns text language sql as $$
  select pg_temp.run(p_name, format('select public.%s(test.document(), %L %s)', p_function, pg_temp.is(p_id), p_more))
$$;

-- Adding.
select is(pg_temp.add('karel', 'one', 'a'), '', 'a commenter opens a thread');
select is(pg_temp.add('karel', 'one', 'a', 'Other'), '', 'and sends it again');
select is((select count(*) from private.comments), 1::bigint, 'it is there once');
select is(pg_temp.version(), 1::bigint, 'with one version');
select is(pg_temp.list('olga') #>> '{threads,0,comments,0,body,content,0,content,0,text}', 'Why?', 'with its first text');
select is(pg_temp.add(name, 'one', 'a'), 'bad_request', name || ' cannot take its id') from unnest(array['olga', 'edita']) name;
select is(pg_temp.add('karel', 'two', 'a'), 'bad_request', 'nor can its author in another thread');
select is(pg_temp.run('cizinec', 'select public.create_document(test.key())') is not null, true, 'a stranger has a document');
select is(pg_temp.run('cizinec', format('select public.add_comment(test.made(''cizinec'', ''the document''), %L, %L, %L, %L, null)', pg_temp.is(thread), pg_temp.is(comment),
  pg_temp.anchor(), pg_temp.body('x'))), 'bad_request', 'in which neither id can be used')
  from (values ('one', 'other'), ('other', 'a'), ('one', 'a')) as ids (thread, comment);
select is(pg_temp.run('cizinec', format('select public.%s(test.made(''cizinec'', ''the document''), %L %s)', name, pg_temp.is(id), more)), 'not_found',
  name || ' through another document') from (values ('edit_comment', 'a', ', ''{}'''), ('delete_comment', 'a', ''), ('set_thread_state', 'one', ', ''resolved'''),
  ('assign_thread', 'one', ', null'), ('react_to_comment', 'a', ', ''👍'', true'), ('attach_thread', 'one', ', ''{}''')) as f (name, id, more);
select is(pg_temp.add(name, 'three', 'c'), 'forbidden', name || ' adds nothing') from unnest(array['viktor', 'emil', 'cizinec']) name;
select is(pg_temp.add('signed out', 'three', 'c'), 'unauthenticated', 'nor after signing out');
select is(pg_temp.add('karel', 'three', 'c', p_anchor => null), 'not_found', 'no reply without a thread');
select is(pg_temp.add('karel', 'three', 'c', p_anchor => pg_temp.anchor(change)), 'bad_request', 'no anchor with ' || change::text) from unnest(array[
  '{"seq": 2}', '{"seq": -1}', '{"seq": "1"}', '{"seq": 1e30}', '{"seq": null}', '{"kind": "all"}', '{"kind": "document"}', '{"units": ""}', '{"units": "1 2"}',
  '{"units": "1 2 0"}', '{"units": null}', '{"heading": 7}', '{"before": null}']::jsonb[]) change;
select is(pg_temp.add('karel', 'three', 'c', p_anchor => pg_temp.anchor(jsonb_build_object('quote', repeat('x', 301)))), 'bad_request', 'no quote over 300');
select is(pg_temp.add('karel', 'three', 'c', p_anchor => pg_temp.anchor() - 'after'), 'bad_request', 'no anchor that lacks a field');
select is(pg_temp.add('karel', 'three', 'c', repeat('x', 8100)), 'too_large', 'no comment over 8 KiB');
select is(pg_temp.run('karel', format('select public.add_comment(test.document(), %L, %L, %L, %L)', pg_temp.is('three'), pg_temp.is('c'), pg_temp.anchor(), body)), 'bad_request',
  'no body ' || body) from unnest(array['{}', '[]', '"doc"', '{"type":"doc","content":[]}', '{"type":"doc","content":[{"type":"paragraph"}]}',
    replace(pg_temp.body('x')::text, 'paragraph', 'image'), replace(pg_temp.body('x')::text, '"x"', '"x","marks":[{"type":"link","attrs":{"href":"javascript:x"}}]'),
    replace(pg_temp.body('x')::text, '"x"', '"x","marks":[{"type":"link","attrs":{"href":7}}]')]) body;
select is(pg_temp.add('karel', 'three', 'c', p_assignee => 'viktor'), '', 'a thread is assigned to a member');
select is(pg_temp.add('karel', 'four', 'd', p_assignee => name), 'user_not_found', 'not to ' || name) from unnest(array['emil', 'cizinec', 'nobody']) name;
select is(pg_temp.add('edita', 'one', 'b', 'Because.', null), '', 'an editor replies');

-- Listing.
select is(pg_temp.list(name), '"forbidden"', name || ' lists nothing') from unnest(array['emil', 'cizinec']) name;
select is(jsonb_array_length(pg_temp.list('viktor') -> 'threads'), 2, 'a viewer lists threads');
select is(pg_temp.list('olga', 2) #> '{threads,0,comments,1,author}', to_jsonb(test.id('edita')), 'since a version only what changed');
select is(jsonb_array_length(pg_temp.list('olga', 3) -> 'threads'), 0, 'and nothing since the last');
select is((select jsonb_agg(p -> 'name' order by p ->> 'name') from jsonb_array_elements(pg_temp.list('viktor', 2) -> 'people') p), '["Edita", "Karel"]', 'with the names of people in it, and no others');
select is(pg_temp.run('olga', 'select public.document_head(test.document())')::json #>> '{host,comments}', '3', 'the head has the version');

-- Hints.
select is((select array_agg(distinct k order by k) from realtime.messages m, jsonb_object_keys(m.payload) k where m.event = 'thread' and k <> 'id'), array['thread', 'version'],
  'a hint names the thread and the version, and nothing else');
select is(pg_temp.hints(), 3::bigint, 'one for each change');
select pg_temp.call('karel', 'react_to_comment', 'a', ', ''👍'', true'), pg_temp.call('edita', 'react_to_comment', 'a', ', ''👍'', true'), pg_temp.call('olga', 'react_to_comment', 'a', ', ''🎉'', true');
select is(pg_temp.hints(), 5::bigint, 'five in a row');
update private.comment_versions set told_until = told_until - interval '1 second';
select pg_temp.call('karel', 'react_to_comment', 'a', ', ''🎉'', true'), pg_temp.call('karel', 'react_to_comment', 'a', ', ''🎉'', true');
select is(pg_temp.hints(), 6::bigint, 'then one a second');
select is(pg_temp.version(), 7::bigint, 'a reaction that is there changes nothing');
select is(pg_temp.list('viktor') #> '{threads,0,comments,0,reactions}' -> 1 -> 'users', to_jsonb(array[test.id('olga'), test.id('karel')]), 'reactions are listed by emoji');
select is(pg_temp.call('karel', 'react_to_comment', 'a', ', ''🎉'', false'), '', 'a reaction is taken back');
select is(jsonb_array_length(pg_temp.list('viktor') #> '{threads,0,comments,0,reactions,1,users}'), 1, 'and is gone');
select is(pg_temp.call('karel', 'react_to_comment', 'a', ', ''x'', true'), 'bad_request', 'only listed emoji');
select is(pg_temp.call('viktor', 'react_to_comment', 'a', ', ''👍'', true'), 'forbidden', 'a viewer does not react');

-- States.
select is(pg_temp.call('karel', 'set_thread_state', 'one', ', ''done'''), 'bad_request', 'there are two states');
select is(pg_temp.add('edita', 'five', 'e'), '', 'a thread of Edita');
select is(pg_temp.call('karel', 'set_thread_state', 'five', ', ''resolved'''), 'forbidden', 'a commenter resolves no thread of another');
select is(pg_temp.call('viktor', 'set_thread_state', 'one', ', ''resolved'''), 'forbidden', 'a viewer none');
select is(pg_temp.call('karel', 'set_thread_state', 'one', ', ''resolved'''), '', 'but their own');
select is((pg_temp.list('viktor') #> '{threads,0}') - '{id,version,anchor,place,assignee,created_at,created_by,resolved_at,comments,read_at}'::text[],
  jsonb_build_object('is_resolved', true, 'resolved_by', test.id('karel')), 'it is resolved');
select is(pg_temp.add('edita', 'one', 'f', 'Still.', null), '', 'a reply');
select is(pg_temp.list('viktor') #> '{threads,0,is_resolved}', 'false', 'opens it again');
select is(pg_temp.call('edita', 'set_thread_state', 'one', ', ''resolved'''), '', 'an editor resolves it');
select is(pg_temp.call('edita', 'assign_thread', 'one', format(', %L', test.id('karel'))), '', 'and assigns it');
select is(pg_temp.call('edita', 'assign_thread', 'one', format(', %L', test.id('cizinec'))), 'user_not_found', 'but not to a stranger');
select is(pg_temp.call('edita', 'assign_thread', 'one', ', null'), '', 'or to nobody');

-- Editing and deleting.
select is(pg_temp.call(name, 'edit_comment', 'a', format(', %L', pg_temp.body('Edited'))), 'forbidden', name || ' does not edit it') from unnest(array['olga', 'edita', 'viktor']) name;
select is(pg_temp.call('karel', 'edit_comment', 'a', format(', %L', pg_temp.body('Edited'))), '', 'its author does');
select is(pg_temp.call('karel', 'edit_comment', 'a', ', ''{"type":"doc"}'''), 'bad_request', 'with a text');
select is(pg_temp.list('olga') #>> '{threads,0,comments,0,body,content,0,content,0,text}', 'Edited', 'it is edited');
select is(pg_temp.call('edita', 'delete_comment', 'a'), 'forbidden', 'another editor deletes no comment');
select is(pg_temp.call('karel', 'delete_comment', 'a'), '', 'its author deletes it');
select is(pg_temp.list('olga') #> '{threads,0,comments,0}' -> 'body', 'null', 'it stays without its text');
select is(pg_temp.list('olga') #> '{threads,0,comments,0,reactions}', '[]', 'and without reactions');
select is(pg_temp.call('karel', 'edit_comment', 'a', format(', %L', pg_temp.body('Again'))), 'not_found', 'it is not edited any more');
select is(pg_temp.call('olga', 'delete_comment', 'b'), '', 'the owner deletes a reply');
select is(jsonb_array_length(pg_temp.list('olga') #> '{threads,0,comments}'), 2, 'which is gone');
select is(pg_temp.add('edita', 'one', 'b', 'Because.', null), '', 'sent again');
select is(jsonb_array_length(pg_temp.list('olga') #> '{threads,0,comments}'), 2, 'it stays gone');
select pg_temp.call('olga', 'delete_comment', 'f');
select is(pg_temp.list('olga', pg_temp.version() - 1) -> 'removed', to_jsonb(array[pg_temp.is('one')]), 'a thread without comments is removed');
select is((select count(*) from jsonb_array_elements(pg_temp.list('olga') -> 'threads') t where t ->> 'id' = pg_temp.is('one')::text), 0::bigint, 'and not listed');
select is((select t.quote || t.before || t.after || t.heading || coalesce(t.claim::text, '') from private.comment_threads t where t.id = pg_temp.is('one')), '', 'nothing of its text stays');
select is(pg_temp.add('karel', 'one', 'g'), 'not_found', 'it is not opened again');
select is(pg_temp.call('karel', 'set_thread_state', 'one', ', ''open'''), 'not_found', 'nor changed');

-- Quotes are text.
create function pg_temp.append(p_name text) returns void language sql as $$
  select public.append_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, s.last_counter + 1,
    array['\xa2'::bytea], array[s.client_id], array[s.next_clock], array[s.next_clock + 1])
  from public.editing_sessions s where s.id = test.session(p_name)
$$;
create function pg_temp.place(p_thread text, p_state text, p_living text[], p_texts jsonb default null, p_seq bigint default null, p_attached integer default 0) returns void language sql as $$
  select public.save_thread_places(test.document(), 1, coalesce(p_seq, l.head_seq), jsonb_build_array(jsonb_build_object('id', pg_temp.is(p_thread), 'attached', p_attached,
    'state', p_state, 'units', '11 0 5', 'living', p_living, 'texts', p_texts))) from public.document_logs l where l.document_id = test.document()
$$;
create function pg_temp.quote(p_name text, p_thread text default 'five') returns text language sql as $$
  select concat_ws('|', t #>> '{anchor,quote}', t #>> '{anchor,before}', t #>> '{anchor,after}', t #>> '{anchor,heading}')
  from jsonb_array_elements(pg_temp.list(p_name) -> 'threads') t where t ->> 'id' = pg_temp.is(p_thread)::text
$$;
select is(pg_temp.quote('olga'), 'Hello|Oh | you|Intro', 'an owner sees the quote');
select is(pg_temp.quote(name), '|||', name || ' sees no quote that no fold has read') from unnest(array['karel', 'viktor']) name;
select is(pg_temp.quote('karel', 'three'), 'Hello|Oh | you|Intro', 'but that of their own');
select is((select array_agg((t ->> 'id')::uuid) from json_array_elements(public.threads_to_place(test.document())) t), array[pg_temp.is('five'), pg_temp.is('three')], 'both are to be placed');
select pg_temp.place('five', 'exact', '{quote,heading}', '{"quote": "Read", "before": "secret", "after": "secret", "heading": "Title"}');
select pg_temp.place('three', 'near', '{}', '{"quote": "secret", "before": "secret", "after": "secret", "heading": "secret"}');
select is(pg_temp.quote('olga'), 'Read|secret|secret|Title', 'an owner sees what the fold read');
select is(pg_temp.quote(name), 'Read|||Title', name || ' sees what is in the text') from unnest(array['karel', 'viktor']) name;
select is(pg_temp.quote('karel', 'three'), 'Hello|Oh | you|Intro', 'a commenter gets no text that they did not name');
select is(pg_temp.quote('viktor', 'three'), '|||', 'and others nothing');
select is(json_array_length(public.threads_to_place(test.document())), 0, 'nothing is left to place');
select is(pg_temp.list('viktor') #> '{threads,1,place}', '{"state": "exact", "units": "11 0 5", "seq": 1}', 'the place is listed');
create function pg_temp.frame_header(p_frame bytea) returns jsonb language sql as $$
  select convert_from(substr(p_frame, 6, ('x' || encode(substr(p_frame, 2, 4), 'hex'))::bit(32)::integer), 'UTF8')::jsonb
$$;
update public.document_logs set snapshot_seq = head_seq where document_id = test.document();
select is(pg_temp.frame_header(public.thread_rows(test.document(), 0))::jsonb - 'rows', '{"base": null, "until": 1, "heirs": [], "generation": 1}', 'rows from the first one to the last snapshot');
select is(pg_temp.frame_header(public.thread_rows(test.document(), 0)) #>> '{rows,0,0}', '1', 'each has its seq');
select is(pg_temp.frame_header(public.thread_rows(test.document(), 0)) #>> '{rows,0,3}', 'false', 'and whether a restore wrote it');
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest, since_checkpoint)
values (test.document(), 1, 1, sha256('\x0000'), '\x0000', repeat('0', 32), 0);
select is(pg_temp.frame_header(public.thread_rows(test.document(), 9))::jsonb, '{"base": 1, "until": 1, "rows": [], "heirs": [], "generation": 1}', 'none after the snapshot');
select is(jsonb_array_length(pg_temp.frame_header(public.thread_rows(test.document(), 0))::jsonb -> 'rows'), 1, 'the snapshot is no start for earlier rows');
delete from public.document_snapshots where document_id = test.document() and seq = 1;
update public.document_logs set snapshot_seq = 0 where document_id = test.document();
create temp table seen as select pg_temp.version() as version;
select pg_temp.append('olga');
select pg_temp.place('five', 'exact', '{quote,heading}');
select is(pg_temp.version(), (select version from seen), 'a place that is the same is no change');
select pg_temp.place('five', 'exact', '{quote,heading}', '{"quote": "Again"}');
select is(pg_temp.quote('olga') || (pg_temp.version() - (select version from seen)), 'Read|secret|secret|Title0', 'nor are texts that were read before');
update public.members set created_at = now() + interval '1 second' where user_id = test.id('viktor');
select is(pg_temp.quote('viktor'), 'Read|||Title', 'a newcomer sees what is in the text now');
select pg_temp.append('olga');
select is(pg_temp.quote('viktor'), '|||', 'but not what was in it before they came');
select is(pg_temp.quote('karel'), 'Read|||Title', 'others still do');
select pg_temp.place('five', 'none', '{}');
select is(pg_temp.quote('karel'), '|||', 'until a fold finds it deleted');
select pg_temp.place('five', 'exact', '{quote}', p_seq => 1);
select is(pg_temp.list('olga') #>> '{threads,1,place,state}', 'none', 'a late fold changes nothing');
select pg_temp.place('five', 'exact', '{quote}', p_seq => 9);
select is(pg_temp.list('olga') #>> '{threads,1,place,state}', 'none', 'nor one of a row that is not there');
select is(pg_temp.call('karel', 'attach_thread', 'five', format(', %L', pg_temp.anchor())), 'forbidden', 'a commenter attaches no thread of another');
select is(pg_temp.call('edita', 'attach_thread', 'five', format(', %L', pg_temp.anchor('{"seq": 9}'))), 'bad_request', 'nothing is attached to a row that is not there');
select is(pg_temp.call('edita', 'attach_thread', 'five', format(', %L', pg_temp.anchor('{"units": "12 0 3", "quote": "New", "seq": 3}'))), '', 'an editor attaches it');
select is(pg_temp.list('olga') #> '{threads,1,place}', 'null', 'it has no place yet');
select is(pg_temp.quote('karel'), '|||', 'nor a quote for others');
select pg_temp.place('five', 'exact', '{quote}');
select is(pg_temp.list('olga') #> '{threads,1,place}', 'null', 'a fold of the anchor before does not place it');
select pg_temp.place('five', 'exact', '{quote}', p_attached => 1);
select is(pg_temp.list('olga') #>> '{threads,1,place,state}', 'exact', 'the next does');

-- Reading.
select is(pg_temp.run('viktor', format('select public.read_threads(test.document(), array[%L, %L]::uuid[])', pg_temp.is('five'), pg_temp.is('one'))), '', 'a viewer has read a thread');
select is(pg_temp.run('cizinec', format('select public.read_threads(test.made(''cizinec'', ''the document''), array[%L]::uuid[])', pg_temp.is('five'))), '', 'a stranger calls it with a foreign thread');
select is((select array_agg(user_id) from private.thread_reads), array[test.id('viktor')], 'only the former is stored, for a thread that is there');
select isnt(pg_temp.list('viktor') #> '{threads,1,read_at}', 'null', 'and listed');
select is(pg_temp.list('olga') #> '{threads,1,read_at}', 'null', 'for this person only');

-- Viewers see comments.
select is(pg_temp.run(name, 'select public.set_viewers_see_comments(test.document(), false)'), 'forbidden', name || ' does not hide comments') from unnest(array['edita', 'viktor']) name;
select is(pg_temp.run('olga', 'select public.set_viewers_see_comments(test.document(), false)'), '', 'the owner does');
select is(pg_temp.list('viktor'), '"forbidden"', 'viewers list nothing then');
select is(pg_temp.run('viktor', 'select public.read_threads(test.document(), ''{}'')'), 'forbidden', 'and read nothing');
select is(pg_temp.run('viktor', 'select public.document_head(test.document())')::json #>> '{host,comments}', null, 'nor see the version');
select is(jsonb_array_length(pg_temp.list('karel') -> 'threads'), 2, 'commenters do');
update private.comment_versions set told_until = '-infinity';
create temp table told as select pg_temp.hints() as hints;
select is(pg_temp.add('karel', 'five', 'h', 'Hidden', null), '', 'a comment');
select is(pg_temp.hints(), (select hints from told), 'is not announced to them');
select is(pg_temp.call('karel', 'assign_thread', 'five', format(', %L', test.id('viktor'))), 'user_not_found', 'nor is a thread assigned to them');
select is(pg_temp.run('olga', 'select public.set_viewers_see_comments(test.document(), true)'), '', 'the owner shows them again');

-- Limits.
insert into private.comment_threads (id, document_id, generation, kind, units, anchor_seq, quote, before, after, heading)
select gen_random_uuid(), test.document(), 1, 'document', '', 1, '', '', '', '' from generate_series(1, 498);
select is(pg_temp.add('edita', 'six', 'i'), 'document_full', '500 threads may be open');
select is(pg_temp.add('edita', 'five', 'i', 'Reply', null), '', 'a reply opens none');
select is(pg_temp.call('edita', 'set_thread_state', 'three', ', ''resolved'''), '', 'with one less');
select is(pg_temp.add('edita', 'six', 'j'), '', 'there is room for another');
select is(pg_temp.call('edita', 'set_thread_state', 'three', ', ''open'''), 'document_full', 'but not for the one that was resolved');
select is(pg_temp.add('edita', 'three', 'k', 'Reply', null), 'document_full', 'also by a reply');
insert into private.comments (id, thread_id, is_first, body) select gen_random_uuid(), pg_temp.is('five'), false, '{}' from generate_series(1, 4994);
select is(pg_temp.add('edita', 'five', 'l', 'Reply', null), '', '5,000 comments fit');
select is(pg_temp.add('edita', 'five', 'm', 'Reply', null), 'document_full', 'and no more');
delete from private.comments where body = '{}';
update private.rate_buckets set tokens = 0, filled_at = clock_timestamp() where action = 'comment' and user_id = test.id('edita');
select is(pg_temp.add('edita', 'five', 'm', 'Reply', null), 'rate_limited', '60 an hour');
select is(pg_temp.add('edita', 'five', 'l', 'Reply', null), '', 'a comment that is there costs nothing');
select is((select array[burst, per_second * 3600] from private.rate_limits where action = 'comment'), array[60, 60]::float8[], 'as the rate says');

-- Accounts, erasing, the trash.
select is(pg_temp.add('karel', 'seven', 'n', p_anchor => pg_temp.anchor()), 'document_full', 'Karel has to wait for a thread');
select pg_temp.call('edita', 'set_thread_state', 'six', ', ''resolved''');
select is(pg_temp.add('karel', 'seven', 'n', p_anchor => pg_temp.anchor('{"units": "9 9 9", "quote": "the hunter2 one", "before": "", "after": ""}')), '', 'a thread of Karel');
delete from auth.users where id = test.id('karel');
select is((select t -> 'comments' -> 0 -> 'author' from jsonb_array_elements(pg_temp.list('olga') -> 'threads') t where t ->> 'id' = pg_temp.is('seven')::text), 'null',
  'comments of a deleted account are those of a former member');
select is(pg_temp.quote('olga', 'seven'), 'the hunter2 one|||Intro', 'a quote');
select private.erase_quotes(test.document(), 9, '[]', 'hunter2');
select is(pg_temp.quote('olga', 'seven'), '|||', 'is emptied with the text that is erased');
select is(pg_temp.quote('olga', 'six'), 'Hello|Oh | you|Intro', 'others are not');
select private.erase_quotes(test.document(), 9, '[[11, 4, 1]]', 'o');
select is(pg_temp.quote('olga', 'six'), '|||', 'also by the ids of the anchor');
update private.comment_threads set quote = 'Old', before = 'b', is_checked = id = pg_temp.is('six') where id in (pg_temp.is('six'), pg_temp.is('seven'));
update private.comment_threads set quote = 'New', before = 'n', anchor_seq = 10 where id = pg_temp.is('five');
select private.erase_quotes(test.document(), 9, '[]', '');
select is(pg_temp.quote('olga', name), quote, 'without the text: ' || name) from (values ('six', 'Old|||'), ('seven', '|||'), ('five', 'New|n||')) as threads (name, quote);
select is(private.shares_text('hunter2', part), shares, 'a part of the text: ' || part) from (values ('my hunter2!', true), ('unte', true), ('my hunt', true), ('ter2 is', true), ('hun', false), ('other', false), ('', false)) as parts (part, shares);
select is(private.erased_lines(E'  hunter2\t\nof\r\n the last one '), array['hunter2', 'the last one'], 'lines of an erased text');
insert into public.erasures (id, document_id, seq, ranges, characters, erased_by) values (pg_temp.is('erasure'), test.document(), 1, '[[11, 4, 1]]', 1, test.id('olga'));
delete from private.rate_buckets;
delete from private.comment_threads where document_id = test.document();
create function pg_temp.words(p_name text) returns text language sql as $$
  select concat_ws('|', quote, before, after, heading, claim, is_checked) from private.comment_threads where id = pg_temp.is(p_name)
$$;
select is(pg_temp.add('edita', 'late', 'p', p_anchor => pg_temp.anchor()), '', 'a page that was offline comments on erased text');
select is(pg_temp.words('late'), '||||t', 'of which nothing is stored');
select is(pg_temp.add('edita', 'beside', 'q', p_anchor => pg_temp.anchor('{"units": "12 0 5", "before": "hunter2"}')), '', 'and on text beside it');
select is(pg_temp.call('edita', 'attach_thread', 'beside', format(', %L', pg_temp.anchor('{"units": "12 0 2 11 4 9", "quote": "hunter2"}'))), '', 'or attaches a thread to it');
select is(pg_temp.words('beside'), '||||t', 'of which nothing is stored either');
select is(pg_temp.add('edita', 'near', 'r', p_anchor => pg_temp.anchor('{"units": "12 0 5", "before": "hunter2"}')), '', 'a thread whose context was erased');
select pg_temp.place('near', 'exact', '{quote}', p_texts => '{"quote": "Hello", "before": "", "after": " you", "heading": "Intro"}');
select is(pg_temp.words('near'), 'Hello|| you|Intro|t', 'has the words of the log after a fold, and no claim that differs');
select is(pg_temp.add('edita', 'equal', 's', p_anchor => pg_temp.anchor('{"units": "12 0 5"}')), '', 'a thread whose words are there');
select pg_temp.place('equal', 'exact', '{quote}', p_texts => '{"quote": "Hello", "before": "Oh ", "after": " you", "heading": "Intro"}');
select is((select claim is not null from private.comment_threads where id = pg_temp.is('equal')), true, 'keeps the claim');
update private.comment_threads set place_units = '13 2 4' where id = pg_temp.is('equal');
select private.erase_quotes(test.document(), 9, '[[13, 5, 1]]', E'other\nlines');
select is(pg_temp.words('equal'), '||||t', 'also by the ids of a copy');
create function pg_temp.head() returns json language sql as $$ select pg_temp.run('olga', 'select public.document_head(test.document())')::json $$;
alter function private.describe_host(uuid, text) rename to describe_nothing;
select is((select h ->> 'head' || coalesce(h ->> 'host', '') from pg_temp.head() h), (select head_seq::text from public.document_logs where document_id = test.document()),
  'a host without describe_host adds nothing to the head');
alter function private.describe_nothing(uuid, text) rename to describe_host;
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.add('edita', 'five', 'o', 'Reply', null), 'gone', 'nothing is added in the trash');
select is(pg_temp.call('edita', name, id, more), 'gone', 'no ' || name) from (values ('edit_comment', 'l', ', ''{}'''), ('delete_comment', 'l', ''), ('set_thread_state', 'five', ', ''resolved'''),
  ('assign_thread', 'five', ', null'), ('react_to_comment', 'l', ', ''👍'', true'), ('attach_thread', 'five', ', ''{}''')) as f (name, id, more);
select private.erase_document(test.document());
select is((select count(*) from private.comments) + (select count(*) from private.comment_threads) + (select count(*) from private.comment_versions), 0::bigint, 'an erased document has no comments');

select * from finish();
