-- An editing session that wrote outlives the account of its person: the log names it, and history is told by sessions.
-- It is nobody's then, and over.

alter table public.editing_sessions
  alter column user_id drop not null,
  drop constraint editing_sessions_user_id_fkey,
  add constraint editing_sessions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null,
  add constraint editing_sessions_of_nobody_are_over check (user_id is not null or revoked_at is not null);
comment on column public.editing_sessions.user_id is 'Whose it is; null when the account is gone.';

create function private.leave_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.revoked_at := coalesce(old.revoked_at, now());
  -- What somebody says live who is gone is not logged for them: there is nobody whom it could count against.
  new.lost_right_at := null;
  delete from private.session_secrets where session_id = old.id;
  return new;
end
$$;
comment on function private.leave_session() is 'Trigger: an editing session whose person is gone is over, and has no secret.';
revoke all on function private.leave_session() from public;
create trigger leave_session before update of user_id on public.editing_sessions for each row
  when (new.user_id is null) execute function private.leave_session();

drop trigger mark_opened on public.editing_sessions;
create trigger mark_opened after update of last_seen_at on public.editing_sessions for each row
  when (new.user_id is not null and new.last_counter = old.last_counter) execute function private.mark_opened();
