-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE TABLE "private"."erased_rows" ("document_id" uuid NOT NULL, "seq" bigint NOT NULL, "erasure_id" uuid NOT NULL, "sha256" bytea NOT NULL, "new_sha256" bytea NOT NULL, "ranges" jsonb NOT NULL, CONSTRAINT "erased_rows_new_sha256_check" CHECK ((octet_length(new_sha256) = 32)), CONSTRAINT "erased_rows_pkey" PRIMARY KEY (document_id, seq), CONSTRAINT "erased_rows_sha256_check" CHECK ((octet_length(sha256) = 32)));

ALTER TABLE "private"."erased_rows" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "private"."erased_rows" FROM "anon", "authenticated";

CREATE TABLE "public"."erasures" ("id" uuid NOT NULL, "document_id" uuid NOT NULL, "seq" bigint NOT NULL, "ranges" jsonb NOT NULL, "characters" integer NOT NULL, "erased_by" uuid, "erased_at" timestamp with time zone NOT NULL DEFAULT now(), "ended_at" timestamp with time zone, CONSTRAINT "erasures_characters_check" CHECK ((characters > 0)), CONSTRAINT "erasures_pkey" PRIMARY KEY (id), CONSTRAINT "erasures_seq_check" CHECK ((seq > 0)));

ALTER TABLE "public"."erasures" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."erasures" FROM "anon";

REVOKE ALL ON TABLE "public"."erasures" FROM "authenticated";

ALTER TABLE "public"."document_logs" ADD COLUMN "erased_seq" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.erase_document(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.versions where document_id = p_document;
  delete from public.deleted_versions where document_id = p_document;
  delete from public.erasures where document_id = p_document;
  delete from private.packed_updates where document_id = p_document;
  delete from public.document_updates where document_id = p_document;
  delete from private.reader_folds where document_id = p_document;
  delete from public.document_snapshots where document_id = p_document;
  delete from public.editing_sessions where document_id = p_document;
  delete from public.members where document_id = p_document and role <> 'owner';
  delete from private.invitations where document_id = p_document;
  delete from private.access_requests where document_id = p_document;
  delete from private.personal_marks where document_id = p_document;
  update public.documents set deleted_at = '-infinity', title = '' where id = p_document;
end
$function$;

CREATE OR REPLACE FUNCTION private.leave_images(p_document uuid, p_before text[], p_bytes bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.unused_images as i (document_id, path, since)
  select p_document, path, '-infinity' from unnest(p_before) path where path <> all (private.images_in(p_document, p_bytes))
  on conflict (document_id, path) do update set since = excluded.since
$function$;

CREATE OR REPLACE FUNCTION public.begin_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_seq bigint, p_ranges jsonb, p_characters integer)
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
  perform private.require(p_document, p_actor, 'own');
  if coalesce(p_characters, 0) = 0 then
    -- A fold follows.
    perform private.spend(p_actor, 'erase', 10);
    return;
  end if;
  if p_seq not between 1 and log.snapshot_seq then perform private.refuse('bad_request', 'seq'); end if;
  insert into public.erasures (id, document_id, seq, ranges, characters, erased_by)
  values (p_erasure, p_document, p_seq, p_ranges, p_characters, p_actor)
  on conflict (id) do nothing;
  if not exists (select from public.erasures e where e.id = p_erasure and e.document_id = p_document and e.ranges = p_ranges) then
    perform private.refuse('bad_request', 'erasure');
  end if;
  -- From now on no page loads a row that may be rewritten.
  update public.document_logs set erased_seq = greatest(erased_seq, p_seq) where document_id = p_document;
  delete from private.reader_folds where document_id = p_document;
  update private.titles set state = null, state_seq = null where document_id = p_document;
end
$function$;

REVOKE ALL ON FUNCTION "public"."begin_erasure"(uuid, uuid, uuid, uuid, bigint, jsonb, integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."begin_erasure"(uuid, uuid, uuid, uuid, bigint, jsonb, integer) FROM "authenticated";

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
$function$;

CREATE OR REPLACE FUNCTION public.end_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'own');
  update public.erasures set ended_at = coalesce(ended_at, now()) where id = p_erasure and document_id = p_document;
  if not found then perform private.refuse('not_found'); end if;
  -- A shorter text would be part of other names.
  if char_length(btrim(p_text)) < 4 then return; end if;
  update public.versions set name = case when strpos(name, btrim(p_text)) > 0 then null else name end,
    note = case when strpos(note, btrim(p_text)) > 0 then null else note end
  where document_id = p_document and (strpos(name, btrim(p_text)) > 0 or strpos(note, btrim(p_text)) > 0);
  update public.deleted_versions set name = null where document_id = p_document and strpos(name, btrim(p_text)) > 0;
end
$function$;

REVOKE ALL ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) FROM "authenticated";

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
  -- A page hashes what it reads, and would take a rewritten row for another log.
  if after is null or after < greatest(log.log_start_seq, log.erased_seq) then
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

CREATE OR REPLACE FUNCTION public.read_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_part text, p_after bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erasure public.erasures;
  first_after bigint;
  seqs bigint[];
  parts bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'own');
  perform private.spend(p_actor, 'erase');
  select * into erasure from public.erasures e where e.id = p_erasure and e.document_id = p_document;
  if erasure.id is null then perform private.refuse('not_found'); end if;
  if p_part = 'rows' then
    -- The log of an old document may begin later.
    select greatest(p_after, least((select min(p.first_seq) from private.packed_updates p where p.document_id = p_document),
      (select min(u.seq) from public.document_updates u where u.document_id = p_document)) - 1) into first_after;
    with rows as (
      select l.seq, l.bytes, sum(octet_length(l.bytes)) over (order by l.seq) as size, row_number() over (order by l.seq) as place
      from private.read_log(p_document, first_after, least(erasure.seq, first_after + 5000)) l
    )
    select array_agg(r.seq order by r.seq), array_agg(r.bytes order by r.seq) into seqs, parts
    from rows r where r.place = 1 or r.size <= 1048576;
  else
    select array_agg(s.seq), array_agg(s.bytes) into seqs, parts from (
      select s.seq, s.bytes from public.document_snapshots s
      where s.document_id = p_document and s.seq > p_after order by s.seq limit 1) s;
  end if;
  return private.frame(json_build_object('ranges', erasure.ranges, 'characters', erasure.characters, 'seqs', coalesce(seqs, '{}')),
    coalesce(parts, '{}'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."read_erasure"(uuid, uuid, uuid, uuid, text, bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."read_erasure"(uuid, uuid, uuid, uuid, text, bigint) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.save_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_part text, p_seqs bigint[], p_hashes bytea[], p_updates bytea[], p_ranges jsonb, p_digest text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erasure public.erasures;
  entry record;
  saved integer := 0;
begin
  perform private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'own');
  select * into erasure from public.erasures e where e.id = p_erasure and e.document_id = p_document;
  if erasure.id is null then perform private.refuse('not_found'); end if;
  if p_part = 'snapshots' then
    perform private.leave_images(p_document, s.images, n.bytes)
    from unnest(p_seqs, p_hashes, p_updates) n (seq, hash, bytes)
    join public.document_snapshots s on s.document_id = p_document and s.seq = n.seq and sha256(s.bytes) = n.hash;
    update public.document_snapshots s set bytes = n.bytes, sha256 = sha256(n.bytes), digest = p_digest
    from unnest(p_seqs, p_hashes, p_updates) n (seq, hash, bytes)
    where s.document_id = p_document and s.seq = n.seq and sha256(s.bytes) = n.hash;
    get diagnostics saved = row_count;
    return saved;
  end if;
  for entry in
    select n.seq, n.hash, n.bytes, p_ranges -> (n.place - 1)::integer as ranges, l.bytes as bytes_before
    from unnest(p_seqs, p_hashes, p_updates) with ordinality n (seq, hash, bytes, place)
    join private.read_log(p_document, (select min(s.seq) - 1 from unnest(p_seqs) s (seq)),
      (select least(erasure.seq, max(s.seq)) from unnest(p_seqs) s (seq))) l on l.seq = n.seq and sha256(l.bytes) = n.hash
  loop
    perform private.leave_images(p_document, private.images_in(p_document, entry.bytes_before), entry.bytes);
    insert into private.erased_rows as r (document_id, seq, erasure_id, sha256, new_sha256, ranges)
    values (p_document, entry.seq, p_erasure, entry.hash, sha256(entry.bytes), entry.ranges)
    on conflict (document_id, seq) do update
    set erasure_id = excluded.erasure_id, new_sha256 = excluded.new_sha256, ranges = r.ranges || excluded.ranges;
    saved := saved + 1;
  end loop;
  update public.document_updates u set bytes = n.bytes
  from unnest(p_seqs, p_hashes, p_updates) n (seq, hash, bytes)
  where u.document_id = p_document and u.seq = n.seq and u.seq <= erasure.seq and sha256(u.bytes) = n.hash;
  with rewritten as (
    select p.last_seq, array_agg(coalesce(n.bytes, o.bytes) order by o.place) as updates
    from private.packed_updates p cross join unnest(p.updates) with ordinality o (bytes, place)
      left join unnest(p_seqs, p_hashes, p_updates) n (seq, hash, bytes)
        on n.seq = p.first_seq + o.place - 1 and n.seq <= erasure.seq and n.hash = sha256(o.bytes)
    where p.document_id = p_document and exists (select from unnest(p_seqs) s (seq) where s.seq between p.first_seq and p.last_seq)
    group by p.last_seq
  )
  update private.packed_updates p
  set updates = r.updates, images = private.images_in(p_document, (select string_agg(u.bytes, ''::bytea) from unnest(r.updates) u (bytes)))
  from rewritten r where p.document_id = p_document and p.last_seq = r.last_seq;
  return saved;
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_erasure"(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_erasure"(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) FROM "authenticated";

ALTER TABLE "private"."erased_rows" ADD CONSTRAINT "erased_rows_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.document_logs(document_id) ON DELETE CASCADE;

ALTER TABLE "public"."document_logs" ADD CONSTRAINT "document_logs_erased_seq_check" CHECK ((erased_seq >= 0));

ALTER TABLE "public"."erasures" ADD CONSTRAINT "erasures_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "public"."erasures" ADD CONSTRAINT "erasures_erased_by_fkey" FOREIGN KEY (erased_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."erased_rows" ADD CONSTRAINT "erased_rows_erasure_id_fkey" FOREIGN KEY (erasure_id) REFERENCES public.erasures(id) ON DELETE CASCADE;

CREATE INDEX erased_rows_erasure ON private.erased_rows USING btree (erasure_id);

CREATE INDEX erasures_document ON public.erasures USING btree (document_id);

CREATE INDEX erasures_person ON public.erasures USING btree (erased_by);

CREATE POLICY "erasures_of_documents_that_i_edit" ON "public"."erasures" FOR SELECT TO "authenticated" USING ((document_id IN ( SELECT private.my_editable_documents() AS my_editable_documents)));

COMMENT ON COLUMN "private"."erased_rows"."erasure_id" IS 'The last erasure that rewrote the row.';

COMMENT ON COLUMN "private"."erased_rows"."new_sha256" IS 'Hash of its bytes now.';

COMMENT ON COLUMN "private"."erased_rows"."ranges" IS 'The ids that were erased in the row: Yjs client, first clock, length.';

COMMENT ON COLUMN "private"."erased_rows"."sha256" IS 'Hash of the bytes with which the row was logged.';

COMMENT ON COLUMN "public"."document_logs"."erased_seq" IS 'Rows up to here may have been rewritten because their text was erased: loading from before starts from the snapshot. 0 is none.';

COMMENT ON COLUMN "public"."erasures"."ended_at" IS 'When the last row was rewritten; null while that goes on, or after it stopped halfway.';

COMMENT ON COLUMN "public"."erasures"."ranges" IS 'The erased ids: Yjs client, first clock, length.';

COMMENT ON COLUMN "public"."erasures"."seq" IS 'A snapshot of the log in which the text was deleted. Only rows up to it have the text.';

COMMENT ON FUNCTION "private"."leave_images"(uuid, text[], bytea) IS 'Lets images that were erased from a row or snapshot be removed at once, if nothing else has them.';

COMMENT ON FUNCTION "public"."begin_erasure"(uuid, uuid, uuid, uuid, bigint, jsonb, integer) IS 'For the owner: begins to erase ids that are deleted in the snapshot at p_seq or before. Without characters it only checks the right. Idempotent for one p_erasure.';

COMMENT ON FUNCTION "public"."describe_history"(uuid, uuid, uuid, bigint) IS 'For the owner and editors: what the deployment knows about who wrote the rows of the log up to p_until, by default all. chain is the last of a chain of SHA-256 hashes in hexadecimal, one for each row that clients accept, each of: the hash before (empty for the first), the seq, the time in milliseconds, the Yjs client id (- when unknown), the SHA-256 of the update, the heirs if the row declared some; separated by spaces. writers has the user id of each client id, null for an account that is gone. erased lists rows of which text was erased: the SHA-256 of what is left, the ids that are gone (Yjs client, first clock, length), who erased them and when. from is larger than 1 where the log begins later. requestedBy is the caller with their own email address; no other address is returned.';

COMMENT ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) IS 'For the owner: all rows and snapshots are rewritten. Also clears names and notes of versions, and names of deleted ones, that contain the text.';

COMMENT ON FUNCTION "public"."load_document"(uuid, uuid, uuid, bigint) IS 'For the owner and editors: all updates after p_after, or the newest snapshot and all updates after it when p_after is null, already pruned or from before text was erased, as one frame. For readers only its header: their state comes from load_for_reader.';

COMMENT ON FUNCTION "public"."read_erasure"(uuid, uuid, uuid, uuid, text, bigint) IS 'For the owner: the next page of what an erasure may have to rewrite after a seq, as a frame: rows, at most 5,000 or 1 MB, or one snapshot. Its header has the erased ids, and the seq of each part; none are left after an empty page.';

COMMENT ON FUNCTION "public"."save_erasure"(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) IS 'For the owner: replaces the bytes of rows, packed or not, or of a snapshot, whose bytes still have these hashes, and returns how many it replaced (compare-and-swap). Of a row the hash in the log, the chain, author and time stay, and p_ranges has the ids that were erased in it; of a snapshot p_digest is the new digest.';

COMMENT ON TABLE "private"."erased_rows" IS 'Rows of the log whose bytes were rewritten, packed or not. Their hashes in the log and its chain stay those of the bytes before.';

COMMENT ON TABLE "public"."erasures" IS 'Texts that the owner of a document erased from its log: how many characters, who erased them and when.';

REVOKE ALL ON FUNCTION "private"."leave_images"(uuid, text[], bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."begin_erasure"(uuid, uuid, uuid, uuid, bigint, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_erasure"(uuid, uuid, uuid, uuid, bigint, jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_erasure"(uuid, uuid, uuid, uuid, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_erasure"(uuid, uuid, uuid, uuid, text, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_erasure"(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_erasure"(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) TO "service_role";

REVOKE ALL ("characters") ON TABLE "public"."erasures" FROM "authenticated";

GRANT SELECT ("characters") ON TABLE "public"."erasures" TO "authenticated";

REVOKE ALL ("document_id") ON TABLE "public"."erasures" FROM "authenticated";

GRANT SELECT ("document_id") ON TABLE "public"."erasures" TO "authenticated";

REVOKE ALL ("ended_at") ON TABLE "public"."erasures" FROM "authenticated";

GRANT SELECT ("ended_at") ON TABLE "public"."erasures" TO "authenticated";

REVOKE ALL ("erased_at") ON TABLE "public"."erasures" FROM "authenticated";

GRANT SELECT ("erased_at") ON TABLE "public"."erasures" TO "authenticated";

REVOKE ALL ("erased_by") ON TABLE "public"."erasures" FROM "authenticated";

GRANT SELECT ("erased_by") ON TABLE "public"."erasures" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."erasures" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."erasures" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."erasures" TO "service_role";

insert into private.rate_limits ("action", "per_second", "burst") values ('erase', '1', '120');
