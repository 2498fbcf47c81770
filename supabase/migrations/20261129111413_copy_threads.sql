-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.copy_threads(p_document uuid, p_copy uuid, p_threads jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  new_version bigint;
  copied integer;
begin
  if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then perform private.refuse('forbidden', 'comments'); end if;
  perform private.require(p_copy, me, 'own');
  insert into private.comment_versions (document_id) values (p_copy) on conflict do nothing;
  perform from private.comment_versions v where v.document_id = p_copy for update;
  perform private.require(p_copy, me, 'own');
  if exists (select from private.comment_threads t where t.document_id = p_copy) then return 0; end if;
  if jsonb_typeof(p_threads) is distinct from 'array' or jsonb_array_length(p_threads) > 500 then perform private.refuse('bad_request', 'threads'); end if;
  perform private.spend(me, 'change_comment', 20);
  perform private.check_anchor(p_copy, n -> 'anchor') from jsonb_array_elements(p_threads) n;
  update private.comment_versions set version = version + 1 where document_id = p_copy returning version into new_version;
  with sources as (
    select distinct on (t.id) t.id, t.created_by, t.created_at, gen_random_uuid() as new_id, n -> 'anchor' as anchor
    from jsonb_array_elements(p_threads) n join private.comment_threads t on t.id::text = n ->> 'thread'
    where t.document_id = p_document and not t.is_removed and not t.is_resolved
  ), threads as (
    insert into private.comment_threads (id, document_id, version, generation, kind, units, anchor_seq, quote, before, after, heading, claim, anchored_by,
      created_by, created_at)
    select s.new_id, p_copy, new_version, l.generation, s.anchor ->> 'kind', s.anchor ->> 'units', (s.anchor ->> 'seq')::bigint,
      s.anchor ->> 'quote', s.anchor ->> 'before', s.anchor ->> 'after', s.anchor ->> 'heading', s.anchor - '{kind,units,seq}'::text[], me,
      s.created_by, s.created_at
    from sources s join public.document_logs l on l.document_id = p_copy
  )
  insert into private.comments (id, thread_id, is_first, author, body, created_at, edited_at, deleted_at)
  select gen_random_uuid(), s.new_id, c.is_first, c.author, c.body, c.created_at, c.edited_at, c.deleted_at
  from sources s join private.comments c on c.thread_id = s.id where c.deleted_at is null or c.is_first order by c.place;
  select count(*) into copied from private.comment_threads t where t.document_id = p_copy;
  return copied;
end
$function$;

REVOKE ALL ON FUNCTION "public"."copy_threads"(uuid, uuid, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."copy_threads"(uuid, uuid, jsonb) FROM "service_role";

COMMENT ON FUNCTION "public"."copy_threads"(uuid, uuid, jsonb) IS 'For the owner of a copy that has no threads: copies open threads that the caller sees, with text, authors and times, to other anchors. Each of p_threads: thread, anchor. Assignments, reactions and what was read stay behind. Returns how many the copy has; 0 when it had some before.';

REVOKE ALL ON FUNCTION "public"."copy_threads"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."copy_threads"(uuid, uuid, jsonb) TO "authenticated";
