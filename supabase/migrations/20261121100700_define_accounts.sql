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
