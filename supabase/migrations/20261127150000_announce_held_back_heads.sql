-- Announcements of the head are sent once a second. One that was held back is lost if no append follows, and a reader without
-- the live frame would wait for its next poll. So the first poll of any page sends it (PROTOCOL.md, S10h).

create or replace function public.document_head(p_document uuid, p_session uuid default null, p_since bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  my_role text;
begin
  select * into document from public.documents d where d.id = p_document;
  my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  -- An open page polls: its editing session is alive even without changes.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  if document.told_seq < document.head_seq and private.may_tell_head(document) then
    perform private.tell_held_back_head(p_document);
  end if;
  return json_build_object('head', document.head_seq, 'chain', private.chain_of(p_document, document.head_seq),
    'epoch', document.epoch, 'generation', document.generation, 'role', my_role, 'weight', document.size_bytes,
    'rows', private.name_rows(p_document, p_since, document.head_seq),
    'snapshot', json_build_object('seq', document.snapshot_seq, 'digest', coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = document.snapshot_seq), '')));
end
$$;

create function private.tell_held_back_head(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  -- An append that holds the row may announce it, and a poll must not wait for that.
  select * into document from public.documents d where d.id = p_document for no key update skip locked;
  if document.told_seq < document.head_seq and private.may_tell_head(document) then
    update public.documents d
    set told_seq = document.head_seq, told_until = greatest(d.told_until, now()) + interval '1 second'
    where d.id = p_document;
    perform private.tell_head(document, document.head_seq);
  end if;
end
$$;
comment on function private.tell_held_back_head(uuid) is
  'Announces rows whose announcement was held back, unless it is still too early or an append is under way.';
revoke all on function private.tell_held_back_head(uuid) from public;
