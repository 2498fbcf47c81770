-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE TABLE "private"."imports" ("document_id" uuid NOT NULL, "name" text NOT NULL, "losses" jsonb NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "imports_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))), CONSTRAINT "imports_pkey" PRIMARY KEY (document_id));

ALTER TABLE "private"."imports" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."comments" ADD COLUMN "file_author" text;

CREATE OR REPLACE FUNCTION private.check_imported(p_document uuid, p_threads jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread jsonb;
  one jsonb;
  comments integer := 0;
begin
  if jsonb_typeof(p_threads) is distinct from 'array' or jsonb_array_length(p_threads) > 500 then perform private.refuse('bad_request', 'threads'); end if;
  if octet_length(p_threads::text) > 4000000 then perform private.refuse('too_large', 'threads'); end if;
  for thread in select t from jsonb_array_elements(p_threads) t loop
    perform private.check_anchor(p_document, thread -> 'anchor');
    if jsonb_typeof(thread -> 'is_resolved') is distinct from 'boolean' or jsonb_typeof(thread -> 'comments') is distinct from 'array'
      or jsonb_array_length(thread -> 'comments') = 0 then perform private.refuse('bad_request', 'thread'); end if;
    comments := comments + jsonb_array_length(thread -> 'comments');
    if comments > 5000 then perform private.refuse('document_full', 'comments'); end if;
    for one in select c from jsonb_array_elements(thread -> 'comments') c loop
      perform private.check_body((one -> 'body')::json);
      if (jsonb_typeof(one -> 'author') = 'string' and char_length(one ->> 'author') <= 120
        and jsonb_typeof(one -> 'at_ms') = 'number' and one ->> 'at_ms' ~ '^[0-9]{1,13}$') is not true then
        perform private.refuse('bad_request', 'comment');
      end if;
    end loop;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_comments(p_thread uuid)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', c.id, 'author', c.author, 'file_author', c.file_author, 'body', c.body, 'created_at', c.created_at, 'edited_at', c.edited_at,
    'reactions', (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'users', r.users) order by r.since, r.emoji), '[]')
      from (select r.emoji, min(r.created_at) as since, json_agg(r.user_id order by r.created_at, r.user_id) as users
        from private.comment_reactions r where r.comment_id = c.id group by r.emoji) r)) order by c.place), '[]')
  from private.comments c where c.thread_id = p_thread and (c.deleted_at is null or c.is_first)
$function$;

CREATE OR REPLACE FUNCTION public.copy_threads(p_document uuid, p_copy uuid, p_threads jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  new_version bigint;
  copied integer;
begin
  if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then perform private.refuse('forbidden', 'comments'); end if;
  perform private.require(p_copy, me, 'own');
  insert into private.comment_versions (document_id) values (p_copy) on conflict do nothing;
  perform from private.comment_versions v where v.document_id = p_copy for update;
  perform private.require(p_copy, me, 'own');
  if exists (select from private.comment_threads t where t.document_id = p_copy) then return 0; end if;
  if jsonb_typeof(p_threads) is distinct from 'array' or jsonb_array_length(p_threads) > 500 then perform private.refuse('bad_request', 'threads'); end if;
  perform private.spend(me, 'change_comment', 20);
  perform private.check_anchor(p_copy, n -> 'anchor') from jsonb_array_elements(p_threads) n;
  update private.comment_versions set version = version + 1 where document_id = p_copy returning version into new_version;
  with sources as (
    select distinct on (t.id) t.id, t.created_by, t.created_at, gen_random_uuid() as new_id, n -> 'anchor' as anchor
    from jsonb_array_elements(p_threads) n join private.comment_threads t on t.id::text = n ->> 'thread'
    where t.document_id = p_document and not t.is_removed and not t.is_resolved
  ), threads as (
    insert into private.comment_threads (id, document_id, version, generation, kind, units, anchor_seq, quote, before, after, heading, claim, anchored_by,
      created_by, created_at)
    select s.new_id, p_copy, new_version, l.generation, s.anchor ->> 'kind', s.anchor ->> 'units', (s.anchor ->> 'seq')::bigint,
      s.anchor ->> 'quote', s.anchor ->> 'before', s.anchor ->> 'after', s.anchor ->> 'heading', s.anchor - '{kind,units,seq}'::text[], me,
      s.created_by, s.created_at
    from sources s join public.document_logs l on l.document_id = p_copy
  )
  insert into private.comments (id, thread_id, is_first, author, file_author, body, created_at, edited_at, deleted_at)
  select gen_random_uuid(), s.new_id, c.is_first, c.author, c.file_author, c.body, c.created_at, c.edited_at, c.deleted_at
  from sources s join private.comments c on c.thread_id = s.id where c.deleted_at is null or c.is_first order by c.place;
  select count(*) into copied from private.comment_threads t where t.document_id = p_copy;
  return copied;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erasure public.erasures;
begin
  perform private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'own');
  update public.erasures set ended_at = coalesce(ended_at, now()) where id = p_erasure and document_id = p_document returning * into erasure;
  if erasure.id is null then perform private.refuse('not_found'); end if;
  perform private.erase_quotes(p_document, erasure.seq, erasure.ranges, p_text);
  -- An undo on an open page would bring the text back.
  perform realtime.send(jsonb_build_object('erasures', private.count_erasures(p_document)), 'erasure',
    'doc:' || p_document || ':' || (select l.epoch from public.document_logs l where l.document_id = p_document) || ':ctl', true);
  update public.versions set name = case when private.has_line(name, p_text) then null else name end,
    note = case when private.has_line(note, p_text) then null else note end
  where document_id = p_document and (private.has_line(name, p_text) or private.has_line(note, p_text));
  update public.deleted_versions set name = null where document_id = p_document and private.has_line(name, p_text);
  update private.imports set name = case when private.has_line(name, p_text) then '…' else name end,
    losses = (select coalesce(jsonb_agg(loss || '{"example": ""}'), '[]') from jsonb_array_elements(losses) loss)
  where document_id = p_document;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_threads(p_document uuid, p_threads jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  new_version bigint;
begin
  perform private.require(p_document, me, 'own');
  insert into private.comment_versions (document_id) values (p_document) on conflict do nothing;
  perform from private.comment_versions v where v.document_id = p_document for update;
  perform private.require(p_document, me, 'own');
  if exists (select from private.comment_threads t where t.document_id = p_document) then return 0; end if;
  perform private.spend(me, 'change_comment', 20);
  perform private.check_imported(p_document, p_threads);
  update private.comment_versions set version = version + 1 where document_id = p_document returning version into new_version;
  with files as (
    select gen_random_uuid() as id, t -> 'anchor' as anchor, (t ->> 'is_resolved')::boolean as is_resolved, t -> 'comments' as comments
    from jsonb_array_elements(p_threads) t
  ), written as (
    select f.id, c.at as place, c.one, least(to_timestamp((c.one ->> 'at_ms')::bigint / 1000.0), clock_timestamp()) as at
    from files f, jsonb_array_elements(f.comments) with ordinality as c (one, at)
  ), threads as (
    insert into private.comment_threads (id, document_id, version, generation, kind, units, anchor_seq, quote, before, after, heading, claim, anchored_by,
      is_resolved, resolved_at, created_at)
    select f.id, p_document, new_version, l.generation, f.anchor ->> 'kind', f.anchor ->> 'units', (f.anchor ->> 'seq')::bigint,
      f.anchor ->> 'quote', f.anchor ->> 'before', f.anchor ->> 'after', f.anchor ->> 'heading', f.anchor - '{kind,units,seq}'::text[], me,
      f.is_resolved, case when f.is_resolved then clock_timestamp() end, (select min(w.at) from written w where w.id = f.id)
    from files f join public.document_logs l on l.document_id = p_document
  )
  insert into private.comments (id, thread_id, is_first, file_author, body, created_at)
  select gen_random_uuid(), w.id, w.place = 1, w.one ->> 'author', w.one -> 'body', w.at from written w order by w.id, w.place;
  return jsonb_array_length(p_threads);
end
$function$;

REVOKE ALL ON FUNCTION "public"."import_threads"(uuid, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."import_threads"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.note_import(p_document uuid, p_name text, p_losses jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require(p_document, private.caller(), 'own');
  if char_length(p_name) between 1 and 255 is not true or jsonb_typeof(p_losses) is distinct from 'array'
    or p_losses @? '$[*] ? (@.type() != "object")' or octet_length(p_losses::text) > 65536 then
    perform private.refuse('bad_request', 'import');
  end if;
  insert into private.imports (document_id, name, losses) values (p_document, p_name, p_losses) on conflict do nothing;
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_import"(uuid, text, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."note_import"(uuid, text, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.read_import(p_document uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require(p_document, private.caller(), 'write');
  return (select json_build_object('name', i.name, 'losses', i.losses, 'created_at', i.created_at) from private.imports i where i.document_id = p_document);
end
$function$;

REVOKE ALL ON FUNCTION "public"."read_import"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."read_import"(uuid) FROM "service_role";

-- BY HAND: existing rows must satisfy it.
ALTER TABLE "private"."comments" ADD CONSTRAINT "comments_file_author_check" CHECK ((char_length(file_author) <= 120));

ALTER TABLE "private"."imports" ADD CONSTRAINT "imports_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

COMMENT ON COLUMN "private"."comments"."file_author" IS 'Of a comment that came in a file: the name of its author there. It names nobody here, and author is null.';

COMMENT ON COLUMN "private"."imports"."losses" IS 'As #contract/formats/loss.ts describes them. Their examples are text that may not be in the document.';

COMMENT ON FUNCTION "private"."check_imported"(uuid, jsonb) IS 'Refuses threads that import_threads does not describe, more than 500 of them, and more than 5,000 comments.';

COMMENT ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) IS 'For the owner: all rows and snapshots are rewritten. Also clears names and notes of versions, and names of deleted ones, that contain a line of the text, quotes of threads, and examples of what was lost of a file. Tells open pages.';

COMMENT ON FUNCTION "public"."import_threads"(uuid, jsonb) IS 'For the owner of a document without threads: adds those of a file. Each of p_threads: anchor, is_resolved, comments, the oldest first, each with author (a name), at_ms, body. They belong to nobody here and tell nobody. Returns how many there are; 0 when the document has threads.';

COMMENT ON FUNCTION "public"."note_import"(uuid, text, jsonb) IS 'For the owner: stores the name of the file that a document was made from, and what was lost, at most 64 KiB. The first call counts.';

COMMENT ON FUNCTION "public"."read_import"(uuid) IS 'The file that a document was made from, with what was lost, for owner and editors; null for one that was written here.';

COMMENT ON TABLE "private"."imports" IS 'The file that a document was made from.';

REVOKE ALL ON FUNCTION "private"."check_imported"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."import_threads"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_threads"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_import"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_import"(uuid, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_import"(uuid) TO "authenticated";

REVOKE ALL ON "private"."imports" FROM "anon", "authenticated";
