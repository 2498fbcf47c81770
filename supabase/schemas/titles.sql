-- The title in lists is read from the log. A page cannot set it by a value that it sends beside its updates.

create table private.titles (
  document_id uuid primary key references public.documents (id) on delete cascade,
  seq bigint not null check (seq >= 0),
  state_seq bigint check (state_seq <= seq),
  state bytea,
  check ((state is null) = (state_seq is null))
);
comment on table private.titles is 'From which row the title in public.documents was read, and a small state to read the next one from.';
comment on column private.titles.state is 'The document up to state_seq as a Yjs update without its text. It holds deleted titles too.';

alter table private.titles enable row level security;
revoke all on private.titles from anon, authenticated;

create function private.forget_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.titles where document_id = old.id;
  return null;
end
$$;
comment on function private.forget_title() is 'Trigger: deletes the titles of an erased document.';
revoke all on function private.forget_title() from public;

create trigger forget_title after update of deleted_at on public.documents for each row
  when (new.deleted_at = '-infinity') execute function private.forget_title();

-- The title is read before the append that changes it, so that both are stored at once. The caller's right is checked here,
-- because the append has not checked it yet.
create function public.load_title(p_actor uuid, p_auth_session uuid, p_document uuid, p_most bigint default null) returns public."application/octet-stream"
-- STABLE: all statements read the same snapshot of the database.
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Behind so many rows, the snapshot is less to read.
  max_behind constant bigint := 1000;
  log public.document_logs;
  base bigint;
  base_bytes bytea;
  is_small boolean;
  rows bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  select t.state_seq, t.state into base, base_bytes from private.titles t
  where t.document_id = p_document and t.state_seq >= log.snapshot_seq - max_behind;
  is_small := base is not null;
  -- Bytes of the rows since the snapshot are at most these.
  if log.size_bytes - log.snapshot_weight > p_most or is_small and base < log.snapshot_seq and p_most is not null
    or not is_small and log.snapshot_weight > p_most then
    return null;
  end if;
  if not is_small then
    select s.seq, s.bytes into base, base_bytes from public.document_snapshots s
    where s.document_id = p_document and s.seq = log.snapshot_seq;
  end if;
  select coalesce(array_agg(l.bytes order by l.seq) filter (where not l.is_quarantined), '{}') into rows
  from private.read_log(p_document, coalesce(base, 0), log.head_seq) l;
  return private.frame(json_build_object('seq', log.head_seq, 'isSmall', is_small),
    case when base_bytes is null then rows else array_prepend(base_bytes, rows) end);
end
$$;
comment on function public.load_title(uuid, uuid, uuid, bigint) is
  'Yjs updates that make up the title at the head, in order, as a frame: the last state of save_title (isSmall), or the snapshot that loading starts from, and the rows after it. Null when that may be more than p_most bytes. For owners and editors.';
revoke all on function public.load_title(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_title(uuid, uuid, uuid, bigint) to service_role;

create function public.save_title(p_document uuid, p_seq bigint, p_title text, p_state bytea default null, p_forgets boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- The order of all functions: first the lock of the log.
  log public.document_logs := private.lock_log(p_document);
begin
  if log.document_id is null or p_seq > log.head_seq
    or exists (select from public.documents d where d.id = p_document and d.deleted_at = '-infinity') then
    return;
  end if;
  if p_forgets then update private.titles set state = null, state_seq = null where document_id = p_document; end if;
  insert into private.titles as t (document_id, seq, state_seq, state)
  values (p_document, p_seq, case when p_state is not null then p_seq end, p_state)
  on conflict (document_id) do update set seq = excluded.seq,
    state = coalesce(excluded.state, t.state), state_seq = coalesce(excluded.state_seq, t.state_seq)
  where t.seq <= excluded.seq;
  if found then update public.documents set title = private.cut_text(private.clean_line(p_title), 200) where id = p_document; end if;
end
$$;
comment on function public.save_title(uuid, bigint, text, bytea, boolean) is
  'Sets the title in lists to that of the document at p_seq; a no-op when it was read from a later row already. p_state: the document at p_seq without its text. p_forgets drops the state that is stored, because rows in it turned out to be refused.';
revoke all on function public.save_title(uuid, bigint, text, bytea, boolean) from public, anon, authenticated;
grant execute on function public.save_title(uuid, bigint, text, bytea, boolean) to service_role;
