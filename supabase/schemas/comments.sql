-- Threads of comments. Pages read and write them through functions only. Beside the log: appends touch none of these tables.

create table private.comment_versions (
  document_id uuid primary key references public.documents (id) on delete cascade,
  version bigint not null default 0,
  told_until timestamptz not null default '-infinity'
);
comment on table private.comment_versions is
  'The version of the threads of a document. Its row is what functions lock that change a thread.';
comment on column private.comment_versions.told_until is 'Limits announcements, as told_until of document_logs does: one a second, five in a row.';

create table private.comment_threads (
  id uuid primary key,
  document_id uuid not null references public.documents (id) on delete cascade,
  version bigint not null default 0,
  generation integer not null,
  kind text not null check (kind in ('text', 'node', 'document')),
  units text not null check (octet_length(units) <= 8192),
  anchor_seq bigint not null check (anchor_seq >= 0),
  quote text not null,
  before text not null,
  after text not null,
  heading text not null,
  claim jsonb,
  anchored_by uuid references public.profiles (id) on delete set null,
  attached integer not null default 0,
  is_checked boolean not null default false,
  place_state text check (place_state in ('exact', 'healed', 'near', 'none')),
  place_units text,
  place_seq bigint,
  living text[] not null default '{}',
  lived_at timestamptz,
  is_resolved boolean not null default false,
  resolved_by uuid references public.profiles (id) on delete set null,
  resolved_at timestamptz,
  assignee uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  is_removed boolean not null default false,
  check ((place_state is null) = (place_seq is null) and (place_state is null) = (place_units is null))
);
comment on table private.comment_threads is
  'Threads, each with its anchor, which the page sent, and its place, which the last fold found. One without comments stays as is_removed, so that it is not created again.';
comment on column private.comment_threads.version is 'Version of the document''s threads at which this one changed last.';
comment on column private.comment_threads.claim is
  'Quote, context and heading as the page sent them. A reader who made the anchor sees these: the ones that the fold reads may be text that this person never saw.';
comment on column private.comment_threads.attached is 'Counts new anchors, so that a fold stores no place for an older one.';
comment on column private.comment_threads.is_checked is 'Quote, context and heading are those of the text at the anchor, read from the log.';
comment on column private.comment_threads.living is
  'Of quote, before, after and heading, those that were in the text at place_seq. A reader sees no others, because readers see no deleted text.';
comment on column private.comment_threads.lived_at is 'A moment at which the state of place_seq was the text.';

create index comment_threads_document on private.comment_threads (document_id, version);
create index comment_threads_people on private.comment_threads (created_by);
create index comment_threads_anchored on private.comment_threads (anchored_by);
create index comment_threads_resolved on private.comment_threads (resolved_by) where resolved_by is not null;
create index comment_threads_assignee on private.comment_threads (assignee) where assignee is not null;

create table private.comments (
  id uuid primary key,
  thread_id uuid not null references private.comment_threads (id) on delete cascade,
  place bigint generated always as identity,
  is_first boolean not null,
  author uuid references public.profiles (id) on delete set null,
  body jsonb,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  file_author text check (char_length(file_author) <= 120),
  check ((body is null) = (deleted_at is not null))
);
comment on table private.comments is 'Comments of a thread, in the order of place. A deleted one stays without its text, so that it is not added again.';

comment on column private.comments.file_author is 'Of a comment that came in a file: the name of its author there. It names nobody here, and author is null.';

create index comments_thread on private.comments (thread_id, place);
create index comments_author on private.comments (author);

create table private.comment_reactions (
  comment_id uuid not null references private.comments (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  emoji text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (comment_id, user_id, emoji)
);
comment on table private.comment_reactions is 'Reactions to comments: one of each emoji per person.';
create index comment_reactions_user on private.comment_reactions (user_id);

create table private.thread_reads (
  user_id uuid not null references public.profiles (id) on delete cascade,
  thread_id uuid not null references private.comment_threads (id) on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, thread_id)
);
comment on table private.thread_reads is 'Up to when a person has read a thread.';
create index thread_reads_thread on private.thread_reads (thread_id);

alter table private.comment_versions enable row level security;
revoke all on private.comment_versions from anon, authenticated;
alter table private.comment_threads enable row level security;
revoke all on private.comment_threads from anon, authenticated;
alter table private.comments enable row level security;
revoke all on private.comments from anon, authenticated;
alter table private.comment_reactions enable row level security;
revoke all on private.comment_reactions from anon, authenticated;
alter table private.thread_reads enable row level security;
revoke all on private.thread_reads from anon, authenticated;

-- Reading.

-- In plpgsql, which caches the plan between calls: polls call it.
create function private.sees_comments(p_document uuid, p_role text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.may(p_role, 'comment')
    or p_role is not null and (select d.viewers_see_comments from public.documents d where d.id = p_document);
end
$$;
comment on function private.sees_comments(uuid, text) is 'Whether a role sees comments. Viewers do unless the owner turned it off.';
revoke all on function private.sees_comments(uuid, text) from public;

create function private.describe_host(p_document uuid, p_role text) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return json_build_object('comments', case when private.sees_comments(p_document, p_role) then
    coalesce((select v.version from private.comment_versions v where v.document_id = p_document), 0) end,
    'erasures', case when private.may(p_role, 'write') then private.count_erasures(p_document) end,
    'keep', (select d.keep_on_devices from public.documents d where d.id = p_document));
end
$$;
comment on function private.describe_host(uuid, text) is
  'Called by document_head: the version of the threads and the number of erasures, so that a page that missed an announcement finds it by its poll, null for a role that does not see them; and whether the page may keep the text on the device.';
revoke all on function private.describe_host(uuid, text) from public;

create function private.show_anchor(p_thread private.comment_threads, p_sees_all boolean, p_head bigint) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('kind', p_thread.kind, 'units', p_thread.units, 'seq', p_thread.anchor_seq) :: jsonb || (
    select jsonb_object_agg(field, case
      when p_sees_all then text
      when p_thread.is_checked and field = any (p_thread.living) and (p_thread.place_seq >= p_head
        or p_thread.lived_at >= private.member_since(p_thread.document_id, private.caller())) then text
      when p_thread.anchored_by = private.caller() then coalesce(p_thread.claim ->> field, '')
      else '' end)
    from (values ('quote', p_thread.quote), ('before', p_thread.before), ('after', p_thread.after), ('heading', p_thread.heading)) as texts (field, text)
  )
$$;
comment on function private.show_anchor(private.comment_threads, boolean, bigint) is
  'The anchor of a thread as the caller may see it. Quote, context and heading are text: a reader gets those that the anchor of their own named, and those that were in the text since they had access. Otherwise they are empty.';
revoke all on function private.show_anchor(private.comment_threads, boolean, bigint) from public;

create function private.list_comments(p_thread uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', c.id, 'author', c.author, 'file_author', c.file_author, 'body', c.body, 'created_at', c.created_at, 'edited_at', c.edited_at,
    'reactions', (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'users', r.users) order by r.since, r.emoji), '[]')
      from (select r.emoji, min(r.created_at) as since, json_agg(r.user_id order by r.created_at, r.user_id) as users
        from private.comment_reactions r where r.comment_id = c.id group by r.emoji) r)) order by c.place), '[]')
  from private.comments c where c.thread_id = p_thread and (c.deleted_at is null or c.is_first)
$$;
comment on function private.list_comments(uuid) is 'The comments of a thread, with their reactions. A deleted one is shown only if it is the first.';
revoke all on function private.list_comments(uuid) from public;

create function public.list_threads(p_document uuid, p_since bigint default 0) returns json
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function public.list_threads(uuid, bigint) is
  'Threads of a document that changed after a version, with the names of people in them, and the ids of those that were removed. Versions are given under a lock, so no change with a smaller one appears later.';
revoke all on function public.list_threads(uuid, bigint) from public, anon, service_role;
grant execute on function public.list_threads(uuid, bigint) to authenticated;

create function public.read_threads(p_document uuid, p_threads uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
begin
  if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then perform private.refuse('forbidden', 'comments'); end if;
  perform private.spend(me, 'change_comment');
  insert into private.thread_reads (user_id, thread_id, read_at)
  select me, t.id, now() from private.comment_threads t where t.document_id = p_document and t.id = any (p_threads) and not t.is_removed
  order by t.id
  on conflict (user_id, thread_id) do update set read_at = excluded.read_at;
  perform private.mark('seen', null, p_document, p_threads);
end
$$;
comment on function public.read_threads(uuid, uuid[]) is 'The caller has read these threads. Others do not see it.';
revoke all on function public.read_threads(uuid, uuid[]) from public, anon, service_role;
grant execute on function public.read_threads(uuid, uuid[]) to authenticated;

create function public.set_viewers_see_comments(p_document uuid, p_see boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set viewers_see_comments = coalesce(p_see, true) where id = p_document;
end
$$;
comment on function public.set_viewers_see_comments(uuid, boolean) is 'The owner chooses whether viewers see comments.';
revoke all on function public.set_viewers_see_comments(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_viewers_see_comments(uuid, boolean) to authenticated;
