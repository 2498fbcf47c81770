-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE TABLE "private"."comment_reactions" ("comment_id" uuid NOT NULL, "user_id" uuid NOT NULL, "emoji" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "comment_reactions_pkey" PRIMARY KEY (comment_id, user_id, emoji));

ALTER TABLE "private"."comment_reactions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."comment_threads" ("id" uuid NOT NULL, "document_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 0, "generation" integer NOT NULL, "kind" text NOT NULL, "units" text NOT NULL, "anchor_seq" bigint NOT NULL, "quote" text NOT NULL, "before" text NOT NULL, "after" text NOT NULL, "heading" text NOT NULL, "claim" jsonb, "anchored_by" uuid, "attached" integer NOT NULL DEFAULT 0, "is_checked" boolean NOT NULL DEFAULT false, "place_state" text, "place_units" text, "place_seq" bigint, "living" text[] NOT NULL DEFAULT '{}'::text[], "lived_at" timestamp with time zone, "is_resolved" boolean NOT NULL DEFAULT false, "resolved_by" uuid, "resolved_at" timestamp with time zone, "assignee" uuid, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "is_removed" boolean NOT NULL DEFAULT false, CONSTRAINT "comment_threads_anchor_seq_check" CHECK ((anchor_seq >= 0)), CONSTRAINT "comment_threads_check" CHECK ((((place_state IS NULL) = (place_seq IS NULL)) AND ((place_state IS NULL) = (place_units IS NULL)))), CONSTRAINT "comment_threads_kind_check" CHECK ((kind = ANY (ARRAY['text'::text, 'node'::text, 'document'::text]))), CONSTRAINT "comment_threads_pkey" PRIMARY KEY (id), CONSTRAINT "comment_threads_place_state_check" CHECK ((place_state = ANY (ARRAY['exact'::text, 'healed'::text, 'near'::text, 'none'::text]))), CONSTRAINT "comment_threads_units_check" CHECK ((octet_length(units) <= 8192)));

ALTER TABLE "private"."comment_threads" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."comment_versions" ("document_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 0, "told_until" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone, CONSTRAINT "comment_versions_pkey" PRIMARY KEY (document_id));

ALTER TABLE "private"."comment_versions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."comments" ("id" uuid NOT NULL, "thread_id" uuid NOT NULL, "place" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "is_first" boolean NOT NULL, "author" uuid, "body" jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "edited_at" timestamp with time zone, "deleted_at" timestamp with time zone, CONSTRAINT "comments_check" CHECK (((body IS NULL) = (deleted_at IS NOT NULL))), CONSTRAINT "comments_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."comments" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."thread_reads" ("user_id" uuid NOT NULL, "thread_id" uuid NOT NULL, "read_at" timestamp with time zone NOT NULL, CONSTRAINT "thread_reads_pkey" PRIMARY KEY (user_id, thread_id));

ALTER TABLE "private"."thread_reads" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."documents" ADD COLUMN "viewers_see_comments" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.change_thread(p_document uuid, p_thread uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_version bigint;
begin
  update private.comment_versions set version = version + 1 where document_id = p_document returning version into new_version;
  update private.comment_threads set version = new_version where id = p_thread;
  perform private.tell_thread(p_document, p_thread, new_version);
end
$function$;

CREATE OR REPLACE FUNCTION private.check_anchor(p_document uuid, p_anchor jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant text := '(0|[1-9][0-9]{0,14}) (0|[1-9][0-9]{0,14}) [1-9][0-9]{0,6}';
begin
  if (select bool_and(coalesce(jsonb_typeof(p_anchor -> field) = 'string' and char_length(p_anchor ->> field) <= most, false)) from (values
      ('kind', 8), ('units', 8192), ('quote', 300), ('before', 32), ('after', 32), ('heading', 120)) as texts (field, most)) is not true
    or p_anchor ->> 'kind' not in ('text', 'node', 'document')
    or p_anchor ->> 'units' !~ (case p_anchor ->> 'kind' when 'document' then '^$' else '^' || one || '( ' || one || ')*$' end)
    or jsonb_typeof(p_anchor -> 'seq') is distinct from 'number' or p_anchor ->> 'seq' !~ '^[0-9]{1,15}$'
    or (p_anchor ->> 'seq')::bigint > (select l.head_seq from public.document_logs l where l.document_id = p_document)
  then
    perform private.refuse('bad_request', 'anchor');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_assignee(p_document uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Invited people who have not arrived are no members yet for others.
  if p_user is not null and not coalesce(private.sees_comments(p_document, private.role_of(p_document, p_user)) and exists (
      select from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null), false) then
    perform private.refuse('user_not_found');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_body(p_body json)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  body jsonb;
begin
  if octet_length(p_body::text) > 8192 then perform private.refuse('too_large', 'comment'); end if;
  body := p_body::jsonb;
  if body ->> 'type' is distinct from 'doc' or jsonb_typeof(body -> 'content') is distinct from 'array'
    or not body @? '$.**.type ? (@ == "text" || @ == "mention")'
    or body @? '$.**.type ? (@.type() != "string" || !(@ like_regex "^(doc|paragraph|bulletList|orderedList|listItem|text|hardBreak|mention|bold|italic|code|link)$"))'
    or body @? '$.**.href ? (@.type() != "string" || !(@ like_regex "^(https?:|mailto:|tel:)" flag "i"))'
  then
    perform private.refuse('bad_request', 'body');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_room(p_document uuid, p_opens boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_opens and (select count(*) from private.comment_threads t
      where t.document_id = p_document and not t.is_resolved and not t.is_removed) >= 500
    or (select count(*) from private.comments c join private.comment_threads t on t.id = c.thread_id
      where t.document_id = p_document and c.deleted_at is null) >= 5000 then
    perform private.refuse('document_full', 'comments');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.describe_host(p_document uuid, p_role text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return json_build_object('comments', case when private.sees_comments(p_document, p_role) then
    coalesce((select v.version from private.comment_versions v where v.document_id = p_document), 0) end);
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_comments(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- First the row that a comment on its way holds.
  delete from private.comment_versions where document_id = p_document;
  delete from private.comment_threads where document_id = p_document;
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_document(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.erase_comments(p_document);
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

CREATE OR REPLACE FUNCTION private.erase_quotes(p_document uuid, p_seq bigint, p_ranges jsonb, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erased text := btrim(coalesce(p_text, ''));
  thread record;
begin
  perform from private.comment_versions v where v.document_id = p_document for update;
  for thread in
    select t.id, erased = '' and t.is_checked and not private.is_at(t.units, p_ranges) as keeps_quote
    from private.comment_threads t
    where t.document_id = p_document and not t.is_removed and (private.is_at(t.units, p_ranges)
      or erased = '' and t.anchor_seq <= p_seq
      or char_length(erased) >= 4 and exists (
        select from unnest(array[t.quote, t.before, t.after, t.heading, t.claim ->> 'quote', t.claim ->> 'before', t.claim ->> 'after', t.claim ->> 'heading']) part
        where private.shares_text(erased, part)))
  loop
    update private.comment_threads t
    set quote = case when thread.keeps_quote then t.quote else '' end, before = '', after = '', heading = '', claim = null, is_checked = true, living = '{}'
    where t.id = thread.id;
    perform private.change_thread(p_document, thread.id);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_comment(p_document uuid, p_comment uuid)
 RETURNS private.comments
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_row private.comments;
begin
  select c.* into found_row from private.comments c join private.comment_threads t on t.id = c.thread_id
  where c.id = p_comment and t.document_id = p_document;
  if found_row.id is null then perform private.refuse('not_found', 'comment'); end if;
  return found_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_thread(p_document uuid, p_thread uuid)
 RETURNS private.comment_threads
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread private.comment_threads;
begin
  select * into thread from private.comment_threads t where t.id = p_thread and t.document_id = p_document and not t.is_removed;
  if thread.id is null then perform private.refuse('not_found', 'thread'); end if;
  return thread;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_at(p_units text, p_ranges jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from regexp_matches(p_units, '(\d+) (\d+) (\d+)', 'g') u (part), jsonb_array_elements(p_ranges) r (range)
    where u.part[1]::bigint = (r.range ->> 0)::bigint and u.part[2]::bigint < (r.range ->> 1)::bigint + (r.range ->> 2)::bigint
      and (r.range ->> 1)::bigint < u.part[2]::bigint + u.part[3]::bigint)
$function$;

CREATE OR REPLACE FUNCTION private.list_comments(p_thread uuid)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', c.id, 'author', c.author, 'body', c.body, 'created_at', c.created_at, 'edited_at', c.edited_at,
    'reactions', (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'users', r.users) order by r.since, r.emoji), '[]')
      from (select r.emoji, min(r.created_at) as since, json_agg(r.user_id order by r.created_at, r.user_id) as users
        from private.comment_reactions r where r.comment_id = c.id group by r.emoji) r)) order by c.place), '[]')
  from private.comments c where c.thread_id = p_thread and (c.deleted_at is null or c.is_first)
$function$;

CREATE OR REPLACE FUNCTION private.open_threads(p_document uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A person without the right leaves no row.
  perform private.require(p_document, private.caller(), 'comment');
  insert into private.comment_versions (document_id) values (p_document) on conflict do nothing;
  perform from private.comment_versions v where v.document_id = p_document for update;
  -- Again, because the right may have ended while this waited.
  return private.require(p_document, private.caller(), 'comment');
end
$function$;

CREATE OR REPLACE FUNCTION private.sees_comments(p_document uuid, p_role text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.may(p_role, 'comment')
    or p_role is not null and (select d.viewers_see_comments from public.documents d where d.id = p_document);
end
$function$;

CREATE OR REPLACE FUNCTION private.shares_text(p_text text, p_part text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select strpos(p_part, p_text) > 0
    or char_length(p_part) >= 4 and strpos(p_text, p_part) > 0
    or exists (select from generate_series(4, least(char_length(p_text), char_length(p_part))) n
      where left(p_part, n) = right(p_text, n) or right(p_part, n) = left(p_text, n))
$function$;

CREATE OR REPLACE FUNCTION private.show_anchor(p_thread private.comment_threads, p_sees_all boolean, p_head bigint)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('kind', p_thread.kind, 'units', p_thread.units, 'seq', p_thread.anchor_seq) :: jsonb || (
    select jsonb_object_agg(field, case
      when p_sees_all then text
      when p_thread.is_checked and field = any (p_thread.living) and (p_thread.place_seq >= p_head
        or p_thread.lived_at >= private.member_since(p_thread.document_id, private.caller())) then text
      when p_thread.anchored_by = private.caller() then coalesce(p_thread.claim ->> field, '')
      else '' end)
    from (values ('quote', p_thread.quote), ('before', p_thread.before), ('after', p_thread.after), ('heading', p_thread.heading)) as texts (field, text)
  )
$function$;

CREATE OR REPLACE FUNCTION private.tell_thread(p_document uuid, p_thread uuid, p_version bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A lane reaches all members.
  if exists (select from public.members m join public.documents d on d.id = m.document_id
      where m.document_id = p_document and m.role = 'viewer' and not d.viewers_see_comments) then return; end if;
  update private.comment_versions v set told_until = greatest(v.told_until, now()) + interval '1 second'
  where v.document_id = p_document and v.told_until <= now() + interval '4 seconds';
  if not found then return; end if;
  perform realtime.send(jsonb_build_object('thread', p_thread, 'version', p_version), 'thread',
    'doc:' || p_document || ':' || (select l.epoch from public.document_logs l where l.document_id = p_document) || ':ctl', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_comment(p_document uuid, p_thread uuid, p_comment uuid, p_anchor jsonb, p_body json, p_assignee uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  thread private.comment_threads;
  known private.comments;
begin
  perform private.open_threads(p_document);
  select * into known from private.comments c where c.id = p_comment;
  select * into thread from private.comment_threads t where t.id = p_thread;
  if known.id is not null and known.author = me and known.thread_id = p_thread and thread.document_id = p_document then return; end if;
  if known.id is not null or thread.document_id <> p_document or p_comment is null or p_thread is null then
    perform private.refuse('bad_request', 'id');
  end if;
  perform private.check_body(p_body);
  perform private.check_assignee(p_document, p_assignee);
  perform private.check_room(p_document, thread.id is null or thread.is_resolved);
  perform private.spend(me, 'comment');
  if thread.id is null then
    if p_anchor is null then perform private.refuse('not_found', 'thread'); end if;
    perform private.check_anchor(p_document, p_anchor);
    insert into private.comment_threads (id, document_id, generation, kind, units, anchor_seq, quote, before, after, heading, claim, anchored_by, created_by,
      created_at)
    select p_thread, p_document, l.generation, p_anchor ->> 'kind', p_anchor ->> 'units', (p_anchor ->> 'seq')::bigint,
      p_anchor ->> 'quote', p_anchor ->> 'before', p_anchor ->> 'after', p_anchor ->> 'heading', p_anchor - '{kind,units,seq}'::text[], me, me,
      clock_timestamp()
    from public.document_logs l where l.document_id = p_document;
  elsif thread.is_removed then
    perform private.refuse('not_found', 'thread');
  end if;
  insert into private.comments (id, thread_id, is_first, author, body, created_at)
  values (p_comment, p_thread, thread.id is null, me, p_body::jsonb, clock_timestamp());
  update private.comment_threads t set is_resolved = false, resolved_by = null, resolved_at = null, assignee = coalesce(p_assignee, t.assignee)
  where t.id = p_thread;
  perform private.change_thread(p_document, p_thread);
end
$function$;

REVOKE ALL ON FUNCTION "public"."add_comment"(uuid, uuid, uuid, jsonb, json, uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."add_comment"(uuid, uuid, uuid, jsonb, json, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.assign_thread(p_document uuid, p_thread uuid, p_assignee uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread private.comment_threads;
begin
  perform private.open_threads(p_document);
  thread := private.find_thread(p_document, p_thread);
  if thread.assignee is not distinct from p_assignee then return; end if;
  perform private.check_assignee(p_document, p_assignee);
  perform private.spend(private.caller(), 'change_comment');
  update private.comment_threads set assignee = p_assignee where id = p_thread;
  perform private.change_thread(p_document, p_thread);
end
$function$;

REVOKE ALL ON FUNCTION "public"."assign_thread"(uuid, uuid, uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."assign_thread"(uuid, uuid, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.attach_thread(p_document uuid, p_thread uuid, p_anchor jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text := private.open_threads(p_document);
  thread private.comment_threads := private.find_thread(p_document, p_thread);
begin
  if not private.may(my_role, 'write') and thread.created_by is distinct from private.caller() then perform private.refuse('forbidden'); end if;
  perform private.check_anchor(p_document, p_anchor);
  perform private.spend(private.caller(), 'change_comment');
  update private.comment_threads t
  set generation = l.generation, kind = p_anchor ->> 'kind', units = p_anchor ->> 'units', anchor_seq = (p_anchor ->> 'seq')::bigint,
    quote = p_anchor ->> 'quote', before = p_anchor ->> 'before', after = p_anchor ->> 'after', heading = p_anchor ->> 'heading',
    claim = p_anchor - '{kind,units,seq}'::text[], anchored_by = private.caller(), attached = t.attached + 1, is_checked = false,
    place_state = null, place_units = null, place_seq = null, living = '{}', lived_at = null
  from public.document_logs l where t.id = p_thread and l.document_id = t.document_id;
  perform private.change_thread(p_document, p_thread);
end
$function$;

REVOKE ALL ON FUNCTION "public"."attach_thread"(uuid, uuid, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."attach_thread"(uuid, uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.delete_comment(p_document uuid, p_comment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text := private.open_threads(p_document);
  known private.comments := private.find_comment(p_document, p_comment);
begin
  if known.author is distinct from private.caller() and my_role <> 'owner' then perform private.refuse('forbidden'); end if;
  if known.deleted_at is not null then return; end if;
  perform private.spend(private.caller(), 'change_comment');
  update private.comments set body = null, deleted_at = now(), edited_at = null where id = p_comment;
  delete from private.comment_reactions where comment_id = p_comment;
  update private.comment_threads t set is_removed = true, quote = '', before = '', after = '', heading = '', claim = null
  where t.id = known.thread_id and not exists (select from private.comments c where c.thread_id = t.id and c.deleted_at is null);
  perform private.change_thread(p_document, known.thread_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."delete_comment"(uuid, uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."delete_comment"(uuid, uuid) FROM "service_role";

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
  host json;
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
  -- A host need not have it.
  if to_regprocedure('private.describe_host(uuid, text)') is not null then host := private.describe_host(p_document, my_role); end if;
  return json_build_object('head', log.head_seq, 'chain', private.chain_of(p_document, log.head_seq), 'host', host,
    'epoch', log.epoch, 'generation', log.generation, 'role', my_role, 'mayEdit', sees_all,
    'weight', case when sees_all then log.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, log.head_seq),
    'silent', private.silent_sessions(p_document, log.generation),
    'snapshot', json_build_object('seq', log.snapshot_seq, 'digest', case when sees_all or log.snapshot_seq = log.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq), '') else '' end));
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_comment(p_document uuid, p_comment uuid, p_body json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.comments;
begin
  perform private.open_threads(p_document);
  known := private.find_comment(p_document, p_comment);
  if known.author is distinct from private.caller() then perform private.refuse('forbidden'); end if;
  if known.deleted_at is not null then perform private.refuse('not_found', 'comment'); end if;
  perform private.check_body(p_body);
  if known.body = p_body::jsonb then return; end if;
  perform private.spend(private.caller(), 'change_comment');
  update private.comments set body = p_body::jsonb, edited_at = now() where id = p_comment;
  perform private.change_thread(p_document, known.thread_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."edit_comment"(uuid, uuid, json) FROM "anon";

REVOKE ALL ON FUNCTION "public"."edit_comment"(uuid, uuid, json) FROM "service_role";

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
  -- A shorter text would be part of other names.
  if char_length(btrim(p_text)) < 4 then return; end if;
  update public.versions set name = case when strpos(name, btrim(p_text)) > 0 then null else name end,
    note = case when strpos(note, btrim(p_text)) > 0 then null else note end
  where document_id = p_document and (strpos(name, btrim(p_text)) > 0 or strpos(note, btrim(p_text)) > 0);
  update public.deleted_versions set name = null where document_id = p_document and strpos(name, btrim(p_text)) > 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_threads(p_document uuid, p_since bigint DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  my_role text := private.require(p_document, me, 'read');
  sees_all boolean := private.may(my_role, 'write');
  head bigint;
  ids uuid[];
begin
  if not private.sees_comments(p_document, my_role) then perform private.refuse('forbidden', 'comments'); end if;
  select l.head_seq into head from public.document_logs l where l.document_id = p_document;
  ids := array(select t.id from private.comment_threads t where t.document_id = p_document and t.version > p_since and not t.is_removed);
  return json_build_object(
    'version', coalesce((select v.version from private.comment_versions v where v.document_id = p_document), 0),
    'threads', (select coalesce(json_agg(json_build_object('id', t.id, 'version', t.version, 'anchor', private.show_anchor(t, sees_all, head),
        'place', case when t.place_state is not null then json_build_object('state', t.place_state, 'units', t.place_units, 'seq', t.place_seq) end,
        'is_resolved', t.is_resolved, 'resolved_by', t.resolved_by, 'resolved_at', t.resolved_at, 'assignee', t.assignee,
        'created_by', t.created_by, 'created_at', t.created_at, 'comments', private.list_comments(t.id),
        'read_at', (select r.read_at from private.thread_reads r where r.user_id = me and r.thread_id = t.id)) order by t.created_at, t.id), '[]')
      from private.comment_threads t where t.id = any (ids)),
    'removed', (select coalesce(json_agg(t.id), '[]') from private.comment_threads t
      where t.document_id = p_document and t.version > p_since and p_since > 0 and t.is_removed),
    'people', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id), '[]') from public.profiles p where p.id in (
      select unnest(array[t.created_by, t.resolved_by, t.assignee]) from private.comment_threads t where t.id = any (ids)
      union select c.author from private.comments c where c.thread_id = any (ids)
      union select r.user_id from private.comment_reactions r join private.comments c on c.id = r.comment_id where c.thread_id = any (ids))));
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_threads"(uuid, bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."list_threads"(uuid, bigint) FROM "service_role";

CREATE OR REPLACE FUNCTION public.react_to_comment(p_document uuid, p_comment uuid, p_emoji text, p_on boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  known private.comments;
begin
  perform private.open_threads(p_document);
  known := private.find_comment(p_document, p_comment);
  if known.deleted_at is not null then perform private.refuse('not_found', 'comment'); end if;
  if p_emoji is null or p_emoji not in ('👍', '👎', '❤️', '🎉', '😄', '😮', '😢', '🙏', '👀', '✅', '❌', '🚀') then
    perform private.refuse('bad_request', 'emoji');
  end if;
  if p_on is true = exists (select from private.comment_reactions r where r.comment_id = p_comment and r.user_id = me and r.emoji = p_emoji) then
    return;
  end if;
  perform private.spend(me, 'change_comment');
  if p_on then
    insert into private.comment_reactions (comment_id, user_id, emoji) values (p_comment, me, p_emoji);
  else
    delete from private.comment_reactions where comment_id = p_comment and user_id = me and emoji = p_emoji;
  end if;
  perform private.change_thread(p_document, known.thread_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."react_to_comment"(uuid, uuid, text, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."react_to_comment"(uuid, uuid, text, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.read_threads(p_document uuid, p_threads uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then perform private.refuse('forbidden', 'comments'); end if;
  perform private.spend(me, 'change_comment');
  insert into private.thread_reads (user_id, thread_id, read_at)
  select me, t.id, now() from private.comment_threads t where t.document_id = p_document and t.id = any (p_threads) and not t.is_removed
  order by t.id
  on conflict (user_id, thread_id) do update set read_at = excluded.read_at;
end
$function$;

REVOKE ALL ON FUNCTION "public"."read_threads"(uuid, uuid[]) FROM "anon";

REVOKE ALL ON FUNCTION "public"."read_threads"(uuid, uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.save_thread_places(p_document uuid, p_generation integer, p_seq bigint, p_places jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lived timestamptz;
  new_version bigint;
  changed uuid[];
begin
  perform from private.comment_versions v where v.document_id = p_document for update;
  if not exists (select from public.document_logs l
    where l.document_id = p_document and l.generation = p_generation and p_seq <= l.head_seq) then return; end if;
  -- The state of a row is the text until the next one is logged.
  select coalesce((select u.created_at from public.document_updates u where u.document_id = p_document and u.seq = p_seq + 1), now()) into lived;
  with places as (
    select t.id, p.state, p.units, p.living, n.texts,
      (t.place_state, t.place_units, t.living) is distinct from (p.state, p.units, p.living) or n.texts is not null as is_change
    from jsonb_to_recordset(p_places) as p (id uuid, attached integer, state text, units text, living text[], texts jsonb)
      join private.comment_threads t on t.id = p.id and t.attached = p.attached
      -- Those of a checked thread may have been erased since they were read.
      cross join lateral (select case when not t.is_checked then p.texts end as texts) n
    where t.document_id = p_document and not t.is_removed and t.anchor_seq <= p_seq and coalesce(t.place_seq, 0) <= p_seq
  ), saved as (
    update private.comment_threads t
    set place_state = p.state, place_units = p.units, place_seq = p_seq, living = p.living, lived_at = lived,
      quote = coalesce(p.texts ->> 'quote', t.quote), before = coalesce(p.texts ->> 'before', t.before),
      after = coalesce(p.texts ->> 'after', t.after), heading = coalesce(p.texts ->> 'heading', t.heading),
      is_checked = t.is_checked or p.texts is not null
    from places p where t.id = p.id
    returning t.id, p.is_change
  )
  select array_agg(s.id) filter (where s.is_change) into changed from saved s;
  if changed is null then return; end if;
  update private.comment_versions v set version = v.version + 1 where v.document_id = p_document returning v.version into new_version;
  update private.comment_threads t set version = new_version where t.id = any (changed);
  perform private.tell_thread(p_document, changed[1], new_version);
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_thread_places"(uuid, integer, bigint, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_thread_places"(uuid, integer, bigint, jsonb) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.set_thread_state(p_document uuid, p_thread uuid, p_state text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text := private.open_threads(p_document);
  thread private.comment_threads := private.find_thread(p_document, p_thread);
  me uuid := private.caller();
begin
  if not private.may(my_role, 'write') and thread.created_by is distinct from me then perform private.refuse('forbidden'); end if;
  if p_state is null or p_state not in ('open', 'resolved') then perform private.refuse('bad_request', 'state'); end if;
  if thread.is_resolved = (p_state = 'resolved') then return; end if;
  if p_state = 'open' then perform private.check_room(p_document, true); end if;
  perform private.spend(me, 'change_comment');
  update private.comment_threads
  set is_resolved = p_state = 'resolved', resolved_by = case p_state when 'resolved' then me end, resolved_at = case p_state when 'resolved' then now() end
  where id = p_thread;
  perform private.change_thread(p_document, p_thread);
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_thread_state"(uuid, uuid, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."set_thread_state"(uuid, uuid, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.set_viewers_see_comments(p_document uuid, p_see boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set viewers_see_comments = coalesce(p_see, true) where id = p_document;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_viewers_see_comments"(uuid, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."set_viewers_see_comments"(uuid, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.thread_rows(p_document uuid, p_after bigint)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  base bigint;
  snapshot bytea;
  header jsonb := '{"rows": [], "heirs": []}';
  updates bytea[] := '{}';
  total bigint;
  size bigint;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  if log.document_id is null then perform private.refuse('not_found'); end if;
  select max(s.seq) into base from public.document_snapshots s
  where s.document_id = p_document and s.generation = log.generation and s.seq <= least(p_after, log.snapshot_seq);
  select count(*), coalesce(sum(octet_length(l.bytes)), 0) into total, size
  from private.read_log(p_document, coalesce(base, 0), log.snapshot_seq) l;
  -- Too many rows to trace, or rows that the log has no longer.
  if total > 5000 or size > 4 * 1024 * 1024 or total <> log.snapshot_seq - coalesce(base, 0) then
    base := log.snapshot_seq;
  else
    select jsonb_build_object('rows', coalesce(jsonb_agg(jsonb_build_array(l.seq, s.client_id,
          round(extract(epoch from l.logged_at) * 1000), l.kind = 'restore') order by l.seq), '[]'),
        'heirs', coalesce(jsonb_agg(jsonb_build_array(l.seq, l.heirs) order by l.seq) filter (where l.heirs is not null), '[]')),
      coalesce(array_agg(l.bytes order by l.seq), '{}')
    into header, updates
    from private.read_log(p_document, coalesce(base, 0), log.snapshot_seq) l
      left join public.editing_sessions s on s.id = l.session_id
    where not l.is_quarantined;
  end if;
  select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = base;
  return private.frame(
    (header || jsonb_build_object('generation', log.generation, 'until', log.snapshot_seq, 'base', case when snapshot is not null then base end))::json,
    case when snapshot is null then updates else array_prepend(snapshot, updates) end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."thread_rows"(uuid, bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."thread_rows"(uuid, bigint) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.threads_to_place(p_document uuid)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', t.id, 'generation', t.generation, 'attached', t.attached, 'isChecked', t.is_checked,
    'anchor', json_build_object('kind', t.kind, 'units', t.units, 'seq', t.anchor_seq,
      'quote', t.quote, 'before', t.before, 'after', t.after, 'heading', t.heading),
    'place', case when t.place_state is not null then json_build_object('state', t.place_state, 'units', t.place_units, 'seq', t.place_seq) end)
    order by t.anchor_seq, t.id), '[]')
  from private.comment_threads t join public.document_logs l on l.document_id = t.document_id
  where t.document_id = p_document and not t.is_removed and (t.place_seq is null or t.place_seq < l.head_seq)
$function$;

REVOKE ALL ON FUNCTION "public"."threads_to_place"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."threads_to_place"(uuid) FROM "authenticated";

ALTER TABLE "private"."comment_reactions" ADD CONSTRAINT "comment_reactions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."comment_threads" ADD CONSTRAINT "comment_threads_anchored_by_fkey" FOREIGN KEY (anchored_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."comment_threads" ADD CONSTRAINT "comment_threads_assignee_fkey" FOREIGN KEY (assignee) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."comment_threads" ADD CONSTRAINT "comment_threads_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."comment_threads" ADD CONSTRAINT "comment_threads_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."comment_threads" ADD CONSTRAINT "comment_threads_resolved_by_fkey" FOREIGN KEY (resolved_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."comment_versions" ADD CONSTRAINT "comment_versions_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."comments" ADD CONSTRAINT "comments_author_fkey" FOREIGN KEY (author) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES private.comments(id) ON DELETE CASCADE;

ALTER TABLE "private"."comments" ADD CONSTRAINT "comments_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES private.comment_threads(id) ON DELETE CASCADE;

ALTER TABLE "private"."thread_reads" ADD CONSTRAINT "thread_reads_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES private.comment_threads(id) ON DELETE CASCADE;

ALTER TABLE "private"."thread_reads" ADD CONSTRAINT "thread_reads_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX comment_reactions_user ON private.comment_reactions USING btree (user_id);

CREATE INDEX comment_threads_anchored ON private.comment_threads USING btree (anchored_by);

CREATE INDEX comment_threads_assignee ON private.comment_threads USING btree (assignee) WHERE (assignee IS NOT NULL);

CREATE INDEX comment_threads_document ON private.comment_threads USING btree (document_id, version);

CREATE INDEX comment_threads_people ON private.comment_threads USING btree (created_by);

CREATE INDEX comment_threads_resolved ON private.comment_threads USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);

CREATE INDEX comments_author ON private.comments USING btree (author);

CREATE INDEX comments_thread ON private.comments USING btree (thread_id, place);

CREATE INDEX thread_reads_thread ON private.thread_reads USING btree (thread_id);

COMMENT ON COLUMN "private"."comment_threads"."attached" IS 'Counts new anchors, so that a fold stores no place for an older one.';

COMMENT ON COLUMN "private"."comment_threads"."claim" IS 'Quote, context and heading as the page sent them. A reader who made the anchor sees these: the ones that the fold reads may be text that this person never saw.';

COMMENT ON COLUMN "private"."comment_threads"."is_checked" IS 'Quote, context and heading are those of the text at the anchor, read from the log.';

COMMENT ON COLUMN "private"."comment_threads"."lived_at" IS 'A moment at which the state of place_seq was the text.';

COMMENT ON COLUMN "private"."comment_threads"."living" IS 'Of quote, before, after and heading, those that were in the text at place_seq. A reader sees no others, because readers see no deleted text.';

COMMENT ON COLUMN "private"."comment_threads"."version" IS 'Version of the document''s threads at which this one changed last.';

COMMENT ON COLUMN "private"."comment_versions"."told_until" IS 'Limits announcements, as told_until of document_logs does: one a second, five in a row.';

COMMENT ON FUNCTION "private"."change_thread"(uuid, uuid) IS 'Gives a changed thread the next version of its document, and announces it.';

COMMENT ON FUNCTION "private"."check_anchor"(uuid, jsonb) IS 'Refuses an anchor that #contract/comments/thread.ts does not describe, or with a seq that the log does not have.';

COMMENT ON FUNCTION "private"."check_assignee"(uuid, uuid) IS 'Refuses a person who does not see the comments of the document.';

COMMENT ON FUNCTION "private"."check_body"(json) IS 'Refuses a comment that is too long or empty, or has other nodes, marks or schemes of links than #contract/comments/comment-body.ts. Its structure is checked by the pages that show it.';

COMMENT ON FUNCTION "private"."check_room"(uuid, boolean) IS 'Refuses when a document has 500 open threads, for one that opens, or 5,000 comments.';

COMMENT ON FUNCTION "private"."describe_host"(uuid, text) IS 'Called by document_head: the version of the threads, so that a page that missed an announcement finds it by its poll. Null for a role that does not see them.';

COMMENT ON FUNCTION "private"."erase_comments"(uuid) IS 'Deletes all threads of an erased document.';

COMMENT ON FUNCTION "private"."erase_document"(uuid) IS 'Deletes the text, the comments, the history and the members of a deleted document. Its row stays, so that its id is not used again; its images are removed through the storage API.';

COMMENT ON FUNCTION "private"."erase_quotes"(uuid, bigint, jsonb, text) IS 'Empties quote, context and heading of threads at erased ids, and of those that have a part of the erased text. An erasure that is ended later has no text: then of all threads from before it, except for quotes that were read at other ids.';

COMMENT ON FUNCTION "private"."find_comment"(uuid, uuid) IS 'A comment of a document, also a deleted one; refuses with not_found.';

COMMENT ON FUNCTION "private"."find_thread"(uuid, uuid) IS 'A thread of a document; refuses with not_found.';

COMMENT ON FUNCTION "private"."is_at"(text, jsonb) IS 'Whether units, as #contract/comments/unit-ranges.ts writes them, and ranges of ids have an id in common.';

COMMENT ON FUNCTION "private"."list_comments"(uuid) IS 'The comments of a thread, with their reactions. A deleted one is shown only if it is the first.';

COMMENT ON FUNCTION "private"."open_threads"(uuid) IS 'Locks the threads of a document until commit, for a caller who may comment; returns their role.';

COMMENT ON FUNCTION "private"."sees_comments"(uuid, text) IS 'Whether a role sees comments. Viewers do unless the owner turned it off.';

COMMENT ON FUNCTION "private"."shares_text"(text, text) IS 'Whether a part has a text, is in it, or begins or ends with four or more characters of its end or start: a quote is cut anywhere.';

COMMENT ON FUNCTION "private"."show_anchor"(private.comment_threads, boolean, bigint) IS 'The anchor of a thread as the caller may see it. Quote, context and heading are text: a reader gets those that the anchor of their own named, and those that were in the text since they had access. Otherwise they are empty.';

COMMENT ON FUNCTION "private"."tell_thread"(uuid, uuid, bigint) IS 'Announces on the ctl lane that a thread changed: once a second, five in a row, and not where viewers see no comments. Polls find the rest.';

COMMENT ON FUNCTION "public"."add_comment"(uuid, uuid, uuid, jsonb, json, uuid) IS 'Adds a comment to a thread, or opens the thread at an anchor. A reply opens a resolved thread again. Idempotent: the same comment of the same author is added once.';

COMMENT ON FUNCTION "public"."assign_thread"(uuid, uuid, uuid) IS 'Assigns a thread to a person who sees it, or with null to nobody.';

COMMENT ON FUNCTION "public"."attach_thread"(uuid, uuid, jsonb) IS 'Gives a thread another anchor; for the owner and editors, and for commenters in threads of their own.';

COMMENT ON FUNCTION "public"."delete_comment"(uuid, uuid) IS 'Deletes a comment; for its author and the owner of the document. The first of a thread stays without its text while there are replies; a thread without comments is removed.';

COMMENT ON FUNCTION "public"."edit_comment"(uuid, uuid, json) IS 'Replaces the text of a comment; for its author.';

COMMENT ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) IS 'For the owner: all rows and snapshots are rewritten. Also clears names and notes of versions, and names of deleted ones, that contain the text, and quotes of threads.';

COMMENT ON FUNCTION "public"."list_threads"(uuid, bigint) IS 'Threads of a document that changed after a version, with the names of people in them, and the ids of those that were removed. Versions are given under a lock, so no change with a smaller one appears later.';

COMMENT ON FUNCTION "public"."react_to_comment"(uuid, uuid, text, boolean) IS 'Adds or removes a reaction of the caller.';

COMMENT ON FUNCTION "public"."read_threads"(uuid, uuid[]) IS 'The caller has read these threads. Others do not see it.';

COMMENT ON FUNCTION "public"."save_thread_places"(uuid, integer, bigint, jsonb) IS 'For the step after a fold: stores where threads stand at p_seq. Each place: id, attached (as threads_to_place returned it), state, units, living (of quote, before, after and heading, those that are in the text at p_seq), and texts, which are these four as read from the log at the anchor, or null; a thread takes them once. A no-op for threads that have another anchor by now, or a place of a later row.';

COMMENT ON FUNCTION "public"."set_thread_state"(uuid, uuid, text) IS 'Resolves a thread or opens it again; for the owner and editors, and for commenters in threads of their own.';

COMMENT ON FUNCTION "public"."set_viewers_see_comments"(uuid, boolean) IS 'The owner chooses whether viewers see comments.';

COMMENT ON FUNCTION "public"."thread_rows"(uuid, bigint) IS 'For the step after a fold: the rows up to the last snapshot (until), from the last snapshot not after p_after on (base; null for the first row), as a frame. Its header has for each row its seq, the Yjs client id of its editing session (null when unknown), the time in milliseconds and whether a restore wrote it; and the heirs that rows declared. Parts: the snapshot at base, then the rows. More than 5,000 rows or 4 MB: only the last snapshot.';

COMMENT ON FUNCTION "public"."threads_to_place"(uuid) IS 'For the step after a fold: threads whose place was not stored at the head of the log.';

COMMENT ON TABLE "private"."comment_reactions" IS 'Reactions to comments: one of each emoji per person.';

COMMENT ON TABLE "private"."comment_threads" IS 'Threads, each with its anchor, which the page sent, and its place, which the last fold found. One without comments stays as is_removed, so that it is not created again.';

COMMENT ON TABLE "private"."comment_versions" IS 'The version of the threads of a document. Its row is what functions lock that change a thread.';

COMMENT ON TABLE "private"."comments" IS 'Comments of a thread, in the order of place. A deleted one stays without its text, so that it is not added again.';

COMMENT ON TABLE "private"."thread_reads" IS 'Up to when a person has read a thread.';

REVOKE ALL ON FUNCTION "private"."change_thread"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_anchor"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_assignee"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_body"(json) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_room"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_host"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_comments"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_quotes"(uuid, bigint, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_comment"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_thread"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_at"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_comments"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_threads"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sees_comments"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shares_text"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."show_anchor"(private.comment_threads, boolean, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_thread"(uuid, uuid, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_comment"(uuid, uuid, uuid, jsonb, json, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_comment"(uuid, uuid, uuid, jsonb, json, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_thread"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_thread"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."attach_thread"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."attach_thread"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_comment"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_comment"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_comment"(uuid, uuid, json) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_comment"(uuid, uuid, json) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_threads"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_threads"(uuid, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."react_to_comment"(uuid, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."react_to_comment"(uuid, uuid, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_threads"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_threads"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_thread_places"(uuid, integer, bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_thread_places"(uuid, integer, bigint, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_thread_state"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_thread_state"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_viewers_see_comments"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_viewers_see_comments"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."thread_rows"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."thread_rows"(uuid, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "public"."threads_to_place"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."threads_to_place"(uuid) TO "service_role";

REVOKE ALL ("viewers_see_comments") ON TABLE "public"."documents" FROM "authenticated";

GRANT SELECT ("viewers_see_comments") ON TABLE "public"."documents" TO "authenticated";

insert into private.rate_limits ("action", "per_second", "burst") values ('change_comment', '1', '120');

insert into private.rate_limits ("action", "per_second", "burst") values ('comment', '0.016666666666666666', '60');

REVOKE ALL ON TABLE "private"."comment_reactions" FROM "anon", "authenticated";

REVOKE ALL ON TABLE "private"."comment_threads" FROM "anon", "authenticated";

REVOKE ALL ON TABLE "private"."comment_versions" FROM "anon", "authenticated";

REVOKE ALL ON TABLE "private"."comments" FROM "anon", "authenticated";

REVOKE ALL ON TABLE "private"."thread_reads" FROM "anon", "authenticated";
