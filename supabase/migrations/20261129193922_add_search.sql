-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE TABLE "private"."comment_search" ("comment_id" uuid NOT NULL, "document_id" uuid NOT NULL, "body" text NOT NULL, "words" tsvector NOT NULL, CONSTRAINT "comment_search_pkey" PRIMARY KEY (comment_id));

ALTER TABLE "private"."comment_search" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_search" ("document_id" uuid NOT NULL, "seq" bigint NOT NULL, "lived_at" timestamp with time zone NOT NULL, "indexed_at" timestamp with time zone NOT NULL DEFAULT now(), "headings" jsonb NOT NULL, "body" text NOT NULL, "starts" integer[] NOT NULL, "words" tsvector NOT NULL, "title_words" tsvector NOT NULL, CONSTRAINT "document_search_body_check" CHECK ((octet_length(body) <= 204800)), CONSTRAINT "document_search_pkey" PRIMARY KEY (document_id), CONSTRAINT "document_search_seq_check" CHECK ((seq > 0)));

ALTER TABLE "private"."document_search" ENABLE ROW LEVEL SECURITY;

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
  delete from private.document_search where document_id = p_document;
  delete from private.packed_updates where document_id = p_document;
  delete from public.document_updates where document_id = p_document;
  delete from private.reader_folds where document_id = p_document;
  delete from public.document_snapshots where document_id = p_document;
  delete from public.editing_sessions where document_id = p_document;
  delete from public.members where document_id = p_document and role <> 'owner';
  delete from private.invitations where document_id = p_document;
  delete from private.access_requests where document_id = p_document;
  delete from private.notifications where document_id = p_document;
  delete from private.watches where document_id = p_document;
  delete from private.personal_marks where document_id = p_document;
  update public.documents set deleted_at = '-infinity', title = '' where id = p_document;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.comment_search where comment_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.found_lines(p_document uuid, p_query text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (
    select part[1] as lexeme, part[2] is not null as is_beginning from regexp_matches(p_query, '''([^'']+)''(:\*)?', 'g') part
  ), met as (
    select w.lexeme, w.positions, s.starts from private.document_search s cross join unnest(s.words) w
    where s.document_id = p_document
      and exists (select from asked a where w.lexeme = a.lexeme or a.is_beginning and starts_with(w.lexeme, a.lexeme))
  ), places as (
    select width_bucket(place + round * 16383, m.starts) as line, m.lexeme
    from met m cross join unnest(m.positions) place cross join generate_series(0, m.starts[cardinality(m.starts)] / 16383) round
    where cardinality(m.starts) > 0
  ), best as (
    select p.line from places p where p.line > 0 group by p.line order by count(distinct p.lexeme) desc, p.line limit 8
  )
  select coalesce(json_agg(json_build_object('block', b.line - 1, 'text', (string_to_array(s.body, e'\n'))[b.line],
    'path', coalesce((select h -> 'path' from jsonb_array_elements(s.headings) h where (h ->> 'line')::integer < b.line
      order by (h ->> 'line')::integer desc limit 1), '[]')) order by b.line), '[]')
  from best b cross join private.document_search s where s.document_id = p_document
$function$;

CREATE OR REPLACE FUNCTION private.read_search(p_query text)
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked tsquery;
begin
  if coalesce(octet_length(p_query), 16385) > 16384 then perform private.refuse('bad_request', 'query'); end if;
  begin
    asked := p_query::tsquery;
  exception when syntax_error or data_exception then
    perform private.refuse('bad_request', 'query');
  end;
  if numnode(asked) not between 1 and 500 then perform private.refuse('bad_request', 'query'); end if;
  return asked;
end
$function$;

CREATE OR REPLACE FUNCTION private.schedule_sweep()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
      return 'there is no pg_cron: nothing is scheduled';
    end if;
    create extension pg_cron;
  end if;
  -- Scheduling a name again replaces its job.
  perform cron.schedule('spolu-sweep', '*/10 * * * *', 'select public.sweep()');
  if to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return 'scheduled public.sweep(); for files, turn on pg_net and Vault and call this again';
  end if;
  -- A no-op until both secrets are there.
  perform cron.schedule('spolu-sweep-files', '7 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-files', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'$job$);
  perform cron.schedule('spolu-sweep-search', '*/10 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-search', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'
      and (public.documents_to_index(1) ->> 'count' <> '0' or public.comments_to_index(null, 1)::text <> '[]')$job$);
  perform cron.schedule('spolu-send-mails', '* * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/send-mails', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key' and public.mails_are_due()$job$);
  return 'scheduled public.sweep() and the edge functions sweep-files, sweep-search and send-mails';
end
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
  delete from private.document_search where document_id = p_document and seq < p_seq;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_index(p_actor uuid, p_auth_session uuid, p_document uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'index');
  return exists (
    select from public.document_logs l left join private.document_search s on s.document_id = l.document_id
    where l.document_id = p_document and (s.seq is null or s.seq < l.head_seq and s.indexed_at < now() - interval '50 seconds'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."begin_index"(uuid, uuid, uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."begin_index"(uuid, uuid, uuid) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.comments_to_index(p_document uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 200)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', c.id, 'body', c.body, 'hash', md5(c.body::text))), '[]')
  from (
    select c.id, c.body from private.comments c join private.comment_threads t on t.id = c.thread_id
    where c.body is not null and not t.is_removed and (p_document is null or t.document_id = p_document)
      and not exists (select from private.comment_search s where s.comment_id = c.id)
    order by c.created_at desc limit least(greatest(coalesce(p_limit, 200), 1), 1000)) c
$function$;

REVOKE ALL ON FUNCTION "public"."comments_to_index"(uuid, integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."comments_to_index"(uuid, integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.documents_to_index(p_limit integer DEFAULT 200)
 RETURNS json
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with stale as (
    select d.id, s.seq is null as is_new
    from public.documents d join public.document_logs l on l.document_id = d.id left join private.document_search s on s.document_id = d.id
    where d.deleted_at is distinct from '-infinity' and (s.seq is null or s.seq < l.head_seq and l.changed_at < now() - interval '2 minutes')
  )
  select json_build_object('count', (select count(*) from stale), 'documents', (
    select coalesce(json_agg(next.id), '[]') from (
      -- In no order: one that takes too long for a function must not keep others from it.
      select s.id from stale s order by s.is_new desc, random() limit least(greatest(coalesce(p_limit, 200), 1), 1000)) next))
$function$;

REVOKE ALL ON FUNCTION "public"."documents_to_index"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."documents_to_index"(integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.save_comment_index(p_comments jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.comment_search (comment_id, document_id, body, words)
  select c.id, t.document_id, i.body, i.vector::tsvector
  from jsonb_to_recordset(p_comments) as i (id uuid, hash text, body text, vector text)
    join lateral (select * from private.comments c where c.id = i.id for share) c on md5(c.body::text) = i.hash
    join private.comment_threads t on t.id = c.thread_id
  on conflict (comment_id) do update set body = excluded.body, words = excluded.words
$function$;

REVOKE ALL ON FUNCTION "public"."save_comment_index"(jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_comment_index"(jsonb) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.save_search_index(p_document uuid, p_seq bigint, p_index jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The order of all functions: first the lock of the log.
  log public.document_logs := private.lock_log(p_document);
  new_words tsvector;
  lived timestamptz;
begin
  -- The state of a seq before an erasure may have the erased text.
  if log.document_id is null or p_seq > log.head_seq or p_seq < log.erased_seq
    or exists (select from public.documents d where d.id = p_document and d.deleted_at = '-infinity') then
    return;
  end if;
  new_words := (p_index ->> 'vector')::tsvector;
  -- The state of a row is the text until the next one is logged.
  select coalesce((select min(l.logged_at) from private.read_log(p_document, p_seq, p_seq + 1) l), now()) into lived;
  insert into private.document_search as s (document_id, seq, lived_at, headings, body, starts, words, title_words)
  values (p_document, p_seq, lived, p_index -> 'headings', p_index ->> 'body',
    array(select jsonb_array_elements_text(p_index -> 'starts')::integer), new_words, ts_filter(new_words, '{a}'))
  on conflict (document_id) do update set seq = excluded.seq, lived_at = excluded.lived_at, indexed_at = now(), headings = excluded.headings,
    body = excluded.body, starts = excluded.starts, words = excluded.words, title_words = excluded.title_words
  where s.seq <= excluded.seq;
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_search_index"(uuid, bigint, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_search_index"(uuid, bigint, jsonb) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.search_texts(p_query text, p_limit integer DEFAULT 20, p_in_trash boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  asked tsquery;
  most integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  asked := private.read_search(p_query);
  perform private.spend(me, 'search');
  return (
    with mine as materialized (
      select d.id, d.title, m.role, m.created_at as since, l.head_seq, l.changed_at
      from public.members m join public.documents d on d.id = m.document_id join public.document_logs l on l.document_id = d.id
      where m.user_id = me and (m.expires_at is null or m.expires_at > now())
        and case when coalesce(p_in_trash, false) then m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for() else d.deleted_at is null end
    ), candidates as materialized (
      -- Reading the words of a document takes longer than finding it.
      select d.id, d.title, d.changed_at, s.title_words @@ asked as is_titled
      from mine d join private.document_search s on s.document_id = d.id
      where s.words @@ asked
        -- Readers see no text that was deleted before they came.
        and (private.may(d.role, 'write') or s.seq >= d.head_seq or s.lived_at >= d.since)
      order by is_titled desc, d.changed_at desc, d.id limit 100
    ), ranked as materialized (
      select c.id, c.title, null::uuid as thread, ts_rank(s.words, asked, 1) + c.is_titled::integer as rank, c.changed_at, null::text as said
      from candidates c join private.document_search s on s.document_id = c.id
      order by rank desc, c.changed_at desc, c.id limit most
    ), said as materialized (
      select d.id, d.title, c.thread_id as thread, ts_rank(s.words, asked, 1) as rank, c.created_at as changed_at, s.body as said
      from mine d join private.comment_search s on s.document_id = d.id join private.comments c on c.id = s.comment_id
        join private.comment_threads t on t.id = c.thread_id
      where s.words @@ asked and not t.is_removed and not coalesce(p_in_trash, false) and private.sees_comments(d.id, d.role)
      order by rank desc, c.created_at desc, c.id limit most
    )
    select coalesce(json_agg(json_build_object('document', f.id, 'title', f.title, 'comment', f.thread, 'lines',
        case when f.thread is null then private.found_lines(f.id, p_query)
          else json_build_array(json_build_object('block', 0, 'text', f.said, 'path', '[]'::json)) end)
      order by f.thread is not null, f.rank desc, f.changed_at desc, f.id, f.thread), '[]')
    from (select * from ranked union all select * from said limit most) f);
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_texts"(text, integer, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."search_texts"(text, integer, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.text_to_index(p_document uuid)
 RETURNS public."application/octet-stream"
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log public.document_logs;
  snapshot bytea;
  updates bytea[];
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  if log.document_id is null then perform private.refuse('not_found'); end if;
  select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq;
  select coalesce(array_agg(u.bytes order by u.seq) filter (where u.quarantined_at is null), '{}') into updates
  from public.document_updates u where u.document_id = p_document and u.seq > log.snapshot_seq;
  return private.frame(json_build_object('seq', log.head_seq, 'hasSnapshot', snapshot is not null),
    case when snapshot is null then updates else array_prepend(snapshot, updates) end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."text_to_index"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."text_to_index"(uuid) FROM "authenticated";

ALTER TABLE "private"."comment_search" ADD CONSTRAINT "comment_search_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES private.comments(id) ON DELETE CASCADE;

ALTER TABLE "private"."comment_search" ADD CONSTRAINT "comment_search_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."document_search" ADD CONSTRAINT "document_search_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

CREATE INDEX comment_search_document ON private.comment_search USING btree (document_id);

CREATE INDEX comment_search_words ON private.comment_search USING gin (words);

CREATE INDEX document_search_words ON private.document_search USING gin (words);

CREATE TRIGGER forget_comment AFTER UPDATE OF body ON private.comments FOR EACH ROW EXECUTE FUNCTION private.forget_comment();

COMMENT ON COLUMN "private"."document_search"."body" IS 'A line for each block, several for a long one; the first 200 kB.';

COMMENT ON COLUMN "private"."document_search"."headings" IS 'For each heading its line in body, from 0, and as path the headings above it and itself.';

COMMENT ON COLUMN "private"."document_search"."lived_at" IS 'A moment at which the state of seq was the text.';

COMMENT ON COLUMN "private"."document_search"."starts" IS 'For each line of body the number of its first word. Positions in words begin again after 16,383.';

COMMENT ON COLUMN "private"."document_search"."title_words" IS 'Those of words that the title has. They are few, and read fast.';

COMMENT ON FUNCTION "private"."forget_comment"() IS 'Trigger: the text of an edited or deleted comment is found no more.';

COMMENT ON FUNCTION "private"."found_lines"(uuid, text) IS 'The lines of a document that have most of the lexemes of a query, at most eight, each with the headings above it. Lines of a very long text may have none of them.';

COMMENT ON FUNCTION "private"."read_search"(text) IS 'A tsquery, or bad_request.';

COMMENT ON FUNCTION "private"."schedule_sweep"() IS 'Schedules public.sweep() in pg_cron every ten minutes and, where there are pg_net and Vault, the edge function sweep-files every hour, sweep-search every ten minutes in which texts are not indexed, and every minute in which mails are due send-mails, at the address and with the secret key that Vault has as spolu_url and spolu_secret_key. Returns what it did. Idempotent. Runs with the rights of the caller.';

COMMENT ON FUNCTION "public"."begin_index"(uuid, uuid, uuid) IS 'For a page that ends writing: whether the text has changed since it was indexed, which is at most once in 50 seconds.';

COMMENT ON FUNCTION "public"."comments_to_index"(uuid, integer) IS 'Comments of a document, or of all, that are not indexed, newest first, at most p_limit.';

COMMENT ON FUNCTION "public"."documents_to_index"(integer) IS 'For the sweep: documents that are not indexed, and those that changed after it and have been left alone for two minutes, at most p_limit; count is how many there are.';

COMMENT ON FUNCTION "public"."save_comment_index"(jsonb) IS 'Stores the index of comments, each with the hash that comments_to_index returned; one that was edited or deleted since is left out.';

COMMENT ON FUNCTION "public"."save_search_index"(uuid, bigint, jsonb) IS 'Stores the index of a document at p_seq, as indexText of _shared/contract/search returns it. A no-op when a later row is indexed, for an erased document, and for a state that may have erased text.';

COMMENT ON FUNCTION "public"."search_texts"(text, integer, boolean) IS 'Documents of the caller that match a query of _shared/contract/search, best first, with the lines in which its words stand, then comments that the caller sees; p_limit at most (20; at most 50). p_in_trash: documents in the caller''s trash instead. Readers find a text only as it was since they had access. Documents of others change neither rows nor ranks.';

COMMENT ON FUNCTION "public"."text_to_index"(uuid) IS 'The document at its head, as a frame: the snapshot that loading starts from, if there is one, and the rows after it.';

COMMENT ON TABLE "private"."comment_search" IS 'The text of each comment for search. A comment that is edited or deleted has none until it is indexed again.';

COMMENT ON TABLE "private"."document_search" IS 'The text of each document for search, as it was at seq. An erased document has none.';

REVOKE ALL ON FUNCTION "private"."forget_comment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."found_lines"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_search"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."begin_index"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_index"(uuid, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."comments_to_index"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."comments_to_index"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."documents_to_index"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."documents_to_index"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_comment_index"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_comment_index"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_search_index"(uuid, bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_search_index"(uuid, bigint, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_texts"(text, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_texts"(text, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."text_to_index"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."text_to_index"(uuid) TO "service_role";

insert into private.rate_limits ("action", "per_second", "burst") values ('index', '0.16666666666666666', '30');

insert into private.rate_limits ("action", "per_second", "burst") values ('search', '2', '60');

revoke all on private.comment_search from anon, authenticated;

revoke all on private.document_search from anon, authenticated;

do $$
begin
  raise notice '%', private.schedule_sweep();
exception when others then
  raise warning 'The sweep of search is not scheduled (%). See docs/operations.md; then: select private.schedule_sweep();', sqlerrm;
end
$$;
