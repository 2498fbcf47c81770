-- A request whose sign-in session has ended is refused: an empty reply would be taken for an empty list.

create function private.check_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Anybody who has the link of an invitation may see it, also with the token of an ended session.
  if auth.role() = 'authenticated' and private.caller() is null
    and coalesce(current_setting('request.path', true), '') not like '%/rpc/preview_invitation' then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
comment on function private.check_session() is
  'Refuses with 401 when the sign-in session behind a token has ended, or lacks the second factor. PostgREST runs it before each request (db_pre_request).';
revoke all on function private.check_session() from public;
grant usage on schema private to anon;
grant execute on function private.check_session() to anon, authenticated, service_role;

-- Some servers allow this to superusers only. There, an ended session still receives empty lists.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'private.check_session';
  notify pgrst, 'reload config';
exception when insufficient_privilege then
  raise warning 'Run as a superuser: alter role authenticator set pgrst.db_pre_request = ''private.check_session''; notify pgrst, ''reload config'';';
end
$$;
