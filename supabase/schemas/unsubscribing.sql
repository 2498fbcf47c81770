-- Links in mails that stop mails. Everybody who has the mail may follow them, signed in or not.

create function private.read_mail_token(p_token text, out scope text, out subject bytea, out target bytea)
language plpgsql stable security definer set search_path = ''
as $$
declare
  bytes bytea;
begin
  if p_token is null or p_token !~ '^[A-Za-z0-9_-]{67}$' then return; end if;
  bytes := decode(translate(p_token, '-_', '+/') || '=', 'base64');
  if rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=') <> p_token or get_byte(bytes, 0) <> ascii('1') then return; end if;
  if private.mail_token(chr(get_byte(bytes, 1)), substr(bytes, 3, 16), substr(bytes, 19, 16)) is distinct from p_token then return; end if;
  scope := chr(get_byte(bytes, 1));
  subject := substr(bytes, 3, 16);
  target := substr(bytes, 19, 16);
end
$$;
comment on function private.read_mail_token(text) is 'What a token of mail_token says; null when it is none.';
revoke all on function private.read_mail_token(text) from public;

create function public.unsubscribe(p_token text, p_undo boolean default false) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  token record;
  person uuid;
  kind text;
begin
  select * into token from private.read_mail_token(p_token);
  if token.scope is null then perform private.refuse('not_found', 'token'); end if;
  if token.scope = 's' then
    if p_undo then delete from private.blocked_senders b where b.address_hash = token.subject and b.sender = encode(token.target, 'hex')::uuid;
    else
      insert into private.blocked_senders (address_hash, sender)
      select token.subject, p.id from public.profiles p where p.id = encode(token.target, 'hex')::uuid on conflict do nothing;
    end if;
    return json_build_object('scope', 'sender', 'name', (select p.name from public.profiles p where p.id = encode(token.target, 'hex')::uuid));
  end if;
  person := (select p.id from public.profiles p where p.id = encode(token.subject, 'hex')::uuid);
  if person is null then perform private.refuse('not_found', 'token'); end if;
  perform private.spend(person, 'unsubscribe');
  insert into private.notification_settings (user_id) values (person) on conflict do nothing;
  if token.scope = 'a' then
    update private.notification_settings s set mails = coalesce(p_undo, false) where s.user_id = person;
    return json_build_object('scope', 'all');
  elsif token.scope = 'd' then
    return private.stop_document(person, encode(token.target, 'hex')::uuid, coalesce(p_undo, false));
  end if;
  kind := rtrim(convert_from(token.target, 'UTF8'));
  if kind = 'digest' then
    update private.notification_settings s set digest_hour = case when p_undo then 8 end where s.user_id = person;
    perform private.leave_digest(person);
  else
    kind := case kind when 'mentioned_in_com' then 'mentioned_in_comment' else kind end;
    update private.notification_settings s set levels = case when p_undo then s.levels - kind else s.levels || jsonb_build_object(kind, 'app') end
    where s.user_id = person;
  end if;
  return json_build_object('scope', 'kind', 'kind', kind);
end
$$;
comment on function public.unsubscribe(text, boolean) is
  'For everybody with a token of a mail: stops such mails, or with p_undo allows them again. Returns what was stopped: all; a document; a kind, or the digest; a sender.';
revoke all on function public.unsubscribe(text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe(text, boolean) to anon, authenticated, service_role;

create function private.stop_document(p_user uuid, p_document uuid, p_undo boolean) returns json
language plpgsql security definer set search_path = ''
as $$
begin
  if p_undo then delete from private.watches w where w.user_id = p_user and w.document_id = p_document;
  else
    insert into private.watches (user_id, document_id, level) select p_user, d.id, 'none' from public.documents d where d.id = p_document
    on conflict (user_id, document_id) do update set level = 'none';
  end if;
  return json_build_object('scope', 'document', 'documentId', p_document,
    'title', case when private.role_of(p_document, p_user) is not null then (select d.title from public.documents d where d.id = p_document) end);
end
$$;
comment on function private.stop_document(uuid, uuid, boolean) is 'A person wants to be told nothing of a document, or again what is usual.';
revoke all on function private.stop_document(uuid, uuid, boolean) from public;

create function public.preview_unsubscribe(p_token text) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  token record;
begin
  select * into token from private.read_mail_token(p_token);
  if token.scope is null then perform private.refuse('not_found', 'token'); end if;
  return case token.scope
    when 's' then json_build_object('scope', 'sender', 'name', (select p.name from public.profiles p where p.id = encode(token.target, 'hex')::uuid))
    when 'd' then json_build_object('scope', 'document', 'title', (select d.title from public.documents d where d.id = encode(token.target, 'hex')::uuid
      and private.role_of(d.id, encode(token.subject, 'hex')::uuid) is not null))
    when 'k' then json_build_object('scope', 'kind', 'kind', case rtrim(convert_from(token.target, 'UTF8'))
      when 'mentioned_in_com' then 'mentioned_in_comment' else rtrim(convert_from(token.target, 'UTF8')) end)
    else json_build_object('scope', 'all') end;
end
$$;
comment on function public.preview_unsubscribe(text) is 'What a token of a mail would stop; changes nothing, because mail scanners follow links.';
revoke all on function public.preview_unsubscribe(text) from public, anon, authenticated, service_role;
grant execute on function public.preview_unsubscribe(text) to anon, authenticated;
