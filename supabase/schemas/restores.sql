-- Restoring a version: under a lease, because two at once would both insert. The version saved before a restore records
-- what was restored, so that others can see it and undo it once.

create function public.begin_restore(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'restore');
  -- Two restores at the same time would each insert the old paragraphs.
  if log.restore_until > clock_timestamp() then perform private.refuse('restore_in_progress'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, log.generation, p_client_id);
  update public.document_logs set restore_session_id = p_session, restore_until = clock_timestamp() + interval '30 seconds'
  where document_id = p_document;
end
$$;
comment on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) is
  'Takes the restore lease for 30 seconds and opens the editing session that the restore writes under.';
revoke all on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) to service_role;

create function public.name_restore(p_document uuid, p_session uuid, p_backup uuid, p_version uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.versions v set restored_version_id = p_version, restore_session_id = p_session
  from public.document_logs l
  where l.document_id = p_document and l.restore_session_id = p_session
    and v.id = p_backup and v.document_id = p_document and v.kind = 'before_restore'
$$;
comment on function public.name_restore(uuid, uuid, uuid, uuid) is
  'Records in the version saved before a restore which version is restored, and by which session. Needs the restore lease.';
revoke all on function public.name_restore(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.name_restore(uuid, uuid, uuid, uuid) to service_role;

create function public.taken_back_at(p_document uuid, p_backup uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  -- A restore that failed has written no row.
  select max(u.seq) from public.versions v join public.document_updates u on u.session_id = v.restore_session_id
  where v.document_id = p_document and v.restored_version_id = p_backup and u.document_id = p_document
$$;
comment on function public.taken_back_at(uuid, uuid) is
  'The newest seq at which a restore was undone, that is, the version p_backup saved before it was restored; null when it never was. To be called under the restore lease.';
revoke all on function public.taken_back_at(uuid, uuid) from public, anon, authenticated;
grant execute on function public.taken_back_at(uuid, uuid) to service_role;

create function public.end_restore(p_document uuid, p_session uuid) returns void
language sql security definer set search_path = ''
as $$
  with given_back as (
    update public.document_logs set restore_session_id = null, restore_until = null
    where document_id = p_document and restore_session_id = p_session
    returning restore_session_id
  )
  delete from public.editing_sessions where id = p_session and last_counter = 0 and exists (select from given_back)
$$;
comment on function public.end_restore(uuid, uuid) is
  'Releases the restore lease when nothing was appended, and deletes its editing session.';
revoke all on function public.end_restore(uuid, uuid) from public, anon, authenticated;
grant execute on function public.end_restore(uuid, uuid) to service_role;

create function public.read_restored(p_actor uuid, p_auth_session uuid, p_document uuid, p_backup uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  backup public.versions;
  before bytea[];
  restored bytea[];
  later bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  select * into backup from public.versions v
  where v.id = p_backup and v.document_id = p_document and v.restore_session_id is not null;
  if backup.id is null then perform private.refuse('not_found'); end if;
  before := private.state_at(p_document, backup.seq);
  select coalesce(array_agg(l.bytes order by l.seq) filter (where l.session_id = backup.restore_session_id), '{}'),
    case when sum(octet_length(l.bytes)) <= private.max_document_weight() then coalesce(
      array_agg(l.bytes order by l.seq) filter (where l.session_id is distinct from backup.restore_session_id and not l.is_quarantined), '{}') end
  into restored, later
  from private.read_log(p_document, backup.seq, log.head_seq) l;
  return private.frame(
    json_build_object('before', cardinality(before), 'restored', cardinality(restored), 'later', cardinality(later)),
    before || restored || coalesce(later, '{}'));
end
$$;
comment on function public.read_restored(uuid, uuid, uuid, uuid) is
  'A restore for its owner and editors, to undo it: a frame whose parts are Yjs updates, first of the version p_backup saved before it, then of the restore, then what others logged since. The header has the number of each; later is null, and left out, where it exceeds the weight of a document. Refused as not_found: a version that was not saved before a restore.';
revoke all on function public.read_restored(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.read_restored(uuid, uuid, uuid, uuid) to service_role;

create function public.restored_at(p_document uuid, p_client_id bigint) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('head', (
    select max(r.seq) from public.versions v, private.read_log(p_document, v.seq, l.head_seq) r
    where v.document_id = p_document and v.restore_session_id = s.id and r.session_id = s.id
      and public.taken_back_at(p_document, v.id) is null))
  from public.editing_sessions s join public.document_logs l on l.document_id = s.document_id
  where s.document_id = p_document and s.generation = l.generation and s.client_id = p_client_id
$$;
comment on function public.restored_at(uuid, bigint) is
  'Whether a restore was written under a Yjs client id: its head if it is still in effect, null as head if it was undone or the id is that of another session; null if the id is free.';
revoke all on function public.restored_at(uuid, bigint) from public, anon, authenticated;
grant execute on function public.restored_at(uuid, bigint) to service_role;

-- The Yjs client id of a restored part is derived from the restore, so that two users who make the same one at once do not
-- insert its text twice. Without a secret every member could compute the ids and open sessions under all of them first.

create table private.deployment_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null default extensions.gen_random_bytes(32) check (octet_length(secret) = 32)
);
comment on table private.deployment_secret is 'One row. Ids that a client must not be able to compute are derived from it.';

alter table private.deployment_secret enable row level security;
revoke all on private.deployment_secret from anon, authenticated;

insert into private.deployment_secret default values;

create function private.client_id_of(p_document uuid, p_what text, p_round integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select greatest(2, ('x' || encode(substr(
    extensions.hmac(convert_to(concat_ws(' ', p_document, p_round, p_what), 'utf8'), s.secret, 'sha256'), 1, 4), 'hex'))::bit(32)::bigint)
  from private.deployment_secret s
$$;
comment on function private.client_id_of(uuid, text, integer) is
  'The Yjs client id that follows from p_what in a document: the first 32 bits of an HMAC with the deployment''s secret; 0 and 1 are the server''s.';
revoke all on function private.client_id_of(uuid, text, integer) from public;

create function public.choose_client(p_document uuid, p_what text) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  client bigint;
  standing json;
begin
  -- A restore that was undone may be made again, under the next id.
  for round in 0..49 loop
    client := private.client_id_of(p_document, p_what, round);
    standing := public.restored_at(p_document, client);
    if standing is null then return json_build_object('clientId', client); end if;
    if standing ->> 'head' is not null then return standing; end if;
  end loop;
  raise exception 'a restore was undone too often';
end
$$;
comment on function public.choose_client(uuid, text) is
  'The Yjs client id to write a restore under, the same for the same p_what: {clientId}; or {head} if that restore is in effect already.';
revoke all on function public.choose_client(uuid, text) from public, anon, authenticated;
grant execute on function public.choose_client(uuid, text) to service_role;
