/** Mutants of the lanes, and of raising the epoch when a member loses a right. */
import { change, edit, type Mutant } from './mutant.ts';

const LANES = 'private.topic_access';

export const LANE_RULES: readonly Mutant[] = [
  edit('lanes', 'the epoch is not compared', LANES, 'and l.epoch = parts[3]::integer', ''),
  edit('lanes', 'topics in capitals', LANES, "p_topic !~ '", "p_topic !~* '"),
  edit('lanes', 'topics with a suffix', LANES, "(ctl|upd|aw)$'", "(ctl|upd|aw)'"),
  edit('lanes', 'topics with a prefix', LANES, "'^doc:", "'doc:"),
  edit('lanes', 'an epoch with leading zeros', LANES, '[1-9][0-9]{0,8}', '[0-9]{1,9}'),
  edit(
    'lanes',
    'lanes ignore the expiry of members',
    'private.role_of',
    'and (m.expires_at is null or m.expires_at > now())',
    '',
  ),
  edit('removal', 'deleted documents have lanes', 'private.role_of', 'and d.deleted_at is null', ''),
  change('lanes', 'every user receives', 'alter policy receive_on_lanes on realtime.messages using (true)'),
  change(
    'lanes',
    'presence on every lane',
    `alter policy receive_on_lanes on realtime.messages using ((
    select t.role is not null from private.topic_access((select realtime.topic())) t))`,
  ),
  change(
    'lanes',
    'one policy for all',
    `create policy all_on_lanes on realtime.messages for all to authenticated using ((
    select t.role is not null from private.topic_access((select realtime.topic())) t))`,
  ),
  change(
    'lanes',
    'the owner sends on ctl',
    `create policy send_on_ctl on realtime.messages for insert to authenticated with check ((
    select t.lane = 'ctl' and t.role = 'owner' from private.topic_access((select realtime.topic())) t))`,
  ),
  change(
    'lanes',
    'viewers send on upd',
    `create policy send_as_viewer on realtime.messages for insert to authenticated with check ((
    select t.lane = 'upd' and t.role = 'viewer' and messages.extension = 'broadcast' from private.topic_access((select realtime.topic())) t))`,
  ),
  change(
    'lanes',
    'commenters send on upd',
    `create policy send_as_commenter on realtime.messages for insert to authenticated with check ((
    select t.lane = 'upd' and t.role = 'commenter' and messages.extension = 'broadcast' from private.topic_access((select realtime.topic())) t))`,
  ),
  change(
    'lanes',
    'the extension is not compared',
    `create policy send_anything on realtime.messages for insert to authenticated with check ((
    select t.lane = 'aw' from private.topic_access((select realtime.topic())) t))`,
  ),
  change('lanes', 'no member sends', 'drop policy send_on_lanes on realtime.messages'),
];

export const REMOVAL: readonly Mutant[] = [
  edit(
    'removal',
    'the epoch stays after a removal',
    'public.remove_member',
    'perform private.move_lanes(p_document);',
    '',
  ),
  edit(
    'removal',
    'the epoch stays after a demotion',
    'public.set_member_role',
    'perform private.move_lanes(p_document);',
    '',
  ),
  edit(
    'removal',
    'sessions stay after a removal',
    'public.remove_member',
    'set revoked_at = now(), lost_right_at',
    'set lost_right_at',
  ),
  edit(
    'removal',
    'a removed member stays as a viewer',
    'public.remove_member',
    'delete from public.members\n',
    "update public.members set role = 'viewer'\n",
  ),
  edit('removal', 'the new epoch is not announced', 'private.move_lanes', "'epoch',\n", "'news',\n"),
  edit('removal', 'the announcement is public', 'private.move_lanes', "':ctl', true)", "':ctl', false)"),
];
