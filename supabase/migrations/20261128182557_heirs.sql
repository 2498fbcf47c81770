-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

DROP FUNCTION "private"."read_log"(uuid, bigint, bigint);

DROP FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]);

ALTER TABLE "private"."packed_updates" ADD COLUMN "heirs" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."document_updates" ADD COLUMN "heirs" text;

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
        (document_id, first_seq, last_seq, generation, chain, sessions, counters, kinds, logged_at, is_quarantined, updates, images, heirs)
      select p_document, min(c.seq), max(c.seq), min(c.generation), (array_agg(c.chain order by c.seq desc))[1],
        array_agg(c.session_id order by c.seq), array_agg(c.counter order by c.seq), array_agg(c.kind order by c.seq),
        array_agg(c.created_at order by c.seq), array_agg(c.quarantined_at is not null order by c.seq),
        array_agg(c.bytes order by c.seq),
        private.images_in(p_document, string_agg(c.bytes, ''::bytea order by c.seq)),
        case when count(c.heirs) > 0 then array_agg(c.heirs order by c.seq) else '{}' end
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

CREATE OR REPLACE FUNCTION private.read_log(p_document uuid, p_after bigint, p_until bigint)
 RETURNS TABLE(seq bigint, session_id uuid, counter bigint, kind text, logged_at timestamp with time zone, is_quarantined boolean, bytes bytea, heirs text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.first_seq + u.place - 1, u.session, u.counter, u.kind, u.at, u.is_bad, u.bytes, p.heirs[u.place]
  from private.packed_updates p,
    unnest(p.sessions, p.counters, p.kinds, p.logged_at, p.is_quarantined, p.updates)
      with ordinality as u (session, counter, kind, at, is_bad, bytes, place)
  where p.document_id = p_document and p.last_seq > p_after and p.first_seq <= p_until
    and p.first_seq + u.place - 1 > p_after and p.first_seq + u.place - 1 <= p_until
  union all
  select u.seq, u.session_id, u.counter, u.kind, u.created_at, u.quarantined_at is not null, u.bytes, u.heirs
  from public.document_updates u
  where u.document_id = p_document and u.seq > p_after and u.seq <= p_until
$function$;

CREATE OR REPLACE FUNCTION public.append_updates(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer, p_first_counter bigint, p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[], p_title text DEFAULT NULL::text, p_kind text DEFAULT 'edit'::text, p_typed integer[] DEFAULT '{}'::integer[], p_deleted integer[] DEFAULT '{}'::integer[], p_heirs text[] DEFAULT '{}'::text[])
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
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes, heirs)
    values (p_document, head, p_generation, p_session, this_counter, p_actor, p_kind, hash, p_updates[i], nullif(p_heirs[i], ''));
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

REVOKE ALL ON FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) FROM "anon";

REVOKE ALL ON FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) FROM "authenticated";

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
      from public.profiles p where p.id in (select s.user_id from public.editing_sessions s where s.id = any (wrote))));
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
        filter (where not p.is_quarantined), '[]'), 'heirs', coalesce(
      json_agg(json_build_array(p.seq, p.heirs) order by p.seq) filter (where p.heirs is not null and not p.is_quarantined), '[]')),
    coalesce(array_agg(p.bytes order by p.seq) filter (where not p.is_quarantined), '{}')
  into header, updates
  from page p left join public.editing_sessions s on s.id = p.session_id;
  return private.frame(header, updates);
end
$function$;

-- BY HAND: existing rows must satisfy it.
ALTER TABLE "public"."document_updates" ADD CONSTRAINT "document_updates_check" CHECK (((heirs ~ '^[0-9 ]+$'::text) AND ((octet_length(heirs) <= 8192) OR (kind = 'restore'::text))));

COMMENT ON COLUMN "private"."packed_updates"."heirs" IS 'Of each row, null for none; empty when none has any.';

COMMENT ON COLUMN "public"."document_updates"."heirs" IS 'Which deleted text the update inserts again, as its page declared: ranges of four numbers (first clock, client and first clock that it continues, length), separated by spaces. A claim, which readers of the log check.';

COMMENT ON FUNCTION "private"."read_log"(uuid, bigint, bigint) IS 'Rows of the log after one seq up to another, packed or not, in no order.';

COMMENT ON FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) IS 'Appends updates of an editing session to the log. One transaction under the lock of the log: checks rights and session, then gives each update whose counter is the session''s next the next seq. Counters that relaying passed over are still accepted. Counters that are logged already are acknowledged again; different bytes for one are refused. p_client_ids, p_clocks and p_next_clocks have, for each update, the Yjs client it writes under, its first clock and the clock after it; null for one that only deletes. Refused: a clock that does not continue the session''s, and an update that makes the document heavier than allowed. Deleting and restoring are always possible. foldDue: the caller is to have the log folded. p_typed and p_deleted count, for each update, the characters it inserts and the clock ticks it deletes: for the history. p_heirs has, for each update, which deleted text it inserts again; empty or null for none.';

COMMENT ON FUNCTION "public"."describe_history"(uuid, uuid, uuid, bigint) IS 'For the owner and editors: what the deployment knows about who wrote the rows of the log up to p_until, by default all. chain is the last of a chain of SHA-256 hashes in hexadecimal, one for each row that clients accept, each of: the hash before (empty for the first), the seq, the time in milliseconds, the Yjs client id (- when unknown), the SHA-256 of the update, the heirs if the row declared some; separated by spaces. writers has the user id of each client id, null for an account that is gone. from is larger than 1 where the log begins later.';

COMMENT ON FUNCTION "public"."read_log"(uuid, uuid, uuid, bigint, bigint) IS 'Rows of the log after one seq up to another, for the owner and editors: a frame whose header has, for each part, its seq, the Yjs client id of the editing session that wrote it (null when unknown), and the time in milliseconds; and, for rows that declared some, the seq and the heirs. Returns one page: 5,000 rows or 1 MB, ending at until; from is larger than p_after + 1 where the log begins later, both are null for nothing. Rows that clients refuse are left out.';

REVOKE ALL ON FUNCTION "private"."read_log"(uuid, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."append_updates"(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) TO "service_role";
