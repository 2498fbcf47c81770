-- A version from before a large deletion (docs/decisions/0010). The edge function that appended the deletion loads the earlier
-- document, measures it, and saves it. The append does not wait for that.

create function private.is_kept_before_deletion(p_document uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.versions v
    where v.document_id = p_document and v.kind = 'before_deletion' and v.created_at > now() - interval '10 minutes')
$$;
comment on function private.is_kept_before_deletion(uuid) is
  'Whether a version from before a large deletion was saved in the last ten minutes: a second one would only fill the history.';
revoke all on function private.is_kept_before_deletion(uuid) from public;

create function public.load_before_deletion(p_actor uuid, p_document uuid, p_session uuid, p_counters bigint[])
returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  generation_now integer;
  first_seq bigint;
  last_seq bigint;
  base bigint;
  snapshot bytea;
  rows bytea[];
begin
  if not private.is_kept_before_deletion(p_document) then
    -- Only rows that the actor has just logged, so that old changes of other people are not measured again.
    select l.generation, min(u.seq), max(u.seq) into generation_now, first_seq, last_seq
    from public.document_logs l join public.document_updates u on u.document_id = l.document_id and u.generation = l.generation
    where l.document_id = p_document and u.session_id = p_session and u.counter = any (p_counters) and u.author_id = p_actor
      and u.created_at > now() - interval '5 minutes'
    group by l.generation;
  end if;
  if first_seq is null then return private.frame(json_build_object('before', null), '{}'); end if;
  perform private.spend(p_actor, 'measure_deletion');
  -- One statement, so that a fold that ends at the same time removes neither the snapshot nor the rows.
  select s.seq, s.bytes, (select array_agg(u.bytes order by u.seq) from public.document_updates u
    where u.document_id = p_document and u.seq > coalesce(s.seq, 0) and u.seq <= last_seq)
  into base, snapshot, rows
  from (select) one left join lateral (select * from public.document_snapshots s
    where s.document_id = p_document and s.seq < first_seq order by s.seq desc limit 1) s on true;
  if cardinality(rows) <> last_seq - coalesce(base, 0) then perform private.refuse('internal', 'the log has a hole'); end if;
  return private.frame(
    json_build_object('before', first_seq - 1, 'generation', generation_now, 'snapshotSeq', base),
    case when snapshot is null then rows else array_prepend(snapshot, rows) end);
end
$$;
comment on function public.load_before_deletion(uuid, uuid, uuid, bigint[]) is
  'The document before the actor appended or relayed these counters of a session in the last minutes, and these updates: a frame with the seq before them, then the snapshot, if snapshotSeq is not null, and every row after it up to the last of them. before is null when there is nothing to measure, for instance because a version was saved in the last ten minutes. Rights were checked by the append: an author who has lost them since is measured like any other.';
revoke all on function public.load_before_deletion(uuid, uuid, uuid, bigint[]) from public, anon, authenticated;
grant execute on function public.load_before_deletion(uuid, uuid, uuid, bigint[]) to service_role;

create function public.save_before_deletion(p_document uuid, p_session uuid, p_generation integer, p_seq bigint) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  version_id uuid;
begin
  log := private.lock_log(p_document);
  -- Another call may have been faster.
  if private.is_kept_before_deletion(p_document) then return null; end if;
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq >= log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  insert into public.versions (document_id, seq, kind, created_by)
  values (p_document, p_seq, 'before_deletion',
    (select s.user_id from public.editing_sessions s where s.id = p_session and s.document_id = p_document))
  returning id into version_id;
  return version_id;
end
$$;
comment on function public.save_before_deletion(uuid, uuid, integer, bigint) is
  'Saves the document at p_seq as a version from before a large deletion by the author of the session; null when there is one from the last ten minutes. Does not count against the rate of saving versions.';
revoke all on function public.save_before_deletion(uuid, uuid, integer, bigint) from public, anon, authenticated;
grant execute on function public.save_before_deletion(uuid, uuid, integer, bigint) to service_role;
