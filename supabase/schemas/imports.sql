-- Texts that came in files: what was lost of them, and the comments that came along.

create table private.imports (
  document_id uuid primary key references public.documents (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  losses jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.imports is 'The file that a document was made from.';
comment on column private.imports.losses is 'As #contract/formats/loss.ts describes them. Their examples are text that may not be in the document.';

alter table private.imports enable row level security;
revoke all on private.imports from anon, authenticated;

create function public.note_import(p_document uuid, p_name text, p_losses jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(p_document, private.caller(), 'own');
  if char_length(p_name) between 1 and 255 is not true or jsonb_typeof(p_losses) is distinct from 'array'
    or p_losses @? '$[*] ? (@.type() != "object")' or octet_length(p_losses::text) > 65536 then
    perform private.refuse('bad_request', 'import');
  end if;
  insert into private.imports (document_id, name, losses) values (p_document, p_name, p_losses) on conflict do nothing;
end
$$;
comment on function public.note_import(uuid, text, jsonb) is
  'For the owner: stores the name of the file that a document was made from, and what was lost, at most 64 KiB. The first call counts.';
revoke all on function public.note_import(uuid, text, jsonb) from public, anon, service_role;
grant execute on function public.note_import(uuid, text, jsonb) to authenticated;

create function public.read_import(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(p_document, private.caller(), 'write');
  return (select json_build_object('name', i.name, 'losses', i.losses, 'created_at', i.created_at) from private.imports i where i.document_id = p_document);
end
$$;
comment on function public.read_import(uuid) is
  'The file that a document was made from, with what was lost, for owner and editors; null for one that was written here.';
revoke all on function public.read_import(uuid) from public, anon, service_role;
grant execute on function public.read_import(uuid) to authenticated;

create function private.check_imported(p_document uuid, p_threads jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.check_imported(uuid, jsonb) is
  'Refuses threads that import_threads does not describe, more than 500 of them, and more than 5,000 comments.';
revoke all on function private.check_imported(uuid, jsonb) from public;

create function public.import_threads(p_document uuid, p_threads jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.import_threads(uuid, jsonb) is
  'For the owner of a document without threads: adds those of a file. Each of p_threads: anchor, is_resolved, comments, the oldest first, each with author (a name), at_ms, body. They belong to nobody here and tell nobody. Returns how many there are; 0 when the document has threads.';
revoke all on function public.import_threads(uuid, jsonb) from public, anon, service_role;
grant execute on function public.import_threads(uuid, jsonb) to authenticated;
