-- The head word names the rows that came since the word before it, so that a reader who heard them live need not fetch
-- them: reading costs no function call, however many read (PROTOCOL.md, S10a, S10b). append_updates
-- and document_head do so from the next migration on, which changes more of them.

alter table public.documents rename column notified_at to told_until;
alter table public.documents add column told_seq bigint not null default 0 check (told_seq >= 0);
update public.documents set told_seq = head_seq;
comment on column public.documents.told_seq is 'The head that was last told on the ctl lane: the next word names the rows after it.';
comment on column public.documents.told_until is
  'Each word moves it on by a second from now or from where it is, and it is at most five seconds ahead: one word a second, five in a row.';

create function private.may_tell_head(document public.documents) returns boolean
language sql stable set search_path = ''
as $$
  select document.told_until <= now() + interval '4 seconds'
$$;
comment on function private.may_tell_head(public.documents) is 'Whether one more word about the head is allowed now: one a second, five in a row.';
revoke all on function private.may_tell_head(public.documents) from public;

create function private.name_rows(p_document uuid, p_since bigint, p_head bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- A run has the same session in all its rows, and its counters go on as its seqs do.
  with runs as (
    select jsonb_build_array(u.session_id, min(u.counter), max(u.counter)) as run, min(u.seq) as seq
    from public.document_updates u
    where u.document_id = p_document and u.seq > p_since and u.seq <= p_head and p_head - p_since <= 400
    group by u.session_id, u.counter - u.seq
  )
  select jsonb_agg(r.run order by r.seq) from runs r having count(*) <= 64
$$;
comment on function private.name_rows(uuid, bigint, bigint) is
  'Rows after one seq up to another as [session, first counter, last counter], in the order of seq. Null when there are none, or too many to name: more than 400 rows, or 64 runs.';
revoke all on function private.name_rows(uuid, bigint, bigint) from public;

create function private.tell_head(document public.documents, p_head bigint) returns void
language sql security definer set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('head', p_head, 'chain', private.chain_of(document.id, p_head),
      'since', document.told_seq, 'rows', private.name_rows(document.id, document.told_seq, p_head)),
    'head', 'doc:' || document.id || ':' || document.epoch || ':ctl', true)
$$;
comment on function private.tell_head(public.documents, bigint) is
  'Tells the lanes of a document, given as it was before, its new head, and by name the rows since the word before.';
revoke all on function private.tell_head(public.documents, bigint) from public;

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
    update public.documents set head_seq = head, size_bytes = size_bytes + added, updated_at = now(), told_seq = head,
      told_until = greatest(told_until, now()) + interval '1 second'
    where id = p_document;
    perform private.tell_head(document, head);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch);
end
$$;
