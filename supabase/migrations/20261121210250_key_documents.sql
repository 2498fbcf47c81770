-- A new document's id follows from who makes it and a key of theirs. Nobody can ask for an id that somebody else has, and
-- so nobody learns whether it is there.

insert into private.rate_limits (action, per_second, burst) values ('create_document', 30 / 60.0, 60);

create function private.new_document_id(p_owner uuid, p_key uuid) returns uuid
language sql immutable set search_path = ''
as $$
  -- A UUID of version 8 (RFC 9562).
  select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid
  from (select substr(sha256(uuid_send(p_owner) || uuid_send(p_key)), 1, 16) as hash) as hashed
$$;
comment on function private.new_document_id(uuid, uuid) is 'The id of the document that a person makes with a key.';
revoke all on function private.new_document_id(uuid, uuid) from public;

drop function public.create_document(uuid);
create function public.create_document(p_key uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  -- One empty paragraph, written by client id 1: the same bytes for every document, so that applying them twice
  -- changes nothing. tests/unit/supabase/seed.test.ts makes them anew and compares.
  seed constant bytea := '\x0101010007010764656661756c74030970617261677261706800';
  me uuid := private.caller();
  document uuid;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  if p_key is null then perform private.refuse('bad_request', 'key'); end if;
  perform private.spend(me, 'create_document');
  document := private.new_document_id(me, p_key);
  insert into public.documents (id, owner_id, head_seq) values (document, me, 1) on conflict do nothing;
  if found then
    insert into public.members (document_id, user_id, role) values (document, me, 'owner');
    insert into public.document_updates (document_id, seq, generation, counter, author_id, kind, sha256, bytes)
    values (document, 1, 1, 0, me, 'seed', sha256(seed), seed);
  end if;
  return json_build_object('id', document);
end
$$;
comment on function public.create_document(uuid) is
  'Makes an empty document with the caller as owner and answers with its id; a repeated call with the same key is harmless.';
revoke all on function public.create_document(uuid) from public, anon, service_role;
grant execute on function public.create_document(uuid) to authenticated;
