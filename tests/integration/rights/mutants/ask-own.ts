/** What is somebody's own (sign-ins, folders, favourites, the trash, the account), and how people come in and go. */
import { PEOPLE, type SqlPerson, type SqlProbe } from './sql-probe.ts';

const DOCUMENT = 'test.document()';
const SIGNED_IN = PEOPLE.map(([, name]) => name).filter((name) => !['signed out', 'anon'].includes(name));
const but = (...names: readonly string[]): readonly string[] =>
  SIGNED_IN.filter((name) => !names.includes(name));
const NOBODY: readonly string[] = [];

/** Each is asked by everybody, and goes through for those named. */
type Question = readonly [what: string, who: readonly string[], sql: string];

const accounts = (as: string): readonly Question[] => {
  const other = as === 'olga' ? 'edita' : 'olga';
  return [
    ['see their sign-in', SIGNED_IN, 'select 1 from public.list_sessions() where is_current'],
    [
      'see a sign-in of somebody else',
      NOBODY,
      `select 1 from public.list_sessions() where id <> test.auth_session('${as}')`,
    ],
    [
      'end a sign-in of somebody else',
      NOBODY,
      `select public.end_session(test.auth_session('${other}')); select 1 where not test.is_signed_in('${other}')`,
    ],
    [
      'end their sign-in',
      SIGNED_IN,
      `select public.end_session(test.auth_session('${as}')); select 1 where not test.is_signed_in('${as}')`,
    ],
    ['see what becomes of documents', ['olga', 'otto'], 'select 1 from public.preview_account_deletion()'],
    [
      'do anything before the second factor is shown',
      NOBODY,
      `select test.set_up_factor('${as}'); select 1 from public.list_sessions()`,
    ],
    [
      'do anything with a factor that is not set up yet',
      SIGNED_IN,
      `select test.set_up_factor('${as}', 'unverified'); select 1 from public.list_sessions()`,
    ],
    [
      'do anything when it is shown',
      SIGNED_IN,
      `select test.set_up_factor('${as}'), test.show_factor('${as}'); select 1 from public.list_sessions()`,
    ],
  ];
};

const organizing = (): readonly Question[] => [
  [
    'name the folder of Radka',
    ['radka'],
    `select public.save_folder(test.folder(), 'Mine'); select 1 where test.folder_name() = 'Mine'`,
  ],
  [
    'delete the folder of Radka',
    ['radka'],
    'select public.delete_folder(test.folder()); select 1 where test.folder_name() is null',
  ],
  ['use the folder of Radka', NOBODY, `select public.move_to_folder(${DOCUMENT}, test.folder())`],
  [
    'see what Edita likes',
    ['edita'],
    `select test.like('edita'); select 1 from json_array_elements(public.list_my_documents()) as d where (d ->> 'favorite')::boolean`,
  ],
  [
    'bring back what was deleted too long ago',
    NOBODY,
    `select test.trash(${DOCUMENT}, '31 days'); select public.restore_document(${DOCUMENT})`,
  ],
  [
    'see what was deleted too long ago',
    NOBODY,
    `select test.trash(${DOCUMENT}, '31 days'); select 1 from json_array_elements(public.list_my_documents()) as d where d ->> 'id' = ${DOCUMENT}::text`,
  ],
  ['erase what is not in the trash', NOBODY, `select public.erase_document(${DOCUMENT})`],
];

/** People who are not in the document and become viewers of it when they are let in as such. */
const NEWCOMERS = ['radka', 'emil', 'otto', 'cizinec'];

const coming = (as: string): readonly Question[] => {
  const address = `${as}@example.com`;
  const accept = `select public.accept_invitation('${address}')`;
  const becomes = `select 1 where test.role('${as}') = 'viewer'`;
  return [
    [
      'take an invitation back',
      ['olga'],
      `select test.invite(${DOCUMENT}, 'x@example.com'); select public.revoke_invitation(${DOCUMENT}, test.invitation('x@example.com'));
       select 1 where test.invitation('x@example.com') is null`,
    ],
    [
      'take an invitation back by way of their own document',
      NOBODY,
      `select test.invite(${DOCUMENT}, 'x@example.com'); select public.revoke_invitation(test.other_document(), test.invitation('x@example.com'));
       select 1 where test.invitation('x@example.com') is null`,
    ],
    [
      'accept with an address that is not confirmed',
      NOBODY,
      `select test.invite(${DOCUMENT}, '${address}'), test.unconfirm('${as}'); ${accept}`,
    ],
    [
      'come by an invitation to an address that is not confirmed',
      NOBODY,
      `select test.invite(${DOCUMENT}, '${address}'), test.unconfirm('${as}'), test.forget('${as}');
       select public.join_document(${DOCUMENT}); select 1 where test.role('${as}') is not null`,
    ],
    [
      'accept an invitation to what was deleted',
      NOBODY,
      `select test.invite(${DOCUMENT}, '${address}'), test.trash(${DOCUMENT}); ${accept}`,
    ],
    [
      'come once more by the invitation that let them in',
      SIGNED_IN,
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; ${accept}`,
    ],
    [
      'come by the invitation of somebody else',
      NOBODY,
      `select test.came_by('${as === 'olga' ? 'edita' : 'olga'}', 'x'); select public.accept_invitation('x')`,
    ],
    [
      'come once more after they were shown out',
      NOBODY,
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; select test.forget('${as}'); ${accept}`,
    ],
    [
      'come once more to what was deleted',
      NOBODY,
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; select test.trash(${DOCUMENT}); ${accept}`,
    ],
    [
      'become less by an invitation',
      [...NEWCOMERS, 'viktor'],
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; ${becomes}`,
    ],
    [
      'become less by the link',
      [...NEWCOMERS, 'viktor'],
      `select test.open_link(${DOCUMENT}); select public.join_document(${DOCUMENT}); ${becomes}`,
    ],
    [
      'ask the owner',
      but('olga', 'edita'),
      `select public.request_access(${DOCUMENT}); select 1 where test.asks('${as}')`,
    ],
    [
      'ask for what was deleted',
      NOBODY,
      `select test.trash(${DOCUMENT}); select public.request_access(${DOCUMENT}); select 1 where test.asks('${as}')`,
    ],
    [
      'let in who has not asked',
      NOBODY,
      `select public.answer_request(${DOCUMENT}, test.id('cizinec'), 'editor'); select 1 where '${as}' <> 'cizinec' and test.role('cizinec') is not null`,
    ],
    [
      'let in who has asked',
      ['olga'],
      `select test.ask('cizinec'); select public.answer_request(${DOCUMENT}, test.id('cizinec'), 'editor'); select 1 where test.role('cizinec') = 'editor'`,
    ],
    [
      'give away to whose time is up',
      NOBODY,
      `select public.transfer_document(${DOCUMENT}, test.id('emil'))`,
    ],
    [
      'give away to who has not come',
      NOBODY,
      `select test.expect(${DOCUMENT}, 'radka'); select public.transfer_document(${DOCUMENT}, test.id('radka'))`,
    ],
    [
      'leave the document without an owner',
      NOBODY,
      `select public.set_member_role(${DOCUMENT}, test.id('olga'), 'viewer')`,
    ],
  ];
};

/** What follows from it, whoever asks. */
const outcomes: readonly (readonly [what: string, holds: boolean, sql: string])[] = [
  [
    'the editor inherits',
    true,
    `select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) = test.id('edita')`,
  ],
  [
    'somebody inherits who came by the link',
    false,
    `update public.members set via_link = true; select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) is not null`,
  ],
  [
    'somebody inherits whose time is up',
    false,
    `delete from public.members where user_id not in (test.id('olga'), test.id('emil')); select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) is not null`,
  ],
  [
    'somebody inherits what is in the trash',
    false,
    `select test.trash(${DOCUMENT}); select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) is not null`,
  ],
  [
    'an account is deleted by the sign-in of somebody else',
    false,
    `select public.delete_account(test.id('olga'), test.auth_session('edita'))`,
  ],
  [
    'a password is asked for by the sign-in of somebody else',
    false,
    `select public.begin_account_deletion(test.id('olga'), test.auth_session('edita'))`,
  ],
  [
    'an account is deleted, and its document has the next owner in new lanes',
    true,
    `select public.delete_account(test.id('olga'), test.auth_session('olga'));
     select 1 from public.documents d join public.members m on m.document_id = d.id and m.role = 'owner' and m.user_id = d.owner_id
     where d.id = ${DOCUMENT} and d.owner_id = test.id('edita') and d.epoch > 2`,
  ],
  [
    'a guest stays when the link is closed',
    false,
    `select test.open_link(${DOCUMENT}), test.act('cizinec', 'select public.join_document(${DOCUMENT})'), test.act('olga', 'select public.set_link_role(${DOCUMENT}, null)');
     select 1 where test.role('cizinec') is not null`,
  ],
  [
    'a member goes when the link is closed',
    false,
    `select test.open_link(${DOCUMENT}), test.act('olga', 'select public.set_link_role(${DOCUMENT}, null)'); select 1 where test.role('edita') is null`,
  ],
  [
    'a guest who was an editor goes on when the link is for readers',
    false,
    `update public.members set via_link = true where user_id = test.id('edita'); select test.act('olga', 'select public.set_link_role(${DOCUMENT}, ''viewer'')');
     select 1 from public.editing_sessions where id = test.session('edita') and lost_right_at is null`,
  ],
  [
    'who was expected comes after their time',
    false,
    `select test.expect(${DOCUMENT}, 'radka'); update public.members set expires_at = now() where user_id = test.id('radka');
     select private.arrive(${DOCUMENT}, test.id('radka')); select 1 where test.role('radka') is not null`,
  ],
  [
    'words stay when a document is erased',
    false,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from public.document_updates where document_id = ${DOCUMENT}`,
  ],
  [
    'versions stay when a document is erased',
    false,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from public.document_snapshots where document_id = ${DOCUMENT}`,
  ],
  [
    'words are erased while they can be brought back',
    false,
    `select test.trash(${DOCUMENT}, '29 days'), public.list_left_files(); select 1 where not exists (select 1 from public.document_updates where document_id = ${DOCUMENT})`,
  ],
  [
    'words stay after that',
    false,
    `select test.trash(${DOCUMENT}, '31 days'), public.list_left_files(); select 1 from public.document_updates where document_id = ${DOCUMENT}`,
  ],
  [
    'files of a document that is there are removed',
    false,
    `insert into private.left_folders (bucket_id, folder) values ('document-images', ${DOCUMENT}); select 1 from json_each(public.list_left_files())`,
  ],
  [
    'files of an erased document are told',
    true,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from json_each(public.list_left_files())`,
  ],
  [
    'files of a deleted document are told',
    true,
    `delete from public.documents where id = ${DOCUMENT}; select 1 from json_each(public.list_left_files())`,
  ],
];

export const ownProbes = ([caller, as]: SqlPerson): SqlProbe[] =>
  [...accounts(as), ...organizing(), ...coming(as)].map(([what, who, sql]) => ({
    caller,
    as,
    what,
    expected: who.includes(as),
    sql,
  }));

export const outcomeProbes = (): SqlProbe[] =>
  outcomes.map(([what, expected, sql]) => ({
    caller: 'owner',
    as: null,
    what,
    expected,
    sql,
  }));
