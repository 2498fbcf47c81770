/** What edge functions may do for people. */
import { may, roleIn } from '../matrix.ts';
import { SQL_PLACES, type SqlPerson, type SqlProbe } from './sql-probe.ts';

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
        `take the turn to fold (${place})`,
        can('save-snapshot'),
        `select 1 where public.begin_fold(${who}, ${document})`,
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
    probe(
      'take the turn to fold that somebody has',
      false,
      `select public.begin_fold(test.id('olga'), test.auth_session('olga'), test.document()); select 1 where public.begin_fold(${who}, test.document())`,
    ),
    probe(
      'append to a document that is full',
      false,
      `update public.documents set size_bytes = private.max_document_weight() where id = test.document(); select test.append('${name}', test.document(), test.session('${name}'))`,
    ),
    probe('relay', may(caller, 'function append-updates', 'document'), `select test.relay('${name}')`),
    probe('log what carries no tag', false, logged),
    ...[`append('${name}', test.document(), test.session('${name}'))`, `relay('${name}', test.tag())`].map(
      (bring) =>
        probe(
          `${bring.slice(0, 6)} beyond what a day may bring`,
          false,
          `update private.rate_limits set burst = 1 where action = 'append_bytes'; select test.${bring}`,
        ),
    ),
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

/** What a title, or the name of a version, that is turned around reads like in the end. */
export const titleProbes = (): SqlProbe[] =>
  (
    [
      [
        'a title',
        "update public.documents set title = E'a\\u202eb'",
        "select 1 from public.documents where title = 'ab'",
      ],
      [
        'a name',
        "update public.versions set name = E'a\\u2067b'",
        "select 1 from public.versions where name = 'ab'",
      ],
      [
        'a title in Hebrew',
        "update public.documents set title = E'\\u05d0\\u200f.'",
        "select 1 from public.documents where title = E'\\u05d0\\u200f.'",
      ],
      [
        'a small mark in Latin',
        "update public.documents set title = E'a\\u200fb'",
        "select 1 from public.documents where title = 'ab'",
      ],
    ] as const
  ).map(([what, write, read]) => ({
    caller: 'service',
    as: null,
    what: `${what} reads as it is written`,
    expected: true,
    sql: `${write}; ${read}`,
  }));

/** Two words of Edita's, so that there is something before the second. */
const WRITTEN = `select test.append('edita', test.document(), test.session('edita')) from generate_series(1, 2)`;
const SAVE = `public.save_before_deletion(test.document(), test.session('edita'), 1, 2, '\\x0000', md5(''))`;
/** Row when there is something to measure in what Edita wrote last. */
const measure = (name: string) =>
  `select 1 from (select public.load_before_deletion(test.id('${name}'), test.document(), test.session('edita'), array[2])::bytea as frame offset 0) f
   where position(convert_to('"before" : null', 'UTF8') in frame) = 0`;

/** What is saved before a large deletion, whoever asks. */
export const deletionProbes = (): SqlProbe[] =>
  (
    [
      ['save it', true, `${WRITTEN}; select 1 where ${SAVE} is not null`],
      [
        'save it twice in ten minutes',
        false,
        `${WRITTEN}; select ${SAVE}; select 1 where ${SAVE} is not null`,
      ],
      [
        'save it again after ten minutes',
        true,
        `${WRITTEN}; select ${SAVE}; update public.versions set created_at = now() - interval '11 minutes'; select 1 where ${SAVE} is not null`,
      ],
      [
        'save it as of whoever deletes',
        true,
        `${WRITTEN}; select ${SAVE}; select 1 from public.versions where kind = 'before_deletion' and created_by = test.id('edita')`,
      ],
      ['measure what one has written', true, `${WRITTEN}; ${measure('edita')}`],
      ['measure what somebody else has written', false, `${WRITTEN}; ${measure('olga')}`],
      [
        'measure what is long written',
        false,
        `${WRITTEN}; update public.document_updates set created_at = now() - interval '6 minutes'; ${measure('edita')}`,
      ],
      [
        'measure without end',
        false,
        `${WRITTEN}; update private.rate_limits set burst = 1 where action = 'measure_deletion'; ${measure('edita')}; ${measure('edita')}`,
      ],
    ] as const
  ).map(([what, expected, sql]) => ({
    caller: 'service',
    as: null,
    what: `before a large deletion: ${what}`,
    expected,
    sql,
  }));
