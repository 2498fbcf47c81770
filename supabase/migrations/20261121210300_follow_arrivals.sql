-- Who has been invited and has not come yet is nobody's to see; a document can be given to another owner.

alter table public.documents add column link_role text check (link_role in ('editor', 'commenter', 'viewer'));
comment on column public.documents.link_role is 'What everybody who is signed in and has the link may do; null: nothing.';
alter table public.members add column arrived_at timestamptz default now(), add column via_link boolean not null default false;
comment on column public.members.arrived_at is 'When they first opened the document. Until then nobody else sees them here: that an address has an account is its owner''s to show.';
comment on column public.members.via_link is 'They came by the link, and stay only as long as it lets people in.';

revoke select on public.members from authenticated;
grant select (document_id, user_id, role, expires_at, created_at) on public.members to authenticated;
alter policy members_of_my_documents on public.members
  using (document_id in (select private.my_documents()) and (arrived_at is not null or user_id = (select private.caller())));

create or replace function private.my_contacts() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.caller()
  union
  select m.user_id from public.members m where m.document_id in (select private.my_documents()) and m.arrived_at is not null
$$;

create or replace function public.list_members(p_document uuid)
returns table (user_id uuid, name text, color smallint, role text, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  my_role text;
begin
  select * into document from public.documents d where d.id = p_document;
  my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  return query
    select m.user_id, p.name, p.color, m.role,
      case when my_role = 'owner' or m.user_id = private.caller() then u.email::text end
    from public.members m
    join public.profiles p on p.id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.document_id = p_document and (m.expires_at is null or m.expires_at > now())
      and (m.arrived_at is not null or m.user_id = private.caller())
    order by array_position(array['owner', 'editor', 'commenter', 'viewer'], m.role), p.name, m.user_id;
end
$$;

create or replace function public.list_my_documents() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, d.updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed
$$;

create or replace function public.set_member_role(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  select m.role into old_role from public.members m
  where m.document_id = p_document and m.user_id = p_user and m.role <> 'owner' and m.arrived_at is not null;
  if old_role is null then perform private.refuse('user_not_found'); end if;
  -- Whom the owner names has a role of their own from then on.
  update public.members set role = p_role, via_link = false where document_id = p_document and user_id = p_user;
  if old_role = p_role then return; end if;
  if old_role = 'editor' then
    update public.editing_sessions set lost_right_at = now()
    where document_id = p_document and user_id = p_user and revoked_at is null;
  end if;
  perform private.move_lanes(document);
end
$$;
comment on function public.set_member_role(uuid, uuid, text) is
  'Makes a member editor, commenter or viewer. Everybody moves to new lanes, where the new right is asked anew.';

create or replace function public.remove_member(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  lost_role text;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(),
    case when p_user = private.caller() then array['editor', 'commenter', 'viewer'] else array['owner'] end);
  perform private.spend(private.caller(), 'share');
  delete from public.members
  where document_id = p_document and user_id = p_user and role <> 'owner' and (arrived_at is not null or user_id = private.caller())
  returning role into lost_role;
  if not found then perform private.refuse('user_not_found'); end if;
  update public.editing_sessions
  set revoked_at = now(), lost_right_at = case when lost_role = 'editor' then now() else lost_right_at end
  where document_id = p_document and user_id = p_user and revoked_at is null;
  perform private.move_lanes(document);
end
$$;

create function public.transfer_document(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  if p_user = private.caller() or not exists (
    select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('user_not_found');
  end if;
  update public.members set role = 'editor' where document_id = p_document and user_id = private.caller();
  update public.members set role = 'owner', via_link = false, expires_at = null where document_id = p_document and user_id = p_user;
  update public.documents set owner_id = p_user where id = p_document;
  perform private.move_lanes(document);
end
$$;
comment on function public.transfer_document(uuid, uuid) is
  'Makes another member the owner; who owned it stays as an editor, so that a document always has one owner.';
revoke all on function public.transfer_document(uuid, uuid) from public, anon, service_role;
grant execute on function public.transfer_document(uuid, uuid) to authenticated;
