-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.describe_history(p_actor uuid, p_auth_session uuid, p_document uuid, p_until bigint DEFAULT NULL::bigint)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  last_seq bigint;
  entry record;
  first_seq bigint;
  expected bigint;
  chain text := '';
  refused bigint[] := '{}';
  wrote uuid[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  last_seq := coalesce(p_until, log.head_seq);
  if last_seq not between 1 and log.head_seq then perform private.refuse('bad_request', 'until'); end if;
  perform private.spend(p_actor, 'sign_history');
  for entry in
    select l.seq, s.client_id, round(extract(epoch from l.logged_at) * 1000)::bigint as at_ms, l.is_quarantined, sha256(l.bytes) as hash, l.heirs
    from private.read_log(p_document, 0, last_seq) l left join public.editing_sessions s on s.id = l.session_id
    order by l.seq
  loop
    first_seq := coalesce(first_seq, entry.seq);
    if entry.seq <> coalesce(expected, first_seq) then perform private.refuse('internal', 'the log has a hole'); end if;
    expected := entry.seq + 1;
    if entry.is_quarantined then
      refused := refused || entry.seq;
      continue;
    end if;
    chain := encode(sha256(convert_to(concat_ws(' ', chain, entry.seq, entry.at_ms, coalesce(entry.client_id::text, '-'),
      encode(entry.hash, 'hex'), entry.heirs), 'UTF8')), 'hex');
  end loop;
  if expected is distinct from last_seq + 1 then perform private.refuse('internal', 'the log has a hole'); end if;
  select array_agg(distinct l.session_id) into wrote from private.read_log(p_document, 0, last_seq) l;
  return json_build_object(
    'document', json_build_object('id', p_document, 'title', (select d.title from public.documents d where d.id = p_document)),
    'from', first_seq, 'until', last_seq, 'refused', refused, 'chain', chain,
    'writers', (select coalesce(json_agg(json_build_array(s.client_id, s.user_id) order by s.client_id), '[]')
      from public.editing_sessions s where s.id = any (wrote)),
    'people', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
      from public.profiles p where p.id in (select s.user_id from public.editing_sessions s where s.id = any (wrote)
        union select e.erased_by from public.erasures e where e.document_id = p_document)),
    -- Not the hash of before: of a row of one character, it tells everybody with the proof which one it was.
    'erased', (select coalesce(json_agg(json_build_object('seq', r.seq, 'sha256', encode(r.new_sha256, 'hex'), 'by', e.erased_by,
        'atMs', round(extract(epoch from e.erased_at) * 1000)::bigint, 'ranges', r.ranges) order by r.seq), '[]')
      from private.erased_rows r join public.erasures e on e.id = r.erasure_id
      where r.document_id = p_document and r.seq between first_seq and last_seq and r.seq <> all (refused)),
    'requestedBy', (select json_build_object('id', p.id, 'name', p.name, 'email', u.email)
      from public.profiles p join auth.users u on u.id = p.id where p.id = p_actor));
end
$function$;

COMMENT ON FUNCTION "public"."describe_history"(uuid, uuid, uuid, bigint) IS 'For the owner and editors: what the deployment knows about who wrote the rows of the log up to p_until, by default all. chain is the last of a chain of SHA-256 hashes in hexadecimal, one for each row that clients accept, each of: the hash before (empty for the first), the seq, the time in milliseconds, the Yjs client id (- when unknown), the SHA-256 of the update, the heirs if the row declared some; separated by spaces. writers has the user id of each client id, null for an account that is gone. erased lists rows of which text was erased: the SHA-256 of what is left, the ids that are gone (Yjs client, first clock, length), who erased them and when. from is larger than 1 where the log begins later. requestedBy is the caller with their own email address; no other address is returned.';
