-- The title is read before the append that changes it, so that both are stored at once. The caller's right is checked here,
-- because the append has not checked it yet.

drop function public.load_title(uuid);

create function public.load_title(p_actor uuid, p_auth_session uuid, p_document uuid, p_most bigint default null) returns public."application/octet-stream"
-- STABLE: all statements read the same snapshot of the database.
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Behind so many rows, the snapshot is less to read.
  max_behind constant bigint := 1000;
  document public.documents;
  base bigint;
  base_bytes bytea;
  is_small boolean;
  rows bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  select t.state_seq, t.state into base, base_bytes from private.titles t
  where t.document_id = p_document and t.state_seq >= document.snapshot_seq - max_behind;
  is_small := base is not null;
  -- Bytes of the rows since the snapshot are at most these.
  if document.size_bytes - document.snapshot_weight > p_most or is_small and base < document.snapshot_seq and p_most is not null
    or not is_small and document.snapshot_weight > p_most then
    return null;
  end if;
  if not is_small then
    select s.seq, s.bytes into base, base_bytes from public.document_snapshots s
    where s.document_id = p_document and s.seq = document.snapshot_seq;
  end if;
  select coalesce(array_agg(l.bytes order by l.seq) filter (where not l.is_quarantined), '{}') into rows
  from private.read_log(p_document, coalesce(base, 0), document.head_seq) l;
  return private.frame(json_build_object('seq', document.head_seq, 'isSmall', is_small),
    case when base_bytes is null then rows else array_prepend(base_bytes, rows) end);
end
$$;
comment on function public.load_title(uuid, uuid, uuid, bigint) is
  'Yjs updates that make up the title at the head, in order, as a frame: the last state of save_title (isSmall), or the snapshot that loading starts from, and the rows after it. Null when that may be more than p_most bytes. For owners and editors.';
revoke all on function public.load_title(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_title(uuid, uuid, uuid, bigint) to service_role;
