/** Mistakes in what is erased on a clock, and in what becomes of the sessions of somebody who goes. */
import { change, edit, type Mutant } from './mutant.ts';

const swept = (name: string, routine: string, find: string, put: string): Mutant =>
  edit('sweeping', name, `private.${routine}`, find, put);

export const SWEEPING: readonly Mutant[] = [
  swept('sessions that wrote go', 'sweep_sessions', 's.last_counter = 0 and', ''),
  swept('sessions go too soon', 'sweep_sessions', "'30 days'", "'28 days'"),
  swept('sessions that wrote nothing stay', 'sweep_sessions', 'limit p_limit', 'limit 0'),
  swept('secrets go too soon', 'sweep_secrets', "'1 day'", "'1 hour'"),
  swept('secrets stay', 'sweep_secrets', "'1 day'", "'1 week'"),
  swept('what was said is lost with the right', 'sweep_secrets', 's.lost_right_at', 's.last_seen_at'),
  swept('an ended session keeps its secret', 'sweep_secrets', 's.revoked_at, ', ''),
  swept('refused writes are forgotten too soon', 'sweep_refused_writes', "'90 days'", "'30 days'"),
  swept('refused writes are known for ever', 'sweep_refused_writes', 'limit p_limit', 'limit 0'),
  swept('invitations that wait go', 'sweep_invitations', 'i.expires_at < now()', 'true'),
  swept('invitations that have expired stay', 'sweep_invitations', 'i.expires_at < now()', 'false'),
  swept('places that are kept go', 'sweep_invitations', 'and m.expires_at < now()', ''),
  swept('places stay kept', 'sweep_invitations', 'm.arrived_at is null', 'false'),
  swept('who came goes', 'sweep_invitations', 'm.arrived_at is null and', ''),
  swept('buckets are full at once', 'sweep_buckets', '>= r.burst', '>= 0'),
  swept('full buckets stay', 'sweep_buckets', '>= r.burst', '>= 1e9'),
  edit('sweeping', 'the trash stays', 'public.sweep', 'private.erase_expired()', '0'),
  swept('pictures that are shown go', 'list_unused_avatars', 'p.avatar = storage.filename(o.name)', 'false'),
  swept('pictures go on their way', 'list_unused_avatars', "- interval '1 day'", ''),
  swept('no document is walked through', 'walk_documents', 'order by d.id limit 1000', 'limit 0'),
  change(
    'sweeping',
    'sessions go with the account',
    `alter table public.editing_sessions drop constraint editing_sessions_user_id_fkey,
     add constraint editing_sessions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade`,
  ),
  swept('nobody goes who wrote', 'leave_session', 'new.revoked_at := coalesce(old.revoked_at, now());', ''),
  swept(
    'secrets of nobody stay',
    'leave_session',
    'delete from private.session_secrets where session_id = old.id;',
    '',
  ),
  change(
    'sweeping',
    'sessions of nobody are open',
    `drop trigger leave_session on public.editing_sessions;
     alter table public.editing_sessions drop constraint editing_sessions_of_nobody_are_over`,
  ),
];
