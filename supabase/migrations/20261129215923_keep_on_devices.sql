-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

ALTER TABLE "public"."documents" ADD COLUMN "keep_on_devices" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.describe_host(p_document uuid, p_role text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return json_build_object('comments', case when private.sees_comments(p_document, p_role) then
    coalesce((select v.version from private.comment_versions v where v.document_id = p_document), 0) end,
    'erasures', case when private.may(p_role, 'write') then private.count_erasures(p_document) end,
    'keep', (select d.keep_on_devices from public.documents d where d.id = p_document));
end
$function$;

CREATE OR REPLACE FUNCTION private.erased_at(p_document uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select max(e.ended_at) from public.erasures e where e.document_id = p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_my_documents()
 RETURNS json
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.list_opened(private.caller()) where private.caller() is not null;
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, l.changed_at as updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id,
      coalesce(k.is_template, false) as is_template, d.keep_on_devices,
      case when private.may(m.role, 'write') then private.erased_at(d.id) end as erased_at,
      case when d.deleted_at is null then private.people_here(d.id, l.generation, m.user_id) else '[]' end as here
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.document_logs l on l.document_id = d.id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed;
$function$;

CREATE OR REPLACE FUNCTION public.set_keep_on_devices(p_document uuid, p_keep boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set keep_on_devices = coalesce(p_keep, true) where id = p_document;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_keep_on_devices"(uuid, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."set_keep_on_devices"(uuid, boolean) FROM "service_role";

COMMENT ON COLUMN "public"."documents"."keep_on_devices" IS 'Whether pages keep the text on the device of a member, for reading without the network. What a member wrote and has not sent yet is kept in any case.';

COMMENT ON FUNCTION "private"."describe_host"(uuid, text) IS 'Called by document_head: the version of the threads and the number of erasures, so that a page that missed an announcement finds it by its poll, null for a role that does not see them; and whether the page may keep the text on the device.';

COMMENT ON FUNCTION "private"."erased_at"(uuid) IS 'When text was last erased from the log of a document; null if never.';

COMMENT ON FUNCTION "public"."list_my_documents"() IS 'Documents of the caller, newest change first, with the caller''s own marks and the others who have each open; the owner''s deleted ones too, as long as they can be restored. For those who edit, when text was last erased from the log: older copies on a device have it. One value, not rows: the API cuts rows off after a thousand.';

COMMENT ON FUNCTION "public"."set_keep_on_devices"(uuid, boolean) IS 'The owner chooses whether pages keep the text on the devices of members. Open pages obey by their next poll, others when they next read their list.';

REVOKE ALL ON FUNCTION "private"."erased_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_keep_on_devices"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_keep_on_devices"(uuid, boolean) TO "authenticated";

REVOKE ALL ("keep_on_devices") ON TABLE "public"."documents" FROM "authenticated";

GRANT SELECT ("keep_on_devices") ON TABLE "public"."documents" TO "authenticated";
