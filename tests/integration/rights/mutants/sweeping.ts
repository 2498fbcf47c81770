/** Mutants of the sweep, and of the sessions of a deleted account. */
import { change, edit, type Mutant } from './mutant.ts';

const swept = (name: string, routine: string, find: string, put: string): Mutant =>
  edit('sweeping', name, `private.${routine}`, find, put);

export const SWEEPING: readonly Mutant[] = [
  swept('sessions with updates are deleted', 'sweep_sessions', 's.last_counter = 0 and', ''),
  swept('sessions are deleted too early', 'sweep_sessions', "'30 days'", "'28 days'"),
  swept('sessions without updates are not deleted', 'sweep_sessions', 'limit p_limit', 'limit 0'),
  swept('secrets are deleted too early', 'sweep_secrets', "'1 day'", "'1 hour'"),
  swept('secrets are deleted too late', 'sweep_secrets', "'1 day'", "'1 week'"),
  swept(
    'secrets are deleted without a day after the lost right',
    'sweep_secrets',
    's.lost_right_at',
    's.last_seen_at',
  ),
  swept('a revoked session keeps its secret', 'sweep_secrets', 's.revoked_at, ', ''),
  swept('refused writes are deleted too early', 'sweep_refused_writes', "'90 days'", "'30 days'"),
  swept('refused writes are not deleted', 'sweep_refused_writes', 'limit p_limit', 'limit 0'),
  swept('pending invitations are deleted', 'sweep_invitations', 'i.expires_at < now()', 'true'),
  swept('expired invitations are not deleted', 'sweep_invitations', 'i.expires_at < now()', 'false'),
  swept('invited members are deleted', 'sweep_invitations', 'and m.expires_at < now()', ''),
  swept('expired invited members are not deleted', 'sweep_invitations', 'm.arrived_at is null', 'false'),
  swept('expired members are deleted', 'sweep_invitations', 'm.arrived_at is null and', ''),
  swept('buckets that are not full are deleted', 'sweep_buckets', '>= r.burst', '>= 0'),
  swept('full buckets are not deleted', 'sweep_buckets', '>= r.burst', '>= 1e9'),
  edit('sweeping', 'the trash is not erased', 'public.sweep', 'private.erase_expired()', '0'),
  swept('avatars in use are listed', 'list_unused_avatars', 'p.avatar = storage.filename(o.name)', 'false'),
  swept('new avatars are listed', 'list_unused_avatars', "- interval '1 day'", ''),
  swept('no document is checked for unused images', 'walk_documents', 'order by d.id limit 1000', 'limit 0'),
  change(
    'sweeping',
    'sessions are deleted with the account',
    `alter table public.editing_sessions drop constraint editing_sessions_of_profiles, drop constraint editing_sessions_user_id_fkey,
     add constraint editing_sessions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade`,
  ),
  swept(
    'sessions of a deleted account are not revoked',
    'leave_session',
    'new.revoked_at := coalesce(old.revoked_at, now());',
    '',
  ),
  swept(
    'secrets of a deleted account stay',
    'leave_session',
    'delete from private.session_secrets where session_id = old.id;',
    '',
  ),
  change(
    'sweeping',
    'sessions without a user may be open',
    `drop trigger leave_session on public.editing_sessions;
     alter table public.editing_sessions drop constraint editing_sessions_of_nobody_are_over`,
  ),
];
