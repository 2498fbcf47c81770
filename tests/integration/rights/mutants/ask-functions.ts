/** What people may call, and what edge functions may do for them. */
import { may, roleIn, type Place } from '../matrix.ts';
import { PEOPLE, SQL_PLACES, type Catalogue, type SqlPerson, type SqlProbe } from './sql-probe.ts';

/** A function whose name the matrix does not know is open to nobody. */
export function grants([caller, as]: SqlPerson, functions: Catalogue['functions']): SqlProbe[] {
  const role = as === 'anon' ? 'anon' : 'authenticated';
  const places: readonly Place[] = ['document', 'other document'];
  return functions.map(({ name, signature }) => ({
    caller,
    as: null,
    what: `execute ${name}`,
    expected:
      role === 'authenticated' &&
      PEOPLE.some(([who]) => places.some((place) => may(who, `rpc ${name}`, place))),
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
    probe('mark', 'rpc set_favorite', place, `select public.set_favorite(${document}, true)`),
    probe('file', 'rpc move_to_folder', place, `select public.move_to_folder(${document}, null)`),
    probe('delete', 'rpc delete_document', place, `select public.delete_document(${document})`),
    ...(['restore', 'erase'] as const).map((what) =>
      probe(
        what,
        `rpc ${what}_document`,
        place,
        // As the tests: afterwards it is the caller's own attempt.
        `select test.trash(${document}); select public.${what}_document(${document})`,
      ),
    ),
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
      'add themself to',
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
      'accept an old invitation to',
      'never',
      place,
      `select test.invite(${document}, '${address}', '-1 minute'); select public.accept_invitation('${address}')`,
    ),
    probe(
      'accept the invitation of somebody else to',
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
      'come by the closed link of',
      'rpc join_document',
      place,
      `select public.join_document(${document})`,
    ),
    probe(
      'come by the open link of',
      'join by an open link',
      place,
      `select test.open_link(${document}); select public.join_document(${document})`,
    ),
    probe(
      'come by the open link of what was deleted',
      'never',
      place,
      `select test.open_link(${document}), test.trash(${document}); select public.join_document(${document})`,
    ),
    probe('ask for', 'rpc request_access', place, `select public.request_access(${document})`),
    probe(
      'answer for',
      'rpc answer_request',
      place,
      `select public.answer_request(${document}, test.id('radka'), 'editor')`,
    ),
    probe(
      'see who has not come to',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select user_id from public.members where user_id = test.id('radka') and '${as}' <> 'radka' and document_id = ${document}`,
    ),
    probe(
      'see the name of who has not come to',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select id from public.profiles where id = test.id('radka') and '${as}' <> 'radka'`,
    ),
    probe(
      'list who has not come to',
      'never',
      place,
      `select test.expect(${document}, 'radka'); select user_id from public.list_members(${document}) where user_id = test.id('radka') and '${as}' <> 'radka'`,
    ),
    probe(
      'remove who has not come to',
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
      'give away',
      'rpc transfer_document',
      'document',
      `select public.transfer_document(test.document(), test.id('karel'))`,
    ),
    probe(
      'give away to somebody else',
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
      what: 'make a document',
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

/** What an edge function asks for a person, and the one thing that is wrong with it. */
export function serviceProbes([caller, name]: SqlPerson): SqlProbe[] {
  const probe = (what: string, expected: boolean, sql: string): SqlProbe => ({
    caller,
    as: null,
    what,
    expected,
    sql,
  });
  const who = `test.id('${name}'), test.auth_session('${name}')`;
  const each = SQL_PLACES.flatMap(([place, document, owner]) => {
    const can = (right: string) => may(caller, `function ${right}`, place);
    const version = `test.version(${document})`;
    return [
      probe(
        `open a session (${place})`,
        can('open-session'),
        `select public.open_editing_session(${who}, ${document}, gen_random_uuid(), 99, 1)`,
      ),
      probe(
        `load (${place})`,
        can('load-document'),
        `select public.load_document(${who}, ${document}, null)`,
      ),
      probe(
        `read a version (${place})`,
        can('read-version'),
        `select public.read_version(${who}, ${document}, ${version})`,
      ),
      probe(
        `save a version (${place})`,
        can('save-snapshot'),
        `select public.save_snapshot(${who}, ${document}, 1, 0, 1, '\\x0000', md5(''), 'named')`,
      ),
      probe(
        `restore (${place})`,
        can('restore-version'),
        `select public.begin_restore(${who}, ${document}, gen_random_uuid(), 98)`,
      ),
      probe(
        `append as oneself (${place})`,
        can('append-updates') && roleIn(caller, place) !== null,
        `select test.append('${name}', ${document}, test.session('${name}'))`,
      ),
      probe(
        `append under the session of ${owner} (${place})`,
        roleIn(caller, place) === 'owner',
        `select test.append('${name}', ${document}, test.session('${owner}'))`,
      ),
    ];
  });
  const logged = `select 1 from (select (test.relay('${name}') ->> 'head')::int as head offset 0) r where r.head > 1`;
  return [
    ...each,
    probe(
      'append under another client id',
      false,
      `select test.append('${name}', test.document(), test.session('${name}'), 12345)`,
    ),
    probe(
      'append with the sign-in of somebody else',
      false,
      `select test.append('${name}', test.document(), test.session('${name}'), null, '${name === 'olga' ? 'edita' : 'olga'}')`,
    ),
    probe(
      'append after signing out',
      false,
      `delete from auth.sessions where user_id = test.id('${name}'); select test.append('${name}', test.document(), test.session('${name}'))`,
    ),
    probe(
      'append to one document under a session of another',
      false,
      `update public.editing_sessions set document_id = test.other_document() where id = test.session('${name}'); select test.append('${name}', test.document(), test.session('${name}'))`,
    ),
    probe(
      'take over the session of somebody else',
      false,
      `select public.open_editing_session(${who}, test.document(), test.session('${name === 'olga' ? 'edita' : 'olga'}'), ${name === 'olga' ? 12 : 11}, 1)`,
    ),
    probe('relay', may(caller, 'function append-updates', 'document'), `select test.relay('${name}')`),
    probe('log what carries no tag', false, logged),
    probe(
      'read a version through another document',
      false,
      `select public.read_version(${who}, test.document(), test.version(test.other_document()))`,
    ),
    probe(
      'read a deleted document',
      false,
      `update public.documents set deleted_at = now(); select public.load_document(${who}, test.document(), null)`,
    ),
  ];
}
