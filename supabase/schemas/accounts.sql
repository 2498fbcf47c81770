-- Accounts: where a person is signed in, and what becomes of their documents when they delete the account.

create function public.list_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), private.clean_line(s.user_agent),
    s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = private.caller() and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc, s.id
$$;
comment on function public.list_sessions() is
  'Where the caller is signed in: this sign-in first, then by last use. A sign-in counts as used when its token is refreshed.';
revoke all on function public.list_sessions() from public, anon, service_role;
grant execute on function public.list_sessions() to authenticated;

create function public.end_session(p_session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  delete from auth.sessions s where s.id = p_session and s.user_id = private.caller();
end
$$;
comment on function public.end_session(uuid) is
  'Ends a sign-in session of the caller. A no-op when it has ended, or belongs to another person.';
revoke all on function public.end_session(uuid) from public, anon, service_role;
grant execute on function public.end_session(uuid) to authenticated;

-- Members who joined by the link stay only while it is open, so they inherit nothing.
create function private.heir_of(p_document uuid, p_owner uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.user_id from public.members m join public.documents d on d.id = m.document_id
  where m.document_id = p_document and m.user_id <> p_owner and m.expires_at is null and not m.via_link and d.deleted_at is null
  order by array_position(array['editor', 'commenter', 'viewer'], m.role), m.created_at, m.user_id
  limit 1
$$;
comment on function private.heir_of(uuid, uuid) is
  'The member who gets a document when its owner''s account is deleted: the editor who has been in it for longest, else a commenter, else a viewer. Null when its owner has added no other member without an end date, or it is in the trash.';
revoke all on function private.heir_of(uuid, uuid) from public;

create function public.preview_account_deletion() returns table (title text, heir_name text)
language sql stable security definer set search_path = ''
as $$
  select d.title, p.name
  from public.documents d
  left join public.profiles p on p.id = private.heir_of(d.id, d.owner_id)
  where d.owner_id = private.caller() and d.deleted_at is null
  order by p.name nulls first, d.title, d.id
$$;
comment on function public.preview_account_deletion() is
  'What delete_account would do to the caller''s documents: each with its new owner, those to be deleted first.';
revoke all on function public.preview_account_deletion() from public, anon, service_role;
grant execute on function public.preview_account_deletion() to authenticated;

create function public.begin_account_deletion(p_actor uuid, p_auth_session uuid) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.spend(p_actor, 'delete_account');
  return (select u.email from auth.users u where u.id = p_actor);
end
$$;
comment on function public.begin_account_deletion(uuid, uuid) is
  'The address whose password has to be verified. Refuses when called too often.';
revoke all on function public.begin_account_deletion(uuid, uuid) from public, anon, authenticated;
grant execute on function public.begin_account_deletion(uuid, uuid) to service_role;

create function public.delete_account(p_actor uuid, p_auth_session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  heir uuid;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  -- In the order of their ids, so that two deletions at the same time do not deadlock.
  for document in
    select d.* from public.documents d join public.document_logs l on l.document_id = d.id
    where d.id in (select m.document_id from public.members m where m.user_id = p_actor)
    order by d.id for no key update of l
  loop
    if document.owner_id = p_actor then heir := private.heir_of(document.id, p_actor); end if;
    if document.owner_id <> p_actor or heir is not null then
      delete from public.members m where m.document_id = document.id and m.user_id = p_actor;
      if document.owner_id = p_actor then
        update public.members m set role = 'owner' where m.document_id = document.id and m.user_id = heir;
        update public.documents d set owner_id = heir where d.id = document.id;
      end if;
      perform private.move_lanes(document.id);
    end if;
  end loop;
  delete from public.documents d where d.owner_id = p_actor;
  delete from auth.users u where u.id = p_actor;
end
$$;
comment on function public.delete_account(uuid, uuid) is
  'Hands over documents that have other members, deletes the rest and the account. Text that the person wrote stays, without a name.';
revoke all on function public.delete_account(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_account(uuid, uuid) to service_role;
