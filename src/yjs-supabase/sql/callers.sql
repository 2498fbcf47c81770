-- The signed-in caller. First the helper with which every function refuses.

create schema if not exists private;
comment on schema private is 'Helpers of policies and public functions. The API does not expose it.';
grant usage on schema private to anon, authenticated, service_role;

create function private.refuse(p_code text, p_detail text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || case p_code
      when 'bad_request' then '400' when 'unauthenticated' then '401' when 'forbidden' then '403'
      when 'session_invalid' then '403' when 'not_found' then '404' when 'user_not_found' then '404'
      when 'generation_mismatch' then '409' when 'restore_in_progress' then '409' when 'already_member' then '409'
      when 'gone' then '410' when 'too_large' then '413' when 'document_full' then '413' when 'update_rejected' then '422'
      when 'counter_reused' then '422' when 'upgrade_required' then '426' when 'rate_limited' then '429'
      else '500' end,
    message = p_code,
    detail = coalesce(p_detail, '');
end
$$;
comment on function private.refuse(text, text) is 'Raises a refusal: SQLSTATE PT<status>, the code as message.';
revoke all on function private.refuse(text, text) from public;

create function private.has_shown_factor(p_session auth.sessions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(p_session.aal >= 'aal2', false)
    or not exists (select 1 from auth.mfa_factors f where f.user_id = p_session.user_id and f.status = 'verified');
end
$$;
comment on function private.has_shown_factor(auth.sessions) is
  'Whether a sign-in session has passed the second factor, or its person has none. A session that has not counts as signed out.';
revoke all on function private.has_shown_factor(auth.sessions) from public;

-- Every policy calls it, so it is written in plpgsql, which caches the plan between calls.
create function private.caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.user_id from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and private.has_shown_factor(s)
  );
end
$$;
comment on function private.caller() is
  'The person who is signed in, or null. Looks at the sign-in session, because an access token outlives it by minutes and signing out must take effect at once.';
revoke all on function private.caller() from public;
grant execute on function private.caller() to authenticated;

create function private.require_sign_in(p_actor uuid, p_auth_session uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- An access token outlives its session by minutes; signing out must take effect at once.
  if not exists (select 1 from auth.sessions s where s.id = p_auth_session and s.user_id = p_actor
                 and private.has_shown_factor(s)) then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
comment on function private.require_sign_in(uuid, uuid) is
  'Refuses when the sign-in session behind a token has ended, or lacks the second factor.';
revoke all on function private.require_sign_in(uuid, uuid) from public;
