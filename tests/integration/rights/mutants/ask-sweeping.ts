/** What a sweep erases and what it leaves, and what becomes of the editing sessions of somebody who goes. */
import type { SqlProbe } from './sql-probe.ts';

const SESSION = "test.session('olga')";

/** Olga's session as it is, the sweep, and whether what is asked for is still there. */
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

/** A picture of Olga's in storage for so long, and whether it is told as one to remove. */
const picture = (age: string, avatar: string) =>
  `update public.profiles set avatar = ${avatar} where id = test.id('olga');
   insert into storage.objects (bucket_id, name, created_at)
   values ('avatars', test.id('olga') || '/' || md5('face')::uuid || '.png', ${ago(age)});
   select 1 where public.list_files_to_remove()::jsonb ? 'avatars'`;
/** The image of the world, which nothing names, noted as such for so long. */
const image = (age: string) =>
  `insert into private.unused_images (document_id, path, since)
   values (test.document(), test.image(test.document()), ${ago(age)});
   select 1 where public.list_files_to_remove()::jsonb ? 'document-images'`;

const KEPT: readonly (readonly [what: string, isThere: boolean, sql: string])[] = [
  ['a session that wrote', true, ofSession(`last_counter = 1, last_seen_at = '-infinity'`)],
  ['a session that wrote nothing, for 29 days', true, ofSession(`last_seen_at = ${ago('29 days')}`)],
  ['a session that wrote nothing, for 31 days', false, ofSession(`last_seen_at = ${ago('31 days')}`)],
  ['a secret for 23 hours', true, ofSecret(`last_counter = 1, last_seen_at = ${ago('23 hours')}`)],
  ['a secret for 25 hours', false, ofSecret(`last_counter = 1, last_seen_at = ${ago('25 hours')}`)],
  [
    'the secret of who lost a right 23 hours ago',
    true,
    ofSecret(`last_seen_at = ${ago('2 days')}, lost_right_at = ${ago('23 hours')}`),
  ],
  ['the secret of a session that was ended', false, ofSecret(`revoked_at = ${ago('25 hours')}`)],
  ['a refused write for 89 days', true, refused('89 days')],
  ['a refused write for 91 days', false, refused('91 days')],
  ['an invitation that waits', true, invited('1 minute')],
  ['an invitation that has expired', false, invited('-1 minute')],
  ['a place that is kept', true, expected('role = role')],
  ['a place that was kept', false, expected(`expires_at = ${ago('1 minute')}`)],
  ['a place of somebody who came', true, expected(`expires_at = ${ago('1 minute')}, arrived_at = now()`)],
  ['a bucket that fills', true, bucket(180)],
  ['a bucket that is full', false, bucket(3600)],
  ['the trash for 29 days', true, trashed('29 days')],
  ['the trash for 31 days', false, trashed('31 days')],
  [
    'an account whose session stays',
    true,
    `${GONE} select 1 from public.editing_sessions where id = ${EDITA}`,
  ],
  ['a secret of nobody', false, `${GONE} select 1 from private.session_secrets where session_id = ${EDITA}`],
  [
    'a session of nobody that others write under',
    false,
    `${GONE} select test.append('olga', test.document(), ${EDITA})`,
  ],
  ['a picture that is shown, as one to remove', false, picture('2 days', "md5('face')::uuid || '.png'")],
  ['a picture that was just sent, as one to remove', false, picture('1 hour', 'null')],
  ["a picture that is nobody's, as one to remove", true, picture('2 days', 'null')],
  ['an image that nothing has named for 29 days, as one to remove', false, image('29 days')],
  ['an image that nothing has named for 31 days, as one to remove', true, image('31 days')],
];

export const sweepingProbes = (): SqlProbe[] =>
  KEPT.map(([what, isThere, sql]) => ({ caller: 'service', as: null, what, expected: isThere, sql }));
