-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.describe_log(p_log public.document_logs, p_role text, p_seq bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('role', p_role, 'mayEdit', private.may(p_role, 'write'), 'generation', p_log.generation, 'epoch', p_log.epoch,
    'schema', p_log.schema_major, 'head', p_seq, 'chain', private.chain_of(p_log.document_id, p_seq),
    'snapshotSeq', null, 'rows', '[]'::jsonb)
$function$;

CREATE OR REPLACE FUNCTION public.document_head(p_document uuid, p_session uuid DEFAULT NULL::uuid, p_since bigint DEFAULT NULL::bigint)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  my_role text;
  sees_all boolean;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  sees_all := private.may(my_role, 'write');
  -- An open page polls: its editing session is alive even without changes.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    perform private.tell_held_back_head(p_document);
  end if;
  return json_build_object('head', log.head_seq, 'chain', private.chain_of(p_document, log.head_seq),
    'epoch', log.epoch, 'generation', log.generation, 'role', my_role, 'mayEdit', sees_all,
    'weight', case when sees_all then log.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, log.head_seq),
    'snapshot', json_build_object('seq', log.snapshot_seq, 'digest', case when sees_all or log.snapshot_seq = log.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq), '') else '' end));
end
$function$;

CREATE OR REPLACE FUNCTION public.open_editing_session(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint, p_schema integer, p_public_key bytea DEFAULT NULL::bytea)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  actor_role text;
  known public.editing_sessions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  perform private.spend(p_actor, 'open_session');
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id, public_key)
  values (p_session, p_document, p_actor, log.generation, p_client_id, p_public_key)
  on conflict do nothing;
  select * into known from public.editing_sessions s where s.id = p_session;
  if known.id is null or known.user_id <> p_actor or known.document_id <> p_document or known.revoked_at is not null
    or known.client_id <> p_client_id or known.generation <> log.generation or known.public_key <> p_public_key then
    perform private.refuse('session_invalid');
  end if;
  update public.editing_sessions set last_seen_at = now() where id = p_session;
  insert into private.session_secrets (session_id) values (p_session) on conflict do nothing;
  return json_build_object('sessionId', p_session, 'role', actor_role, 'mayEdit', private.may(actor_role, 'write'),
    'generation', log.generation,
    'epoch', log.epoch, 'head', log.head_seq,
    'secret', (select encode(s.secret, 'hex') from private.session_secrets s where s.session_id = p_session));
end
$function$;
