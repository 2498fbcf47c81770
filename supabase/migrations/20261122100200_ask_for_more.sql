-- Whoever reads a document may ask its owner to let them write in it.

create or replace function public.request_access(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  insert into private.access_requests (document_id, user_id)
  select d.id, private.caller() from public.documents d
  where d.id = p_document and d.deleted_at is null
    and coalesce(private.role_of(d.id, private.caller()), 'viewer') in ('commenter', 'viewer')
  on conflict do nothing;
end
$$;
comment on function public.request_access(uuid) is
  'Asks the owner to let the caller in, or to let them write. Says nothing about whether there is such a document.';

create or replace function public.answer_request(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  old_role text;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  old_role := private.role_of(p_document, p_user);
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if not found or p_role is null then return; end if;
  perform private.let_in(p_document, p_user, p_role);
  -- Who is in already asks for the new right in new lanes.
  if old_role <> private.role_of(p_document, p_user) then perform private.move_lanes(document); end if;
end
$$;
comment on function public.answer_request(uuid, uuid, text) is
  'Gives a role to somebody who asked for it, or with null not; the owner may call it. It takes nothing from whoever is in. Who has not asked stays as they are.';

create or replace function public.list_sharing(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  if private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']) <> 'owner' then
    return json_build_object('linkRole', document.link_role, 'invitations', '[]'::json, 'requests', '[]'::json);
  end if;
  return json_build_object('linkRole', document.link_role,
    'invitations', (select coalesce(json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'expiresAt', i.expires_at)
      order by i.created_at, i.id), '[]') from private.invitations i where i.document_id = p_document and i.expires_at > now()),
    'requests', (select coalesce(json_agg(json_build_object('userId', r.user_id, 'name', p.name, 'color', p.color, 'email', u.email)
      order by r.created_at, r.user_id), '[]')
      from private.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      -- Who may write by now, by whatever way, asks for nothing any more.
      where r.document_id = p_document and coalesce(private.role_of(p_document, r.user_id), 'viewer') in ('commenter', 'viewer')));
end
$$;
