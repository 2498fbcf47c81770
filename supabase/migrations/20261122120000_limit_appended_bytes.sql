-- How many bytes one person may add to documents in a day (docs/decisions/0011). A bucket like the others, of bytes: full
-- it holds a day's worth, and what was taken out comes back within a day.

insert into private.rate_limits (action, per_second, burst) values
  ('append_bytes', 20 * 1024 * 1024 / 86400.0, 20 * 1024 * 1024);
comment on table private.rate_limits is
  'Settings: how many a second come back to a person''s bucket, and how many it holds. Of append_bytes the bytes are counted, of all else how often.';

drop function private.spend(uuid, text);
create function private.spend(p_user uuid, p_action text, p_amount double precision default 1) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rate private.rate_limits;
  tokens_left double precision;
begin
  if coalesce(p_amount, 0) = 0 then return; end if;
  select * into strict rate from private.rate_limits r where r.action = p_action;
  insert into private.rate_buckets as b (user_id, action, tokens, filled_at)
  values (p_user, p_action, rate.burst - p_amount, clock_timestamp())
  on conflict (user_id, action) do update set filled_at = clock_timestamp(),
    tokens = least(rate.burst, b.tokens + rate.per_second * extract(epoch from clock_timestamp() - b.filled_at)) - p_amount
  returning tokens into tokens_left;
  if tokens_left < 0 then
    perform private.refuse('rate_limited', ceil(-tokens_left / rate.per_second * 1000)::text);
  end if;
end
$$;
comment on function private.spend(uuid, text, double precision) is
  'Takes tokens out of the person''s bucket for the action, or refuses with rate_limited and, as detail, the milliseconds until there are as many. What is refused costs nothing, and nothing costs nothing.';
revoke all on function private.spend(uuid, text, double precision) from public;

create or replace function public.append_updates(
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
  -- What the log has already is not sent twice by anybody's choice; behind a hole nothing is taken.
  if p_first_counter <= session.last_counter + 1 then
    perform private.spend(p_actor, 'append_bytes', (
      select sum(octet_length(u.bytes)) from unnest(p_updates) with ordinality as u (bytes, place)
      where p_first_counter + u.place - 1 > session.last_counter or p_first_counter + u.place - 1 = any (session.passed_over)));
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

create or replace function public.relay_updates(
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
    -- It was the author's page that said it: nobody else pays for that.
    perform private.spend(session.user_id, 'append_bytes', added);
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.documents set head_seq = head, size_bytes = size_bytes + added, updated_at = now(), notified_at = now() where id = p_document;
    perform realtime.send(jsonb_build_object('head', head), 'head', 'doc:' || p_document || ':' || document.epoch || ':ctl', true);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch);
end
$$;
