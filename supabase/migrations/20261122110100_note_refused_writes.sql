-- Who tries to write what no page of ours writes: a refusal is undone with its transaction and left no trace of them.

create table private.refused_writes (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 80),
  session_id uuid not null,
  attempts bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (document_id, user_id, reason)
);
comment on table private.refused_writes is
  'Who tried to write into a document what is not theirs or not a document, why it was refused, how often, and last by which editing session. For whoever runs the server; kept for 90 days.';
create index refused_writes_user on private.refused_writes (user_id);
create index refused_writes_age on private.refused_writes (last_at);
alter table private.refused_writes enable row level security;
revoke all on private.refused_writes from anon, authenticated;

create function public.note_refused_write(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_of_session uuid := (select s.user_id from public.editing_sessions s where s.id = p_session);
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.spend(p_actor, 'append');
  -- Without a reason the session was refused: one's own may have ended by itself, somebody else's is never named by mistake.
  if p_reason is null and coalesce(owner_of_session = p_actor, true) then return; end if;
  delete from private.refused_writes where last_at < now() - interval '90 days';
  insert into private.refused_writes as r (document_id, user_id, reason, session_id)
  select d.id, p_actor, coalesce(left(p_reason, 80), 'session of somebody else'), p_session
  from public.documents d where d.id = p_document
  on conflict (document_id, user_id, reason) do update
  set attempts = r.attempts + 1, session_id = excluded.session_id, last_at = now();
end
$$;
comment on function public.note_refused_write(uuid, uuid, uuid, uuid, text) is
  'Remembers who tried to write what was refused. Counts against what a person may append, as a write that is taken does.';
revoke all on function public.note_refused_write(uuid, uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.note_refused_write(uuid, uuid, uuid, uuid, text) to service_role;
