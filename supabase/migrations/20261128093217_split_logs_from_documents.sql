-- Written by npm run migration, from supabase/schemas; by hand: the rows of document_logs.
set local check_function_bodies = off;

DROP POLICY "send_on_lanes" ON "realtime"."messages";

ALTER TABLE "private"."folds" DROP CONSTRAINT "folds_document_id_fkey";

ALTER TABLE "private"."packed_updates" DROP CONSTRAINT "packed_updates_document_id_fkey";

ALTER TABLE "private"."rate_buckets" DROP CONSTRAINT "rate_buckets_user_id_fkey";

ALTER TABLE "private"."reader_folds" DROP CONSTRAINT "reader_folds_document_id_fkey";

ALTER TABLE "private"."refused_writes" DROP CONSTRAINT "refused_writes_document_id_fkey";

ALTER TABLE "private"."refused_writes" DROP CONSTRAINT "refused_writes_user_id_fkey";

ALTER TABLE "public"."document_snapshots" DROP CONSTRAINT "document_snapshots_document_id_fkey";

ALTER TABLE "public"."document_updates" DROP CONSTRAINT "document_updates_author_id_fkey";

ALTER TABLE "public"."document_updates" DROP CONSTRAINT "document_updates_document_id_fkey";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_check1";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_check2";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_epoch_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_generation_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_head_seq_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_schema_major_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_size_bytes_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_snapshot_weight_check";

ALTER TABLE "public"."documents" DROP CONSTRAINT "documents_told_seq_check";

ALTER TABLE "public"."editing_sessions" DROP CONSTRAINT "editing_sessions_document_id_fkey";

ALTER TABLE "public"."editing_sessions" DROP CONSTRAINT "editing_sessions_user_id_fkey";

DROP FUNCTION "private"."describe_log"(public.documents, text, bigint);

DROP FUNCTION "private"."is_fold_due"(public.documents, bigint, bigint);

DROP FUNCTION "private"."may_tell_head"(public.documents);

DROP FUNCTION "private"."move_lanes"(public.documents);

DROP FUNCTION "private"."require_role"(public.documents, uuid, text[]);

DROP FUNCTION "private"."tell_head"(public.documents, bigint);

DROP FUNCTION "public"."save_snapshot"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint);

CREATE TABLE "public"."document_logs" ("document_id" uuid NOT NULL, "generation" integer NOT NULL DEFAULT 1, "epoch" integer NOT NULL DEFAULT 1, "schema_major" integer NOT NULL DEFAULT 1, "head_seq" bigint NOT NULL DEFAULT 0, "snapshot_seq" bigint NOT NULL DEFAULT 0, "log_start_seq" bigint NOT NULL DEFAULT 0, "size_bytes" bigint NOT NULL DEFAULT 0, "snapshot_weight" bigint NOT NULL DEFAULT 0, "told_seq" bigint NOT NULL DEFAULT 0, "told_until" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone, "restore_session_id" uuid, "restore_until" timestamp with time zone, "changed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "document_logs_check1" CHECK (((log_start_seq >= 0) AND (log_start_seq <= snapshot_seq))), CONSTRAINT "document_logs_check2" CHECK (((restore_session_id IS NULL) = (restore_until IS NULL))), CONSTRAINT "document_logs_check" CHECK (((snapshot_seq >= 0) AND (snapshot_seq <= head_seq))), CONSTRAINT "document_logs_epoch_check" CHECK ((epoch > 0)), CONSTRAINT "document_logs_generation_check" CHECK ((generation > 0)), CONSTRAINT "document_logs_head_seq_check" CHECK ((head_seq >= 0)), CONSTRAINT "document_logs_pkey" PRIMARY KEY (document_id), CONSTRAINT "document_logs_schema_major_check" CHECK ((schema_major > 0)), CONSTRAINT "document_logs_size_bytes_check" CHECK ((size_bytes >= 0)), CONSTRAINT "document_logs_snapshot_weight_check" CHECK ((snapshot_weight >= 0)), CONSTRAINT "document_logs_told_seq_check" CHECK ((told_seq >= 0)));

INSERT INTO public.document_logs (document_id, generation, epoch, schema_major, head_seq, snapshot_seq, log_start_seq, size_bytes, snapshot_weight, told_seq, told_until, restore_session_id, restore_until, changed_at)
  SELECT id, generation, epoch, schema_major, head_seq, snapshot_seq, log_start_seq, size_bytes, snapshot_weight, told_seq, told_until, restore_session_id, restore_until, updated_at FROM public.documents;

ALTER TABLE "public"."documents" DROP COLUMN "epoch";

ALTER TABLE "public"."documents" DROP COLUMN "generation";

ALTER TABLE "public"."documents" DROP COLUMN "head_seq";

ALTER TABLE "public"."documents" DROP COLUMN "log_start_seq";

ALTER TABLE "public"."documents" DROP COLUMN "restore_session_id";

ALTER TABLE "public"."documents" DROP COLUMN "restore_until";

ALTER TABLE "public"."documents" DROP COLUMN "schema_major";

ALTER TABLE "public"."documents" DROP COLUMN "size_bytes";

ALTER TABLE "public"."documents" DROP COLUMN "snapshot_seq";

ALTER TABLE "public"."documents" DROP COLUMN "snapshot_weight";

ALTER TABLE "public"."documents" DROP COLUMN "told_seq";

ALTER TABLE "public"."documents" DROP COLUMN "told_until";

ALTER TABLE "public"."documents" DROP COLUMN "updated_at";

ALTER TABLE "public"."document_logs" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."document_logs" FROM "anon";

REVOKE ALL ON TABLE "public"."document_logs" FROM "authenticated";

CREATE OR REPLACE FUNCTION private.after_append(p_log public.document_logs, p_session uuid, p_kind text, p_head bigint, p_typed bigint, p_deleted bigint, p_title text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_title is not null then update public.documents set title = left(p_title, 200) where id = p_log.document_id; end if;
  perform private.extend_history(p_log.document_id, p_session, p_kind, p_log.head_seq + 1, p_head, now(), p_typed, p_deleted);
end
$function$;

CREATE OR REPLACE FUNCTION private.describe_log(p_log public.document_logs, p_role text, p_seq bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('role', p_role, 'generation', p_log.generation, 'epoch', p_log.epoch,
    'schema', p_log.schema_major, 'head', p_seq, 'chain', private.chain_of(p_log.document_id, p_seq),
    'snapshotSeq', null, 'rows', '[]'::jsonb)
$function$;

CREATE OR REPLACE FUNCTION private.erase_expired()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(private.erase_document(old.id)) from (
    select d.id from public.documents d join public.document_logs l on l.document_id = d.id
    where d.deleted_at < now() - private.trash_kept_for() and d.deleted_at > '-infinity'
    limit 20 for no key update of l skip locked) as old
$function$;

CREATE OR REPLACE FUNCTION private.is_fold_due(p_log public.document_logs, p_head bigint, p_size bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (p_head - p_log.snapshot_seq >= 200
      or p_size - p_log.snapshot_weight >= greatest(64 * 1024, p_log.snapshot_weight / 16))
    and not exists (select from private.folds f where f.document_id = p_log.document_id and f.not_before > now())
$function$;

CREATE OR REPLACE FUNCTION private.lock_document(p_document uuid)
 RETURNS public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_row public.documents;
begin
  perform private.lock_log(p_document);
  select * into found_row from public.documents where id = p_document;
  return found_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_log(p_document uuid)
 RETURNS public.document_logs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_row public.document_logs;
begin
  -- NO KEY: rows that refer to the log can still be written.
  select * into found_row from public.document_logs where document_id = p_document for no key update;
  return found_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  head bigint := (select l.head_seq from public.document_logs l where l.document_id = new.document_id);
begin
  insert into private.personal_marks as m (user_id, document_id, opened_at, seen_seq) values (new.user_id, new.document_id, now(), head)
  on conflict (user_id, document_id) do update set opened_at = excluded.opened_at, seen_seq = excluded.seen_seq,
    left_seq = case when m.opened_at < now() - interval '10 minutes' then m.seen_seq else m.left_seq end,
    left_at = case when m.opened_at < now() - interval '10 minutes' then m.opened_at else m.left_at end;
  perform private.arrive(new.document_id, new.user_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.may(p_role text, p_right text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_right WHEN 'own'::text THEN (p_role = 'owner'::text) WHEN 'write'::text THEN (p_role = ANY (ARRAY['owner'::text, 'editor'::text])) WHEN 'comment'::text THEN (p_role = ANY (ARRAY['owner'::text, 'editor'::text, 'commenter'::text])) WHEN 'read'::text THEN (p_role IS NOT NULL) ELSE NULL::boolean END;

CREATE OR REPLACE FUNCTION private.may_tell_head(log public.document_logs)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select log.told_until <= now() + interval '4 seconds'
$function$;

CREATE OR REPLACE FUNCTION private.member_since(p_document uuid, p_user uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.created_at from public.members m where m.document_id = p_document and m.user_id = p_user
$function$;

CREATE OR REPLACE FUNCTION private.move_lanes(p_document uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_epoch integer;
begin
  update public.document_logs set epoch = epoch + 1 where document_id = p_document returning epoch into new_epoch;
  perform realtime.send(jsonb_build_object('epoch', new_epoch), 'epoch',
    'doc:' || p_document || ':' || new_epoch - 1 || ':ctl', true);
  return new_epoch;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_editable_documents()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.id from private.my_documents() as d (id) where private.may(private.role_of(d.id, private.caller()), 'write')
$function$;

CREATE OR REPLACE FUNCTION private.pack_updates(p_document uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  base bigint;
  keep_from bigint;
  packed bigint := 0;
  moved bigint;
begin
  log := private.lock_log(p_document);
  -- Never above the snapshot before the base, so that a damaged base can be folded again.
  select s.seq into base from public.document_snapshots s
  where s.document_id = p_document and s.seq <= log.snapshot_seq order by s.seq desc offset 1 limit 1;
  select min(u.seq) - 1 into keep_from from public.document_updates u
  where u.document_id = p_document and (u.seq > coalesce(base, 0) or u.created_at > now() - interval '30 days');
  loop
    with next as (
      select u.*, row_number() over (order by u.seq) as place, sum(octet_length(u.bytes)) over (order by u.seq) as size
      from public.document_updates u where u.document_id = p_document and u.seq <= keep_from order by u.seq limit 1000
    ), chosen as (
      select * from next where place = 1 or size <= 262144
    ), kept as (
      insert into private.packed_updates
        (document_id, first_seq, last_seq, generation, chain, sessions, counters, kinds, logged_at, is_quarantined, updates, images)
      select p_document, min(c.seq), max(c.seq), min(c.generation), (array_agg(c.chain order by c.seq desc))[1],
        array_agg(c.session_id order by c.seq), array_agg(c.counter order by c.seq), array_agg(c.kind order by c.seq),
        array_agg(c.created_at order by c.seq), array_agg(c.quarantined_at is not null order by c.seq),
        array_agg(c.bytes order by c.seq),
        private.images_in(p_document, string_agg(c.bytes, ''::bytea order by c.seq))
      from chosen c having count(*) > 0 returning first_seq, last_seq
    )
    delete from public.document_updates u using kept
    where u.document_id = p_document and u.seq between kept.first_seq and kept.last_seq;
    get diagnostics moved = row_count;
    exit when moved = 0;
    packed := packed + moved;
  end loop;
  update public.document_logs set log_start_seq = greatest(log_start_seq, keep_from)
  where document_id = p_document and keep_from <= snapshot_seq;
  return packed;
end
$function$;

CREATE OR REPLACE FUNCTION private.person_of(p_user uuid)
 RETURNS TABLE(name text, color smallint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.name, p.color from public.profiles p where p.id = p_user
$function$;

CREATE OR REPLACE FUNCTION private.refusal_of(p_document uuid, p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Strangers learn nothing, not even that the document exists or once did.
  select case when exists (
    select from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user and d.deleted_at is not null and (m.expires_at is null or m.expires_at > now())
  ) then 'gone' else 'forbidden' end
$function$;

CREATE OR REPLACE FUNCTION private.require(p_document uuid, p_user uuid, p_right text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_role text := private.role_of(p_document, p_user);
begin
  if p_user is null then perform private.refuse('unauthenticated'); end if;
  if found_role is null then perform private.refuse(private.refusal_of(p_document, p_user)); end if;
  if not private.may(found_role, p_right) then perform private.refuse('forbidden'); end if;
  return found_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_member(p_document uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require(p_document, private.caller(), 'read');
  perform private.spend(private.caller(), 'organize');
  return private.caller();
end
$function$;

CREATE OR REPLACE FUNCTION private.shows_version(p_document uuid, p_user uuid, p_kind text, p_name text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
      and (private.may(m.role, 'write')
        or (d.readers_see_all or p_kind in ('named', 'before_restore') or p_name is not null) and p_at >= m.created_at))
$function$;

CREATE OR REPLACE FUNCTION private.store_snapshot(p_log public.document_logs, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text, p_poison bigint[], p_weight bigint, p_keeps boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document uuid := p_log.document_id;
  is_base boolean := p_log.snapshot_seq = p_base and p_seq > p_base;
  weight bigint := greatest(octet_length(p_bytes), p_weight);
begin
  if p_seq < 1 or p_seq > p_log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  -- Every client rejects these rows. Without the session their author can add no more of the kind.
  with quarantined as (
    update public.document_updates set quarantined_at = now()
    where document_id = document and seq = any (p_poison) and quarantined_at is null
    returning session_id
  )
  update public.editing_sessions set revoked_at = now()
  where id in (select session_id from quarantined) and revoked_at is null;
  if is_base or p_keeps then
    insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest, since_checkpoint)
    values (document, p_seq, p_log.generation, sha256(p_bytes), p_bytes, p_digest, private.since_checkpoint(document, p_seq))
    on conflict (document_id, seq) do nothing;
  end if;
  if is_base then
    update public.document_logs set snapshot_seq = p_seq, snapshot_weight = weight, size_bytes = weight + coalesce(
      (select sum(octet_length(u.bytes)) from public.document_updates u where u.document_id = document and u.seq > p_seq), 0)
    where document_id = document;
    -- The base before stays, in case this one is damaged; of older snapshots only the checkpoints.
    delete from public.document_snapshots s where s.document_id = document and s.seq < p_base and not s.is_checkpoint;
    perform private.pack_updates(document);
  end if;
  delete from private.folds f where f.document_id = document;
  return is_base;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_head(log public.document_logs, p_head bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send(
    jsonb_build_object('head', p_head, 'chain', private.chain_of(log.document_id, p_head),
      'since', log.told_seq, 'rows', private.name_rows(log.document_id, log.told_seq, p_head)),
    'head', 'doc:' || log.document_id || ':' || log.epoch || ':ctl', true)
$function$;

CREATE OR REPLACE FUNCTION private.tell_held_back_head(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
begin
  -- An append that holds the row may announce it, and a poll must not wait for that.
  select * into log from public.document_logs l where l.document_id = p_document for no key update skip locked;
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    update public.document_logs l
    set told_seq = log.head_seq, told_until = greatest(l.told_until, now()) + interval '1 second'
    where l.document_id = p_document;
    perform private.tell_head(log, log.head_seq);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.topic_access(p_topic text, OUT lane text, OUT role text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[];
  role_in_document text;
begin
  if p_topic is null
    or p_topic !~ '^doc:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:[1-9][0-9]{0,8}:(ctl|upd|aw)$' then
    return;
  end if;
  parts := string_to_array(p_topic, ':');
  select private.role_of(l.document_id, private.caller()) into role_in_document
  from public.document_logs l
  where l.document_id = parts[2]::uuid and l.epoch = parts[3]::integer;
  if role_in_document is null then
    return;
  end if;
  lane := parts[4];
  role := role_in_document;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_member(p_document uuid, p_email text, p_role text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := lower(btrim(p_email));
  person uuid;
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 320 then perform private.refuse('bad_request', 'email'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select u.id into person from auth.users u where lower(u.email) = address and u.email_confirmed_at is not null;
  if exists (select 1 from public.members m where m.document_id = p_document and m.user_id = person and m.arrived_at is not null
             and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('already_member');
  end if;
  select i.role into old_role from private.invitations i where i.document_id = p_document and i.email = address;
  insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
  values (p_document, address, p_role, sha256(convert_to(token, 'UTF8')), private.caller(), now() + private.invitation_lasts())
  on conflict (document_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at;
  if person is not null then
    insert into public.members (document_id, user_id, role, arrived_at, expires_at)
    values (p_document, person, p_role, null, now() + private.invitation_lasts())
    on conflict (document_id, user_id) do update
    set role = excluded.role, arrived_at = null, expires_at = excluded.expires_at, via_link = false;
  end if;
  -- With or without an account behind it: moving the lanes must not show which.
  if old_role <> p_role then perform private.move_lanes(p_document); end if;
  return json_build_object('token', token);
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_request(p_document uuid, p_user uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_role text;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  old_role := private.role_of(p_document, p_user);
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if not found or p_role is null then return; end if;
  perform private.let_in(p_document, p_user, p_role);
  -- A member gets the new right by joining new lanes.
  if old_role <> private.role_of(p_document, p_user) then perform private.move_lanes(p_document); end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.append_updates(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer, p_first_counter bigint, p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[], p_title text DEFAULT NULL::text, p_kind text DEFAULT 'edit'::text, p_typed integer[] DEFAULT '{}'::integer[], p_deleted integer[] DEFAULT '{}'::integer[])
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  size bigint;
  hash bytea;
  logged bytea;
  this_counter bigint;
  holes bigint[];
  is_told boolean;
  typed bigint := 0;
  deleted bigint := 0;
begin
  log := private.lock_log(p_document);
  -- Checked under the lock, so that a removal and an append have one order.
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'append');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.user_id <> p_actor or session.document_id <> p_document
    or session.generation <> p_generation or session.revoked_at is not null then
    perform private.refuse('session_invalid');
  end if;
  if exists (select 1 from unnest(p_client_ids) as ids (id) where ids.id <> session.client_id) then
    perform private.refuse('update_rejected', 'client id of another session');
  end if;
  if p_kind = 'restore' and log.restore_session_id is distinct from p_session then
    perform private.refuse('restore_in_progress');
  end if;
  -- Updates in the log already are free, because they are resent after a lost answer. Behind a hole nothing is logged.
  if p_first_counter <= session.last_counter + 1 then
    perform private.spend(p_actor, 'append_bytes', (
      select sum(octet_length(u.bytes)) from unnest(p_updates) with ordinality as u (bytes, place)
      where p_first_counter + u.place - 1 > session.last_counter or p_first_counter + u.place - 1 = any (session.passed_over)));
  end if;

  head := log.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  size := log.size_bytes;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    this_counter := p_first_counter + i - 1;
    hash := sha256(p_updates[i]);
    if this_counter <= acked and this_counter <> all (holes) then
      select u.sha256 into logged from public.document_updates u
      where u.document_id = p_document and u.session_id = p_session and u.counter = this_counter;
      if found and logged <> hash then perform private.refuse('counter_reused'); end if;
      continue;
    end if;
    -- A hole: updates before it are acknowledged, and the client sends again from there.
    exit when this_counter > acked + 1;
    if p_clocks[i] <> clock then perform private.refuse('update_rejected', 'clock'); end if;
    size := size + octet_length(p_updates[i]);
    if size > private.max_document_weight() and p_next_clocks[i] is not null and p_kind <> 'restore' then perform private.refuse('document_full'); end if;
    head := head + 1;
    acked := greatest(acked, this_counter);
    holes := array_remove(holes, this_counter);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, this_counter, p_actor, p_kind, hash, p_updates[i]);
    typed := typed + coalesce(p_typed[i], 0);
    deleted := deleted + coalesce(p_deleted[i], 0);
  end loop;

  if head > log.head_seq then
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes, last_seen_at = now() where id = p_session;
    is_told := p_kind <> 'edit' or private.may_tell_head(log);
    update public.document_logs set head_seq = head, size_bytes = size, changed_at = now(),
      told_seq = case when is_told then head else told_seq end,
      told_until = case when is_told then greatest(told_until, now()) + interval '1 second' else told_until end
    where document_id = p_document;
    if is_told then perform private.tell_head(log, head); end if;
    perform private.after_append(log, p_session, p_kind, head, typed, deleted, p_title);
  end if;
  if p_kind = 'restore' and log.restore_session_id = p_session then
    update public.document_logs set restore_session_id = null, restore_until = null where document_id = p_document;
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', log.epoch,
    'foldDue', private.is_fold_due(log, head, size));
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_fold(p_actor uuid, p_auth_session uuid, p_document uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A caller who may not end a fold must not begin one: it would keep others from folding.
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  insert into private.folds as f (document_id, tries, not_before) values (p_document, 1, now() + interval '1 minute')
  on conflict (document_id) do update set tries = f.tries + 1,
    not_before = now() + least(interval '1 minute' * 2 ^ least(f.tries, 11), interval '1 day')
    where f.not_before <= now();
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_restore(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  people json;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, me, 'write');
  select * into mark from private.personal_marks m where m.user_id = me and m.document_id = p_document;
  if mark.left_seq is null or mark.left_seq >= log.head_seq then return null; end if;
  select json_agg(p.name order by p.name nulls last) into people
  from (
    select distinct s.user_id from public.document_updates u join public.editing_sessions s on s.id = u.session_id
    where u.document_id = p_document and u.seq > mark.left_seq and s.user_id is distinct from me
  ) others left join public.profiles p on p.id = others.user_id;
  return case when people is not null then json_build_object('seq', mark.left_seq, 'leftAt', mark.left_at, 'people', people) end;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_document(p_key uuid, p_language text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- One empty paragraph, written by client id 1, and the language, written by 2 or 3: the same bytes for every document
  -- of a language, so that applying them twice is a no-op. tests/unit/supabase/seed.test.ts computes them again.
  seed bytea;
  me uuid := private.caller();
  document uuid;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  if p_key is null then perform private.refuse('bad_request', 'key'); end if;
  seed := case coalesce(p_language, '')
    when '' then '\x0101010007010764656661756c74030970617261677261706800'::bytea
    when 'cs' then '\x020102002801057469746c65046c616e67017702637301010007010764656661756c74030970617261677261706800'::bytea
    when 'en-US' then '\x020103002801057469746c65046c616e67017705656e2d555301010007010764656661756c74030970617261677261706800'::bytea
  end;
  if seed is null then perform private.refuse('bad_request', 'language'); end if;
  perform private.spend(me, 'create_document');
  document := private.new_document_id(me, p_key);
  insert into public.documents (id, owner_id) values (document, me) on conflict do nothing;
  if found then
    insert into public.document_logs (document_id, head_seq) values (document, 1);
    insert into public.members (document_id, user_id, role) values (document, me, 'owner');
    insert into public.document_updates (document_id, seq, generation, counter, author_id, kind, sha256, bytes)
    values (document, 1, 1, 0, me, 'seed', sha256(seed), seed);
  end if;
  return json_build_object('id', document);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_actor uuid, p_auth_session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  heir uuid;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  -- In the order of their ids, so that two deletions at the same time do not deadlock.
  for document in
    select d.* from public.documents d join public.document_logs l on l.document_id = d.id
    where d.id in (select m.document_id from public.members m where m.user_id = p_actor)
    order by d.id for no key update of l
  loop
    if document.owner_id = p_actor then heir := private.heir_of(document.id, p_actor); end if;
    if document.owner_id <> p_actor or heir is not null then
      delete from public.members m where m.document_id = document.id and m.user_id = p_actor;
      if document.owner_id = p_actor then
        update public.members m set role = 'owner' where m.document_id = document.id and m.user_id = heir;
        update public.documents d set owner_id = heir where d.id = document.id;
      end if;
      perform private.move_lanes(document.id);
    end if;
  end loop;
  delete from public.documents d where d.owner_id = p_actor;
  delete from auth.users u where u.id = p_actor;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_document(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'organize');
  update public.documents set deleted_at = now() where id = p_document;
  perform private.move_lanes(p_document);
  -- Expired documents are erased here too, because a sweep may not be scheduled.
  perform private.erase_expired();
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_version(p_document uuid, p_version uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  version public.versions;
begin
  log := private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'save_version');
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null then perform private.refuse('not_found'); end if;
  -- The newest stretch is the text as it is now.
  if version.from_seq is not null and version.seq = log.head_seq then perform private.refuse('bad_request', 'version'); end if;
  insert into public.deleted_versions (id, document_id, name, saved_at, deleted_by)
  values (version.id, p_document, version.name, coalesce(version.ended_at, version.created_at), private.caller());
  delete from public.versions where id = version.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.describe_history(p_actor uuid, p_auth_session uuid, p_document uuid, p_until bigint DEFAULT NULL::bigint)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select l.seq, s.client_id, round(extract(epoch from l.logged_at) * 1000)::bigint as at_ms, l.is_quarantined, sha256(l.bytes) as hash
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
      encode(entry.hash, 'hex')), 'UTF8')), 'hex');
  end loop;
  if expected is distinct from last_seq + 1 then perform private.refuse('internal', 'the log has a hole'); end if;
  select array_agg(distinct l.session_id) into wrote from private.read_log(p_document, 0, last_seq) l;
  return json_build_object(
    'document', json_build_object('id', p_document, 'title', (select d.title from public.documents d where d.id = p_document)),
    'from', first_seq, 'until', last_seq, 'refused', refused, 'chain', chain,
    'writers', (select coalesce(json_agg(json_build_array(s.client_id, s.user_id) order by s.client_id), '[]')
      from public.editing_sessions s where s.id = any (wrote)),
    'people', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
      from public.profiles p where p.id in (select s.user_id from public.editing_sessions s where s.id = any (wrote))));
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
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    perform private.tell_held_back_head(p_document);
  end if;
  return json_build_object('head', log.head_seq, 'chain', private.chain_of(p_document, log.head_seq),
    'epoch', log.epoch, 'generation', log.generation, 'role', my_role,
    'weight', case when sees_all then log.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, log.head_seq),
    'snapshot', json_build_object('seq', log.snapshot_seq, 'digest', case when sees_all or log.snapshot_seq = log.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq), '') else '' end));
end
$function$;

CREATE OR REPLACE FUNCTION public.end_restore(p_document uuid, p_session uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with given_back as (
    update public.document_logs set restore_session_id = null, restore_until = null
    where document_id = p_document and restore_session_id = p_session
    returning restore_session_id
  )
  delete from public.editing_sessions where id = p_session and last_counter = 0 and exists (select from given_back)
$function$;

CREATE OR REPLACE FUNCTION public.list_members(p_document uuid)
 RETURNS TABLE(user_id uuid, name text, color smallint, role text, email text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text;
begin
  my_role := private.require(p_document, private.caller(), 'read');
  return query
    select m.user_id, p.name, p.color, m.role,
      case when my_role = 'owner' or m.user_id = private.caller() then u.email::text end
    from public.members m
    join public.profiles p on p.id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.document_id = p_document and (m.expires_at is null or m.expires_at > now())
      and (m.arrived_at is not null or m.user_id = private.caller())
    order by array_position(array['owner', 'editor', 'commenter', 'viewer'], m.role), p.name, m.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_my_documents()
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, l.changed_at as updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id,
      case when d.deleted_at is null then private.people_here(d.id, l.generation, m.user_id) else '[]' end as here
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.document_logs l on l.document_id = d.id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed
$function$;

CREATE OR REPLACE FUNCTION public.list_sharing(p_document uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  if private.require(p_document, private.caller(), 'read') <> 'owner' then
    return json_build_object('linkRole', document.link_role, 'invitations', '[]'::json, 'requests', '[]'::json);
  end if;
  return json_build_object('linkRole', document.link_role,
    'invitations', (select coalesce(json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'expiresAt', i.expires_at)
      order by i.created_at, i.id), '[]') from private.invitations i where i.document_id = p_document and i.expires_at > now()),
    'requests', (select coalesce(json_agg(json_build_object('userId', r.user_id, 'name', p.name, 'color', p.color, 'email', u.email)
      order by r.created_at, r.user_id), '[]')
      from private.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      -- A request is settled once its person may write, in whatever way.
      where r.document_id = p_document and not coalesce(private.may(private.role_of(p_document, r.user_id), 'write'), false)));
end
$function$;

CREATE OR REPLACE FUNCTION public.load_before_deletion(p_actor uuid, p_document uuid, p_session uuid, p_counters bigint[])
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  generation_now integer;
  first_seq bigint;
  last_seq bigint;
  base bigint;
  snapshot bytea;
  rows bytea[];
begin
  if not private.is_kept_before_deletion(p_document) then
    -- Only rows that the actor has just logged, so that old changes of other people are not measured again.
    select l.generation, min(u.seq), max(u.seq) into generation_now, first_seq, last_seq
    from public.document_logs l join public.document_updates u on u.document_id = l.document_id and u.generation = l.generation
    where l.document_id = p_document and u.session_id = p_session and u.counter = any (p_counters) and u.author_id = p_actor
      and u.created_at > now() - interval '5 minutes'
    group by l.generation;
  end if;
  if first_seq is null then return private.frame(json_build_object('before', null), '{}'); end if;
  perform private.spend(p_actor, 'measure_deletion');
  -- One statement, so that a fold that ends at the same time removes neither the snapshot nor the rows.
  select s.seq, s.bytes, (select array_agg(u.bytes order by u.seq) from public.document_updates u
    where u.document_id = p_document and u.seq > coalesce(s.seq, 0) and u.seq <= last_seq)
  into base, snapshot, rows
  from (select) one left join lateral (select * from public.document_snapshots s
    where s.document_id = p_document and s.seq < first_seq order by s.seq desc limit 1) s on true;
  if cardinality(rows) <> last_seq - coalesce(base, 0) then perform private.refuse('internal', 'the log has a hole'); end if;
  return private.frame(
    json_build_object('before', first_seq - 1, 'generation', generation_now, 'snapshotSeq', base),
    case when snapshot is null then rows else array_prepend(snapshot, rows) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.load_document(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  actor_role text;
  after bigint := p_after;
  snapshot bytea;
  rows json;
  parts bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  if not private.may(actor_role, 'write') then
    return private.frame(private.describe_log(log, actor_role, log.head_seq)::json, '{}');
  end if;
  if after is null or after < log.log_start_seq then
    after := log.snapshot_seq;
    select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = after;
  end if;
  select coalesce(json_agg(json_build_array(u.seq, u.session_id, u.counter, u.kind) order by u.seq), '[]'),
    coalesce(array_agg(u.bytes order by u.seq), '{}')
  into rows, parts
  from public.document_updates u where u.document_id = p_document and u.seq > after;
  return private.frame(
    (private.describe_log(log, actor_role, log.head_seq)
      || jsonb_build_object('snapshotSeq', case when snapshot is null then null else after end, 'rows', rows))::json,
    case when snapshot is null then parts else array_prepend(snapshot, parts) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.load_for_member(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.may(private.role_of(p_document, p_actor), 'write') then
    return public.load_document(p_actor, p_auth_session, p_document, p_after);
  end if;
  return public.load_for_reader(p_actor, p_auth_session, p_document, p_after, null);
end
$function$;

CREATE OR REPLACE FUNCTION public.load_for_reader(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_wanted bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  actor_role text;
  kept private.reader_folds;
  base bigint;
  snapshot bytea;
  rows bytea[];
  header jsonb;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  if p_after >= log.head_seq then
    return private.frame((private.describe_log(log, actor_role, log.head_seq) || '{"state": "complete"}')::json, '{}');
  end if;
  -- A caller that waits asks again, for what it wanted at first.
  if p_wanted is null then perform private.spend(p_actor, 'read_folded'); end if;
  select * into kept from private.reader_folds f
  where f.document_id = p_document and f.generation = log.generation and f.seq >= coalesce(p_wanted, log.head_seq)
    and f.seq <= log.head_seq and f.made_at > now() - interval '1 minute';
  if found then
    header := private.describe_log(log, actor_role, kept.seq)
      || jsonb_build_object('state', 'kept', 'snapshotSeq', kept.seq, 'latest', private.name_latest(p_document, p_after, kept.seq));
    return private.frame(header::json, array[kept.bytes]);
  end if;
  header := private.describe_log(log, actor_role, log.head_seq);
  insert into private.reader_folds as f (document_id, generation, seq, bytes, made_at, turn_until)
  values (p_document, log.generation, 0, '', '-infinity', now() + interval '5 seconds')
  on conflict (document_id) do update set turn_until = excluded.turn_until where f.turn_until < now();
  if not found then return private.frame((header || jsonb_build_object('state', 'busy', 'latest', null))::json, '{}'); end if;
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= log.snapshot_seq order by s.seq desc limit 1;
  select coalesce(array_agg(u.bytes order by u.seq), '{}') into rows
  from public.document_updates u where u.document_id = p_document and u.seq > coalesce(base, 0) and u.seq <= log.head_seq;
  return private.frame(
    (header || jsonb_build_object('state', 'turn', 'snapshotSeq', base,
      'latest', private.name_latest(p_document, p_after, log.head_seq)))::json,
    case when base is null then rows else array_prepend(snapshot, rows) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.load_title(p_actor uuid, p_auth_session uuid, p_document uuid, p_most bigint DEFAULT NULL::bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.name_restore(p_document uuid, p_session uuid, p_backup uuid, p_version uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.versions v set restored_version_id = p_version, restore_session_id = p_session
  from public.document_logs l
  where l.document_id = p_document and l.restore_session_id = p_session
    and v.id = p_backup and v.document_id = p_document and v.kind = 'before_restore'
$function$;

CREATE OR REPLACE FUNCTION public.name_version(p_document uuid, p_version uuid, p_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'write');
  perform private.spend(private.caller(), 'save_version');
  if char_length(btrim(p_name)) > 120 then perform private.refuse('bad_request', 'name'); end if;
  update public.versions set name = nullif(btrim(p_name), '') where id = p_version and document_id = p_document;
  if not found then perform private.refuse('not_found'); end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_refused_write(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_of_session uuid := (select s.user_id from public.editing_sessions s where s.id = p_session);
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.spend(p_actor, 'append');
  -- Without a reason the session was refused. The caller's own may have ended; another person's is never sent by mistake.
  if p_reason is null and coalesce(owner_of_session = p_actor, true) then return; end if;
  delete from private.refused_writes where last_at < now() - interval '90 days';
  insert into private.refused_writes as r (document_id, user_id, reason, session_id)
  select l.document_id, p_actor, coalesce(left(p_reason, 80), 'session of somebody else'), p_session
  from public.document_logs l where l.document_id = p_document
  on conflict (document_id, user_id, reason) do update
  set attempts = r.attempts + 1, session_id = excluded.session_id, last_at = now();
end
$function$;

CREATE OR REPLACE FUNCTION public.open_editing_session(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint, p_schema integer, p_public_key bytea DEFAULT NULL::bytea)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  actor_role text;
  known public.editing_sessions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  perform private.spend(p_actor, 'open_session');
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id, public_key)
  values (p_session, p_document, p_actor, log.generation, p_client_id, p_public_key)
  on conflict do nothing;
  select * into known from public.editing_sessions s where s.id = p_session;
  if known.id is null or known.user_id <> p_actor or known.document_id <> p_document or known.revoked_at is not null
    or known.client_id <> p_client_id or known.generation <> log.generation or known.public_key <> p_public_key then
    perform private.refuse('session_invalid');
  end if;
  update public.editing_sessions set last_seen_at = now() where id = p_session;
  insert into private.session_secrets (session_id) values (p_session) on conflict do nothing;
  return json_build_object('sessionId', p_session, 'role', actor_role, 'generation', log.generation,
    'epoch', log.epoch, 'head', log.head_seq,
    'secret', (select encode(s.secret, 'hex') from private.session_secrets s where s.session_id = p_session));
end
$function$;

CREATE OR REPLACE FUNCTION public.read_log(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_until bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        filter (where not p.is_quarantined), '[]')),
    coalesce(array_agg(p.bytes order by p.seq) filter (where not p.is_quarantined), '{}')
  into header, updates
  from page p left join public.editing_sessions s on s.id = p.session_id;
  return private.frame(header, updates);
end
$function$;

CREATE OR REPLACE FUNCTION public.read_restored(p_actor uuid, p_auth_session uuid, p_document uuid, p_backup uuid)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  backup public.versions;
  restored bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  select * into backup from public.versions v
  where v.id = p_backup and v.document_id = p_document and v.restore_session_id is not null;
  if backup.id is null then perform private.refuse('not_found'); end if;
  select coalesce(array_agg(l.bytes order by l.seq), '{}') into restored
  from private.read_log(p_document, backup.seq, log.head_seq) l where l.session_id = backup.restore_session_id;
  return private.frame(json_build_object('seq', backup.seq), private.state_at(p_document, backup.seq) || restored);
end
$function$;

CREATE OR REPLACE FUNCTION public.read_state(p_actor uuid, p_auth_session uuid, p_document uuid, p_seq bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  if p_seq not between 1 and log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  return private.frame(json_build_object('seq', p_seq), private.state_at(p_document, p_seq));
end
$function$;

CREATE OR REPLACE FUNCTION public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.relay_updates(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer, p_counters bigint[], p_tags bytea[], p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[], p_typed integer[] DEFAULT '{}'::integer[], p_deleted integer[] DEFAULT '{}'::integer[])
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  added bigint := 0;
  holes bigint[];
  typed bigint := 0;
  deleted bigint := 0;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'append');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.document_id <> p_document or session.generation <> p_generation then
    perform private.refuse('session_invalid');
  end if;
  -- Peers may have built on updates of an author who lost the right less than a day ago. The lanes moved with the loss, so
  -- that they received none after it.
  if (session.revoked_at is not null or not coalesce(private.may(private.role_of(p_document, session.user_id), 'write'), false))
    and coalesce(session.lost_right_at < now() - interval '1 day', true) then
    perform private.refuse('session_invalid');
  end if;
  head := log.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    -- The session has logged it itself.
    continue when p_counters[i] <= acked and p_counters[i] <> all (holes);
    exit when p_counters[i] - acked - 1 + cardinality(holes) > private.max_passed_over();
    -- An update whose Yjs clock continues the session's proves that the counters in between inserted nothing.
    continue when p_counters[i] > acked + 1 and p_clocks[i] is distinct from clock;
    -- Anybody can broadcast under this session's id, so only this update is skipped: the next may be the author's.
    continue when p_tags[i] is distinct from private.tag_update(p_session, p_counters[i], p_updates[i])
      or p_client_ids[i] <> session.client_id or p_clocks[i] <> clock;
    head := head + 1;
    added := added + octet_length(p_updates[i]);
    -- An update that is passed over can only delete. Its author, or a peer that received it, may still log it.
    holes := array_remove(holes || array(select generate_series(acked + 1, p_counters[i] - 1)), p_counters[i]);
    acked := greatest(acked, p_counters[i]);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, p_counters[i], p_actor, 'relay', sha256(p_updates[i]), p_updates[i]);
    typed := typed + coalesce(p_typed[i], 0);
    deleted := deleted + coalesce(p_deleted[i], 0);
  end loop;
  if head > log.head_seq then
    -- The author's page made these updates, so they count against the author's rate.
    perform private.spend(session.user_id, 'append_bytes', added);
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.document_logs set head_seq = head, size_bytes = size_bytes + added, changed_at = now(), told_seq = head,
      told_until = greatest(told_until, now()) + interval '1 second'
    where document_id = p_document;
    perform private.tell_head(log, head);
    perform private.after_append(log, p_session, 'relay', head, typed, deleted, null);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', log.epoch);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_member(p_document uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text;
  lost_role text;
begin
  perform private.lock_log(p_document);
  my_role := private.require(p_document, private.caller(), case when p_user = private.caller() then 'read' else 'own' end);
  if my_role = 'owner' and p_user = private.caller() then perform private.refuse('forbidden'); end if;
  perform private.spend(private.caller(), 'share');
  delete from public.members
  where document_id = p_document and user_id = p_user and role <> 'owner' and (arrived_at is not null or user_id = private.caller())
  returning role into lost_role;
  if not found then perform private.refuse('user_not_found'); end if;
  update public.editing_sessions
  set revoked_at = now(), lost_right_at = case when lost_role = 'editor' then now() else lost_right_at end
  where document_id = p_document and user_id = p_user and revoked_at is null;
  perform private.move_lanes(p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.request_access(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  insert into private.access_requests (document_id, user_id)
  select d.id, private.caller() from public.documents d
  where d.id = p_document and d.deleted_at is null
    and not coalesce(private.may(private.role_of(d.id, private.caller()), 'write'), false)
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION public.restored_at(p_document uuid, p_client_id bigint)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('head', (
    select max(r.seq) from public.versions v, private.read_log(p_document, v.seq, l.head_seq) r
    where v.document_id = p_document and v.restore_session_id = s.id and r.session_id = s.id
      and public.taken_back_at(p_document, v.id) is null))
  from public.editing_sessions s join public.document_logs l on l.document_id = s.document_id
  where s.document_id = p_document and s.generation = l.generation and s.client_id = p_client_id
$function$;

CREATE OR REPLACE FUNCTION public.revoke_invitation(p_document uuid, p_invitation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  delete from private.invitations where id = p_invitation and document_id = p_document returning email into address;
  if address is null then return; end if;
  delete from public.members m using auth.users u
  where m.document_id = p_document and m.user_id = u.id and m.arrived_at is null and lower(u.email) = address;
  perform private.move_lanes(p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.room_roster(p_document uuid, p_session uuid DEFAULT NULL::uuid)
 RETURNS TABLE(session_id uuid, client_id bigint, user_id uuid, name text, color smallint, key text, public_key text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  my_role text;
  reader uuid;
  known_since timestamptz;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  known_since := case when private.may(my_role, 'write') then '-infinity'
    else least(private.member_since(p_document, private.caller()), now() - interval '2 minutes') end;
  select s.id into reader from public.editing_sessions s
  where s.id = p_session and s.user_id = private.caller();
  return query
    select s.id, s.client_id, s.user_id, p.name, p.color, encode(private.key_between(s.id, reader), 'hex'),
      encode(s.public_key, 'hex')
    from public.editing_sessions s
    cross join lateral private.person_of(s.user_id) p
    where s.document_id = p_document and s.generation = log.generation
      and s.revoked_at is null and s.last_seen_at > greatest(now() - interval '1 day', known_since);
end
$function$;

CREATE OR REPLACE FUNCTION public.save_before_deletion(p_document uuid, p_session uuid, p_generation integer, p_seq bigint)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  version_id uuid;
begin
  log := private.lock_log(p_document);
  -- Another call may have been faster.
  if private.is_kept_before_deletion(p_document) then return null; end if;
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq >= log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  insert into public.versions (document_id, seq, kind, created_by)
  values (p_document, p_seq, 'before_deletion',
    (select s.user_id from public.editing_sessions s where s.id = p_session and s.document_id = p_document))
  returning id into version_id;
  return version_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_snapshot(p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text, p_poison bigint[] DEFAULT '{}'::bigint[], p_weight bigint DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  -- A reader's request may find a log that is long overdue for folding.
  perform private.require(p_document, p_actor, 'read');
  perform private.spend(p_actor, 'fold');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  return json_build_object('seq', p_seq,
    'advanced', private.store_snapshot(log, p_base, p_seq, p_bytes, p_digest, p_poison, p_weight, false));
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_snapshot"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_snapshot"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.save_title(p_document uuid, p_seq bigint, p_title text, p_state bytea DEFAULT NULL::bytea, p_forgets boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.save_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text, p_kind text, p_name text DEFAULT NULL::text, p_note text DEFAULT NULL::text, p_poison bigint[] DEFAULT '{}'::bigint[], p_weight bigint DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  advanced boolean;
  version_id uuid;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  -- A version saved before a restore counts as part of the restore.
  if p_kind <> 'before_restore' then perform private.spend(p_actor, 'save_version'); end if;
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  advanced := private.store_snapshot(log, p_base, p_seq, p_bytes, p_digest, p_poison, p_weight, true);
  insert into public.versions (document_id, seq, kind, name, note, created_by)
  values (p_document, p_seq, p_kind, nullif(p_name, ''), nullif(p_note, ''), p_actor)
  returning id into version_id;
  return json_build_object('seq', p_seq, 'versionId', version_id, 'advanced', advanced);
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_version"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_version"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.set_link_role(p_document uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  affected uuid[];
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set link_role = p_role where id = p_document;
  affected := array(select m.user_id from public.members m
    where m.document_id = p_document and m.via_link and m.role <> 'owner' and m.role is distinct from p_role);
  if cardinality(affected) = 0 then return; end if;
  update public.editing_sessions s
  set revoked_at = case when p_role is null then now() end,
    lost_right_at = case when m.role = 'editor' then now() else s.lost_right_at end
  from public.members m
  where s.document_id = p_document and s.user_id = any (affected) and s.revoked_at is null
    and m.document_id = p_document and m.user_id = s.user_id;
  if p_role is null then
    delete from public.members where document_id = p_document and user_id = any (affected);
  else
    update public.members set role = p_role where document_id = p_document and user_id = any (affected);
  end if;
  perform private.move_lanes(p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_member_role(p_document uuid, p_user uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select m.role into old_role from public.members m
  where m.document_id = p_document and m.user_id = p_user and m.role <> 'owner' and m.arrived_at is not null;
  if old_role is null then perform private.refuse('user_not_found'); end if;
  -- A role that the owner gives does not depend on the link any more.
  update public.members set role = p_role, via_link = false where document_id = p_document and user_id = p_user;
  if old_role = p_role then return; end if;
  if old_role = 'editor' then
    update public.editing_sessions set lost_right_at = now()
    where document_id = p_document and user_id = p_user and revoked_at is null;
  end if;
  perform private.move_lanes(p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_readers_see_all(p_document uuid, p_all boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set readers_see_all = coalesce(p_all, false) where id = p_document;
end
$function$;

CREATE OR REPLACE FUNCTION public.transfer_document(p_document uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  if p_user = private.caller() or not exists (
    select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('user_not_found');
  end if;
  update public.members set role = 'editor' where document_id = p_document and user_id = private.caller();
  update public.members set role = 'owner', via_link = false, expires_at = null where document_id = p_document and user_id = p_user;
  update public.documents set owner_id = p_user where id = p_document;
  perform private.move_lanes(p_document);
end
$function$;

ALTER TABLE "private"."rate_buckets" ADD CONSTRAINT "rate_buckets_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."refused_writes" ADD CONSTRAINT "refused_writes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."document_logs" ADD CONSTRAINT "document_logs_of_documents" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."folds" ADD CONSTRAINT "folds_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "private"."packed_updates" ADD CONSTRAINT "packed_updates_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "private"."reader_folds" ADD CONSTRAINT "reader_folds_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "private"."refused_writes" ADD CONSTRAINT "refused_writes_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "public"."document_snapshots" ADD CONSTRAINT "document_snapshots_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "public"."document_updates" ADD CONSTRAINT "document_updates_author_id_fkey" FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."document_updates" ADD CONSTRAINT "document_updates_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "public"."editing_sessions" ADD CONSTRAINT "editing_sessions_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "public"."editing_sessions" ADD CONSTRAINT "editing_sessions_of_profiles" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."editing_sessions" ADD CONSTRAINT "editing_sessions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE POLICY "send_on_lanes" ON "realtime"."messages" FOR INSERT TO "authenticated" WITH CHECK (( SELECT
        CASE t.lane
            WHEN 'upd'::text THEN (private.may(t.role, 'write'::text) AND (messages.extension = 'broadcast'::text))
            WHEN 'aw'::text THEN (messages.extension = 'broadcast'::text)
            WHEN 'ctl'::text THEN (messages.extension = 'presence'::text)
            ELSE false
        END AS "case"
   FROM private.topic_access(( SELECT realtime.topic() AS topic)) t(lane, role)));

COMMENT ON COLUMN "public"."document_logs"."changed_at" IS 'When the newest update was logged.';

COMMENT ON COLUMN "public"."document_logs"."epoch" IS 'Part of the lanes'' topics; raised whenever somebody loses a right, which closes the old lanes to newcomers.';

COMMENT ON COLUMN "public"."document_logs"."generation" IS 'Raised when the history of the text is rebuilt; updates of another generation are refused.';

COMMENT ON COLUMN "public"."document_logs"."head_seq" IS 'Seq of the newest update; seqs are contiguous from 1.';

COMMENT ON COLUMN "public"."document_logs"."log_start_seq" IS 'Updates up to here have been pruned from the log.';

COMMENT ON COLUMN "public"."document_logs"."restore_session_id" IS 'Editing session of the restore that holds the lease, until restore_until.';

COMMENT ON COLUMN "public"."document_logs"."schema_major" IS 'Clients with an older document schema may not write.';

COMMENT ON COLUMN "public"."document_logs"."size_bytes" IS 'Size that counts against the limit: the weight of the snapshot that loading starts from, plus the bytes of every later update.';

COMMENT ON COLUMN "public"."document_logs"."snapshot_seq" IS 'Seq of the snapshot that loading starts from; 0 is none.';

COMMENT ON COLUMN "public"."document_logs"."snapshot_weight" IS 'Weight of the snapshot that loading starts from, as weigh() in _shared/contract/limits.ts computes it.';

COMMENT ON COLUMN "public"."document_logs"."told_seq" IS 'The head that was last announced on the ctl lane; the next announcement names the rows after it.';

COMMENT ON COLUMN "public"."document_logs"."told_until" IS 'Limits announcements of the head: each moves it by a second, from now or from where it is, and it is at most five seconds ahead. One a second, five in a row.';

COMMENT ON FUNCTION "private"."after_append"(public.document_logs, uuid, text, bigint, bigint, bigint, text) IS 'Called in the transaction of each append, with the log as it was before: sets the title in lists, and extends the history.';

COMMENT ON FUNCTION "private"."describe_log"(public.document_logs, text, bigint) IS 'The header of a loaded document whose log is read up to a seq, without snapshot and rows.';

COMMENT ON FUNCTION "private"."is_fold_due"(public.document_logs, bigint, bigint) IS 'Whether a log that ends at p_head is due for folding, in a document that weighs p_size: after 200 rows, or after as many bytes as a sixteenth of the snapshot and 64 KB at the least, so that loading takes little more than the snapshot. Not while a fold is under way, or waits to be retried.';

COMMENT ON FUNCTION "private"."lock_document"(uuid) IS 'The document''s row, after the lock of its log until commit; all null when there is none.';

COMMENT ON FUNCTION "private"."lock_log"(uuid) IS 'The row of a document''s log, locked until commit; all null when there is none.';

COMMENT ON FUNCTION "private"."may"(text, text) IS 'Whether a role has a right: read, comment, write or own. The same as _shared/contract/roles.ts.';

COMMENT ON FUNCTION "private"."may_tell_head"(public.document_logs) IS 'Whether the head may be announced now: once a second, five in a row.';

COMMENT ON FUNCTION "private"."member_since"(uuid, uuid) IS 'When a person got access to a document.';

COMMENT ON FUNCTION "private"."move_lanes"(uuid) IS 'Raises the epoch and announces it on the old ctl lane. From then on the old lanes cannot be joined. The host calls it when somebody loses a right.';

COMMENT ON FUNCTION "private"."person_of"(uuid) IS 'How a person is shown to others in a document.';

COMMENT ON FUNCTION "private"."refusal_of"(uuid, uuid) IS 'The code with which a person without a role is refused: gone for members of a deleted document, otherwise forbidden.';

COMMENT ON FUNCTION "private"."require"(uuid, uuid, text) IS 'The person''s role in the document if it has the right. Otherwise refuses: with unauthenticated (p_user is null), with what the host''s refusal_of says where there is no role, or with forbidden.';

COMMENT ON FUNCTION "private"."store_snapshot"(public.document_logs, bigint, bigint, bytea, text, bigint[], bigint, boolean) IS 'Stores the fold of a locked log at p_seq, with the weight p_weight, its bytes at the least, and returns whether it became the base of loading: only if p_base still is (compare-and-swap). Otherwise it is stored only if p_keeps. p_poison lists rows that the fold left out: they are marked, and their sessions revoked. A new base packs the log. Ends the turn that begin_fold gave.';

COMMENT ON FUNCTION "private"."tell_head"(public.document_logs, bigint) IS 'Announces a new head on the ctl lane, with the names of the rows since the announcement before. Takes the log as it was before the append.';

COMMENT ON FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) IS 'Appends updates of an editing session to the log. One transaction under the lock of the log: checks rights and session, then gives each update whose counter is the session''s next the next seq. Counters that relaying passed over are still accepted. Counters that are logged already are acknowledged again; different bytes for one are refused. p_client_ids, p_clocks and p_next_clocks have, for each update, the Yjs client it writes under, its first clock and the clock after it; null for one that only deletes. Refused: a clock that does not continue the session''s, and an update that makes the document heavier than allowed. Deleting and restoring are always possible. foldDue: the caller is to have the log folded. p_typed and p_deleted count, for each update, the characters it inserts and the clock ticks it deletes: for the history.';

COMMENT ON FUNCTION "public"."save_snapshot"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) IS 'Stores the fold of the log at p_seq as the base of loading, if p_base still is; advanced tells whether. See private.store_snapshot.';

COMMENT ON FUNCTION "public"."save_version"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) IS 'Stores the fold of the log at p_seq as a snapshot, and as a version. See private.store_snapshot.';

COMMENT ON TABLE "public"."document_logs" IS 'One row for each document: the state of its log. Its updates are in document_updates.';

COMMENT ON TABLE "public"."documents" IS 'One row for each document; the state of its log is in document_logs, its text in document_updates.';

REVOKE ALL ON FUNCTION "private"."after_append"(public.document_logs, uuid, text, bigint, bigint, bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_log"(public.document_logs, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_fold_due"(public.document_logs, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_log"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_tell_head"(public.document_logs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."member_since"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_lanes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_snapshot"(public.document_logs, bigint, bigint, bytea, text, bigint[], bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_head"(public.document_logs, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_snapshot"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_snapshot"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_version"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_version"(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) TO "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."document_logs" TO "service_role";

CREATE OR REPLACE FUNCTION private.role_of(p_document uuid, p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select m.role
    from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user
      and d.deleted_at is null and (m.expires_at is null or m.expires_at > now()));
end
$function$;
