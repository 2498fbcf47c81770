-- The write path and the read path of documents. The edge functions call these with the service key after they have
-- verified who asks (p_actor, p_auth_session); nobody else may.

-- PostgREST answers with plain bytes only where the return type bears the name of the media type.
create domain public."application/octet-stream" as bytea;
comment on domain public."application/octet-stream" is 'Bytes, answered as they are.';

create function private.frame(p_header json, p_parts bytea[]) returns bytea
language sql immutable set search_path = ''
as $$
  select '\x01'::bytea || int4send(octet_length(head)) || head
    || coalesce((select string_agg(int4send(octet_length(part)) || part, ''::bytea order by place)
                 from unnest(p_parts) with ordinality as parts (part, place)), ''::bytea)
  from (select convert_to(p_header::text, 'UTF8') as head) encoded
$$;
comment on function private.frame(json, bytea[]) is 'A binary message: header and parts, laid out as in _shared/contract/frame.ts.';
revoke all on function private.frame(json, bytea[]) from public;

create function private.require_sign_in(p_actor uuid, p_auth_session uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- An access token outlives its session by minutes; signing out must hold at once.
  if not exists (select 1 from auth.sessions s where s.id = p_auth_session and s.user_id = p_actor) then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
comment on function private.require_sign_in(uuid, uuid) is 'Refuses when the sign-in session behind a token has ended.';
revoke all on function private.require_sign_in(uuid, uuid) from public;

create function public.open_editing_session(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint, p_schema integer
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  actor_role text;
  known public.editing_sessions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  perform private.spend(p_actor, 'open_session');
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, document.generation, p_client_id)
  on conflict do nothing;
  select * into known from public.editing_sessions s where s.id = p_session;
  if known.id is null or known.user_id <> p_actor or known.document_id <> p_document or known.revoked_at is not null
    or known.client_id <> p_client_id or known.generation <> document.generation then
    perform private.refuse('session_invalid');
  end if;
  update public.editing_sessions set last_seen_at = now() where id = p_session;
  insert into private.session_secrets (session_id) values (p_session) on conflict do nothing;
  return json_build_object('sessionId', p_session, 'role', actor_role, 'generation', document.generation,
    'epoch', document.epoch, 'head', document.head_seq,
    'secret', (select encode(s.secret, 'hex') from private.session_secrets s where s.session_id = p_session));
end
$$;
comment on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer) is
  'Registers an editing session and with it the only Yjs client id it may write under; answers, to its owner alone, with the secret that its live updates are tagged with. Harmless to repeat.';
revoke all on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer) from public, anon, authenticated;
grant execute on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer) to service_role;

create function private.max_document_bytes() returns bigint language sql immutable set search_path = '' return 8 * 1024 * 1024;
comment on function private.max_document_bytes() is 'The same as MAX_DOCUMENT_BYTES in _shared/contract/limits.ts.';
revoke all on function private.max_document_bytes() from public;

create function private.max_passed_over() returns integer language sql immutable set search_path = '' return 1000;
comment on function private.max_passed_over() is 'How many counters of one session may be missing in the log before what follows has to wait.';
revoke all on function private.max_passed_over() from public;

create function private.acked_up_to(p_last bigint, p_holes bigint[]) returns bigint language sql immutable set search_path = ''
return coalesce((select min(hole) - 1 from unnest(p_holes) as holes (hole)), p_last);
comment on function private.acked_up_to(bigint, bigint[]) is 'The counter up to which all of a session is in the log.';
revoke all on function private.acked_up_to(bigint, bigint[]) from public;

create function public.append_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_first_counter bigint, p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_title text default null, p_kind text default 'edit'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  size bigint;
  hash bytea;
  logged bytea;
  this_counter bigint;
  holes bigint[];
begin
  document := private.lock_document(p_document);
  -- Asked under the lock: a removal and an append have one order.
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  perform private.spend(p_actor, 'append');
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.user_id <> p_actor or session.document_id <> p_document
    or session.generation <> p_generation or session.revoked_at is not null then
    perform private.refuse('session_invalid');
  end if;
  if exists (select 1 from unnest(p_client_ids) as ids (id) where ids.id <> session.client_id) then
    perform private.refuse('update_rejected', 'client id of another session');
  end if;
  if p_kind = 'restore' and document.restore_session_id is distinct from p_session then
    perform private.refuse('restore_in_progress');
  end if;

  head := document.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  size := document.size_bytes;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    this_counter := p_first_counter + i - 1;
    hash := sha256(p_updates[i]);
    if this_counter <= acked and this_counter <> all (holes) then
      select u.sha256 into logged from public.document_updates u
      where u.document_id = p_document and u.session_id = p_session and u.counter = this_counter;
      if found and logged <> hash then perform private.refuse('counter_reused'); end if;
      continue;
    end if;
    -- A hole: what came before it is acknowledged, the client sends again from there.
    exit when this_counter > acked + 1;
    if p_clocks[i] <> clock then perform private.refuse('update_rejected', 'clock'); end if;
    size := size + octet_length(p_updates[i]);
    if size > private.max_document_bytes() and p_next_clocks[i] is not null then perform private.refuse('document_full'); end if;
    head := head + 1;
    acked := greatest(acked, this_counter);
    holes := array_remove(holes, this_counter);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, this_counter, p_actor, p_kind, hash, p_updates[i]);
  end loop;

  if head > document.head_seq then
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes, last_seen_at = now() where id = p_session;
    update public.documents set head_seq = head, size_bytes = size, updated_at = now(), title = coalesce(left(p_title, 200), title),
      notified_at = case when now() - document.notified_at > interval '1 second' or p_kind <> 'edit' then now() else notified_at end
    where id = p_document;
    if now() - document.notified_at > interval '1 second' or p_kind <> 'edit' then
      perform realtime.send(jsonb_build_object('head', head), 'head', 'doc:' || p_document || ':' || document.epoch || ':ctl', true);
    end if;
  end if;
  if p_kind = 'restore' and document.restore_session_id = p_session then
    update public.documents set restore_session_id = null, restore_until = null where id = p_document;
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch,
    'snapshotSeq', document.snapshot_seq);
end
$$;
comment on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text) is
  'The only write to a document. One transaction under the document''s row lock: rights, session, then each update whose counter is the session''s next gets the next seq. A counter that relaying passed over is taken when it comes. Already logged counters are acknowledged again; one with different bytes is refused. p_client_ids, p_clocks and p_next_clocks say, for each update, under which Yjs client it writes and from which clock up to which; null for one that only deletes. A clock that does not continue the session''s is refused, and what would make the document larger than it may be; deleting is always possible.';
revoke all on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text) from public, anon, authenticated;
grant execute on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text) to service_role;

create function private.tag_update(p_session uuid, p_counter bigint, p_bytes bytea) returns bytea
language sql stable security definer set search_path = ''
as $$
  select substr(extensions.hmac(int8send(p_counter) || p_bytes, s.secret, 'sha256'), 1, 16)
  from private.session_secrets s where s.session_id = p_session
$$;
comment on function private.tag_update(uuid, bigint, bytea) is
  'The tag that only the session''s page can have made for an update it said live; null for a session without a secret. Laid out as in src/yjs-supabase/tag.ts.';
revoke all on function private.tag_update(uuid, bigint, bytea) from public;

create function public.relay_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_counters bigint[], p_tags bytea[], p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[]
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  added bigint := 0;
  holes bigint[];
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  perform private.spend(p_actor, 'append');
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.document_id <> p_document or session.generation <> p_generation then
    perform private.refuse('session_invalid');
  end if;
  -- Who has just lost the right was heard before, and written on from. Others present have left for new lanes since.
  if (session.revoked_at is not null or coalesce(private.role_of(p_document, session.user_id), '') not in ('owner', 'editor'))
    and coalesce(session.lost_right_at < now() - interval '1 day', true) then
    perform private.refuse('session_invalid');
  end if;
  head := document.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    -- What the session logged itself stays as it is.
    continue when p_counters[i] <= acked and p_counters[i] <> all (holes);
    exit when p_counters[i] - acked - 1 + cardinality(holes) > private.max_passed_over();
    -- Words that go on from the last ones prove that there are none in between.
    continue when p_counters[i] > acked + 1 and p_clocks[i] is distinct from clock;
    -- Anybody can say anything live under this session's name; the next one may be the author's.
    continue when p_tags[i] is distinct from private.tag_update(p_session, p_counters[i], p_updates[i])
      or p_client_ids[i] <> session.client_id or p_clocks[i] <> clock;
    head := head + 1;
    added := added + octet_length(p_updates[i]);
    -- What is passed over can only delete: its author, or who heard it, may still log it.
    holes := array_remove(holes || array(select generate_series(acked + 1, p_counters[i] - 1)), p_counters[i]);
    acked := greatest(acked, p_counters[i]);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, p_counters[i], p_actor, 'relay', sha256(p_updates[i]), p_updates[i]);
  end loop;
  if head > document.head_seq then
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.documents set head_seq = head, size_bytes = size_bytes + added, updated_at = now(), notified_at = now() where id = p_document;
    perform realtime.send(jsonb_build_object('head', head), 'head', 'doc:' || p_document || ':' || document.epoch || ':ctl', true);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch);
end
$$;
comment on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]) is
  'Logs what another session said live and did not append, under that session''s client id and counters: only what carries the session''s tag, which its page alone can make, and only of somebody who may write or could until a day ago. What does not is left out. A counter that nobody heard is passed over where the Yjs clock goes on behind it: it can only delete, and is taken later, too. Others write on from such text; without it theirs could not be read.';
revoke all on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]) from public, anon, authenticated;
grant execute on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]) to service_role;

create function public.load_document(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint) returns public."application/octet-stream"
-- STABLE: every statement in here reads one and the same snapshot of the database.
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  actor_role text;
  after bigint := p_after;
  snapshot bytea;
  rows json;
  parts bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  if after is null or after < document.log_start_seq then
    after := document.snapshot_seq;
    select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = after;
  end if;
  select coalesce(json_agg(json_build_array(u.seq, u.session_id, u.counter, u.kind) order by u.seq), '[]'),
    coalesce(array_agg(u.bytes order by u.seq), '{}')
  into rows, parts
  from public.document_updates u where u.document_id = p_document and u.seq > after;
  return private.frame(
    json_build_object('role', actor_role, 'generation', document.generation, 'epoch', document.epoch,
      'schema', document.schema_major, 'head', document.head_seq, 'chain', private.chain_of(p_document, document.head_seq),
      'snapshotSeq', case when snapshot is null then null else after end, 'rows', rows),
    case when snapshot is null then parts else array_prepend(snapshot, parts) end);
end
$$;
comment on function public.load_document(uuid, uuid, uuid, bigint) is
  'Everything after p_after, or the newest snapshot and what follows when p_after is null or already pruned, as one frame.';
revoke all on function public.load_document(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_document(uuid, uuid, uuid, bigint) to service_role;

create function public.save_snapshot(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text,
  p_kind text default null, p_name text default null, p_note text default null, p_poison bigint[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  version_id uuid;
  advanced boolean;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq > document.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  -- No client lets these in; without its session their author can add no more of the kind.
  with quarantined as (
    update public.document_updates set quarantined_at = now()
    where document_id = p_document and seq = any (p_poison) and quarantined_at is null
    returning session_id
  )
  update public.editing_sessions set revoked_at = now()
  where id in (select session_id from quarantined) and revoked_at is null;
  advanced := document.snapshot_seq = p_base and p_seq > p_base;
  if advanced or p_kind is not null then
    insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
    values (p_document, p_seq, p_generation, sha256(p_bytes), p_bytes, p_digest)
    on conflict (document_id, seq) do nothing;
  end if;
  if advanced then
    update public.documents set snapshot_seq = p_seq, size_bytes = octet_length(p_bytes) + coalesce(
      (select sum(octet_length(u.bytes)) from public.document_updates u where u.document_id = p_document and u.seq > p_seq), 0)
    where id = p_document;
    -- The base before stays, in case this one is damaged; older ones only for the versions that people see.
    delete from public.document_snapshots s
    where s.document_id = p_document and s.seq < p_base
      and not exists (select 1 from public.versions v where v.document_id = p_document and v.seq = s.seq);
    perform public.prune_document_updates(p_document);
  end if;
  if p_kind is not null then
    insert into public.versions (document_id, seq, kind, name, note, created_by)
    values (p_document, p_seq, p_kind, nullif(p_name, ''), nullif(p_note, ''), p_actor)
    returning id into version_id;
  end if;
  return json_build_object('seq', p_seq, 'versionId', version_id, 'advanced', advanced);
end
$$;
comment on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[]) is
  'Stores the fold of the log at p_seq. It becomes the base of loading only if p_base still is (compare and swap); with a kind it also becomes a version. p_poison names rows that the fold left out: they are marked, and their sessions revoked. A new base prunes the log.';
revoke all on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[]) from public, anon, authenticated;
grant execute on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[]) to service_role;

create function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  version public.versions;
  state bytea;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null then perform private.refuse('not_found'); end if;
  select s.bytes into state from public.document_snapshots s where s.document_id = p_document and s.seq = version.seq;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq), array[state]);
end
$$;
comment on function public.read_version(uuid, uuid, uuid, uuid) is 'The state of a version, as a frame with one part.';
revoke all on function public.read_version(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.read_version(uuid, uuid, uuid, uuid) to service_role;

create function public.begin_restore(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  -- Two restores at once would each put the old paragraphs in.
  if document.restore_until > clock_timestamp() then perform private.refuse('restore_in_progress'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, document.generation, p_client_id);
  update public.documents set restore_session_id = p_session, restore_until = clock_timestamp() + interval '30 seconds'
  where id = p_document;
end
$$;
comment on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) is
  'Takes the restore lease for 30 seconds and opens the editing session that the restore writes under.';
revoke all on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) to service_role;

create function public.end_restore(p_document uuid, p_session uuid) returns void
language sql security definer set search_path = ''
as $$
  with given_back as (
    update public.documents set restore_session_id = null, restore_until = null
    where id = p_document and restore_session_id = p_session
    returning restore_session_id
  )
  delete from public.editing_sessions where id = p_session and last_counter = 0 and exists (select from given_back)
$$;
comment on function public.end_restore(uuid, uuid) is
  'Gives the restore lease back when nothing was appended, and takes its editing session away again.';
revoke all on function public.end_restore(uuid, uuid) from public, anon, authenticated;
grant execute on function public.end_restore(uuid, uuid) to service_role;

create function public.prune_document_updates(p_document uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  keep_from bigint;
  removed bigint;
begin
  document := private.lock_document(p_document);
  -- Loading starts from the base, which versions may have overtaken; and never above the snapshot before it: a damaged
  -- base can be folded again.
  select s.seq into keep_from from public.document_snapshots s
  where s.document_id = p_document and s.seq <= document.snapshot_seq order by s.seq desc offset 1 limit 1;
  select min(u.seq) - 1 into keep_from from public.document_updates u
  where u.document_id = p_document and (u.seq > coalesce(keep_from, 0) or u.created_at > now() - interval '30 days');
  delete from public.document_updates where document_id = p_document and seq <= keep_from;
  get diagnostics removed = row_count;
  update public.documents set log_start_seq = greatest(log_start_seq, keep_from)
  where id = p_document and keep_from <= snapshot_seq;
  return removed;
end
$$;
comment on function public.prune_document_updates(uuid) is
  'Drops updates that are both below the snapshot before the base of loading and older than 30 days; says how many.';
revoke all on function public.prune_document_updates(uuid) from public, anon, authenticated;
grant execute on function public.prune_document_updates(uuid) to service_role;
