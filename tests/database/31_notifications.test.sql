-- Notifications: who is told of what, what is taken back, what each person sees and marks, and on which topic pages hear.
\i people
select plan(71);

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
create function pg_temp.body(p_mentions text[] default '{}') returns json language sql as $$
  select json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph', 'content',
    (select json_agg(part) from (
      select json_build_object('type', 'text', 'text', 'Look, ') as part
      union all select json_build_object('type', 'mention', 'attrs', json_build_object('id', test.id(name), 'label', name)) from unnest(p_mentions) name) parts))))
$$;
create function pg_temp.add(p_name text, p_thread text, p_comment text, p_body json default pg_temp.body(), p_assignee text default null) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.add_comment(test.document(), %L, %L, %L, %L, %L)', pg_temp.is(p_thread), pg_temp.is(p_comment),
    '{"kind": "text", "units": "11 0 5", "seq": 1, "quote": "Hello", "before": "", "after": "", "heading": ""}', p_body, test.id(p_assignee)))
$$;
create function pg_temp.call(p_name text, p_function text, p_more text) returns text language sql as $$
  select pg_temp.run(p_name, format('select public.%s(test.document(), %s)', p_function, p_more))
$$;
create function pg_temp.list(p_name text, p_arguments text default '') returns jsonb language sql as $$
  select pg_temp.run(p_name, format('select public.list_notifications(%s)', p_arguments))::jsonb
$$;
-- Kinds, the newest first.
create function pg_temp.told(p_name text, p_arguments text default '') returns text language sql as $$
  select coalesce(string_agg(n ->> 'kind', ', ' order by place), '') from jsonb_array_elements(pg_temp.list(p_name, p_arguments) -> 'notifications') with ordinality as told (n, place)
$$;
create function pg_temp.unseen(p_name text) returns integer language sql as $$ select (pg_temp.list(p_name) ->> 'unseen')::integer $$;
create function pg_temp.rings(p_name text) returns bigint language sql as $$
  select count(*) from realtime.messages where topic = 'user:' || test.id(p_name) and event = 'notifications'
$$;
-- All is written at one moment in this transaction: each call is a minute later.
create sequence pg_temp.minute;
create or replace function private.clock() returns timestamptz language sql volatile set search_path = '' return now() + interval '1 second' * (select nextval('pg_temp.minute'));

-- Comments.
select is(pg_temp.add('karel', 'one', 'a', pg_temp.body(array['edita', 'karel', 'cizinec'])), '', 'a commenter writes to an editor');
select is(pg_temp.told('edita'), 'mentioned_in_comment', 'who is told');
select is(pg_temp.told('karel'), '', 'but not whoever writes');
select is(pg_temp.told('olga'), 'commented', 'the owner watches all');
select is(pg_temp.told('viktor'), '', 'a viewer who has done nothing does not');
select is(pg_temp.told('cizinec'), '', 'a stranger who is mentioned is told nothing');
select is(pg_temp.list('edita') #>> '{notifications,0,actor,name}', 'Karel', 'with the name of the author');
select is(pg_temp.list('edita') #>> '{notifications,0,body,content,0,content,0,text}', 'Look, ', 'and the comment');
select is(pg_temp.rings('edita'), 1::bigint, 'her pages hear of it');
select is((select distinct payload - 'id' from realtime.messages where topic like 'user:%'), '{}'::jsonb, 'and nothing more than that');
select is(pg_temp.add('karel', 'one', 'a', pg_temp.body(array['edita'])), '', 'the same comment again');
select is(pg_temp.told('edita'), 'mentioned_in_comment', 'tells once');
select is(pg_temp.add('edita', 'one', 'b'), '', 'she replies');
select is(pg_temp.told('karel'), 'replied', 'whose thread it is learns of it');
select is(pg_temp.told('olga'), 'commented, commented', 'and who watches');
select is(pg_temp.add('olga', 'one', 'c', pg_temp.body(array['karel']), 'karel'), '', 'a comment that gives the thread to one who is mentioned, and whose it is');
select is(pg_temp.told('karel'), 'assigned, replied', 'tells of the most important only');
select is(pg_temp.told('edita'), 'replied, mentioned_in_comment', 'the others as usual');
select is(pg_temp.call('edita', 'edit_comment', format('%L, %L', pg_temp.is('b'), pg_temp.body(array['viktor', 'olga']))), '', 'an edit mentions others');
select is(pg_temp.told('viktor'), 'mentioned_in_comment', 'who are told');
select is(pg_temp.call('edita', 'edit_comment', format('%L, %L', pg_temp.is('b'), pg_temp.body(array['olga']))), '', 'and one no more');
select is(pg_temp.told('viktor'), '', 'who is told no more');
select is(pg_temp.call('edita', 'delete_comment', quote_literal(pg_temp.is('b'))), '', 'the comment goes');
select is(pg_temp.told('olga'), 'commented', 'with all that told of it');
select is(pg_temp.call('olga', 'assign_thread', format('%L, %L', pg_temp.is('one'), test.id('edita'))), '', 'another gets the thread');
select is(pg_temp.told('edita'), 'assigned, replied, mentioned_in_comment', 'she is told');
select is(pg_temp.told('karel'), '', 'and he is not any more');
select is(pg_temp.call('olga', 'set_thread_state', format('%L, ''resolved''', pg_temp.is('one'))), '', 'it is resolved');
select is(pg_temp.told('karel'), 'resolved', 'those whose thread it is learn of it');
select is(pg_temp.call('olga', 'set_thread_state', format('%L, ''open''', pg_temp.is('one'))), '', 'and opened again');
select is(pg_temp.told('karel'), '', 'then it was not resolved');

-- Rights that end.
select is(pg_temp.add('karel', 'two', 'd', pg_temp.body(array['viktor'])), '', 'a viewer is mentioned');
select is(pg_temp.told('viktor'), 'mentioned_in_comment', 'and is told');
select is(pg_temp.call('olga', 'set_viewers_see_comments', 'false'), '', 'then viewers see no comments');
select is(pg_temp.told('viktor') || pg_temp.unseen('viktor'), '0', 'and he sees nothing of it');
select is(pg_temp.add('karel', 'two', 'e', pg_temp.body(array['viktor'])), '', 'mentioned again');
select is((select count(*) from private.notifications where comment_id = pg_temp.is('e') and user_id = test.id('viktor')), 0::bigint, 'he is not told');
select is(pg_temp.call('olga', 'set_viewers_see_comments', 'true'), '', 'viewers see comments again');
update public.members set expires_at = now() - interval '1 second' where user_id = test.id('viktor');
select is(pg_temp.told('viktor'), '', 'whose role has ended sees nothing');
update public.members set expires_at = null where user_id = test.id('viktor');
select is(pg_temp.run('anon', 'select public.list_notifications()'), 'permission denied for function list_notifications', 'without a sign-in nothing is listed');
select is(pg_temp.run('signed out', 'select public.list_notifications()'), 'unauthenticated', 'nor after signing out');
select is(pg_temp.run('edita', format('select realtime.topic() is null from (select set_config(''realtime.topic'', %L, true)) s', 'user:' || test.id('edita'))), 'false', 'a page joins the topic of its person');
insert into realtime.messages (topic, extension, event, payload, private) values ('user:' || test.id('edita'), 'broadcast', 'x', '{}', true);
select is(pg_temp.run(name, format('select count(*) > 0 from realtime.messages, (select set_config(''realtime.topic'', %L, true)) s where topic = realtime.topic()', 'user:' || test.id('edita'))),
  is_own::text, name || ' and her topic') from (values ('edita', true), ('olga', false), ('cizinec', false)) as people (name, is_own);
select is(pg_temp.run('edita', format('insert into realtime.messages (topic, extension, event, payload, private) values (%L, ''broadcast'', ''x'', ''{}'', true)', 'user:' || test.id('edita'))),
  'new row violates row-level security policy for table "messages"', 'nobody sends on it');

-- Marks.
select is(pg_temp.unseen('edita'), 5, 'five are unseen');
select is(pg_temp.run('edita', format('select public.read_threads(test.document(), array[%L]::uuid[])', pg_temp.is('two'))), '', 'reading one thread');
select is(pg_temp.unseen('edita'), 3, 'sees what is said in it');
select is(pg_temp.run('edita', format('select public.read_threads(test.document(), array[%L]::uuid[])', pg_temp.is('one'))), '', 'reading the other');
select is(pg_temp.unseen('edita'), 0, 'sees the rest');
select is(pg_temp.run('edita', 'select public.mark_notifications(''unseen'')'), '', 'they can be kept for later');
select is(pg_temp.unseen('edita'), 5, 'all');
select is(pg_temp.run('karel', format('select public.mark_notifications(''seen'', %L)', array(select id from private.notifications))), '', 'another marks them');
select is(pg_temp.unseen('edita'), 5, 'without effect');
select is(pg_temp.run('edita', 'select public.mark_notifications(''done'')'), '', 'or done');
select is(pg_temp.unseen('edita'), 0, 'which is seen too');
select is(pg_temp.run('edita', 'select public.mark_notifications(''gone'')'), 'bad_request', 'there are three marks');

-- Choices.
select is(pg_temp.call('olga', 'set_watch', quote_literal('mine')), '', 'the owner wants less');
select is(pg_temp.add('karel', 'three', 'f'), '', 'a new thread');
select is((select count(*) from private.notifications where comment_id = pg_temp.is('f')), 1::bigint, 'tells only who commented before');
select is(pg_temp.call('olga', 'set_watch', quote_literal('none')), '', 'nothing at all');
select is(pg_temp.add('karel', 'three', 'g', pg_temp.body(array['olga'])), '', 'then even a mention');
select is((select count(*) from private.notifications where comment_id = pg_temp.is('g') and user_id = test.id('olga')), 0::bigint, 'tells nothing');

-- Access.
select is(pg_temp.call('olga', 'set_member_role', format('%L, ''editor''', test.id('karel'))), '', 'a role is given');
select is(pg_temp.list('karel') #>> '{notifications,0,role}', 'editor', 'and told');
select is(pg_temp.run('cizinec', 'select public.request_access(test.document())'), '', 'a stranger asks');
select is(pg_temp.told('olga') like 'access_asked%', true, 'the owner is told, whatever she watches');
select is(pg_temp.call('olga', 'answer_request', format('%L, null', test.id('cizinec'))), '', 'and refuses');
select is(pg_temp.told('olga') like 'access_asked%', false, 'then there is no question any more');
select is(pg_temp.list('cizinec') #>> '{notifications,0,kind}' || coalesce(pg_temp.list('cizinec') #>> '{notifications,0,title}', ''), 'access_refused', 'the stranger is told no title');
select * from finish();
