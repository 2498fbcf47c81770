-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

ALTER TABLE "private"."personal_marks" ADD COLUMN "last_visit_seq" bigint;

ALTER TABLE "private"."personal_marks" ADD COLUMN "last_visit_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.mark_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  head bigint := (select l.head_seq from public.document_logs l where l.document_id = new.document_id);
  -- A page that has just been opened, or an open one that slept. A hidden page polls once a minute.
  is_away_after interval := case when new.opened_at = now() then '45 seconds' else '2 minutes' end;
begin
  insert into private.personal_marks as m (user_id, document_id, opened_at, seen_seq) values (new.user_id, new.document_id, now(), head)
  on conflict (user_id, document_id) do update set opened_at = excluded.opened_at, seen_seq = excluded.seen_seq,
    left_seq = case when m.opened_at < now() - interval '10 minutes' then m.seen_seq else m.left_seq end,
    left_at = case when m.opened_at < now() - interval '10 minutes' then m.opened_at else m.left_at end,
    last_visit_seq = case when m.opened_at < now() - is_away_after then m.seen_seq else m.last_visit_seq end,
    last_visit_at = case when m.opened_at < now() - is_away_after then m.opened_at else m.last_visit_at end
  where m.opened_at is null or m.opened_at < now() - interval '20 seconds';
  perform private.arrive(new.document_id, new.user_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.silent_sessions(p_document uuid, p_generation integer)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(s.id), '[]') from public.editing_sessions s
  where s.document_id = p_document and s.generation = p_generation and s.revoked_at is null
    and s.last_seen_at between now() - interval '5 minutes' and now() - interval '20 seconds'
$function$;

CREATE OR REPLACE FUNCTION public.changes_while_away(p_document uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  me uuid := private.caller();
  mark private.personal_marks;
  since bigint;
  people json;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, me, 'write');
  select * into mark from private.personal_marks m where m.user_id = me and m.document_id = p_document;
  since := coalesce(mark.left_seq, mark.last_visit_seq);
  if since is null or since >= log.head_seq then return null; end if;
  select json_agg(p.name order by p.name nulls last) into people
  from (
    select distinct s.user_id from public.document_updates u join public.editing_sessions s on s.id = u.session_id
    where u.document_id = p_document and u.seq > since and s.user_id is distinct from me
  ) others left join public.profiles p on p.id = others.user_id;
  return case when people is not null then json_build_object('seq', since,
    'leftAt', coalesce(mark.left_at, mark.last_visit_at), 'unread', mark.left_seq is not null, 'people', people) end;
end
$function$;

CREATE OR REPLACE FUNCTION public.document_head(p_document uuid, p_session uuid DEFAULT NULL::uuid, p_since bigint DEFAULT NULL::bigint)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  my_role text;
  sees_all boolean;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  sees_all := private.may(my_role, 'write');
  -- An open page polls: its editing session is alive even without changes.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '2 seconds';
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    perform private.tell_held_back_head(p_document);
  end if;
  return json_build_object('head', log.head_seq, 'chain', private.chain_of(p_document, log.head_seq),
    'epoch', log.epoch, 'generation', log.generation, 'role', my_role, 'mayEdit', sees_all,
    'weight', case when sees_all then log.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, log.head_seq),
    'silent', private.silent_sessions(p_document, log.generation),
    'snapshot', json_build_object('seq', log.snapshot_seq, 'digest', case when sees_all or log.snapshot_seq = log.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq), '') else '' end));
end
$function$;

CREATE OR REPLACE FUNCTION public.trashed_by(p_document uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  document public.documents;
begin
  if private.refusal_of(p_document, me) <> 'gone' then
    perform private.require(p_document, me, 'read');
    return null;
  end if;
  select * into document from public.documents d where d.id = p_document;
  return json_build_object('userId', document.owner_id, 'name', (select p.name from private.person_of(document.owner_id) p),
    'isErased', document.deleted_at <= now() - private.trash_kept_for());
end
$function$;

REVOKE ALL ON FUNCTION "public"."trashed_by"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."trashed_by"(uuid) FROM "service_role";

COMMENT ON COLUMN "private"."personal_marks"."last_visit_at" IS 'opened_at before the last absence, however short.';

COMMENT ON COLUMN "private"."personal_marks"."last_visit_seq" IS 'seen_seq before the last absence, however short.';

COMMENT ON FUNCTION "private"."people_here"(uuid, integer, uuid) IS 'The people who have a document open, except p_but. An open page that is in view marks its session as seen at least every 15 seconds.';

COMMENT ON FUNCTION "private"."silent_sessions"(uuid, integer) IS 'Editing sessions whose pages no longer poll, although they do every 15 seconds at least: closed ones, and ones whose line has failed. Realtime would show the latter for a minute (PROTOCOL.md, A10).';

COMMENT ON FUNCTION "public"."changes_while_away"(uuid) IS 'For the owner and editors: the seq up to which the caller had seen the document before being away, since when, and who else has changed it since (null in the list for an account that is gone). Null when nobody has. unread: the absence was longer than ten minutes, and is not marked as read; otherwise it is the last absence, however short.';

COMMENT ON FUNCTION "public"."document_head"(uuid, uuid, bigint) IS 'Where the log ends, the rows after p_since by name, the weight of the document (0 for readers), the digest of the snapshot (for readers only if it is that of the present text), the sessions that no longer poll, and the role of the caller: cheap enough for a call every few seconds. Keeps the caller''s editing session, if it is given, from counting as silent.';

COMMENT ON FUNCTION "public"."trashed_by"(uuid) IS 'For members: who moved the document to the trash, which only its owner can, and whether it is too late to restore it. Null when it is not in the trash: an open page asks until then. To strangers the document does not exist.';

REVOKE ALL ON FUNCTION "private"."silent_sessions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."trashed_by"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."trashed_by"(uuid) TO "authenticated";
