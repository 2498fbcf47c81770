-- Public keys of editing sessions: in rooms of many, one signature of a live frame stands for all readers.

alter table public.editing_sessions add column public_key bytea check (octet_length(public_key) = 32);
comment on column public.editing_sessions.public_key is
  'Ed25519 key that verifies the session''s signed frames; null where the page had none when it opened the session.';

drop function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer);
create function public.open_editing_session(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint, p_schema integer,
  p_public_key bytea default null
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  actor_role text;
  known public.editing_sessions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  perform private.spend(p_actor, 'open_session');
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id, public_key)
  values (p_session, p_document, p_actor, document.generation, p_client_id, p_public_key)
  on conflict do nothing;
  select * into known from public.editing_sessions s where s.id = p_session;
  if known.id is null or known.user_id <> p_actor or known.document_id <> p_document or known.revoked_at is not null
    or known.client_id <> p_client_id or known.generation <> document.generation or known.public_key <> p_public_key then
    perform private.refuse('session_invalid');
  end if;
  update public.editing_sessions set last_seen_at = now() where id = p_session;
  insert into private.session_secrets (session_id) values (p_session) on conflict do nothing;
  return json_build_object('sessionId', p_session, 'role', actor_role, 'generation', document.generation,
    'epoch', document.epoch, 'head', document.head_seq,
    'secret', (select encode(s.secret, 'hex') from private.session_secrets s where s.session_id = p_session));
end
$$;
comment on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer, bytea) is
  'Registers an editing session, and with it the only Yjs client id that it may write under and the public key of its signed frames, which never changes. Returns, to its author only, the secret for tagging live updates. Idempotent.';
revoke all on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer, bytea) from public, anon, authenticated;
grant execute on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer, bytea) to service_role;
