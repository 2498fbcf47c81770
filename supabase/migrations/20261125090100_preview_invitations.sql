-- A visitor with an invitation is told what it is before they sign in or up. The token cannot be guessed and was sent to
-- the address that it tells; it tells nothing else of the document.

insert into private.rate_limits (action, per_second, burst) values ('preview_invitation', 1, 60);

create function public.preview_invitation(p_token text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation private.invitations;
  preview json;
begin
  select * into invitation from private.invitations i
  where i.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and i.expires_at > now();
  if invitation.id is null then perform private.refuse('not_found'); end if;
  -- A visitor has no bucket, and a guess finds none: what is asked too often is one person's invitations.
  perform private.spend(invitation.invited_by, 'preview_invitation');
  select json_build_object('inviter', p.name, 'title', d.title, 'email', invitation.email, 'role', invitation.role) into preview
  from public.documents d join public.profiles p on p.id = invitation.invited_by
  where d.id = invitation.document_id and d.deleted_at is null;
  if preview is null then perform private.refuse('not_found'); end if;
  return preview;
end
$$;
comment on function public.preview_invitation(text) is
  'Tells anybody who holds the token of a waiting invitation the name of the inviter, the title, the invited address and what they may do there.';
revoke all on function public.preview_invitation(text) from public, anon, authenticated, service_role;
grant execute on function public.preview_invitation(text) to anon, authenticated;
