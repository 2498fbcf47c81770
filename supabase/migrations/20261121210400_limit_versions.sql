-- Saving versions, folding and restoring cost the server work, so each person has so much of each.

insert into private.rate_limits (action, per_second, burst) values
  ('save_version', 10 / 60.0, 60),
  ('fold', 1, 60),
  ('restore', 10 / 60.0, 30);

create or replace function public.save_snapshot(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text,
  p_kind text default null, p_name text default null, p_note text default null, p_poison bigint[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  version_id uuid;
  advanced boolean;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  -- What is saved before a restore is counted with it.
  if p_kind is distinct from 'before_restore' then
    perform private.spend(p_actor, case when p_kind is null then 'fold' else 'save_version' end);
  end if;
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq > document.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  -- No client lets these in; without its session their author can add no more of the kind.
  with quarantined as (
    update public.document_updates set quarantined_at = now()
    where document_id = p_document and seq = any (p_poison) and quarantined_at is null
    returning session_id
  )
  update public.editing_sessions set revoked_at = now()
  where id in (select session_id from quarantined) and revoked_at is null;
  advanced := document.snapshot_seq = p_base and p_seq > p_base;
  if advanced or p_kind is not null then
    insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
    values (p_document, p_seq, p_generation, sha256(p_bytes), p_bytes, p_digest)
    on conflict (document_id, seq) do nothing;
  end if;
  if advanced then
    update public.documents set snapshot_seq = p_seq, size_bytes = octet_length(p_bytes) + coalesce(
      (select sum(octet_length(u.bytes)) from public.document_updates u where u.document_id = p_document and u.seq > p_seq), 0)
    where id = p_document;
    -- The base before stays, in case this one is damaged; older ones only for the versions that people see.
    delete from public.document_snapshots s
    where s.document_id = p_document and s.seq < p_base
      and not exists (select 1 from public.versions v where v.document_id = p_document and v.seq = s.seq);
    perform public.prune_document_updates(p_document);
  end if;
  if p_kind is not null then
    insert into public.versions (document_id, seq, kind, name, note, created_by)
    values (p_document, p_seq, p_kind, nullif(p_name, ''), nullif(p_note, ''), p_actor)
    returning id into version_id;
  end if;
  return json_build_object('seq', p_seq, 'versionId', version_id, 'advanced', advanced);
end
$$;

create or replace function public.begin_restore(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  perform private.spend(p_actor, 'restore');
  -- Two restores at once would each put the old paragraphs in.
  if document.restore_until > clock_timestamp() then perform private.refuse('restore_in_progress'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, document.generation, p_client_id);
  update public.documents set restore_session_id = p_session, restore_until = clock_timestamp() + interval '30 seconds'
  where id = p_document;
end
$$;
