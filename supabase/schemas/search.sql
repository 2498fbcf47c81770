-- Search in texts and comments. Functions make the words (_shared/contract/search), since no dictionary of PostgreSQL knows
-- Czech. An index comes from a folded state, and so has no deleted text.

create table private.document_search (
  document_id uuid primary key references public.documents (id) on delete cascade,
  seq bigint not null check (seq > 0),
  lived_at timestamptz not null,
  indexed_at timestamptz not null default now(),
  headings jsonb not null,
  body text not null check (octet_length(body) <= 204800),
  starts integer[] not null,
  words tsvector not null,
  title_words tsvector not null
);
comment on table private.document_search is 'The text of each document for search, as it was at seq. An erased document has none.';
comment on column private.document_search.lived_at is 'A moment at which the state of seq was the text.';
comment on column private.document_search.headings is 'For each heading its line in body, from 0, and as path the headings above it and itself.';
comment on column private.document_search.body is 'A line for each block, several for a long one; the first 200 kB.';
comment on column private.document_search.starts is 'For each line of body the number of its first word. Positions in words begin again after 16,383.';
comment on column private.document_search.title_words is 'Those of words that the title has. They are few, and read fast.';

create index document_search_words on private.document_search using gin (words);

alter table private.document_search enable row level security;
revoke all on private.document_search from anon, authenticated;

create table private.comment_search (
  comment_id uuid primary key references private.comments (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  body text not null,
  words tsvector not null
);
comment on table private.comment_search is 'The text of each comment for search. A comment that is edited or deleted has none until it is indexed again.';

create index comment_search_words on private.comment_search using gin (words);
create index comment_search_document on private.comment_search (document_id);

alter table private.comment_search enable row level security;
revoke all on private.comment_search from anon, authenticated;

create function private.forget_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.comment_search where comment_id = new.id;
  return null;
end
$$;
comment on function private.forget_comment() is 'Trigger: the text of an edited or deleted comment is found no more.';
revoke all on function private.forget_comment() from public;

create trigger forget_comment after update of body on private.comments for each row execute function private.forget_comment();

-- Indexing.

create function public.begin_index(p_actor uuid, p_auth_session uuid, p_document uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'index');
  return exists (
    select from public.document_logs l left join private.document_search s on s.document_id = l.document_id
    where l.document_id = p_document and (s.seq is null or s.seq < l.head_seq and s.indexed_at < now() - interval '50 seconds'));
end
$$;
comment on function public.begin_index(uuid, uuid, uuid) is
  'For a page that ends writing: whether the text has changed since it was indexed, which is at most once in 50 seconds.';
revoke all on function public.begin_index(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.begin_index(uuid, uuid, uuid) to service_role;

create function public.text_to_index(p_document uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function public.text_to_index(uuid) is
  'The document at its head, as a frame: the snapshot that loading starts from, if there is one, and the rows after it.';
revoke all on function public.text_to_index(uuid) from public, anon, authenticated;
grant execute on function public.text_to_index(uuid) to service_role;

create function public.save_search_index(p_document uuid, p_seq bigint, p_index jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.save_search_index(uuid, bigint, jsonb) is
  'Stores the index of a document at p_seq, as indexText of _shared/contract/search returns it. A no-op when a later row is indexed, for an erased document, and for a state that may have erased text.';
revoke all on function public.save_search_index(uuid, bigint, jsonb) from public, anon, authenticated;
grant execute on function public.save_search_index(uuid, bigint, jsonb) to service_role;

create function public.documents_to_index(p_limit integer default 200) returns json
language sql security definer set search_path = ''
as $$
  with stale as (
    select d.id, s.seq is null as is_new
    from public.documents d join public.document_logs l on l.document_id = d.id left join private.document_search s on s.document_id = d.id
    where d.deleted_at is distinct from '-infinity' and (s.seq is null or s.seq < l.head_seq and l.changed_at < now() - interval '2 minutes')
  )
  select json_build_object('count', (select count(*) from stale), 'documents', (
    select coalesce(json_agg(next.id), '[]') from (
      -- In no order: one that takes too long for a function must not keep others from it.
      select s.id from stale s order by s.is_new desc, random() limit least(greatest(coalesce(p_limit, 200), 1), 1000)) next))
$$;
comment on function public.documents_to_index(integer) is
  'For the sweep: documents that are not indexed, and those that changed after it and have been left alone for two minutes, at most p_limit; count is how many there are.';
revoke all on function public.documents_to_index(integer) from public, anon, authenticated;
grant execute on function public.documents_to_index(integer) to service_role;

create function public.comments_to_index(p_document uuid default null, p_limit integer default 200) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', c.id, 'body', c.body, 'hash', md5(c.body::text))), '[]')
  from (
    select c.id, c.body from private.comments c join private.comment_threads t on t.id = c.thread_id
    where c.body is not null and not t.is_removed and (p_document is null or t.document_id = p_document)
      and not exists (select from private.comment_search s where s.comment_id = c.id)
    order by c.created_at desc limit least(greatest(coalesce(p_limit, 200), 1), 1000)) c
$$;
comment on function public.comments_to_index(uuid, integer) is 'Comments of a document, or of all, that are not indexed, newest first, at most p_limit.';
revoke all on function public.comments_to_index(uuid, integer) from public, anon, authenticated;
grant execute on function public.comments_to_index(uuid, integer) to service_role;

create function public.save_comment_index(p_comments jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into private.comment_search (comment_id, document_id, body, words)
  select c.id, t.document_id, i.body, i.vector::tsvector
  from jsonb_to_recordset(p_comments) as i (id uuid, hash text, body text, vector text)
    join lateral (select * from private.comments c where c.id = i.id for share) c on md5(c.body::text) = i.hash
    join private.comment_threads t on t.id = c.thread_id
  on conflict (comment_id) do update set body = excluded.body, words = excluded.words
$$;
comment on function public.save_comment_index(jsonb) is
  'Stores the index of comments, each with the hash that comments_to_index returned; one that was edited or deleted since is left out.';
revoke all on function public.save_comment_index(jsonb) from public, anon, authenticated;
grant execute on function public.save_comment_index(jsonb) to service_role;

-- Searching.

create function private.found_lines(p_document uuid, p_query text) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  s private.document_search;
  exact text[];
  beginnings text[];
  lines integer[];
  body text[];
begin
  select array_agg(part[1]) filter (where part[2] is null), array_agg(part[1]) filter (where part[2] is not null)
  into exact, beginnings from regexp_matches(p_query, '''([^'']+)''(:\*)?', 'g') part;
  select * into s from private.document_search d where d.document_id = p_document;
  with met as (
    select w.lexeme, w.positions from unnest(s.words) w where w.lexeme = any(exact) or w.lexeme operator(pg_catalog.^@) any(beginnings)
  ), places as (
    select width_bucket(place + round * 16383, s.starts) as line, m.lexeme
    from met m cross join unnest(m.positions) place cross join generate_series(0, s.starts[cardinality(s.starts)] / 16383) round
    where cardinality(s.starts) > 0
  ), best as (
    select p.line from places p where p.line > 0 group by p.line order by count(distinct p.lexeme) desc, p.line limit 8
  )
  select array_agg(b.line order by b.line) into lines from best b;
  body := string_to_array(s.body, e'\n');
  return (
    select coalesce(json_agg(json_build_object('block', line - 1, 'text', body[line],
      'path', coalesce((select h -> 'path' from jsonb_array_elements(s.headings) h where (h ->> 'line')::integer < line
        order by (h ->> 'line')::integer desc limit 1), '[]')) order by line), '[]')
    from unnest(lines) line);
end
$$;
comment on function private.found_lines(uuid, text) is
  'The lines of a document that have most of the lexemes of a query, at most eight, each with the headings above it. Lines of a very long text may have none of them.';
revoke all on function private.found_lines(uuid, text) from public;

create function private.read_search(p_query text) returns tsquery
language plpgsql immutable security definer set search_path = ''
as $$
declare
  asked tsquery;
begin
  if coalesce(octet_length(p_query), 16385) > 16384 then perform private.refuse('bad_request', 'query'); end if;
  begin
    asked := p_query::tsquery;
  exception when syntax_error or data_exception then
    perform private.refuse('bad_request', 'query');
  end;
  -- The index has no weights: for them, each vector would be read.
  if numnode(asked) not between 1 and 500 or asked::text ~ ''':\*?[A-D]' then perform private.refuse('bad_request', 'query'); end if;
  return asked;
end
$$;
comment on function private.read_search(text) is 'A tsquery without weights, or bad_request.';
revoke all on function private.read_search(text) from public;

create function private.texts_with(p_query tsquery) returns table (document_id uuid, seq bigint, lived_at timestamptz, is_titled boolean)
language sql stable security definer set search_path = ''
-- The planner does not know that a vector is read from another file, far slower than the index.
set enable_seqscan = off
as $$
  select s.document_id, s.seq, s.lived_at, s.title_words @@ p_query from private.document_search s where s.words @@ p_query
$$;
comment on function private.texts_with(tsquery) is
  'Documents of anybody whose text matches, and whether their title does. A query for phrases reads each vector, so it takes one without them.';
revoke all on function private.texts_with(tsquery) from public;

create function private.without_phrases(p_query tsquery) returns tsquery
language sql immutable security definer set search_path = ''
as $$
  select regexp_replace(p_query::text, '<(\d+|-)>', '&', 'g')::tsquery
$$;
comment on function private.without_phrases(tsquery) is 'The same words anywhere in a text.';
revoke all on function private.without_phrases(tsquery) from public;

create function public.search_texts(p_query text, p_limit integer default 20, p_in_trash boolean default false) returns json
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.search_texts(text, integer, boolean) is
  'Documents of the caller that match a query of _shared/contract/search, best first, with the lines in which its words stand, then comments that the caller sees; p_limit at most (20; at most 50). p_in_trash: documents in the caller''s trash instead. Readers find a text only as it was since they had access. Documents of others change neither rows nor ranks.';
revoke all on function public.search_texts(text, integer, boolean) from public, anon, service_role;
grant execute on function public.search_texts(text, integer, boolean) to authenticated;
