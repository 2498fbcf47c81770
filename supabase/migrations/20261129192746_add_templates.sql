-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

ALTER TABLE "private"."folders" ADD COLUMN "template_id" uuid;

ALTER TABLE "private"."personal_marks" ADD COLUMN "is_template" boolean NOT NULL DEFAULT false;

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
      coalesce(k.is_template, false) as is_template,
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

CREATE OR REPLACE FUNCTION public.list_my_folders()
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'template_id', f.template_id) order by f.name, f.id), '[]')
  from private.folders f where f.user_id = private.caller()
$function$;

CREATE OR REPLACE FUNCTION public.set_folder_template(p_folder uuid, p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  if p_document is null then perform private.spend(me, 'organize');
  else perform private.require_member(p_document);
  end if;
  update private.folders set template_id = p_document where user_id = me and id = p_folder;
  if not found then perform private.refuse('not_found'); end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_folder_template"(uuid, uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."set_folder_template"(uuid, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.set_template(p_document uuid, p_is_template boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.personal_marks (user_id, document_id, is_template)
  values (private.require_member(p_document), p_document, coalesce(p_is_template, false))
  on conflict (user_id, document_id) do update set is_template = excluded.is_template;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_template"(uuid, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."set_template"(uuid, boolean) FROM "service_role";

-- BY HAND: existing rows must satisfy it.
ALTER TABLE "private"."folders" ADD CONSTRAINT "folders_template_id_fkey" FOREIGN KEY (template_id) REFERENCES public.documents(id) ON DELETE SET NULL;

CREATE INDEX folders_template ON private.folders USING btree (template_id);

COMMENT ON COLUMN "private"."folders"."template_id" IS 'The document that is offered first for a new document in this folder.';

COMMENT ON COLUMN "private"."personal_marks"."is_template" IS 'The person starts new documents from it; it stands in their list of templates.';

COMMENT ON FUNCTION "public"."set_folder_template"(uuid, uuid) IS 'The document, which the caller can read, that is offered first for a new document in a folder of the caller; null for none.';

COMMENT ON FUNCTION "public"."set_template"(uuid, boolean) IS 'Makes a document a template of the caller, in their list only, or no longer one.';

REVOKE ALL ON FUNCTION "public"."set_folder_template"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_folder_template"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_template"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_template"(uuid, boolean) TO "authenticated";
