-- Reading the history: the state of a version or at any row of the log, the rows, and the deployment's statement about them.

create function private.state_at(p_document uuid, p_seq bigint) returns bytea[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  base bigint;
  snapshot bytea;
  found_rows bigint;
  rows bytea[];
begin
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= p_seq order by s.seq desc limit 1;
  select count(*), coalesce(array_agg(l.bytes order by l.seq) filter (where not l.is_quarantined), '{}') into found_rows, rows
  from private.read_log(p_document, coalesce(base, 0), p_seq) l;
  if found_rows <> p_seq - coalesce(base, 0) then perform private.refuse('internal', 'the log has a hole'); end if;
  return case when snapshot is null then rows else array_prepend(snapshot, rows) end;
end
$$;
comment on function private.state_at(uuid, bigint) is 'The Yjs updates that make up the document at p_seq, in order.';
revoke all on function private.state_at(uuid, bigint) from public;

create function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  version public.versions;
  actor_role text;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  actor_role := private.require(p_document, p_actor, 'read');
  if not private.may(actor_role, 'write') then perform private.spend(p_actor, 'read_folded'); end if;
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null or not private.shows_version(p_document, p_actor, version.kind, version.name, coalesce(version.ended_at, version.created_at)) then
    perform private.refuse('not_found');
  end if;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq, 'role', actor_role), private.state_at(p_document, version.seq));
end
$$;
comment on function public.read_version(uuid, uuid, uuid, uuid) is
  'The state of a version, as a frame: its parts are Yjs updates that make it up, in order, and its header has the role of the caller, because a reader must receive them folded. Refused as not_found: a version that the caller does not see.';
revoke all on function public.read_version(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.read_version(uuid, uuid, uuid, uuid) to service_role;

create function public.read_state(p_actor uuid, p_auth_session uuid, p_document uuid, p_seq bigint) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  if p_seq not between 1 and log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  return private.frame(json_build_object('seq', p_seq), private.state_at(p_document, p_seq));
end
$$;
comment on function public.read_state(uuid, uuid, uuid, bigint) is
  'The document at any row of the log, for its owner and editors: a frame whose parts are Yjs updates, in order.';
revoke all on function public.read_state(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.read_state(uuid, uuid, uuid, bigint) to service_role;

create function public.read_log(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_until bigint)
returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_after bigint;
  header json;
  updates bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  -- The log of an old document may begin later.
  select greatest(p_after, least((select min(p.first_seq) from private.packed_updates p where p.document_id = p_document),
    (select min(u.seq) from public.document_updates u where u.document_id = p_document)) - 1) into first_after;
  with rows as (
    select l.*, sum(octet_length(l.bytes)) over (order by l.seq) as size, row_number() over (order by l.seq) as place
    from private.read_log(p_document, first_after, least(p_until, first_after + 5000)) l
  ), page as (
    select * from rows where place = 1 or size <= 1048576
  )
  select
    json_build_object('from', min(p.seq), 'until', max(p.seq), 'rows', coalesce(
      json_agg(json_build_array(p.seq, s.client_id, round(extract(epoch from p.logged_at) * 1000)) order by p.seq)
        filter (where not p.is_quarantined), '[]'), 'heirs', coalesce(
      json_agg(json_build_array(p.seq, p.heirs) order by p.seq) filter (where p.heirs is not null and not p.is_quarantined), '[]')),
    coalesce(array_agg(p.bytes order by p.seq) filter (where not p.is_quarantined), '{}')
  into header, updates
  from page p left join public.editing_sessions s on s.id = p.session_id;
  return private.frame(header, updates);
end
$$;
comment on function public.read_log(uuid, uuid, uuid, bigint, bigint) is
  'Rows of the log after one seq up to another, for the owner and editors: a frame whose header has, for each part, its seq, the Yjs client id of the editing session that wrote it (null when unknown), and the time in milliseconds; and, for rows that declared some, the seq and the heirs. Returns one page: 5,000 rows or 1 MB, ending at until; from is larger than p_after + 1 where the log begins later, both are null for nothing. Rows that clients refuse are left out.';
revoke all on function public.read_log(uuid, uuid, uuid, bigint, bigint) from public, anon, authenticated;
grant execute on function public.read_log(uuid, uuid, uuid, bigint, bigint) to service_role;

-- Proof of authorship.

create function public.describe_history(p_actor uuid, p_auth_session uuid, p_document uuid, p_until bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  last_seq bigint;
  entry record;
  first_seq bigint;
  expected bigint;
  chain text := '';
  refused bigint[] := '{}';
  wrote uuid[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  last_seq := coalesce(p_until, log.head_seq);
  if last_seq not between 1 and log.head_seq then perform private.refuse('bad_request', 'until'); end if;
  perform private.spend(p_actor, 'sign_history');
  for entry in
    select l.seq, s.client_id, round(extract(epoch from l.logged_at) * 1000)::bigint as at_ms, l.is_quarantined, sha256(l.bytes) as hash, l.heirs
    from private.read_log(p_document, 0, last_seq) l left join public.editing_sessions s on s.id = l.session_id
    order by l.seq
  loop
    first_seq := coalesce(first_seq, entry.seq);
    if entry.seq <> coalesce(expected, first_seq) then perform private.refuse('internal', 'the log has a hole'); end if;
    expected := entry.seq + 1;
    if entry.is_quarantined then
      refused := refused || entry.seq;
      continue;
    end if;
    chain := encode(sha256(convert_to(concat_ws(' ', chain, entry.seq, entry.at_ms, coalesce(entry.client_id::text, '-'),
      encode(entry.hash, 'hex'), entry.heirs), 'UTF8')), 'hex');
  end loop;
  if expected is distinct from last_seq + 1 then perform private.refuse('internal', 'the log has a hole'); end if;
  select array_agg(distinct l.session_id) into wrote from private.read_log(p_document, 0, last_seq) l;
  return json_build_object(
    'document', json_build_object('id', p_document, 'title', (select d.title from public.documents d where d.id = p_document)),
    'from', first_seq, 'until', last_seq, 'refused', refused, 'chain', chain,
    'writers', (select coalesce(json_agg(json_build_array(s.client_id, s.user_id) order by s.client_id), '[]')
      from public.editing_sessions s where s.id = any (wrote)),
    'people', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
      from public.profiles p where p.id in (select s.user_id from public.editing_sessions s where s.id = any (wrote)
        union select e.erased_by from public.erasures e where e.document_id = p_document)),
    -- Not the hash of before: of a row of one character, it tells everybody with the proof which one it was.
    'erased', (select coalesce(json_agg(json_build_object('seq', r.seq, 'sha256', encode(r.new_sha256, 'hex'), 'by', e.erased_by,
        'atMs', round(extract(epoch from e.erased_at) * 1000)::bigint, 'ranges', r.ranges) order by r.seq), '[]')
      from private.erased_rows r join public.erasures e on e.id = r.erasure_id
      where r.document_id = p_document and r.seq between first_seq and last_seq and r.seq <> all (refused)),
    'requestedBy', (select json_build_object('id', p.id, 'name', p.name, 'email', u.email)
      from public.profiles p join auth.users u on u.id = p.id where p.id = p_actor));
end
$$;
comment on function public.describe_history(uuid, uuid, uuid, bigint) is
  'For the owner and editors: what the deployment knows about who wrote the rows of the log up to p_until, by default all. chain is the last of a chain of SHA-256 hashes in hexadecimal, one for each row that clients accept, each of: the hash before (empty for the first), the seq, the time in milliseconds, the Yjs client id (- when unknown), the SHA-256 of the update, the heirs if the row declared some; separated by spaces. writers has the user id of each client id, null for an account that is gone. erased lists rows of which text was erased: the SHA-256 of what is left, the ids that are gone (Yjs client, first clock, length), who erased them and when. from is larger than 1 where the log begins later. requestedBy is the caller with their own email address; no other address is returned.';
revoke all on function public.describe_history(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.describe_history(uuid, uuid, uuid, bigint) to service_role;
