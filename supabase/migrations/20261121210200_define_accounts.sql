-- What people see and do with their own account, beyond the profile.

create function public.list_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = private.caller() and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc, s.id
$$;
comment on function public.list_sessions() is
  'Where the caller is signed in: this sign-in first, then the last one seen. A sign-in is seen whenever its token is refreshed.';
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
  'Signs the caller out where they are signed in; nothing happens when that sign-in is over or somebody else''s.';
revoke all on function public.end_session(uuid) from public, anon, service_role;
grant execute on function public.end_session(uuid) to authenticated;

-- Pictures of people: a private bucket, one folder a person, read by whoever shares a document with them.
alter table public.profiles
  add column avatar text check (avatar ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$');
comment on column public.profiles.avatar is
  'File of the person''s picture in the bucket avatars, in the folder of their id; null shows initials.';
grant update (avatar) on public.profiles to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', false, 262144, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy avatars_of_contacts on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] in (select c.id::text from private.my_contacts() as c (id)));
create policy own_avatar_added on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$'
    and (storage.foldername(name))[1] = (select private.caller())::text);
create policy own_avatar_removed on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.caller())::text);

create function private.heir_of(p_document uuid, p_owner uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.user_id from public.members m join public.documents d on d.id = m.document_id
  where m.document_id = p_document and m.user_id <> p_owner and m.expires_at is null and d.deleted_at is null
  order by array_position(array['editor', 'commenter', 'viewer'], m.role), m.created_at, m.user_id
  limit 1
$$;
comment on function private.heir_of(uuid, uuid) is
  'Who gets a document when its owner goes: whoever has been an editor for longest, else a commenter, else a reader. Null when nobody else is in it for good, or it is in the trash.';
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

insert into private.rate_limits (action, per_second, burst) values ('delete_account', 5 / 600.0, 5);

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
  'The address whose password has to be shown. Refuses whoever tries too often.';
revoke all on function public.begin_account_deletion(uuid, uuid) from public, anon, authenticated;
grant execute on function public.begin_account_deletion(uuid, uuid) to service_role;

create function public.delete_account(p_actor uuid, p_auth_session uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  heir uuid;
  images text[];
  avatars text[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  -- In the order of their ids, so that two who go at once do not wait for each other.
  for document in
    select d.* from public.documents d
    where d.id in (select m.document_id from public.members m where m.user_id = p_actor)
    order by d.id for no key update
  loop
    if document.owner_id = p_actor then heir := private.heir_of(document.id, p_actor); end if;
    if document.owner_id <> p_actor or heir is not null then
      delete from public.members m where m.document_id = document.id and m.user_id = p_actor;
      if document.owner_id = p_actor then
        update public.members m set role = 'owner' where m.document_id = document.id and m.user_id = heir;
        update public.documents d set owner_id = heir where d.id = document.id;
      end if;
      perform private.move_lanes(document);
    end if;
  end loop;
  select coalesce(array_agg(o.name), '{}') into images
  from storage.objects o join public.documents d on (storage.foldername(o.name))[1] = d.id::text
  where o.bucket_id = 'document-images' and d.owner_id = p_actor;
  select coalesce(array_agg(o.name), '{}') into avatars
  from storage.objects o where o.bucket_id = 'avatars' and (storage.foldername(o.name))[1] = p_actor::text;
  delete from public.documents d where d.owner_id = p_actor;
  delete from auth.users u where u.id = p_actor;
  return json_build_object('document-images', images, 'avatars', avatars);
end
$$;
comment on function public.delete_account(uuid, uuid) is
  'Hands over the documents that others are in, deletes the rest and the account. What the person wrote stays, without a name. Returns the files that belong to nothing any more, by their bucket.';
revoke all on function public.delete_account(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_account(uuid, uuid) to service_role;
