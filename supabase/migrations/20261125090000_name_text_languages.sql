-- The language of a text decides its quotes and its spelling, and so it is the document's and not each reader's. A new
-- document says it from its first byte, where every copy has it, also without a network and in every version.

drop function public.create_document(uuid);
create function public.create_document(p_key uuid, p_language text default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  -- One empty paragraph, written by client id 1, and the language, written by 2 or 3: the same bytes for every document
  -- of a language, so that applying them twice changes nothing. tests/unit/supabase/seed.test.ts makes them anew.
  seed bytea;
  me uuid := private.caller();
  document uuid;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  if p_key is null then perform private.refuse('bad_request', 'key'); end if;
  seed := case coalesce(p_language, '')
    when '' then '\x0101010007010764656661756c74030970617261677261706800'::bytea
    when 'cs' then '\x020102002801057469746c65046c616e67017702637301010007010764656661756c74030970617261677261706800'::bytea
    when 'en-US' then '\x020103002801057469746c65046c616e67017705656e2d555301010007010764656661756c74030970617261677261706800'::bytea
  end;
  if seed is null then perform private.refuse('bad_request', 'language'); end if;
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
comment on function public.create_document(uuid, text) is
  'Makes an empty document with the caller as owner, for a text in this language, and answers with its id; a repeated call with the same key is harmless.';
revoke all on function public.create_document(uuid, text) from public, anon, service_role;
grant execute on function public.create_document(uuid, text) to authenticated;
