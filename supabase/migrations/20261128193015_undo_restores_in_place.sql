-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_restored(p_actor uuid, p_auth_session uuid, p_document uuid, p_backup uuid)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  backup public.versions;
  before bytea[];
  restored bytea[];
  later bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  select * into backup from public.versions v
  where v.id = p_backup and v.document_id = p_document and v.restore_session_id is not null;
  if backup.id is null then perform private.refuse('not_found'); end if;
  before := private.state_at(p_document, backup.seq);
  select coalesce(array_agg(l.bytes order by l.seq) filter (where l.session_id = backup.restore_session_id), '{}'),
    case when sum(octet_length(l.bytes)) <= private.max_document_weight() then coalesce(
      array_agg(l.bytes order by l.seq) filter (where l.session_id is distinct from backup.restore_session_id and not l.is_quarantined), '{}') end
  into restored, later
  from private.read_log(p_document, backup.seq, log.head_seq) l;
  return private.frame(
    json_build_object('before', cardinality(before), 'restored', cardinality(restored), 'later', cardinality(later)),
    before || restored || coalesce(later, '{}'));
end
$function$;

COMMENT ON FUNCTION "public"."read_restored"(uuid, uuid, uuid, uuid) IS 'A restore for its owner and editors, to undo it: a frame whose parts are Yjs updates, first of the version p_backup saved before it, then of the restore, then what others logged since. The header has the number of each; later is null, and left out, where it exceeds the weight of a document. Refused as not_found: a version that was not saved before a restore.';
