-- Erasing for good (docs/decisions/0059): the owner erases text that is no longer in the document from the rows and snapshots of
-- its log. The edge function erase-text rewrites their bytes; the database checks who asks, and keeps the hashes of before.

create table public.erasures (
  id uuid primary key,
  document_id uuid not null references public.documents (id) on delete cascade,
  seq bigint not null check (seq > 0),
  ranges jsonb not null,
  characters integer not null check (characters > 0),
  erased_by uuid references public.profiles (id) on delete set null,
  erased_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table public.erasures is 'Texts that the owner of a document erased from its log: how many characters, who erased them and when.';
comment on column public.erasures.seq is 'A snapshot of the log in which the text was deleted. Only rows up to it have the text.';
comment on column public.erasures.ranges is 'The erased ids: Yjs client, first clock, length.';
comment on column public.erasures.ended_at is 'When the last row was rewritten; null while that goes on, or after it stopped halfway.';

create index erasures_document on public.erasures (document_id);
create index erasures_person on public.erasures (erased_by);

alter table public.erasures enable row level security;
revoke all on public.erasures from anon, authenticated;
grant select (id, document_id, characters, erased_by, erased_at, ended_at) on public.erasures to authenticated;
grant select on public.erasures to service_role;

create policy erasures_of_documents_that_i_edit on public.erasures for select to authenticated
  using (document_id in (select private.my_editable_documents()));

create table private.erased_rows (
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  seq bigint not null,
  erasure_id uuid not null references public.erasures (id) on delete cascade,
  sha256 bytea not null check (octet_length(sha256) = 32),
  new_sha256 bytea not null check (octet_length(new_sha256) = 32),
  ranges jsonb not null,
  primary key (document_id, seq)
);
comment on table private.erased_rows is
  'Rows of the log whose bytes were rewritten, packed or not. Their hashes in the log and its chain stay those of the bytes before.';
comment on column private.erased_rows.erasure_id is 'The last erasure that rewrote the row.';
comment on column private.erased_rows.sha256 is 'Hash of the bytes with which the row was logged.';
comment on column private.erased_rows.new_sha256 is 'Hash of its bytes now.';
comment on column private.erased_rows.ranges is 'The ids that were erased in the row: Yjs client, first clock, length.';

create index erased_rows_erasure on private.erased_rows (erasure_id);

alter table private.erased_rows enable row level security;
revoke all on private.erased_rows from anon, authenticated;

create function public.begin_erasure(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_seq bigint, p_ranges jsonb, p_characters integer
) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.begin_erasure(uuid, uuid, uuid, uuid, bigint, jsonb, integer) is
  'For the owner: begins to erase ids that are deleted in the snapshot at p_seq or before. Without characters it only checks the right. Idempotent for one p_erasure.';
revoke all on function public.begin_erasure(uuid, uuid, uuid, uuid, bigint, jsonb, integer) from public, anon, authenticated;
grant execute on function public.begin_erasure(uuid, uuid, uuid, uuid, bigint, jsonb, integer) to service_role;

create function public.read_erasure(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_part text, p_after bigint
) returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.read_erasure(uuid, uuid, uuid, uuid, text, bigint) is
  'For the owner: the next page of what an erasure may have to rewrite after a seq, as a frame: rows, at most 5,000 or 1 MB, or one snapshot. Its header has the erased ids, and the seq of each part; none are left after an empty page.';
revoke all on function public.read_erasure(uuid, uuid, uuid, uuid, text, bigint) from public, anon, authenticated;
grant execute on function public.read_erasure(uuid, uuid, uuid, uuid, text, bigint) to service_role;

create function private.leave_images(p_document uuid, p_before text[], p_bytes bytea) returns void
language sql security definer set search_path = ''
as $$
  insert into private.unused_images as i (document_id, path, since)
  select p_document, path, '-infinity' from unnest(p_before) path where path <> all (private.images_in(p_document, p_bytes))
  on conflict (document_id, path) do update set since = excluded.since
$$;
comment on function private.leave_images(uuid, text[], bytea) is
  'Lets images that were erased from a row or snapshot be removed at once, if nothing else has them.';
revoke all on function private.leave_images(uuid, text[], bytea) from public;

create function public.save_erasure(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_part text, p_seqs bigint[], p_hashes bytea[], p_updates bytea[],
  p_ranges jsonb, p_digest text default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.save_erasure(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) is
  'For the owner: replaces the bytes of rows, packed or not, or of a snapshot, whose bytes still have these hashes, and returns how many it replaced (compare-and-swap). Of a row the hash in the log, the chain, author and time stay, and p_ranges has the ids that were erased in it; of a snapshot p_digest is the new digest.';
revoke all on function public.save_erasure(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) from public, anon, authenticated;
grant execute on function public.save_erasure(uuid, uuid, uuid, uuid, text, bigint[], bytea[], bytea[], jsonb, text) to service_role;

create function private.count_erasures(p_document uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.erasures e where e.document_id = p_document and e.ended_at is not null
$$;
comment on function private.count_erasures(uuid) is
  'How many erasures of a document have ended. When it grows, pages open a fresh copy, without the deleted text that an undo could bring back.';
revoke all on function private.count_erasures(uuid) from public;

create function private.erased_lines(p_text text) returns text[]
language sql immutable security definer set search_path = ''
as $$
  select array_agg(trimmed) from (
    select regexp_replace(line, '^\s+|\s+$', '', 'g') as trimmed from regexp_split_to_table(p_text, '\n') line) lines
  where char_length(trimmed) >= 4
$$;
comment on function private.erased_lines(text) is
  'The lines of an erased text, which are erased wherever each of them stands. A shorter one would be part of other texts.';
revoke all on function private.erased_lines(text) from public;

create function private.has_line(p_name text, p_text text) returns boolean
language sql immutable security definer set search_path = ''
as $$
  select exists (select from unnest(private.erased_lines(p_text)) line where strpos(p_name, line) > 0)
$$;
comment on function private.has_line(text, text) is 'Whether a name has a line of an erased text.';
revoke all on function private.has_line(text, text) from public;

create function public.end_erasure(p_actor uuid, p_auth_session uuid, p_document uuid, p_erasure uuid, p_text text) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.end_erasure(uuid, uuid, uuid, uuid, text) is
  'For the owner: all rows and snapshots are rewritten. Also clears names and notes of versions, and names of deleted ones, that contain a line of the text, quotes of threads, and examples of what was lost of a file. Tells open pages.';
revoke all on function public.end_erasure(uuid, uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.end_erasure(uuid, uuid, uuid, uuid, text) to service_role;
