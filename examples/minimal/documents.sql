-- Documents, and the five functions by which the log of yjs-supabase asks about them.

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  created_by uuid not null default auth.uid() references auth.users (id) on delete cascade
);
alter table public.documents enable row level security;
create policy documents_of_mine on public.documents to authenticated
  using (created_by = auth.uid()) with check (created_by = auth.uid());

-- The log goes with the document.
alter table public.document_logs add foreign key (document_id) references public.documents (id) on delete cascade;

create function private.open_log() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.document_logs (document_id) values (new.id);
  return null;
end
$$;
create trigger open_log after insert on public.documents for each row execute function private.open_log();

-- The role of a person in a document: owner, editor, commenter, viewer, or null. Here, every signed-in user may write.
create function private.role_of(document uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when d.created_by = person then 'owner' else 'editor' end
  from public.documents d where d.id = document and person is not null
$$;

-- The code with which somebody without a role is refused: forbidden or gone.
create function private.refusal_of(document uuid, person uuid) returns text
language sql immutable return 'forbidden';

-- How others see a person. A colour is a number that the page interprets.
create function private.person_of(person uuid) returns table (name text, color smallint)
language sql stable security definer set search_path = '' as $$
  select split_part(u.email, '@', 1), null::smallint from auth.users u where u.id = person
$$;

-- The time from which a reader sees who had the document open.
create function private.member_since(document uuid, person uuid) returns timestamptz
language sql immutable return '-infinity'::timestamptz;

-- Called in the transaction of each append.
create function private.after_append(
  log public.document_logs, session uuid, kind text, head bigint, typed bigint, deleted bigint, title text
) returns void
language sql return null;
