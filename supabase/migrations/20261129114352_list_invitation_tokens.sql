-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_sharing(p_document uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  if private.require(p_document, private.caller(), 'read') <> 'owner' then
    return json_build_object('linkRole', document.link_role, 'invitations', '[]'::json, 'requests', '[]'::json, 'mailsAreSetUp', null);
  end if;
  return json_build_object('linkRole', document.link_role, 'mailsAreSetUp', (select s.is_set_up from private.mail_service s),
    'invitations', (select coalesce(json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'expiresAt', i.expires_at, 'mail', private.mail_of(i.id),
      -- Invitations from before mails have another token, which is stored nowhere.
      'token', case when i.token_hash = sha256(convert_to(private.invitation_token(i), 'UTF8')) then private.invitation_token(i) end)
      order by i.created_at, i.id), '[]') from private.invitations i where i.document_id = p_document and i.expires_at > now()),
    'requests', (select coalesce(json_agg(json_build_object('userId', r.user_id, 'name', p.name, 'color', p.color, 'email', u.email)
      order by r.created_at, r.user_id), '[]')
      from private.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      -- A request is settled once its person may write, in whatever way.
      where r.document_id = p_document and not coalesce(private.may(private.role_of(p_document, r.user_id), 'write'), false)));
end
$function$;

COMMENT ON FUNCTION "public"."list_sharing"(uuid) IS 'The role of the link; for the owner also open invitations, each with its token and what became of its mail, requests, and whether mails are set up (null: not known yet).';
