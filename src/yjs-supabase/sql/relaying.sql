-- Relaying: a peer logs updates that an author broadcast and did not append.

create function private.tag_update(p_session uuid, p_counter bigint, p_bytes bytea) returns bytea
language sql stable security definer set search_path = ''
as $$
  select substr(extensions.hmac(int8send(p_counter) || p_bytes, s.secret, 'sha256'), 1, 16)
  from private.session_secrets s where s.session_id = p_session
$$;
comment on function private.tag_update(uuid, bigint, bytea) is
  'The tag that only the session''s page can have made for a live update; null for a session without a secret. Laid out as in the provider''s PROTOCOL.md (W8).';
revoke all on function private.tag_update(uuid, bigint, bytea) from public;

create function private.max_passed_over() returns integer language sql immutable set search_path = '' return 1000;
comment on function private.max_passed_over() is
  'How many counters of one session may be missing in the log before later updates have to wait.';
revoke all on function private.max_passed_over() from public;

create function public.relay_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_counters bigint[], p_tags bytea[], p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_typed integer[] default '{}', p_deleted integer[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  added bigint := 0;
  holes bigint[];
  typed bigint := 0;
  deleted bigint := 0;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'append');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.document_id <> p_document or session.generation <> p_generation then
    perform private.refuse('session_invalid');
  end if;
  -- Peers may have built on updates of an author who lost the right less than a day ago. The lanes moved with the loss, so
  -- that they received none after it.
  if (session.revoked_at is not null or not coalesce(private.may(private.role_of(p_document, session.user_id), 'write'), false))
    and coalesce(session.lost_right_at < now() - interval '1 day', true) then
    perform private.refuse('session_invalid');
  end if;
  head := log.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    -- The session has logged it itself.
    continue when p_counters[i] <= acked and p_counters[i] <> all (holes);
    exit when p_counters[i] - acked - 1 + cardinality(holes) > private.max_passed_over();
    -- An update whose Yjs clock continues the session's proves that the counters in between inserted nothing.
    continue when p_counters[i] > acked + 1 and p_clocks[i] is distinct from clock;
    -- Anybody can broadcast under this session's id, so only this update is skipped: the next may be the author's.
    continue when p_tags[i] is distinct from private.tag_update(p_session, p_counters[i], p_updates[i])
      or p_client_ids[i] <> session.client_id or p_clocks[i] <> clock;
    head := head + 1;
    added := added + octet_length(p_updates[i]);
    -- An update that is passed over can only delete. Its author, or a peer that received it, may still log it.
    holes := array_remove(holes || array(select generate_series(acked + 1, p_counters[i] - 1)), p_counters[i]);
    acked := greatest(acked, p_counters[i]);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, p_counters[i], p_actor, 'relay', sha256(p_updates[i]), p_updates[i]);
    typed := typed + coalesce(p_typed[i], 0);
    deleted := deleted + coalesce(p_deleted[i], 0);
  end loop;
  if head > log.head_seq then
    -- The author's page made these updates, so they count against the author's rate.
    perform private.spend(session.user_id, 'append_bytes', added);
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.document_logs set head_seq = head, size_bytes = size_bytes + added, changed_at = now(), told_seq = head,
      told_until = greatest(told_until, now()) + interval '1 second'
    where document_id = p_document;
    perform private.tell_head(log, head);
    perform private.after_append(log, p_session, 'relay', head, typed, deleted, null);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', log.epoch);
end
$$;
comment on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) is
  'Logs updates that another session broadcast and did not append, under that session''s client id and counters: peers may have built on them, and their text could not be integrated without them. Takes only updates with the session''s tag, which its page alone can make, and only of an author who may write or could until a day ago; skips all others. A missing counter is passed over where the Yjs clock continues behind it: it can only delete, and is still accepted later.';
revoke all on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) from public, anon, authenticated;
grant execute on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) to service_role;

-- Attempts to write content that no page of the app writes. A refusal rolls its own transaction back, so they are recorded by a
-- separate call.

create table private.refused_writes (
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 80),
  session_id uuid not null,
  attempts bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (document_id, user_id, reason)
);
comment on table private.refused_writes is
  'Attempts to write under another person''s session, or content that no document has: the person, the reason, how many, and the last editing session. For the operator of the server; kept for 90 days.';

create index refused_writes_user on private.refused_writes (user_id);
create index refused_writes_age on private.refused_writes (last_at);

alter table private.refused_writes enable row level security;
revoke all on private.refused_writes from anon, authenticated;

create function public.note_refused_write(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_of_session uuid := (select s.user_id from public.editing_sessions s where s.id = p_session);
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.spend(p_actor, 'append');
  -- Without a reason the session was refused. The caller's own may have ended; another person's is never sent by mistake.
  if p_reason is null and coalesce(owner_of_session = p_actor, true) then return; end if;
  delete from private.refused_writes where last_at < now() - interval '90 days';
  insert into private.refused_writes as r (document_id, user_id, reason, session_id)
  select l.document_id, p_actor, coalesce(left(p_reason, 80), 'session of somebody else'), p_session
  from public.document_logs l where l.document_id = p_document
  on conflict (document_id, user_id, reason) do update
  set attempts = r.attempts + 1, session_id = excluded.session_id, last_at = now();
end
$$;
comment on function public.note_refused_write(uuid, uuid, uuid, uuid, text) is
  'Records a refused write. Counts against the rate of appending, as an accepted write does.';
revoke all on function public.note_refused_write(uuid, uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.note_refused_write(uuid, uuid, uuid, uuid, text) to service_role;
