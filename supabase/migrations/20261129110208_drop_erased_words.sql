-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.drop_erased_words(p_thread uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.comment_threads t set quote = '', before = '', after = '', heading = '', claim = null, is_checked = true
  where t.id = p_thread and exists (
    select from public.erasures e where e.document_id = t.document_id and private.is_at(t.units, e.ranges));
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_quotes(p_document uuid, p_seq bigint, p_ranges jsonb, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_unknown boolean := btrim(coalesce(p_text, '')) = '';
  thread record;
begin
  perform from private.comment_versions v where v.document_id = p_document for update;
  for thread in
    select t.id, is_unknown and t.is_checked and not a.is_erased as keeps_quote
    from private.comment_threads t
      cross join lateral (select private.is_at(t.units || ' ' || coalesce(t.place_units, ''), p_ranges) as is_erased) a
    where t.document_id = p_document and not t.is_removed and (a.is_erased
      or is_unknown and t.anchor_seq <= p_seq
      or exists (
        select from unnest(private.erased_lines(p_text)) line,
          unnest(array[t.quote, t.before, t.after, t.heading, t.claim ->> 'quote', t.claim ->> 'before', t.claim ->> 'after', t.claim ->> 'heading']) part
        where private.shares_text(line, part)))
  loop
    update private.comment_threads t
    set quote = case when thread.keeps_quote then t.quote else '' end, before = '', after = '', heading = '', claim = null, is_checked = true, living = '{}'
    where t.id = thread.id;
    perform private.change_thread(p_document, thread.id);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.erased_lines(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(trimmed) from (
    select regexp_replace(line, '^\s+|\s+$', '', 'g') as trimmed from regexp_split_to_table(p_text, '\n') line) lines
  where char_length(trimmed) >= 4
$function$;

CREATE OR REPLACE FUNCTION private.has_line(p_name text, p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from unnest(private.erased_lines(p_text)) line where strpos(p_name, line) > 0)
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
    perform private.drop_erased_words(p_thread);
  elsif thread.is_removed then
    perform private.refuse('not_found', 'thread');
  end if;
  insert into private.comments (id, thread_id, is_first, author, body, created_at)
  values (p_comment, p_thread, thread.id is null, me, p_body::jsonb, clock_timestamp());
  update private.comment_threads t set is_resolved = false, resolved_by = null, resolved_at = null, assignee = coalesce(p_assignee, t.assignee)
  where t.id = p_thread;
  perform private.change_thread(p_document, p_thread);
  perform private.notify_comment(p_document, p_thread, p_comment, p_body::jsonb, p_assignee);
end
$function$;

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
  perform private.drop_erased_words(p_thread);
  perform private.change_thread(p_document, p_thread);
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
end
$function$;

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
      is_checked = t.is_checked or p.texts is not null,
      -- A page that was offline during an erasure still had the text.
      claim = case when p.texts is null or p.texts = t.claim
        or not exists (select from public.erasures e where e.document_id = p_document) then t.claim end
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

COMMENT ON FUNCTION "private"."drop_erased_words"(uuid) IS 'Empties quote, context and heading of a new anchor at text that was erased: a page that was offline still has them.';

COMMENT ON FUNCTION "private"."erase_quotes"(uuid, bigint, jsonb, text) IS 'Empties quote, context and heading of threads that were or are at erased ids, and of those that have a part of a line of the erased text. An erasure that is ended later has no text: then of all threads from before it, except for quotes that were read at other ids.';

COMMENT ON FUNCTION "private"."erased_lines"(text) IS 'The lines of an erased text, which are erased wherever each of them stands. A shorter one would be part of other texts.';

COMMENT ON FUNCTION "private"."has_line"(text, text) IS 'Whether a name has a line of an erased text.';

COMMENT ON FUNCTION "public"."end_erasure"(uuid, uuid, uuid, uuid, text) IS 'For the owner: all rows and snapshots are rewritten. Also clears names and notes of versions, and names of deleted ones, that contain a line of the text, and quotes of threads. Tells open pages.';

REVOKE ALL ON FUNCTION "private"."drop_erased_words"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erased_lines"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_line"(text, text) FROM PUBLIC;
