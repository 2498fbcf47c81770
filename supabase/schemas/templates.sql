-- Templates: documents from which a person starts new ones. A personal mark, like a favourite, and one document for each folder.

create function public.set_template(p_document uuid, p_is_template boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.personal_marks (user_id, document_id, is_template)
  values (private.require_member(p_document), p_document, coalesce(p_is_template, false))
  on conflict (user_id, document_id) do update set is_template = excluded.is_template;
end
$$;
comment on function public.set_template(uuid, boolean) is 'Makes a document a template of the caller, in their list only, or no longer one.';
revoke all on function public.set_template(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_template(uuid, boolean) to authenticated;

create function public.set_folder_template(p_folder uuid, p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.set_folder_template(uuid, uuid) is
  'The document, which the caller can read, that is offered first for a new document in a folder of the caller; null for none.';
revoke all on function public.set_folder_template(uuid, uuid) from public, anon, service_role;
grant execute on function public.set_folder_template(uuid, uuid) to authenticated;
