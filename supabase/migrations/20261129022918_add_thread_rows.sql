-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.thread_rows(p_document uuid, p_after bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."thread_rows"(uuid, bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."thread_rows"(uuid, bigint) FROM "authenticated";

COMMENT ON FUNCTION "public"."thread_rows"(uuid, bigint) IS 'For the step after a fold: the rows up to the last snapshot (until), from the last snapshot not after p_after on (base; null for the first row), as a frame. Its header has for each row its seq, the Yjs client id of its editing session (null when unknown), the time in milliseconds and whether a restore wrote it; and the heirs that rows declared. Parts: the snapshot at base, then the rows. More than 5,000 rows or 4 MB: only the last snapshot.';

REVOKE ALL ON FUNCTION "public"."thread_rows"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."thread_rows"(uuid, bigint) TO "service_role";
