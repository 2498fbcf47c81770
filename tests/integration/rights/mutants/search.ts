/** Mutants of search. */
import { change, edit, type Mutant } from './mutant.ts';

const search = (name: string, find: string, put: string, routine = 'public.search_texts'): Mutant =>
  edit('search', name, routine, find, put);

const SAVE = 'public.save_search_index';

export const SEARCH: readonly Mutant[] = [
  search('strangers find texts', 'where m.user_id = me and', 'where'),
  search('expired members find texts', '(m.expires_at is null or m.expires_at > now())', 'true'),
  search('what is in the trash is found', 'else d.deleted_at is null end', 'else true end'),
  search('members search the trash', "then m.role = 'owner' and", 'then'),
  search(
    'the trash is searched for ever',
    'd.deleted_at > now() - private.trash_kept_for()',
    'd.deleted_at is not null',
  ),
  search('readers find text of before', 'or s.lived_at >= d.since', 'or true'),
  search('viewers find hidden comments', 'and private.sees_comments(d.id, d.role)', ''),
  search('removed threads are found', 'not t.is_removed and', ''),
  search('searches have no rate', "perform private.spend(me, 'search');", ''),
  search('the index runs ahead of the log', ' or p_seq > log.head_seq', '', SAVE),
  search('erased text is indexed', ' or p_seq < log.erased_seq', '', SAVE),
  search('erased documents are indexed', "d.deleted_at = '-infinity'", 'false', SAVE),
  search('an older index takes the place of a newer one', 's.seq <= excluded.seq', 'true', SAVE),
  search(
    'comments that were edited meanwhile are indexed',
    ' on md5(c.body::text) = i.hash',
    ' on true',
    'public.save_comment_index',
  ),
  search('readers index', "'write'", "'read'", 'public.begin_index'),
  search(
    'texts are indexed all the time',
    "and s.indexed_at < now() - interval '50 seconds'",
    '',
    'public.begin_index',
  ),
  change(
    'search',
    'edited comments are found by their former words',
    'drop trigger forget_comment on private.comments',
  ),
  ...[
    'begin_index',
    'text_to_index',
    'save_search_index',
    'documents_to_index',
    'comments_to_index',
    'save_comment_index',
  ].map((name) =>
    change(
      'functions',
      `users may call ${name}`,
      `grant execute on function public.${name} to authenticated`,
    ),
  ),
];
