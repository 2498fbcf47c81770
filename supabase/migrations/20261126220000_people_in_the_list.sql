-- Who is in which document now, for the list of documents.

create function private.people_here(p_document uuid, p_generation integer, p_but uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'color', p.color) order by p.name, p.id), '[]')
  from public.profiles p
  where p.id <> p_but and p.id in (
    select s.user_id from public.editing_sessions s
    where s.document_id = p_document and s.generation = p_generation
      and s.revoked_at is null and s.last_seen_at > now() - interval '45 seconds')
$$;
comment on function private.people_here(uuid, integer, uuid) is
  'The people who have a document open, except p_but. An open page that is in view marks its session as seen at least every 35 seconds.';
revoke all on function private.people_here(uuid, integer, uuid) from public;

create or replace function public.list_my_documents() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, d.updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id,
      case when d.deleted_at is null then private.people_here(d.id, d.generation, m.user_id) else '[]' end as here
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed
$$;
comment on function public.list_my_documents() is
  'Documents of the caller, newest change first, with the caller''s own marks and the others who have each open; the owner''s deleted ones too, as long as they can be restored. One value, not rows: the API cuts rows off after a thousand.';
