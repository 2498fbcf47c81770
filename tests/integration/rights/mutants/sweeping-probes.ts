/** Probes of the data that a sweep deletes or keeps, and of the editing sessions of a deleted account. */
import type { SqlProbe } from './sql-probe.ts';

const SESSION = "test.session('olga')";

/** Changes Olga's session, sweeps, and returns a row if the session's row in `from` still exists. */
const session = (columns: string, from: string, column = 'id') =>
  `update public.editing_sessions set ${columns} where id = ${SESSION}; select public.sweep();
   select 1 from ${from} where ${column} = ${SESSION}`;
const ofSession = (columns: string) => session(columns, 'public.editing_sessions');
const ofSecret = (columns: string) => session(columns, 'private.session_secrets', 'session_id');
const ago = (interval: string) => `now() - interval '${interval}'`;

const refused = (age: string) =>
  `insert into private.refused_writes (document_id, user_id, reason, session_id, last_at)
   values (test.document(), test.id('edita'), 'clock', ${SESSION}, ${ago(age)}); select public.sweep();
   select 1 from private.refused_writes`;
const invited = (lasts: string) =>
  `select test.invite(test.document(), 'new@example.com', '${lasts}'), public.sweep();
   select 1 from private.invitations`;
const expected = (columns: string) =>
  `select test.expect(test.document(), 'radka'); update public.members set ${columns} where user_id = test.id('radka');
   select public.sweep(); select 1 from public.members where user_id = test.id('radka')`;
const bucket = (seconds: number) =>
  `insert into private.rate_buckets (user_id, action, tokens, filled_at)
   values (test.id('olga'), 'save_version', 0, now() - interval '${seconds} seconds')
   on conflict (user_id, action) do update set tokens = 0, filled_at = excluded.filled_at;
   select public.sweep(); select 1 from private.rate_buckets where user_id = test.id('olga') and action = 'save_version'`;
const trashed = (age: string) =>
  `select test.trash(test.document(), '${age}'), public.sweep();
   select 1 from public.document_updates where document_id = test.document()`;

const GONE = "delete from auth.users where id = test.id('edita');";
const EDITA = "test.session('edita')";

/** Adds an avatar file of Olga's of this age, and returns a row if it is listed for removal. */
const picture = (age: string, avatar: string) =>
  `update public.profiles set avatar = ${avatar} where id = test.id('olga');
   insert into storage.objects (bucket_id, name, created_at)
   values ('avatars', test.id('olga') || '/' || md5('face')::uuid || '.png', ${ago(age)});
   select 1 where public.list_files_to_remove()::jsonb ? 'avatars'`;
/** Records the unused image of the test data at this age, and returns a row if it is listed for removal. */
const image = (age: string) =>
  `insert into private.unused_images (document_id, path, since)
   values (test.document(), test.image(test.document()), ${ago(age)});
   select 1 where public.list_files_to_remove()::jsonb ? 'document-images'`;

const KEPT: readonly (readonly [what: string, isThere: boolean, sql: string])[] = [
  ['a session with updates', true, ofSession(`last_counter = 1, last_seen_at = '-infinity'`)],
  ['a session without updates, after 29 days', true, ofSession(`last_seen_at = ${ago('29 days')}`)],
  ['a session without updates, after 31 days', false, ofSession(`last_seen_at = ${ago('31 days')}`)],
  ['a secret after 23 hours', true, ofSecret(`last_counter = 1, last_seen_at = ${ago('23 hours')}`)],
  ['a secret after 25 hours', false, ofSecret(`last_counter = 1, last_seen_at = ${ago('25 hours')}`)],
  [
    'the secret of a session that lost its right 23 hours ago',
    true,
    ofSecret(`last_seen_at = ${ago('2 days')}, lost_right_at = ${ago('23 hours')}`),
  ],
  ['the secret of a revoked session', false, ofSecret(`revoked_at = ${ago('25 hours')}`)],
  ['a refused write after 89 days', true, refused('89 days')],
  ['a refused write after 91 days', false, refused('91 days')],
  ['a pending invitation', true, invited('1 minute')],
  ['an expired invitation', false, invited('-1 minute')],
  ['an invited member', true, expected('role = role')],
  ['an invited member after the invitation has expired', false, expected(`expires_at = ${ago('1 minute')}`)],
  [
    'an expired member who had opened the document',
    true,
    expected(`expires_at = ${ago('1 minute')}, arrived_at = now()`),
  ],
  ['a rate bucket that is not full', true, bucket(180)],
  ['a full rate bucket', false, bucket(3600)],
  ['a document after 29 days in the trash', true, trashed('29 days')],
  ['a document after 31 days in the trash', false, trashed('31 days')],
  [
    'the session of a deleted account',
    true,
    `${GONE} select 1 from public.editing_sessions where id = ${EDITA}`,
  ],
  [
    'the secret of a deleted account’s session',
    false,
    `${GONE} select 1 from private.session_secrets where session_id = ${EDITA}`,
  ],
  [
    'an append under a deleted account’s session',
    false,
    `${GONE} select test.append('olga', test.document(), ${EDITA})`,
  ],
  ['an avatar in use, listed for removal', false, picture('2 days', "md5('face')::uuid || '.png'")],
  ['a new avatar, listed for removal', false, picture('1 hour', 'null')],
  ['an unused avatar, listed for removal', true, picture('2 days', 'null')],
  ['an image unused for 29 days, listed for removal', false, image('29 days')],
  ['an image unused for 31 days, listed for removal', true, image('31 days')],
];

export const sweepingProbes = (): SqlProbe[] =>
  KEPT.map(([what, isThere, sql]) => ({ caller: 'service', as: null, what, expected: isThere, sql }));
