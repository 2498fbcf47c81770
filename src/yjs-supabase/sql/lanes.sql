-- Lanes: the Realtime topics of a document. Realtime shows a policy only topic and extension, so the topic carries the right:
-- doc:<document>:<epoch>:<ctl|upd|aw>.

create function private.topic_access(p_topic text, out lane text, out role text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts text[];
  role_in_document text;
begin
  if p_topic is null
    or p_topic !~ '^doc:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:[1-9][0-9]{0,8}:(ctl|upd|aw)$' then
    return;
  end if;
  parts := string_to_array(p_topic, ':');
  select private.role_of(l.document_id, private.caller()) into role_in_document
  from public.document_logs l
  where l.document_id = parts[2]::uuid and l.epoch = parts[3]::integer;
  if role_in_document is null then
    return;
  end if;
  lane := parts[4];
  role := role_in_document;
end
$$;
comment on function private.topic_access(text) is
  'Lane and role of the caller on a topic; both null when the topic is not a current lane of a document they belong to.';
revoke all on function private.topic_access(text) from public;
grant execute on function private.topic_access(text) to authenticated;

create policy receive_on_lanes on realtime.messages for select to authenticated
  using ((
    select t.role is not null and (messages.extension = 'broadcast' or (messages.extension = 'presence' and t.lane = 'ctl'))
    from private.topic_access((select realtime.topic())) t
  ));

create policy send_on_lanes on realtime.messages for insert to authenticated
  with check ((
    select case t.lane
      when 'upd' then private.may(t.role, 'write') and messages.extension = 'broadcast'
      when 'aw' then messages.extension = 'broadcast'
      when 'ctl' then messages.extension = 'presence'
      else false
    end
    from private.topic_access((select realtime.topic())) t
  ));

create function private.move_lanes(p_document uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  new_epoch integer;
begin
  update public.document_logs set epoch = epoch + 1 where document_id = p_document returning epoch into new_epoch;
  perform realtime.send(jsonb_build_object('epoch', new_epoch), 'epoch',
    'doc:' || p_document || ':' || new_epoch - 1 || ':ctl', true);
  return new_epoch;
end
$$;
comment on function private.move_lanes(uuid) is
  'Raises the epoch and announces it on the old ctl lane. From then on the old lanes cannot be joined. The host calls it when somebody loses a right.';
revoke all on function private.move_lanes(uuid) from public;

-- Announcing the head. An announcement names the rows since the previous one, so that a reader that received them live need
-- not fetch them. Reading costs no function call, with any number of readers (PROTOCOL.md, S10a, S10b).

create function private.may_tell_head(log public.document_logs) returns boolean
language sql stable set search_path = ''
as $$
  select log.told_until <= now() + interval '4 seconds'
$$;
comment on function private.may_tell_head(public.document_logs) is
  'Whether the head may be announced now: once a second, five in a row.';
revoke all on function private.may_tell_head(public.document_logs) from public;

create function private.name_rows(p_document uuid, p_since bigint, p_head bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- A run: rows of one session whose counters grow as their seqs do.
  with runs as (
    select jsonb_build_array(u.session_id, min(u.counter), max(u.counter)) as run, min(u.seq) as seq
    from public.document_updates u
    where u.document_id = p_document and u.seq > p_since and u.seq <= p_head and p_head - p_since <= 400
    group by u.session_id, u.counter - u.seq
  )
  select jsonb_agg(r.run order by r.seq) from runs r having count(*) <= 64
$$;
comment on function private.name_rows(uuid, bigint, bigint) is
  'Rows after one seq up to another as [session, first counter, last counter], in the order of seq. Null when there are none, or too many: more than 400 rows, or 64 runs.';
revoke all on function private.name_rows(uuid, bigint, bigint) from public;

create function private.tell_head(log public.document_logs, p_head bigint) returns void
language sql security definer set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('head', p_head, 'chain', private.chain_of(log.document_id, p_head),
      'since', log.told_seq, 'rows', private.name_rows(log.document_id, log.told_seq, p_head)),
    'head', 'doc:' || log.document_id || ':' || log.epoch || ':ctl', true)
$$;
comment on function private.tell_head(public.document_logs, bigint) is
  'Announces a new head on the ctl lane, with the names of the rows since the announcement before. Takes the log as it was before the append.';
revoke all on function private.tell_head(public.document_logs, bigint) from public;

-- Announcements of the head are sent once a second. One that was held back is lost if no append follows, and a reader without
-- the live frame would wait for its next poll. So the first poll of any page sends it (PROTOCOL.md, S10h).

create function private.tell_held_back_head(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  -- An append that holds the row may announce it, and a poll must not wait for that.
  select * into log from public.document_logs l where l.document_id = p_document for no key update skip locked;
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    update public.document_logs l
    set told_seq = log.head_seq, told_until = greatest(l.told_until, now()) + interval '1 second'
    where l.document_id = p_document;
    perform private.tell_head(log, log.head_seq);
  end if;
end
$$;
comment on function private.tell_held_back_head(uuid) is
  'Announces rows whose announcement was held back, unless it is still too early or an append is under way.';
revoke all on function private.tell_held_back_head(uuid) from public;

create function private.silent_sessions(p_document uuid, p_generation integer) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(s.id), '[]') from public.editing_sessions s
  where s.document_id = p_document and s.generation = p_generation and s.revoked_at is null
    and s.last_seen_at between now() - interval '5 minutes' and now() - interval '20 seconds'
$$;
comment on function private.silent_sessions(uuid, integer) is
  'Editing sessions whose pages no longer poll, although they do every 15 seconds at least: closed ones, and ones whose line has failed. Realtime would show the latter for a minute (PROTOCOL.md, A10).';
revoke all on function private.silent_sessions(uuid, integer) from public;

-- Sizes and digests tell something about deleted text. A reader needs neither, except the digest of the text that they see.
create function public.document_head(p_document uuid, p_session uuid default null, p_since bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  my_role text;
  sees_all boolean;
  host json;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  sees_all := private.may(my_role, 'write');
  -- An open page polls: its editing session is alive even without changes.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '2 seconds';
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    perform private.tell_held_back_head(p_document);
  end if;
  -- A host need not have it.
  if to_regprocedure('private.describe_host(uuid, text)') is not null then host := private.describe_host(p_document, my_role); end if;
  return json_build_object('head', log.head_seq, 'chain', private.chain_of(p_document, log.head_seq), 'host', host,
    'epoch', log.epoch, 'generation', log.generation, 'role', my_role, 'mayEdit', sees_all,
    'weight', case when sees_all then log.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, log.head_seq),
    'silent', private.silent_sessions(p_document, log.generation),
    'snapshot', json_build_object('seq', log.snapshot_seq, 'digest', case when sees_all or log.snapshot_seq = log.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq), '') else '' end));
end
$$;
comment on function public.document_head(uuid, uuid, bigint) is
  'Where the log ends, the rows after p_since by name, the weight of the document (0 for readers), the digest of the snapshot (for readers only if it is that of the present text), the sessions that no longer poll, and the role of the caller: cheap enough for a call every few seconds. Keeps the caller''s editing session, if it is given, from counting as silent.';
revoke all on function public.document_head(uuid, uuid, bigint) from public, anon, service_role;
grant execute on function public.document_head(uuid, uuid, bigint) to authenticated;

-- The roster: the people behind client ids. Live frames are proven to each reader separately, with a key that only the
-- author's page, the reader and this database can have.

create function private.key_between(p_author uuid, p_reader uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
  select extensions.hmac('\xffffffffffffffff'::bytea || uuid_send(p_reader), s.secret, 'sha256')
  from private.session_secrets s where s.session_id = p_author
$$;
comment on function private.key_between(uuid, uuid) is
  'The key with which one editing session proves its live frames to another: 32 bytes; null for an author without a secret. Laid out as in the provider''s PROTOCOL.md (W10).';
revoke all on function private.key_between(uuid, uuid) from public;

-- p_session has a default for pages that do not send it.
create function public.room_roster(p_document uuid, p_session uuid default null)
returns table (session_id uuid, client_id bigint, user_id uuid, name text, color smallint, key text, public_key text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  my_role text;
  reader uuid;
  known_since timestamptz;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  known_since := case when private.may(my_role, 'write') then '-infinity'
    else least(private.member_since(p_document, private.caller()), now() - interval '2 minutes') end;
  select s.id into reader from public.editing_sessions s
  where s.id = p_session and s.user_id = private.caller();
  return query
    select s.id, s.client_id, s.user_id, p.name, p.color, encode(private.key_between(s.id, reader), 'hex'),
      encode(s.public_key, 'hex')
    from public.editing_sessions s
    cross join lateral private.person_of(s.user_id) p
    where s.document_id = p_document and s.generation = log.generation
      and s.revoked_at is null and s.last_seen_at > greatest(now() - interval '1 day', known_since);
end
$$;
comment on function public.room_roster(uuid, uuid) is
  'Editing sessions of the last day with their people, so that a client id gets its name from the server and not from a peer; for readers those that are here now, or were since the reader got access. With the caller''s own session, also the key of each session by which it proves its live frames to the caller''s (64 hexadecimal digits); null for a session that is not the caller''s. The public key of each session verifies its signed frames (64 hexadecimal digits); null for a session without.';
revoke all on function public.room_roster(uuid, uuid) from public, anon, service_role;
grant execute on function public.room_roster(uuid, uuid) to authenticated;
