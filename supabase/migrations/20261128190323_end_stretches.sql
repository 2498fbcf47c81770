-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.extend_history(p_document uuid, p_session uuid, p_kind text, p_first bigint, p_last bigint, p_at timestamp with time zone, p_typed bigint, p_deleted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stretch public.versions;
  continues boolean;
begin
  select * into stretch from public.versions v
  where v.document_id = p_document and v.from_seq is not null order by v.created_at desc, v.seq desc limit 1;
  continues := p_at < stretch.ended_at + interval '5 minutes' and p_at < stretch.created_at + interval '30 minutes';
  -- A stretch of a few characters is not worth a version: the next one begins with it.
  if p_kind <> 'restore' and stretch.kind = 'automatic' and stretch.name is null and stretch.seq = p_first - 1
    and (continues or stretch.typed + stretch.deleted < 10)
    -- A version that was saved there ends it.
    and not exists (select from public.versions v where v.document_id = p_document and v.seq = stretch.seq and v.kind = 'named') then
    update public.versions set seq = p_last, ended_at = p_at, typed = typed + p_typed, deleted = deleted + p_deleted,
      created_at = case when continues then created_at else p_at end,
      thin_at = case when continues then thin_at else p_at + interval '48 hours' end
    where id = stretch.id;
  else
    insert into public.versions (document_id, seq, kind, from_seq, created_at, ended_at, typed, deleted, thin_at)
    values (p_document, p_last, case when p_kind = 'restore' then 'restored' else 'automatic' end, p_first, p_at, p_at,
      p_typed, p_deleted, case when p_kind <> 'restore' then p_at + interval '48 hours' end)
    returning * into stretch;
  end if;
  if p_session is not null then
    insert into public.version_authors as a (version_id, session_id, document_id, typed, deleted)
    values (stretch.id, p_session, p_document, p_typed, p_deleted)
    on conflict (version_id, session_id) do update set typed = a.typed + excluded.typed, deleted = a.deleted + excluded.deleted;
  end if;
end
$function$;

COMMENT ON FUNCTION "private"."extend_history"(uuid, uuid, text, bigint, bigint, timestamp with time zone, bigint, bigint) IS 'Adds rows of one session, which have just been logged, to the history: to the newest stretch, or to a new one after a pause of five minutes, after half an hour, or when the newest was named, or a version was saved at its end. A restore is a stretch of its own. Needs the document''s row lock.';
