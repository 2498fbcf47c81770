-- Places of threads, which the fold finds and stores; and texts of threads that the owner erased from the log.

create function public.threads_to_place(p_document uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', t.id, 'generation', t.generation, 'attached', t.attached, 'isChecked', t.is_checked,
    'anchor', json_build_object('kind', t.kind, 'units', t.units, 'seq', t.anchor_seq,
      'quote', t.quote, 'before', t.before, 'after', t.after, 'heading', t.heading),
    'place', case when t.place_state is not null then json_build_object('state', t.place_state, 'units', t.place_units, 'seq', t.place_seq) end)
    order by t.anchor_seq, t.id), '[]')
  from private.comment_threads t join public.document_logs l on l.document_id = t.document_id
  where t.document_id = p_document and not t.is_removed and (t.place_seq is null or t.place_seq < l.head_seq)
$$;
comment on function public.threads_to_place(uuid) is 'For the step after a fold: threads whose place was not stored at the head of the log.';
revoke all on function public.threads_to_place(uuid) from public, anon, authenticated;
grant execute on function public.threads_to_place(uuid) to service_role;

create function public.thread_rows(p_document uuid, p_after bigint) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  base bigint;
  snapshot bytea;
  header jsonb := '{"rows": [], "heirs": []}';
  updates bytea[] := '{}';
  total bigint;
  size bigint;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  if log.document_id is null then perform private.refuse('not_found'); end if;
  select max(s.seq) into base from public.document_snapshots s
  where s.document_id = p_document and s.generation = log.generation and s.seq <= least(p_after, log.snapshot_seq);
  select count(*), coalesce(sum(octet_length(l.bytes)), 0) into total, size
  from private.read_log(p_document, coalesce(base, 0), log.snapshot_seq) l;
  -- Too many rows to trace, or rows that the log has no longer.
  if total > 5000 or size > 4 * 1024 * 1024 or total <> log.snapshot_seq - coalesce(base, 0) then
    base := log.snapshot_seq;
  else
    select jsonb_build_object('rows', coalesce(jsonb_agg(jsonb_build_array(l.seq, s.client_id,
          round(extract(epoch from l.logged_at) * 1000), l.kind = 'restore') order by l.seq), '[]'),
        'heirs', coalesce(jsonb_agg(jsonb_build_array(l.seq, l.heirs) order by l.seq) filter (where l.heirs is not null), '[]')),
      coalesce(array_agg(l.bytes order by l.seq), '{}')
    into header, updates
    from private.read_log(p_document, coalesce(base, 0), log.snapshot_seq) l
      left join public.editing_sessions s on s.id = l.session_id
    where not l.is_quarantined;
  end if;
  select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = base;
  return private.frame(
    (header || jsonb_build_object('generation', log.generation, 'until', log.snapshot_seq, 'base', case when snapshot is not null then base end))::json,
    case when snapshot is null then updates else array_prepend(snapshot, updates) end);
end
$$;
comment on function public.thread_rows(uuid, bigint) is
  'For the step after a fold: the rows up to the last snapshot (until), from the last snapshot not after p_after on (base; null for the first row), as a frame. Its header has for each row its seq, the Yjs client id of its editing session (null when unknown), the time in milliseconds and whether a restore wrote it; and the heirs that rows declared. Parts: the snapshot at base, then the rows. More than 5,000 rows or 4 MB: only the last snapshot.';
revoke all on function public.thread_rows(uuid, bigint) from public, anon, authenticated;
grant execute on function public.thread_rows(uuid, bigint) to service_role;

create function public.save_thread_places(p_document uuid, p_generation integer, p_seq bigint, p_places jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  lived timestamptz;
  new_version bigint;
  changed uuid[];
begin
  perform from private.comment_versions v where v.document_id = p_document for update;
  if not exists (select from public.document_logs l
    where l.document_id = p_document and l.generation = p_generation and p_seq <= l.head_seq) then return; end if;
  -- The state of a row is the text until the next one is logged.
  select coalesce((select u.created_at from public.document_updates u where u.document_id = p_document and u.seq = p_seq + 1), now()) into lived;
  with places as (
    select t.id, p.state, p.units, p.living, n.texts,
      (t.place_state, t.place_units, t.living) is distinct from (p.state, p.units, p.living) or n.texts is not null as is_change
    from jsonb_to_recordset(p_places) as p (id uuid, attached integer, state text, units text, living text[], texts jsonb)
      join private.comment_threads t on t.id = p.id and t.attached = p.attached
      -- Those of a checked thread may have been erased since they were read.
      cross join lateral (select case when not t.is_checked then p.texts end as texts) n
    where t.document_id = p_document and not t.is_removed and t.anchor_seq <= p_seq and coalesce(t.place_seq, 0) <= p_seq
  ), saved as (
    update private.comment_threads t
    set place_state = p.state, place_units = p.units, place_seq = p_seq, living = p.living, lived_at = lived,
      quote = coalesce(p.texts ->> 'quote', t.quote), before = coalesce(p.texts ->> 'before', t.before),
      after = coalesce(p.texts ->> 'after', t.after), heading = coalesce(p.texts ->> 'heading', t.heading),
      is_checked = t.is_checked or p.texts is not null,
      -- A page that was offline during an erasure still had the text.
      claim = case when p.texts is null or p.texts = t.claim
        or not exists (select from public.erasures e where e.document_id = p_document) then t.claim end
    from places p where t.id = p.id
    returning t.id, p.is_change
  )
  select array_agg(s.id) filter (where s.is_change) into changed from saved s;
  if changed is null then return; end if;
  update private.comment_versions v set version = v.version + 1 where v.document_id = p_document returning v.version into new_version;
  update private.comment_threads t set version = new_version where t.id = any (changed);
  perform private.tell_thread(p_document, changed[1], new_version);
end
$$;
comment on function public.save_thread_places(uuid, integer, bigint, jsonb) is
  'For the step after a fold: stores where threads stand at p_seq. Each place: id, attached (as threads_to_place returned it), state, units, living (of quote, before, after and heading, those that are in the text at p_seq), and texts, which are these four as read from the log at the anchor, or null; a thread takes them once. A no-op for threads that have another anchor by now, or a place of a later row.';
revoke all on function public.save_thread_places(uuid, integer, bigint, jsonb) from public, anon, authenticated;
grant execute on function public.save_thread_places(uuid, integer, bigint, jsonb) to service_role;

create function private.erase_comments(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- First the row that a comment on its way holds.
  delete from private.comment_versions where document_id = p_document;
  delete from private.comment_threads where document_id = p_document;
end
$$;
comment on function private.erase_comments(uuid) is 'Deletes all threads of an erased document.';
revoke all on function private.erase_comments(uuid) from public;

create function private.shares_text(p_text text, p_part text) returns boolean
language sql immutable security definer set search_path = ''
as $$
  select strpos(p_part, p_text) > 0
    or char_length(p_part) >= 4 and strpos(p_text, p_part) > 0
    or exists (select from generate_series(4, least(char_length(p_text), char_length(p_part))) n
      where left(p_part, n) = right(p_text, n) or right(p_part, n) = left(p_text, n))
$$;
comment on function private.shares_text(text, text) is
  'Whether a part has a text, is in it, or begins or ends with four or more characters of its end or start: a quote is cut anywhere.';
revoke all on function private.shares_text(text, text) from public;

create function private.is_at(p_units text, p_ranges jsonb) returns boolean
language sql immutable security definer set search_path = ''
as $$
  select exists (
    select from regexp_matches(p_units, '(\d+) (\d+) (\d+)', 'g') u (part), jsonb_array_elements(p_ranges) r (range)
    where u.part[1]::bigint = (r.range ->> 0)::bigint and u.part[2]::bigint < (r.range ->> 1)::bigint + (r.range ->> 2)::bigint
      and (r.range ->> 1)::bigint < u.part[2]::bigint + u.part[3]::bigint)
$$;
comment on function private.is_at(text, jsonb) is 'Whether units, as #contract/comments/unit-ranges.ts writes them, and ranges of ids have an id in common.';
revoke all on function private.is_at(text, jsonb) from public;

create function private.drop_erased_words(p_thread uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.comment_threads t set quote = '', before = '', after = '', heading = '', claim = null, is_checked = true
  where t.id = p_thread and exists (
    select from public.erasures e where e.document_id = t.document_id and private.is_at(t.units, e.ranges));
end
$$;
comment on function private.drop_erased_words(uuid) is
  'Empties quote, context and heading of a new anchor at text that was erased: a page that was offline still has them.';
revoke all on function private.drop_erased_words(uuid) from public;

create function private.erase_quotes(p_document uuid, p_seq bigint, p_ranges jsonb, p_text text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_unknown boolean := btrim(coalesce(p_text, '')) = '';
  thread record;
begin
  perform from private.comment_versions v where v.document_id = p_document for update;
  for thread in
    select t.id, is_unknown and t.is_checked and not a.is_erased as keeps_quote
    from private.comment_threads t
      cross join lateral (select private.is_at(t.units || ' ' || coalesce(t.place_units, ''), p_ranges) as is_erased) a
    where t.document_id = p_document and not t.is_removed and (a.is_erased
      or is_unknown and t.anchor_seq <= p_seq
      or exists (
        select from unnest(private.erased_lines(p_text)) line,
          unnest(array[t.quote, t.before, t.after, t.heading, t.claim ->> 'quote', t.claim ->> 'before', t.claim ->> 'after', t.claim ->> 'heading']) part
        where private.shares_text(line, part)))
  loop
    update private.comment_threads t
    set quote = case when thread.keeps_quote then t.quote else '' end, before = '', after = '', heading = '', claim = null, is_checked = true, living = '{}'
    where t.id = thread.id;
    perform private.change_thread(p_document, thread.id);
  end loop;
end
$$;
comment on function private.erase_quotes(uuid, bigint, jsonb, text) is
  'Empties quote, context and heading of threads that were or are at erased ids, and of those that have a part of a line of the erased text. An erasure that is ended later has no text: then of all threads from before it, except for quotes that were read at other ids.';
revoke all on function private.erase_quotes(uuid, bigint, jsonb, text) from public;
