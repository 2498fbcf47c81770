-- What is said live is proven to each who reads it: with the key that only the author's page, the reader and this database
-- can have.
create function private.key_between(p_author uuid, p_reader uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
  select extensions.hmac('\xffffffffffffffff'::bytea || uuid_send(p_reader), s.secret, 'sha256')
  from private.session_secrets s where s.session_id = p_author
$$;
comment on function private.key_between(uuid, uuid) is
  'The key with which one editing session proves to another what it says live: 32 bytes; null for an author without a secret. Laid out as in src/yjs-supabase/proof.ts.';
revoke all on function private.key_between(uuid, uuid) from public;

drop function public.room_roster(uuid);

-- Pages from before this do not name their session: the default is for them.
create function public.room_roster(p_document uuid, p_session uuid default null)
returns table (session_id uuid, client_id bigint, user_id uuid, name text, color smallint, key text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  reader uuid;
begin
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  select s.id into reader from public.editing_sessions s
  where s.id = p_session and s.user_id = private.caller();
  return query
    select s.id, s.client_id, s.user_id, p.name, p.color, encode(private.key_between(s.id, reader), 'hex')
    from public.editing_sessions s
    join public.profiles p on p.id = s.user_id
    where s.document_id = p_document and s.generation = document.generation
      and s.revoked_at is null and s.last_seen_at > now() - interval '1 day';
end
$$;
comment on function public.room_roster(uuid, uuid) is
  'Editing sessions of the last day with the people behind them: who a client id is, told by the server. With the caller''s own session, also the key of each by which it proves to that session what it says live (64 hexadecimal digits); null for a session that is not the caller''s.';
revoke all on function public.room_roster(uuid, uuid) from public, anon, service_role;
grant execute on function public.room_roster(uuid, uuid) to authenticated;
