-- Announcements of the head are sent once a second. One that was held back is lost if no append follows, and a reader without
-- the live frame would wait for its next poll. So the first poll of any page sends it (PROTOCOL.md, S10h).

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
