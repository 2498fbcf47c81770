-- Whoever has set up a second factor is signed in once they have shown it: everywhere, in both places that ask.

create function private.has_shown_factor(p_session auth.sessions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(p_session.aal >= 'aal2', false)
    or not exists (select 1 from auth.mfa_factors f where f.user_id = p_session.user_id and f.status = 'verified');
end
$$;
comment on function private.has_shown_factor(auth.sessions) is
  'Whether a sign-in has shown the second factor, if its person has set one up. Without it, it is no sign-in.';
revoke all on function private.has_shown_factor(auth.sessions) from public;

-- In plpgsql, which plans a query once and not with every call: every policy asks.
create or replace function private.caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.user_id from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and private.has_shown_factor(s)
  );
end
$$;

create or replace function private.require_sign_in(p_actor uuid, p_auth_session uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- An access token outlives its session by minutes; signing out must hold at once.
  if not exists (select 1 from auth.sessions s where s.id = p_auth_session and s.user_id = p_actor
                 and private.has_shown_factor(s)) then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
