/** Probes of data of a single user (sign-ins, folders, favorites, the trash, the account) and of joining and leaving. */
import { PEOPLE, type SqlPerson, type SqlProbe } from './sql-probe.ts';

const DOCUMENT = 'test.document()';
const SIGNED_IN = PEOPLE.map(([, name]) => name).filter((name) => !['signed out', 'anon'].includes(name));
const but = (...names: readonly string[]): readonly string[] =>
  SIGNED_IN.filter((name) => !names.includes(name));
const NONE: readonly string[] = [];

/** A probe of every user, allowed for those in `who`. */
type Attempt = readonly [what: string, who: readonly string[], sql: string];

const accounts = (as: string): readonly Attempt[] => {
  const other = as === 'olga' ? 'edita' : 'olga';
  return [
    ['see their sign-in', SIGNED_IN, 'select 1 from public.list_sessions() where is_current'],
    [
      'see another user’s sign-in',
      NONE,
      `select 1 from public.list_sessions() where id <> test.auth_session('${as}')`,
    ],
    [
      'end another user’s sign-in',
      NONE,
      `select public.end_session(test.auth_session('${other}')); select 1 where not test.is_signed_in('${other}')`,
    ],
    [
      'end their sign-in',
      SIGNED_IN,
      `select public.end_session(test.auth_session('${as}')); select 1 where not test.is_signed_in('${as}')`,
    ],
    ['preview an account deletion', ['olga', 'otto'], 'select 1 from public.preview_account_deletion()'],
    [
      'list sign-ins without the verified second factor',
      NONE,
      `select test.set_up_factor('${as}'); select 1 from public.list_sessions()`,
    ],
    [
      'list sign-ins with an unverified factor',
      SIGNED_IN,
      `select test.set_up_factor('${as}', 'unverified'); select 1 from public.list_sessions()`,
    ],
    [
      'list sign-ins with the second factor',
      SIGNED_IN,
      `select test.set_up_factor('${as}'), test.show_factor('${as}'); select 1 from public.list_sessions()`,
    ],
  ];
};

const organizing = (): readonly Attempt[] => [
  [
    'rename the folder of Radka',
    ['radka'],
    `select public.save_folder(test.folder(), 'Mine'); select 1 where test.folder_name() = 'Mine'`,
  ],
  [
    'delete the folder of Radka',
    ['radka'],
    'select public.delete_folder(test.folder()); select 1 where test.folder_name() is null',
  ],
  ['use the folder of Radka', NONE, `select public.move_to_folder(${DOCUMENT}, test.folder())`],
  [
    'give the folder of Radka a template',
    ['radka'],
    'select public.set_folder_template(test.folder(), null)',
  ],
  [
    'see the favorites of Edita',
    ['edita'],
    `select test.like('edita'); select 1 from json_array_elements(public.list_my_documents()) as d where (d ->> 'favorite')::boolean`,
  ],
  [
    'restore a document after the trash’s time',
    NONE,
    `select test.trash(${DOCUMENT}, '31 days'); select public.restore_document(${DOCUMENT})`,
  ],
  [
    'see a deleted document after the trash’s time',
    NONE,
    `select test.trash(${DOCUMENT}, '31 days'); select 1 from json_array_elements(public.list_my_documents()) as d where d ->> 'id' = ${DOCUMENT}::text`,
  ],
  ['erase a document that is not in the trash', NONE, `select public.erase_document(${DOCUMENT})`],
];

const versions = (as: string): readonly Attempt[] => {
  const named = `select 1 from public.versions where document_id = ${DOCUMENT} and kind = 'named'`;
  const naming = `select public.name_version(${DOCUMENT}, test.stretch(${DOCUMENT}), 'Mine');`;
  return [
    [
      'see a version that was not named',
      ['olga', 'edita'],
      `select 1 from public.versions where document_id = ${DOCUMENT} and kind = 'automatic'`,
    ],
    ['see a named version', ['olga', 'edita', 'karel', 'viktor'], named],
    [
      'see a named version from before they came',
      ['olga', 'edita'],
      `select test.come_now(${DOCUMENT}, '${as}'); ${named}`,
    ],
    ['see a version of a deleted document', NONE, `select test.trash(${DOCUMENT}); ${named}`],
    [
      'name a version',
      ['olga', 'edita'],
      `${naming} select 1 from public.versions where document_id = ${DOCUMENT} and name = 'Mine'`,
    ],
    [
      'name a version of another document',
      NONE,
      `select public.name_version(${DOCUMENT}, test.stretch(test.other_document()), 'Mine')`,
    ],
    [
      'delete a version, which leaves a record',
      ['olga'],
      `select public.delete_version(${DOCUMENT}, test.saved_version(${DOCUMENT}));
       select 1 from public.deleted_versions where document_id = ${DOCUMENT} and deleted_by = test.id('${as}')
         and test.saved_version(${DOCUMENT}) is null`,
    ],
    [
      'delete a version of another document',
      NONE,
      `select public.delete_version(${DOCUMENT}, test.saved_version(test.other_document()))`,
    ],
    [
      'delete the newest stretch',
      NONE,
      `select public.delete_version(${DOCUMENT}, test.stretch(${DOCUMENT}))`,
    ],
  ];
};

/** Users who are no members of the document and become viewers when they are invited as such. */
const NEWCOMERS = ['radka', 'emil', 'otto', 'cizinec'];

const joining = (as: string): readonly Attempt[] => {
  const address = `${as}@example.com`;
  const accept = `select public.accept_invitation('${address}')`;
  const becomes = `select 1 where test.role('${as}') = 'viewer'`;
  return [
    [
      'revoke an invitation',
      ['olga'],
      `select test.invite(${DOCUMENT}, 'x@example.com'); select public.revoke_invitation(${DOCUMENT}, test.invitation('x@example.com'));
       select 1 where test.invitation('x@example.com') is null`,
    ],
    [
      'revoke an invitation through another document',
      NONE,
      `select test.invite(${DOCUMENT}, 'x@example.com'); select public.revoke_invitation(test.other_document(), test.invitation('x@example.com'));
       select 1 where test.invitation('x@example.com') is null`,
    ],
    [
      'accept an invitation with an unconfirmed address',
      NONE,
      `select test.invite(${DOCUMENT}, '${address}'), test.unconfirm('${as}'); ${accept}`,
    ],
    [
      'join by an invitation to an unconfirmed address',
      NONE,
      `select test.invite(${DOCUMENT}, '${address}'), test.unconfirm('${as}'), test.forget('${as}');
       select public.join_document(${DOCUMENT}); select 1 where test.role('${as}') is not null`,
    ],
    [
      'accept an invitation to a deleted document',
      NONE,
      `select test.invite(${DOCUMENT}, '${address}'), test.trash(${DOCUMENT}); ${accept}`,
    ],
    [
      'accept their used invitation again',
      SIGNED_IN,
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; ${accept}`,
    ],
    [
      'accept another user’s used invitation',
      NONE,
      `select test.came_by('${as === 'olga' ? 'edita' : 'olga'}', 'x'); select public.accept_invitation('x')`,
    ],
    [
      'accept their used invitation after their removal',
      NONE,
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; select test.forget('${as}'); ${accept}`,
    ],
    [
      'accept their used invitation to a deleted document',
      NONE,
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; select test.trash(${DOCUMENT}); ${accept}`,
    ],
    [
      'have the viewer role after an invitation as viewer',
      [...NEWCOMERS, 'viktor'],
      `select test.invite(${DOCUMENT}, '${address}'); ${accept}; ${becomes}`,
    ],
    [
      'have the viewer role after joining by a viewer link',
      [...NEWCOMERS, 'viktor'],
      `select test.open_link(${DOCUMENT}); select public.join_document(${DOCUMENT}); ${becomes}`,
    ],
    [
      'request access',
      but('olga', 'edita'),
      `select public.request_access(${DOCUMENT}); select 1 where test.has_request('${as}')`,
    ],
    [
      'request access to a deleted document',
      NONE,
      `select test.trash(${DOCUMENT}); select public.request_access(${DOCUMENT}); select 1 where test.has_request('${as}')`,
    ],
    [
      'add a user without a request',
      NONE,
      `select public.answer_request(${DOCUMENT}, test.id('cizinec'), 'editor'); select 1 where '${as}' <> 'cizinec' and test.role('cizinec') is not null`,
    ],
    [
      'accept a request',
      ['olga'],
      `select test.request('cizinec'); select public.answer_request(${DOCUMENT}, test.id('cizinec'), 'editor'); select 1 where test.role('cizinec') = 'editor'`,
    ],
    [
      'transfer the document to an expired member',
      NONE,
      `select public.transfer_document(${DOCUMENT}, test.id('emil'))`,
    ],
    [
      'transfer the document to an invited member',
      NONE,
      `select test.expect(${DOCUMENT}, 'radka'); select public.transfer_document(${DOCUMENT}, test.id('radka'))`,
    ],
    [
      'leave the document without an owner',
      NONE,
      `select public.set_member_role(${DOCUMENT}, test.id('olga'), 'viewer')`,
    ],
  ];
};

/** Consequences that do not depend on the caller. */
const outcomes: readonly (readonly [what: string, holds: boolean, sql: string])[] = [
  [
    'the editor inherits',
    true,
    `select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) = test.id('edita')`,
  ],
  [
    'a link member inherits',
    false,
    `update public.members set via_link = true; select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) is not null`,
  ],
  [
    'an expired member inherits',
    false,
    `delete from public.members where user_id not in (test.id('olga'), test.id('emil')); select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) is not null`,
  ],
  [
    'a document in the trash has an heir',
    false,
    `select test.trash(${DOCUMENT}); select 1 where private.heir_of(${DOCUMENT}, test.id('olga')) is not null`,
  ],
  [
    'an account is deleted with another user’s sign-in',
    false,
    `select public.delete_account(test.id('olga'), test.auth_session('edita'))`,
  ],
  [
    'an account deletion begins with another user’s sign-in',
    false,
    `select public.begin_account_deletion(test.id('olga'), test.auth_session('edita'))`,
  ],
  [
    'the document of a deleted account has a new owner and a new epoch',
    true,
    `select public.delete_account(test.id('olga'), test.auth_session('olga'));
     select 1 from public.documents d join public.members m on m.document_id = d.id and m.role = 'owner' and m.user_id = d.owner_id
     join public.document_logs l on l.document_id = d.id
     where d.id = ${DOCUMENT} and d.owner_id = test.id('edita') and l.epoch > 2`,
  ],
  [
    'a link member stays after the link is closed',
    false,
    `select test.open_link(${DOCUMENT}), test.act('cizinec', 'select public.join_document(${DOCUMENT})'), test.act('olga', 'select public.set_link_role(${DOCUMENT}, null)');
     select 1 where test.role('cizinec') is not null`,
  ],
  [
    'another member is removed when the link is closed',
    false,
    `select test.open_link(${DOCUMENT}), test.act('olga', 'select public.set_link_role(${DOCUMENT}, null)'); select 1 where test.role('edita') is null`,
  ],
  [
    'a link editor keeps the right to write when the link is changed to viewers',
    false,
    `update public.members set via_link = true where user_id = test.id('edita'); select test.act('olga', 'select public.set_link_role(${DOCUMENT}, ''viewer'')');
     select 1 from public.editing_sessions where id = test.session('edita') and lost_right_at is null`,
  ],
  [
    'an invited member joins after the invitation has expired',
    false,
    `select test.expect(${DOCUMENT}, 'radka'); update public.members set expires_at = now() where user_id = test.id('radka');
     select private.arrive(${DOCUMENT}, test.id('radka')); select 1 where test.role('radka') is not null`,
  ],
  [
    'updates stay when a document is erased',
    false,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from public.document_updates where document_id = ${DOCUMENT}`,
  ],
  [
    'versions stay when a document is erased',
    false,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from public.document_snapshots where document_id = ${DOCUMENT}`,
  ],
  [
    'versions without a snapshot stay when a document is erased',
    false,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from public.versions where document_id = ${DOCUMENT}`,
  ],
  [
    'records of deleted versions stay when a document is erased',
    false,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from public.deleted_versions where document_id = ${DOCUMENT}`,
  ],
  [
    'packed updates stay when a document is erased',
    false,
    `insert into private.packed_updates (document_id, first_seq, last_seq, generation, chain, sessions, counters, kinds, logged_at, is_quarantined, updates, images)
     values (${DOCUMENT}, 1, 1, 1, '', '{null}', '{0}', '{seed}', array[now()], '{false}', array['\\x00'::bytea], '{}'); select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})');
     select 1 from private.packed_updates where document_id = ${DOCUMENT}`,
  ],
  [
    'updates are erased within the trash’s time',
    false,
    `select test.trash(${DOCUMENT}, '29 days'), public.list_left_files(); select 1 where not exists (select 1 from public.document_updates where document_id = ${DOCUMENT})`,
  ],
  [
    'updates stay after the trash’s time',
    false,
    `select test.trash(${DOCUMENT}, '31 days'), public.list_left_files(); select 1 from public.document_updates where document_id = ${DOCUMENT}`,
  ],
  [
    'files of an existing document are listed for removal',
    false,
    `insert into private.left_folders (bucket_id, folder) values ('document-images', ${DOCUMENT}); select 1 from json_each(public.list_left_files())`,
  ],
  [
    'files of an erased document are listed for removal',
    true,
    `select test.trash(${DOCUMENT}), test.act('olga', 'select public.erase_document(${DOCUMENT})'); select 1 from json_each(public.list_left_files())`,
  ],
  [
    'files of a deleted row are listed for removal',
    true,
    `delete from public.documents where id = ${DOCUMENT}; select 1 from json_each(public.list_left_files())`,
  ],
];

export const ownProbes = ([caller, as]: SqlPerson): SqlProbe[] =>
  [...accounts(as), ...organizing(), ...versions(as), ...joining(as)].map(([what, who, sql]) => ({
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
