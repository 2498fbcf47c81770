-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_erasures(p_document uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from public.erasures e where e.document_id = p_document and e.ended_at is not null
$function$;

CREATE OR REPLACE FUNCTION private.describe_host(p_document uuid, p_role text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return json_build_object('comments', case when private.sees_comments(p_document, p_role) then
    coalesce((select v.version from private.comment_versions v where v.document_id = p_document), 0) end,
    'erasures', case when private.may(p_role, 'write') then private.count_erasures(p_document) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.end_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erasure public.erasures;
begin
  perform private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'own');
  update public.erasures set ended_at = coalesce(ended_at, now()) where id = p_erasure and document_id = p_document returning * into erasure;
  if erasure.id is null then perform private.refuse('not_found'); end if;
  perform private.erase_quotes(p_document, erasure.seq, erasure.ranges, p_text);
  -- An undo on an open page would bring the text back.
  perform realtime.send(jsonb_build_object('erasures', private.count_erasures(p_document)), 'erasure',
    'doc:' || p_document || ':' || (select l.epoch from public.document_logs l where l.document_id = p_document) || ':ctl', true);
  -- A shorter text would be part of other names.
  if char_length(btrim(p_text)) < 4 then return; end if;
  update public.versions set name = case when strpos(name, btrim(p_text)) > 0 then null else name end,
    note = case when strpos(note, btrim(p_text)) > 0 then null else note end
  where document_id = p_document and (strpos(name, btrim(p_text)) > 0 or strpos(note, btrim(p_text)) > 0);
  update public.deleted_versions set name = null where document_id = p_document and strpos(name, btrim(p_text)) > 0;
end
$function$;

COMMENT ON FUNCTION "private"."count_erasures"(uuid) IS 'How many erasures of a document have ended. When it grows, pages open a fresh copy, without the deleted text that an undo could bring back.';

COMMENT ON FUNCTION "private"."describe_host"(uuid, text) IS 'Called by document_head: the version of the threads and the number of erasures, so that a page that missed an announcement finds it by its poll. Null for a role that does not see them.';

COMMENT ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) IS 'For the owner: all rows and snapshots are rewritten. Also clears names and notes of versions, and names of deleted ones, that contain the text, and quotes of threads. Tells open pages.';

REVOKE ALL ON FUNCTION "private"."count_erasures"(uuid) FROM PUBLIC;
