/** Probes of threads of comments. One thread is Karel's, with a reply of Edita; another is Edita's. */
import { may } from '../matrix.ts';
import { PEOPLE, SQL_PLACES, type SqlPerson, type SqlProbe } from './sql-probe.ts';

const DOCUMENT = 'test.document()';
const OTHER = 'test.other_document()';
const THREAD = `test.thread(${DOCUMENT})`;
const EDITAS = "md5('thread of edita')::uuid";
const NOBODY: readonly string[] = [];
const WRITERS = ['olga', 'edita'];
const MEMBERS = [...WRITERS, 'karel', 'viktor'];
const COMMENTERS = [...WRITERS, 'karel'];

const add = (document: string, thread: string, comment = 'gen_random_uuid()', assignee = 'null'): string =>
  `select public.add_comment(${document}, ${thread}, ${comment}, test.anchor(), test.body(), ${assignee})`;
const comment = (name: string): string => `md5('comment of ${name}')::uuid`;
/** Counts as allowed when the caller gets this text as a quote of Karel's thread. */
const quotes = (text: string, document = DOCUMENT): string =>
  `select 1 from json_array_elements(public.list_threads(${document}) -> 'threads') t
   where t ->> 'id' = test.thread(${document})::text and t #>> '{anchor,quote}' = '${text}'`;
/** Counts as allowed when the caller gets the name with the threads. */
const names = (person: string): string =>
  `select 1 from json_array_elements(public.list_threads(${DOCUMENT}) -> 'people') p where p ->> 'id' = test.id('${person}')::text`;
const sees = (): string => `select 1 from json_array_elements(public.list_threads(${DOCUMENT}) -> 'threads')`;

type Attempt = readonly [what: string, who: readonly string[], sql: string];

const writing = (as: string): readonly Attempt[] => [
  ['take the id of Karel’s comment', ['karel'], add(DOCUMENT, THREAD, comment('karel'))],
  ['take the id of a comment for another thread', NOBODY, add(DOCUMENT, EDITAS, comment('karel'))],
  ['reply to a thread through another document', NOBODY, add(OTHER, THREAD)],
  ['reply in the trash', NOBODY, `select test.trash(${DOCUMENT}); ${add(DOCUMENT, THREAD)}`],
  ['reply without tokens', NOBODY, `select test.use_up('${as}', 'comment'); ${add(DOCUMENT, THREAD)}`],
  [
    'open a thread in a full document',
    NOBODY,
    `select test.fill(${DOCUMENT}); ${add(DOCUMENT, 'gen_random_uuid()')}`,
  ],
  ['reply in a full document', COMMENTERS, `select test.fill(${DOCUMENT}); ${add(DOCUMENT, THREAD)}`],
  ['assign a thread to a viewer', COMMENTERS, add(DOCUMENT, THREAD, undefined, "test.id('viktor')")],
  ['assign a thread to a stranger', NOBODY, add(DOCUMENT, THREAD, undefined, "test.id('cizinec')")],
  [
    'assign a thread to a member that has not arrived',
    NOBODY,
    `select test.expect(${DOCUMENT}, 'radka'); select public.assign_thread(${DOCUMENT}, ${THREAD}, test.id('radka')) where '${as}' <> 'radka'`,
  ],
  [
    'assign a thread to a viewer that sees none',
    NOBODY,
    `select test.hide_comments(); select public.assign_thread(${DOCUMENT}, ${THREAD}, test.id('viktor'))`,
  ],
  [
    'edit Karel’s comment',
    ['karel'],
    `select public.edit_comment(${DOCUMENT}, ${comment('karel')}, test.body('Edited'))`,
  ],
  [
    'edit Karel’s comment through another document',
    NOBODY,
    `select test.join(${OTHER}, 'karel'); select public.edit_comment(${OTHER}, ${comment('karel')}, test.body('Edited'))`,
  ],
  [
    'delete Karel’s comment',
    ['karel', 'olga'],
    `select public.delete_comment(${DOCUMENT}, ${comment('karel')})`,
  ],
  [
    'resolve a thread of Karel',
    COMMENTERS,
    `select public.set_thread_state(${DOCUMENT}, ${THREAD}, 'resolved')`,
  ],
  [
    'resolve a thread of Edita',
    WRITERS,
    `select public.set_thread_state(${DOCUMENT}, ${EDITAS}, 'resolved')`,
  ],
  [
    'resolve a thread through another document',
    NOBODY,
    `select public.set_thread_state(${OTHER}, ${EDITAS}, 'resolved')`,
  ],
  [
    'attach a thread of Karel',
    COMMENTERS,
    `select public.attach_thread(${DOCUMENT}, ${THREAD}, test.anchor())`,
  ],
  ['attach a thread of Edita', WRITERS, `select public.attach_thread(${DOCUMENT}, ${EDITAS}, test.anchor())`],
  ['react', COMMENTERS, `select public.react_to_comment(${DOCUMENT}, ${comment('karel')}, '👍', true)`],
  ['hide comments from viewers', ['olga'], `select public.set_viewers_see_comments(${DOCUMENT}, false)`],
];

const reading = (as: string): readonly Attempt[] => [
  ['read the table', NOBODY, 'select * from private.comments'],
  ['see threads', MEMBERS, sees()],
  ['see the name of a person in a thread', MEMBERS, names('edita')],
  ['see the name of a member in no thread', NOBODY, names('viktor')],
  ['see hidden threads', COMMENTERS, `select test.hide_comments(); ${sees()}`],
  [
    'see the version of hidden threads',
    COMMENTERS,
    `select test.hide_comments(); select 1 where public.document_head(${DOCUMENT}) #>> '{host,comments}' is not null`,
  ],
  [
    'mark hidden threads as read',
    COMMENTERS,
    `select test.hide_comments(); select public.read_threads(${DOCUMENT}, array[${THREAD}])`,
  ],
  [
    'mark a thread of another document as read',
    NOBODY,
    `select public.read_threads(${OTHER}, array[${THREAD}]); select 1 where test.has_read('${as}')`,
  ],
  ['see text that no fold found in the document', WRITERS, quotes('secret')],
  ['see the words that Karel claimed', ['karel'], quotes('claimed')],
  ['see text that is in the document', MEMBERS, `select test.place('{quote}'); ${quotes('secret')}`],
  ['see text that is not any more', WRITERS, `select test.place('{heading}'); ${quotes('secret')}`],
  [
    'see text that a page claims and no fold has read',
    WRITERS,
    `select test.place('{quote}', false); ${quotes('secret')}`,
  ],
  [
    'see text that was deleted since the fold',
    MEMBERS,
    `select test.place('{quote}'); select test.grow(${DOCUMENT}); ${quotes('secret')}`,
  ],
  [
    'see text that may have been deleted before they came',
    WRITERS,
    `select test.place('{quote}'); select test.grow(${DOCUMENT}), test.come_now(${DOCUMENT}, '${as}'); ${quotes('secret')}`,
  ],
];

const OUTCOMES: readonly (readonly [what: string, expected: boolean, sql: string])[] = [
  [
    'a hint has more than the thread and the version',
    false,
    `select test.act('karel', $act$${add(DOCUMENT, THREAD)}$act$);
     select 1 from realtime.messages m, jsonb_object_keys(m.payload) k where m.event = 'thread' and k not in ('thread', 'version', 'id')`,
  ],
  [
    'a comment is announced',
    true,
    `select test.act('karel', $act$${add(DOCUMENT, THREAD)}$act$); select 1 from realtime.messages where event = 'thread'`,
  ],
  [
    'a hidden comment is announced to viewers',
    false,
    `select test.hide_comments(), test.act('karel', $act$${add(DOCUMENT, THREAD)}$act$); select 1 from realtime.messages where event = 'thread'`,
  ],
  [
    'hints are unlimited',
    false,
    `select test.act('karel', $act$${add(DOCUMENT, THREAD)}$act$) from generate_series(1, 6);
     select 1 from realtime.messages where event = 'thread' offset 5`,
  ],
  [
    'a place of the anchor before is stored',
    false,
    `select test.act('karel', $act$ select public.attach_thread(${DOCUMENT}, ${THREAD}, test.anchor()) $act$), test.place('{quote}');
     select 1 from private.comment_threads where id = ${THREAD} and place_seq is not null`,
  ],
  [
    'comments of an erased document stay',
    false,
    `select private.erase_document(${DOCUMENT}); select 1 from private.comments c join private.comment_threads t on t.id = c.thread_id where t.document_id = ${DOCUMENT}`,
  ],
  [
    'a quote of erased text stays',
    false,
    `select private.erase_quotes(${DOCUMENT}, 9, '[]', 'secret'); select 1 from private.comment_threads where id = ${THREAD} and quote <> ''`,
  ],
  [
    'a quote stays when the erased text is not known',
    false,
    `select private.erase_quotes(${DOCUMENT}, 9, '[]', ''); select 1 from private.comment_threads where id = ${THREAD} and quote <> ''`,
  ],
  [
    'a quote at erased ids stays',
    false,
    `select private.erase_quotes(${DOCUMENT}, 9, '[[11, 2, 1]]', 'x'); select 1 from private.comment_threads where id = ${THREAD} and (quote <> '' or claim is not null)`,
  ],
  [
    'a quote at the ids of a copy stays',
    false,
    `update private.comment_threads set place_state = 'exact', place_seq = 1, place_units = '12 0 3' where id = ${THREAD};
     select private.erase_quotes(${DOCUMENT}, 9, '[[12, 2, 1]]', 'another'); select 1 from private.comment_threads where id = ${THREAD} and quote <> ''`,
  ],
  [
    'a quote of another line of erased text stays',
    false,
    `select private.erase_quotes(${DOCUMENT}, 9, '[]', e'another\nsecret'); select 1 from private.comment_threads where id = ${THREAD} and quote <> ''`,
  ],
  [
    'a new thread quotes erased text',
    false,
    `select test.act('karel', $act$ select public.add_comment(${DOCUMENT}, md5('late')::uuid, gen_random_uuid(), test.erased_anchor(), test.body()) $act$);
     select 1 from private.comment_threads where id = md5('late')::uuid and (quote <> '' or claim is not null)`,
  ],
  [
    'another anchor quotes erased text',
    false,
    `select test.act('karel', $act$ select public.attach_thread(${DOCUMENT}, ${THREAD}, test.erased_anchor()) $act$);
     select 1 from private.comment_threads where id = ${THREAD} and (quote <> '' or claim is not null)`,
  ],
  [
    'a claim that differs stays after an erasure',
    false,
    `select test.place('{}', p_is_erased => true); select 1 from private.comment_threads where id = ${THREAD} and claim is not null`,
  ],
];

const inMatrix = ([caller, as]: SqlPerson): SqlProbe[] =>
  SQL_PLACES.flatMap(([place, document]) =>
    [
      ['list_threads', `select public.list_threads(${document})`],
      ['add_comment', add(document, `test.thread(${document})`)],
      ['assign_thread', `select public.assign_thread(${document}, test.thread(${document}), null)`],
    ].map(([name, sql]) => ({
      caller,
      as,
      what: `${name} (${place})`,
      expected: may(caller, `rpc ${name}`, place),
      sql: sql!,
    })),
  );

export const commentProbes = (): SqlProbe[] => [
  ...PEOPLE.flatMap((person) => [
    ...inMatrix(person),
    ...[...writing(person[1]), ...reading(person[1])].map(([what, who, sql]) => ({
      caller: person[0],
      as: person[1],
      what,
      expected: who.includes(person[1]),
      sql,
    })),
  ]),
  ...OUTCOMES.map(([what, expected, sql]) => ({ caller: 'owner' as const, as: null, what, expected, sql })),
];
