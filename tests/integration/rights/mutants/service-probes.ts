/** Probes of database functions that edge functions call for a user. */
import { may, roleIn } from '../matrix.ts';
import { SQL_PLACES, type SqlPerson, type SqlProbe } from './sql-probe.ts';

/** Calls of the edge functions for a user, valid or with one fault. */
export function serviceProbes([caller, name]: SqlPerson): SqlProbe[] {
  const probe = (what: string, expected: boolean, sql: string): SqlProbe => ({
    caller,
    as: null,
    what,
    expected,
    sql,
  });
  const who = `test.id('${name}'), test.auth_session('${name}')`;
  const load = (document: string) => `select public.load_for_reader(${who}, ${document}, null, null)`;
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
        `load rows (${place})`,
        can('append-updates'),
        `select 1 from (select public.load_document(${who}, ${document}, 0)::bytea as frame) loaded
         where octet_length(frame) > 5 + ('x' || encode(substr(frame, 2, 4), 'hex'))::bit(32)::integer`,
      ),
      probe(`load as a reader (${place})`, can('load-document'), load(document)),
      probe(
        `read a version (${place})`,
        can('read-version'),
        `select public.read_version(${who}, ${document}, ${version})`,
      ),
      probe(
        `read a state (${place})`,
        can('restore-part'),
        `select public.read_state(${who}, ${document}, 1)`,
      ),
      probe(
        `describe the history (${place})`,
        can('sign-history'),
        `select public.describe_history(${who}, ${document})`,
      ),
      probe(
        `begin to erase (${place})`,
        can('erase-text'),
        `select public.begin_erasure(${who}, ${document}, gen_random_uuid(), 1, '[[11, 0, 1]]', 1)`,
      ),
      probe(
        `read what is erased (${place})`,
        can('erase-text'),
        `select public.read_erasure(${who}, ${document}, test.erasure(${document}), 'rows', 0)`,
      ),
      probe(
        `erase a row (${place})`,
        can('erase-text'),
        `select 1 where public.save_erasure(${who}, ${document}, test.erasure(${document}), 'rows', array[1],
           (select array[sha256(u.bytes)] from public.document_updates u where u.document_id = ${document} and u.seq = 1),
           array['\\x00'::bytea], '[[[11, 0, 1]]]') = 1`,
      ),
      probe(
        `end erasing (${place})`,
        can('erase-text'),
        `select public.end_erasure(${who}, ${document}, test.erasure(${document}), 'Kept')`,
      ),
      probe(`read the title (${place})`, can('read-log'), `select public.load_title(${who}, ${document})`),
      probe(`read the log (${place})`, can('read-log'), `select public.read_log(${who}, ${document}, 0, 1)`),
      probe(
        `save a version (${place})`,
        can('save-snapshot'),
        `select public.save_version(${who}, ${document}, 1, 0, 1, '\\x0000', md5(''), 'named')`,
      ),
      probe(
        `begin a fold (${place})`,
        can('save-snapshot'),
        `select 1 where public.begin_fold(${who}, ${document})`,
      ),
      probe(
        `restore (${place})`,
        can('restore-version'),
        `select public.begin_restore(${who}, ${document}, gen_random_uuid(), 98)`,
      ),
      probe(
        `append under the local session (${place})`,
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
      'append with another user’s sign-in',
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
      'open another user’s session',
      false,
      `select public.open_editing_session(${who}, test.document(), test.session('${name === 'olga' ? 'edita' : 'olga'}'), ${name === 'olga' ? 12 : 11}, 1)`,
    ),
    probe(
      'load as a reader after signing out',
      false,
      `delete from auth.sessions where user_id = test.id('${name}'); ${load('test.document()')}`,
    ),
    probe(
      'erase rows that have changed meanwhile',
      false,
      `select 1 where public.save_erasure(${who}, test.document(), test.erasure(test.document()), 'rows', array[1],
         array[sha256('other')], array['\\x00'::bytea], '[[[11, 0, 1]]]') > 0`,
    ),
    probe(
      'load rows that may have been rewritten',
      false,
      `update public.document_logs set erased_seq = 1 where document_id = test.document();
       select 1 where position('"rows": [[' in encode(public.load_document(${who}, test.document(), 0)::bytea, 'escape')) > 0`,
    ),
    probe(
      'load as a reader above the rate',
      false,
      `update private.rate_limits set burst = 1, per_second = 1e-9 where action = 'read_folded';
       ${load('test.document()')}; ${load('test.document()')}`,
    ),
    probe(
      'fold for readers while another does',
      false,
      `${load('test.document()')}; select 1 where position('"turn"' in encode(public.load_for_reader(${who}, test.document(), null, null)::bytea, 'escape')) > 0`,
    ),
    probe(
      'begin a second fold',
      false,
      `select public.begin_fold(test.id('olga'), test.auth_session('olga'), test.document()); select 1 where public.begin_fold(${who}, test.document())`,
    ),
    probe(
      'append to a full document',
      false,
      `update public.document_logs set size_bytes = private.max_document_weight() where document_id = test.document(); select test.append('${name}', test.document(), test.session('${name}'))`,
    ),
    probe('relay', may(caller, 'function append-updates', 'document'), `select test.relay('${name}')`),
    probe('log a relayed update without a true tag', false, logged),
    ...[`append('${name}', test.document(), test.session('${name}'))`, `relay('${name}', test.tag())`].map(
      (call) =>
        probe(
          `${call.slice(0, 6)} above the daily limit of bytes`,
          false,
          `update private.rate_limits set burst = 1 where action = 'append_bytes'; select test.${call}`,
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

/** Titles and names with controls and direction marks, and their stored form. */
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
        'a title with an escape sequence',
        "update public.documents set title = E'a\\u001bb'",
        "select 1 from public.documents where title = 'ab'",
      ],
      [
        'a title with a C1 control',
        "update public.documents set title = E'a\\u009bb'",
        "select 1 from public.documents where title = 'ab'",
      ],
      [
        'a title of two lines',
        "update public.documents set title = E'a\\r\\nb'",
        "select 1 from public.documents where title = 'a b'",
      ],
      [
        'a title in Hebrew',
        "update public.documents set title = E'\\u05d0\\u200f.'",
        "select 1 from public.documents where title = E'\\u05d0\\u200f.'",
      ],
      [
        'a Latin title with a direction mark',
        "update public.documents set title = E'a\\u200fb'",
        "select 1 from public.documents where title = 'ab'",
      ],
    ] as const
  ).map(([what, write, read]) => ({
    caller: 'service',
    as: null,
    what: `${what} is stored as one line of visible text`,
    expected: true,
    sql: `${write}; ${read}`,
  }));

/** A row of Edita that clients refuse, and her next one. */
const REFUSED = `select test.append('edita', test.document(), test.session('edita')) from generate_series(1, 2);
  update public.document_updates set quarantined_at = now() where document_id = test.document() and seq = (select max(seq) - 1 from public.document_updates where document_id = test.document())`;
const head = '(select head_seq from public.document_logs where document_id = test.document())';
const isTitle = (title: string) =>
  `select 1 from public.documents where id = test.document() and title = '${title}'`;

/** The title in lists. */
export const listedTitleProbes = (): SqlProbe[] =>
  (
    [
      ['a title', true, `select public.save_title(test.document(), ${head}, 'New'); ${isTitle('New')}`],
      [
        'the title of an earlier row',
        false,
        `select public.save_title(test.document(), ${head}, 'New'); select public.save_title(test.document(), ${head} - 1, 'Old'); ${isTitle('Old')}`,
      ],
      [
        'the title of a row that is not logged',
        false,
        `select public.save_title(test.document(), ${head} + 1, 'New'); ${isTitle('New')}`,
      ],
      [
        'the title of an erased document',
        false,
        `update public.documents set deleted_at = '-infinity', title = '' where id = test.document(); select public.save_title(test.document(), ${head}, 'New'); ${isTitle('New')}`,
      ],
      [
        'deleted titles of an erased document',
        false,
        `select public.save_title(test.document(), ${head}, 'New', 'state'::bytea); update public.documents set deleted_at = '-infinity' where id = test.document(); select 1 from private.titles where document_id = test.document()`,
      ],
      [
        'a state with refused rows',
        false,
        `select public.save_title(test.document(), ${head}, 'New', 'state'::bytea); select public.save_title(test.document(), ${head}, 'New', p_forgets => true); select 1 from private.titles where document_id = test.document() and state is not null`,
      ],
      [
        'a refused row of the title',
        false,
        `select public.save_title(test.document(), ${head}, 'New', 'state'::bytea); ${REFUSED}; select 1 from regexp_matches(encode(public.load_title(test.id('edita'), test.auth_session('edita'), test.document())::bytea, 'hex'), '(00000002' || encode(test.words(), 'hex') || '){2}$')`,
      ],
    ] as const
  ).map(([what, expected, sql]) => ({
    caller: 'service',
    as: null,
    what: `lists show ${what}`,
    expected,
    sql,
  }));

/** Two updates by Edita, so that there is a state before the second. */
const WRITTEN = `select test.append('edita', test.document(), test.session('edita')) from generate_series(1, 2)`;
const SAVE = `public.save_before_deletion(test.document(), test.session('edita'), 1, 2)`;
/** Returns a row when the user may measure Edita's last update. */
const measure = (name: string) =>
  `select 1 from (select public.load_before_deletion(test.id('${name}'), test.document(), test.session('edita'), array[2])::bytea as frame offset 0) f
   where position(convert_to('"before" : null', 'UTF8') in frame) = 0`;

/** Probes of the version from before a large deletion. */
export const deletionProbes = (): SqlProbe[] =>
  (
    [
      ['save a version', true, `${WRITTEN}; select 1 where ${SAVE} is not null`],
      [
        'save two versions within ten minutes',
        false,
        `${WRITTEN}; select ${SAVE}; select 1 where ${SAVE} is not null`,
      ],
      [
        'save another version after ten minutes',
        true,
        `${WRITTEN}; select ${SAVE}; update public.versions set created_at = now() - interval '11 minutes'; select 1 where ${SAVE} is not null`,
      ],
      [
        'save a version created by the deleting user',
        true,
        `${WRITTEN}; select ${SAVE}; select 1 from public.versions where kind = 'before_deletion' and created_by = test.id('edita')`,
      ],
      ['measure an own update', true, `${WRITTEN}; ${measure('edita')}`],
      ['measure another user’s update', false, `${WRITTEN}; ${measure('olga')}`],
      [
        'measure an old update',
        false,
        `${WRITTEN}; update public.document_updates set created_at = now() - interval '6 minutes'; ${measure('edita')}`,
      ],
      [
        'measure above the rate limit',
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
