/** Mutants of threads of comments. */
import { change, edit, type Mutant } from './mutant.ts';

const comments = (name: string, routine: string, find: string, put: string): Mutant =>
  edit('comments', name, routine, find, put);

const OWN_OR_WRITER = "if not private.may(my_role, 'write') and thread.created_by is distinct from";

export const COMMENTS: readonly Mutant[] = [
  change(
    'comments',
    'viewers may comment',
    `do $edit$ begin
      execute replace(pg_get_functiondef('private.open_threads'::regproc), $$'comment'$$, $$'read'$$);
    end $edit$`,
  ),
  change(
    'comments',
    'users may read the table',
    'alter table private.comments disable row level security; grant select on private.comments to authenticated',
  ),
  change(
    'functions',
    'users may read what is to be placed',
    'grant execute on function public.threads_to_place to authenticated',
  ),
  change(
    'functions',
    'users may read rows for places',
    'grant execute on function public.thread_rows to authenticated',
  ),
  change(
    'functions',
    'users may store places',
    'grant execute on function public.save_thread_places to authenticated',
  ),
  comments(
    'every user lists threads',
    'public.list_threads',
    "private.require(p_document, me, 'read')",
    "'viewer'",
  ),
  comments(
    'threads come with names of all people',
    'public.list_threads',
    'from public.profiles p where p.id in (',
    'from public.profiles p where true or p.id in (',
  ),
  comments(
    'viewers list hidden threads',
    'public.list_threads',
    'if not private.sees_comments(p_document, my_role) then',
    'if false then',
  ),
  comments(
    'viewers see hidden comments',
    'private.sees_comments',
    'select d.viewers_see_comments',
    'select true',
  ),
  comments(
    'the head has the version of hidden threads',
    'private.describe_host',
    'case when private.sees_comments(p_document, p_role) then',
    'case when true then',
  ),
  comments('readers see all quotes', 'private.show_anchor', 'when p_sees_all then', 'when true then'),
  comments(
    'readers see quotes of deleted text',
    'private.show_anchor',
    'and field = any (p_thread.living)',
    '',
  ),
  comments('readers see quotes that no fold has read', 'private.show_anchor', 'p_thread.is_checked and', ''),
  comments(
    'readers see quotes from before they came',
    'private.show_anchor',
    'p_thread.lived_at >= private.member_since',
    'clock_timestamp() >= private.member_since',
  ),
  comments(
    'readers see no quotes after the next change',
    'private.show_anchor',
    'p_thread.lived_at >= private.member_since',
    'null >= private.member_since',
  ),
  comments(
    'readers see the claims of others',
    'private.show_anchor',
    'when p_thread.anchored_by = private.caller() then',
    'when true then',
  ),
  comments(
    'readers see the text at an anchor of their own',
    'private.show_anchor',
    "coalesce(p_thread.claim ->> field, '')",
    'text',
  ),
  comments('foreign threads can be changed', 'private.find_thread', ' and t.document_id = p_document', ''),
  comments('foreign comments can be changed', 'private.find_comment', ' and t.document_id = p_document', ''),
  comments('an id of another author is accepted', 'public.add_comment', 'known.author = me and', ''),
  comments('an id of another thread is accepted', 'public.add_comment', 'known.thread_id = p_thread and', ''),
  comments('foreign threads get replies', 'public.add_comment', 'or thread.document_id <> p_document', ''),
  comments('comments cost no tokens', 'public.add_comment', "perform private.spend(me, 'comment');", ''),
  comments(
    'open threads are not counted',
    'public.add_comment',
    'perform private.check_room(p_document, thread.id is null or thread.is_resolved);',
    '',
  ),
  comments(
    'replies are counted as open threads',
    'public.add_comment',
    'thread.id is null or thread.is_resolved);',
    'true);',
  ),
  comments(
    'a comment is assigned to anybody',
    'public.add_comment',
    'perform private.check_assignee(p_document, p_assignee);',
    '',
  ),
  comments(
    'a thread is assigned to anybody',
    'public.assign_thread',
    'perform private.check_assignee(p_document, p_assignee);',
    '',
  ),
  comments(
    'a thread is assigned to invited people',
    'private.check_assignee',
    ' and m.arrived_at is not null',
    '',
  ),
  comments(
    'everybody edits comments',
    'public.edit_comment',
    'if known.author is distinct from private.caller() then',
    'if false then',
  ),
  comments(
    'editors delete comments of others',
    'public.delete_comment',
    "my_role <> 'owner'",
    "not private.may(my_role, 'write')",
  ),
  comments('the owner deletes no comments of others', 'public.delete_comment', " and my_role <> 'owner'", ''),
  comments(
    'commenters resolve every thread',
    'public.set_thread_state',
    `${OWN_OR_WRITER} me then`,
    'if false then',
  ),
  comments(
    'commenters resolve no thread of their own',
    'public.set_thread_state',
    ' and thread.created_by is distinct from me',
    '',
  ),
  comments(
    'commenters attach every thread',
    'public.attach_thread',
    `${OWN_OR_WRITER} private.caller() then`,
    'if false then',
  ),
  comments(
    'a new anchor is taken for the one before',
    'public.attach_thread',
    't.attached + 1',
    't.attached',
  ),
  comments(
    'a place of another anchor is stored',
    'public.save_thread_places',
    ' and t.attached = p.attached',
    '',
  ),
  comments('editors hide comments', 'public.set_viewers_see_comments', "'own')", "'write')"),
  comments('foreign threads are read', 'public.read_threads', 't.document_id = p_document and', ''),
  comments(
    'viewers read hidden threads',
    'public.read_threads',
    "if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then",
    'if false then',
  ),
  comments(
    'hidden comments are announced',
    'private.tell_thread',
    "and m.role = 'viewer' and not d.viewers_see_comments",
    'and false',
  ),
  comments(
    'hints tell the quote',
    'private.tell_thread',
    "'version', p_version)",
    "'version', p_version, 'quote', (select t.quote from private.comment_threads t where t.id = p_thread))",
  ),
  comments(
    'hints are not limited',
    'private.tell_thread',
    "and v.told_until <= now() + interval '4 seconds'",
    '',
  ),
  comments(
    'comments of an erased document stay',
    'private.erase_document',
    'perform private.erase_comments(p_document);',
    '',
  ),
  comments(
    'quotes of erased text stay',
    'private.erase_quotes',
    'where private.shares_text(line, part)',
    'where false',
  ),
  comments(
    'quotes at erased ids stay',
    'private.is_at',
    'and u.part[2]::bigint < (r.range ->> 1)::bigint + (r.range ->> 2)::bigint',
    'and false',
  ),
  comments(
    'only the first line of an erased text is looked for',
    'private.erased_lines',
    "regexp_split_to_table(p_text, '\\n')",
    "split_part(p_text, e'\\n', 1)",
  ),
  comments('quotes at erased copies stay', 'private.erase_quotes', "|| coalesce(t.place_units, '')", "|| ''"),
  comments(
    'erased text is quoted again by a new thread',
    'public.add_comment',
    'perform private.drop_erased_words(p_thread);',
    '',
  ),
  comments(
    'erased text is quoted again by another anchor',
    'public.attach_thread',
    'perform private.drop_erased_words(p_thread);',
    '',
  ),
  comments(
    'claims of erased text stay after a fold',
    'public.save_thread_places',
    'p.texts is null or p.texts = t.claim',
    'true',
  ),
  comments('claims of erased text stay', 'private.erase_quotes', 'claim = null, is_checked', 'is_checked'),
  comments(
    'an erasure without its text empties nothing',
    'private.erase_quotes',
    'or is_unknown and t.anchor_seq <= p_seq',
    '',
  ),
];
