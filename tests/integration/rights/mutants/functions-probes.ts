/** Probes of functions that users call. */
import { may, type Place } from '../matrix.ts';
import { PEOPLE, SQL_PLACES, type Catalogue, type SqlPerson, type SqlProbe } from './sql-probe.ts';

/** Functions absent from the matrix may not be executable by any user. */
export function grants([caller, as]: SqlPerson, functions: Catalogue['functions']): SqlProbe[] {
  const role = as === 'anon' ? 'anon' : 'authenticated';
  const places: readonly Place[] = ['document', 'other document'];
  return functions.map(({ name, signature }) => ({
    caller,
    as: null,
    what: `execute ${name}`,
    expected: PEOPLE.some(
      ([who]) =>
        (role === 'authenticated' || who === 'anon') &&
        places.some((place) => may(who, `rpc ${name}`, place)),
    ),
    sql: `select 1 where has_function_privilege('${role}', '${signature}', 'execute')`,
  }));
}

export function calls([caller, as]: SqlPerson): SqlProbe[] {
  const probe = (what: string, right: string, place: Place, sql: string): SqlProbe => ({
    caller,
    as,
    what: `${what} (${place})`,
    expected: may(caller, right, place),
    sql,
  });
  const each = SQL_PLACES.flatMap(([place, document]) => [
    probe('see the members of', 'rpc list_members', place, `select * from public.list_members(${document})`),
    probe('see the head of', 'rpc document_head', place, `select public.document_head(${document})`),
    probe('see the roster of', 'rpc room_roster', place, `select * from public.room_roster(${document})`),
    ...['edita', 'viktor'].map((reader) => ({
      caller,
      as,
      what: `receive the keys of the session of ${reader} (${place})`,
      expected: as === reader && may(caller, 'rpc room_roster', place),
      sql: `select 1 from public.room_roster(${document}, test.session('${reader}')) where key is not null`,
    })),
    probe('mark', 'rpc set_favorite', place, `select public.set_favorite(${document}, true)`),
    probe(
      'ask who changed it',
      'rpc changes_while_away',
      place,
      `select public.changes_while_away(${document})`,
    ),
    probe(
      'forbid keeping',
      'rpc set_keep_on_devices',
      place,
      `select public.set_keep_on_devices(${document}, false)`,
    ),
    probe(
      'let readers see all',
      'rpc set_readers_see_all',
      place,
      `select public.set_readers_see_all(${document}, true)`,
    ),
    probe('mark as read', 'rpc mark_as_read', place, `select public.mark_as_read(${document})`),
    probe('file', 'rpc move_to_folder', place, `select public.move_to_folder(${document}, null)`),
    probe('make a template', 'rpc set_template', place, `select public.set_template(${document}, true)`),
    probe('delete', 'rpc delete_document', place, `select public.delete_document(${document})`),
    ...(['restore', 'erase'] as const).map((what) =>
      probe(
        what,
        `rpc ${what}_document`,
        place,
        // The first statement runs as the function's owner, the second as the caller.
        `select test.trash(${document}); select public.${what}_document(${document})`,
      ),
    ),
    probe(
      'ask who moved it to the trash',
      'rpc trashed_by',
      place,
      `select test.trash(${document}); select public.trashed_by(${document})`,
    ),
    probe('ask whether it is in the trash', 'rpc trashed_by', place, `select public.trashed_by(${document})`),
    probe(
      'list deleted',
      'rpc restore_document',
      place,
      `select test.trash(${document}); select 1 from json_array_elements(public.list_my_documents()) as d where d ->> 'id' = ${document}::text`,
    ),
    probe(
      'list',
      'rpc document_head',
      place,
      `select 1 from json_array_elements(public.list_my_documents()) as d where d ->> 'id' = ${document}::text`,
    ),
    probe(
      'add a member to',
      'rpc add_member',
      place,
      `select public.add_member(${document}, 'radka@example.com', 'editor')`,
    ),
    probe(
      'add themselves to',
      'never',
      place,
      `select public.add_member(${document}, '${as}@example.com', 'editor')`,
    ),
  ]);
  const address = `${as}@example.com`;
  const inviting = SQL_PLACES.flatMap(([place, document]) => [
    probe(
      'see who is invited to',
      'rpc add_member',
      place,
      `select test.invite(${document}, 'x@example.com'); select 1 from json_array_elements(public.list_sharing(${document}) -> 'invitations')`,
    ),
    probe('see the sharing of', 'rpc list_sharing', place, `select public.list_sharing(${document})`),
    probe(
      'accept an invitation to',
      'rpc accept_invitation',
      place,
      `select test.invite(${document}, '${address}'); select public.accept_invitation('${address}')`,
    ),
    probe(
      'preview an invitation to',
      'rpc preview_invitation',
      place,
      `select test.invite(${document}, 'x@example.com'); select public.preview_invitation('x@example.com')`,
    ),
    probe(
      'preview an expired invitation to',
      'never',
      place,
      `select test.invite(${document}, 'x@example.com', '-1 minute'); select public.preview_invitation('x@example.com')`,
    ),
    probe(
      'preview an invitation to a deleted document',
      'never',
      place,
      `select test.invite(${document}, 'x@example.com'); select test.trash(${document}); select public.preview_invitation('x@example.com')`,
    ),
    probe(
      'accept an expired invitation to',
      'never',
      place,
      `select test.invite(${document}, '${address}', '-1 minute'); select public.accept_invitation('${address}')`,
    ),
    probe(
      'accept another user’s invitation to',
      'never',
      place,
      `select test.invite(${document}, 'x@example.com'); select public.accept_invitation('x@example.com')`,
    ),
    probe(
      'open the link of',
      'rpc set_link_role',
      place,
      `select public.set_link_role(${document}, 'viewer')`,
    ),
    probe(
      'join by the closed link of',
      'rpc join_document',
      place,
      `select public.join_document(${document})`,
    ),
    probe(
      'join by the open link of',
      'join by an open link',
      place,
      `select test.open_link(${document}); select public.join_document(${document})`,
    ),
    probe(
      'join by the open link of the deleted',
      'never',
      place,
      `select test.open_link(${document}), test.trash(${document}); select public.join_document(${document})`,
    ),
    probe('request access to', 'rpc request_access', place, `select public.request_access(${document})`),
    probe(
      'answer a request for',
      'rpc answer_request',
      place,
      `select public.answer_request(${document}, test.id('radka'), 'editor')`,
    ),
    probe(
      'see an invited member of',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select user_id from public.members where user_id = test.id('radka') and '${as}' <> 'radka' and document_id = ${document}`,
    ),
    probe(
      'see the profile of an invited member of',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select id from public.profiles where id = test.id('radka') and '${as}' <> 'radka'`,
    ),
    probe(
      'list an invited member of',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select user_id from public.list_members(${document}) where user_id = test.id('radka') and '${as}' <> 'radka'`,
    ),
    probe(
      'remove an invited member of',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select public.remove_member(${document}, test.id(case when '${as}' = 'radka' then 'emil' else 'radka' end))`,
    ),
  ]);
  const emails = `select 1 from public.list_members(test.document()) m where m.email is not null and m.user_id <> test.id('${as}')`;
  return [
    ...each,
    ...inviting,
    probe(
      'transfer',
      'rpc transfer_document',
      'document',
      `select public.transfer_document(test.document(), test.id('karel'))`,
    ),
    probe(
      'transfer to a stranger',
      'never',
      'document',
      `select public.transfer_document(test.document(), test.id('cizinec'))`,
    ),
    probe(
      'change a role in',
      'rpc set_member_role',
      'document',
      `select public.set_member_role(test.document(), test.id('karel'), 'editor')`,
    ),
    probe(
      'remove a member of',
      'rpc remove_member',
      'document',
      `select public.remove_member(test.document(), test.id('emil'))`,
    ),
    {
      ...probe(
        'leave',
        'leave a document',
        'document',
        `select public.remove_member(test.document(), test.id('${as}'))`,
      ),
    },
    probe('see addresses of', 'rpc add_member', 'document', emails),
    {
      caller,
      as,
      what: 'create a document',
      expected: may(caller, 'rpc create_document', 'document'),
      sql: 'select public.create_document(gen_random_uuid())',
    },
    {
      caller,
      as,
      what: 'see the folder of Radka',
      expected: as === 'radka',
      sql: 'select 1 from json_array_elements(public.list_my_folders())',
    },
    {
      caller,
      as,
      what: 'read secrets of sessions',
      expected: false,
      sql: 'select * from private.session_secrets',
    },
  ];
}
