/** Probes of search: one word in the text of each document, and one in a comment of each. */
import { PEOPLE, type SqlProbe } from './sql-probe.ts';

const WORD = "'''x:word'''";
const SAID = "'''x:said'''";
const NOBODY: readonly string[] = [];
const MEMBERS = ['olga', 'edita', 'karel', 'viktor'];
const WRITERS = ['olga', 'edita'];

const finds = (document: string, query: string, inTrash = false): string =>
  `select 1 from json_array_elements(public.search_texts(${query}, 50, ${inTrash})) f where f ->> 'document' = ${document}::text`;

const attempts = (as: string): readonly (readonly [what: string, who: readonly string[], sql: string])[] => [
  ['find the text', MEMBERS, finds('test.document()', WORD)],
  ['find the other text', ['otto'], finds('test.other_document()', WORD)],
  ['find a comment', MEMBERS, finds('test.document()', SAID)],
  [
    'find a comment that viewers do not see',
    ['olga', 'edita', 'karel'],
    `select test.hide_comments(); ${finds('test.document()', SAID)}`,
  ],
  ['find a comment of another document', ['otto'], finds('test.other_document()', SAID)],
  [
    'find a text in the trash',
    NOBODY,
    `select test.trash(test.document()); ${finds('test.document()', WORD)}`,
  ],
  [
    'search the trash',
    ['olga'],
    `select test.trash(test.document()); ${finds('test.document()', WORD, true)}`,
  ],
  [
    'search the trash of long ago',
    NOBODY,
    `select test.trash(test.document(), '31 days'); ${finds('test.document()', WORD, true)}`,
  ],
  [
    'find what lived before they came',
    WRITERS,
    `select test.index_long_ago(); ${finds('test.document()', WORD)}`,
  ],
  [
    'find a comment in a deleted thread',
    NOBODY,
    `select test.remove_thread(); ${finds('test.document()', SAID)}`,
  ],
  [
    'search without tokens',
    NOBODY,
    `select test.use_up('${as}', 'search'); ${finds('test.document()', WORD)}`,
  ],
  ['search with what is no query', NOBODY, finds('test.document()', "'x:word | &'")],
];

const WRITE = `jsonb_build_object('vector', '''x:late'':1C', 'body', 'late', 'starts', '[1]'::jsonb, 'headings', '[]'::jsonb)`;
const hasLate = `select 1 from private.document_search where document_id = test.document() and body = 'late'`;
const head = '(select head_seq from public.document_logs where document_id = test.document())';
const begin = (name: string): string =>
  `select 1 where public.begin_index(test.id('${name}'), test.auth_session('${name}'), test.document())`;

const OUTCOMES: readonly (readonly [what: string, expected: boolean, sql: string])[] = [
  [
    'a newer state is indexed',
    true,
    `select public.save_search_index(test.document(), ${head}, ${WRITE}); ${hasLate}`,
  ],
  [
    'an older state is indexed',
    false,
    `update private.document_search set seq = ${head}; select public.save_search_index(test.document(), ${head} - 1, ${WRITE}); ${hasLate}`,
  ],
  [
    'a state of the future is indexed',
    false,
    `select public.save_search_index(test.document(), ${head} + 1, ${WRITE}); ${hasLate}`,
  ],
  [
    'a state of before an erasure is indexed',
    false,
    `update public.document_logs set erased_seq = head_seq; update private.document_search set seq = 1; select public.save_search_index(test.document(), ${head} - 1, ${WRITE}); ${hasLate}`,
  ],
  [
    'an erased document is indexed',
    false,
    `update public.documents set deleted_at = '-infinity'; select public.save_search_index(test.document(), ${head}, ${WRITE}); ${hasLate}`,
  ],
  [
    'an edited comment keeps its words',
    false,
    `update private.comments set body = '{"type": "doc"}'; select 1 from private.comment_search`,
  ],
  [
    'a comment that was edited meanwhile is indexed',
    false,
    `delete from private.comment_search; select public.save_comment_index(jsonb_build_array(jsonb_build_object('id', c.id, 'hash', md5('before'), 'body', 'b', 'vector', ''))) from private.comments c; select 1 from private.comment_search`,
  ],
  ['an editor begins an index', true, `delete from private.document_search; ${begin('edita')}`],
  [
    'an editor begins an index soon after another',
    false,
    `update private.document_search set seq = 1; ${begin('edita')}`,
  ],
  ['a viewer begins an index', false, `delete from private.document_search; ${begin('viktor')}`],
];

export const searchProbes = (): SqlProbe[] => [
  ...PEOPLE.flatMap(([caller, as]) =>
    attempts(as).map(([what, who, sql]) => ({ caller, as, what, expected: who.includes(as), sql })),
  ),
  ...OUTCOMES.map(([what, expected, sql]) => ({
    caller: 'owner' as const,
    as: null,
    what,
    expected,
    sql: `update public.document_logs set head_seq = 3; ${sql}`,
  })),
];
