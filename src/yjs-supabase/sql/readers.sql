-- Readers (viewers, commenters, visitors by link) receive states that were folded on the server, without the text that was
-- deleted. Rows of the log and snapshots are for the owner and editors.

create unlogged table private.reader_folds (
  document_id uuid primary key references public.document_logs (document_id) on delete cascade,
  generation integer not null,
  seq bigint not null,
  bytes bytea not null,
  made_at timestamptz not null,
  turn_until timestamptz not null
);
comment on table private.reader_folds is
  'The newest fold that readers were sent, kept for a minute, and whose turn it is to make the next: one at a time for each document. Folds are large and can be made again, so they are not written to the write-ahead log.';
comment on column private.reader_folds.turn_until is 'Until when a caller makes the next fold; the turn of one that failed ends by itself.';
alter table private.reader_folds alter column bytes set storage external;

create index reader_folds_age on private.reader_folds (made_at);

alter table private.reader_folds enable row level security;
revoke all on private.reader_folds from anon, authenticated;

create function private.name_latest(p_document uuid, p_after bigint, p_seq bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(l.seq, l.session_id, least(l.counter, private.acked_up_to(s.last_counter, s.passed_over)), l.kind)
    order by l.seq), '[]')
  from (
    select distinct on (u.session_id) u.seq, u.session_id, u.counter, u.kind
    from public.document_updates u
    where u.document_id = p_document and u.seq > p_after and u.seq <= p_seq and u.session_id is not null
    order by u.session_id, u.counter desc
  ) l join public.editing_sessions s on s.id = l.session_id
$$;
comment on function private.name_latest(uuid, bigint, bigint) is
  'Of each session with rows after one seq up to another, the row with the highest counter: seq, session, the counter up to which the log has all updates of the session, kind.';
revoke all on function private.name_latest(uuid, bigint, bigint) from public;

create function public.load_for_reader(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_wanted bigint)
returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  actor_role text;
  kept private.reader_folds;
  base bigint;
  snapshot bytea;
  rows bytea[];
  header jsonb;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  if p_after >= log.head_seq then
    return private.frame((private.describe_log(log, actor_role, log.head_seq) || '{"state": "complete"}')::json, '{}');
  end if;
  -- A caller that waits asks again, for what it wanted at first.
  if p_wanted is null then perform private.spend(p_actor, 'read_folded'); end if;
  select * into kept from private.reader_folds f
  where f.document_id = p_document and f.generation = log.generation and f.seq >= coalesce(p_wanted, log.head_seq)
    and f.seq <= log.head_seq and f.made_at > now() - interval '1 minute';
  if found then
    header := private.describe_log(log, actor_role, kept.seq)
      || jsonb_build_object('state', 'kept', 'snapshotSeq', kept.seq, 'latest', private.name_latest(p_document, p_after, kept.seq));
    return private.frame(header::json, array[kept.bytes]);
  end if;
  header := private.describe_log(log, actor_role, log.head_seq);
  insert into private.reader_folds as f (document_id, generation, seq, bytes, made_at, turn_until)
  values (p_document, log.generation, 0, '', '-infinity', now() + interval '5 seconds')
  on conflict (document_id) do update set turn_until = excluded.turn_until where f.turn_until < now();
  if not found then return private.frame((header || jsonb_build_object('state', 'busy', 'latest', null))::json, '{}'); end if;
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= log.snapshot_seq order by s.seq desc limit 1;
  select coalesce(array_agg(u.bytes order by u.seq), '{}') into rows
  from public.document_updates u where u.document_id = p_document and u.seq > coalesce(base, 0) and u.seq <= log.head_seq;
  return private.frame(
    (header || jsonb_build_object('state', 'turn', 'snapshotSeq', base,
      'latest', private.name_latest(p_document, p_after, log.head_seq)))::json,
    case when base is null then rows else array_prepend(snapshot, rows) end);
end
$$;
comment on function public.load_for_reader(uuid, uuid, uuid, bigint, bigint) is
  'A document for a reader, as a frame whose header has a state. kept: the fold at the head, or at p_wanted or later, that another reader caused less than a minute ago. turn: the newest snapshot and the rows after it, of which the caller is to make the fold within five seconds, and hand it to keep_reader_fold. busy: nothing, because another caller has the turn. complete: nothing, because there is nothing after p_after. latest names the newest row of each session after p_after.';
revoke all on function public.load_for_reader(uuid, uuid, uuid, bigint, bigint) from public, anon, authenticated;
grant execute on function public.load_for_reader(uuid, uuid, uuid, bigint, bigint) to service_role;

create function public.load_for_member(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint) returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
begin
  if private.may(private.role_of(p_document, p_actor), 'write') then
    return public.load_document(p_actor, p_auth_session, p_document, p_after);
  end if;
  return public.load_for_reader(p_actor, p_auth_session, p_document, p_after, null);
end
$$;
comment on function public.load_for_member(uuid, uuid, uuid, bigint) is
  'load_document for the owner and editors, load_for_reader for others: one call, because the function does not know the role before.';
revoke all on function public.load_for_member(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_for_member(uuid, uuid, uuid, bigint) to service_role;

create function public.keep_reader_fold(p_document uuid, p_generation integer, p_seq bigint, p_bytes bytea) returns void
language sql security definer set search_path = ''
as $$
  delete from private.reader_folds where made_at < now() - interval '1 minute' and turn_until < now();
  update private.reader_folds set generation = p_generation, seq = p_seq, bytes = p_bytes, made_at = now(), turn_until = '-infinity'
  where document_id = p_document;
$$;
comment on function public.keep_reader_fold(uuid, integer, bigint, bytea) is
  'Keeps a fold for the readers of the next minute, and ends the turn that load_for_reader gave.';
revoke all on function public.keep_reader_fold(uuid, integer, bigint, bytea) from public, anon, authenticated;
grant execute on function public.keep_reader_fold(uuid, integer, bigint, bytea) to service_role;
