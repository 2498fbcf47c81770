-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

DROP FUNCTION "private"."texts_with"(tsquery);

CREATE OR REPLACE FUNCTION private.texts_with(p_query tsquery)
 RETURNS TABLE(document_id uuid, seq bigint, lived_at timestamp with time zone, is_titled boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select s.document_id, s.seq, s.lived_at, s.title_words @@ p_query from private.document_search s where s.words @@ p_query
$function$;

CREATE OR REPLACE FUNCTION public.search_texts(p_query text, p_limit integer DEFAULT 20, p_in_trash boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  asked tsquery;
  loose tsquery;
  most integer := least(greatest(coalesce(p_limit, 20), 1), 50);
  -- The newest of a query with phrases, since each vector is read to find them.
  has_phrases boolean;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  asked := private.read_search(p_query);
  loose := private.without_phrases(asked);
  has_phrases := loose <> asked;
  perform private.spend(me, 'search');
  return (
    with mine as materialized (
      select d.id, d.title, m.role, m.created_at as since, l.head_seq, l.changed_at
      from public.members m join public.documents d on d.id = m.document_id join public.document_logs l on l.document_id = d.id
      where m.user_id = me and (m.expires_at is null or m.expires_at > now())
        and case when coalesce(p_in_trash, false) then m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for() else d.deleted_at is null end
    ), matching as materialized (
      -- Reading the words of a document takes longer than finding it.
      select d.id, d.title, d.changed_at, s.is_titled
      from private.texts_with(loose) s join mine d on d.id = s.document_id
      -- Readers see no text that was deleted before they came.
      where private.may(d.role, 'write') or s.seq >= d.head_seq or s.lived_at >= d.since
      order by is_titled desc, d.changed_at desc, d.id limit case when has_phrases then 200 else 100 end
    ), candidates as materialized (
      select m.id, m.title, m.changed_at, s.title_words @@ asked as is_titled
      from matching m join private.document_search s on s.document_id = m.id
      -- For these alone, and not within the join.
      where not has_phrases or (select p.words @@ asked from private.document_search p where p.document_id = m.id)
      order by is_titled desc, m.changed_at desc, m.id limit 100
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

COMMENT ON FUNCTION "private"."texts_with"(tsquery) IS 'Documents of anybody whose text matches, and whether their title does. A query for phrases reads each vector, so it takes one without them.';

REVOKE ALL ON FUNCTION "private"."texts_with"(tsquery) FROM PUBLIC;
