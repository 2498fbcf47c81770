-- The log is kept. Rows that loading no longer needs are packed: one row for up to a thousand.

create table private.packed_updates (
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  first_seq bigint not null,
  last_seq bigint not null,
  generation integer not null,
  chain text not null,
  sessions uuid[] not null,
  counters bigint[] not null,
  kinds text[] not null,
  logged_at timestamptz[] not null,
  is_quarantined boolean[] not null,
  updates bytea[] not null,
  images text[] not null,
  heirs text[] not null default '{}',
  primary key (document_id, last_seq),
  check (cardinality(updates) = last_seq - first_seq + 1)
);
comment on table private.packed_updates is
  'Rows of the log older than 30 days, many in one: PostgreSQL compresses arrays, and stores and indexes a row only once. The relayer of a row is not kept; its author is the session''s.';
comment on column private.packed_updates.chain is 'Chain of the last row.';
comment on column private.packed_updates.images is 'Paths of the images that occur in the rows.';

comment on column private.packed_updates.heirs is 'Of each row, null for none; empty when none has any.';

alter table private.packed_updates enable row level security;
revoke all on private.packed_updates from anon, authenticated;

create function private.pack_updates(p_document uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  base bigint;
  keep_from bigint;
  packed bigint := 0;
  moved bigint;
begin
  log := private.lock_log(p_document);
  -- Never above the snapshot before the base, so that a damaged base can be folded again.
  select s.seq into base from public.document_snapshots s
  where s.document_id = p_document and s.seq <= log.snapshot_seq order by s.seq desc offset 1 limit 1;
  select min(u.seq) - 1 into keep_from from public.document_updates u
  where u.document_id = p_document and (u.seq > coalesce(base, 0) or u.created_at > now() - interval '30 days');
  loop
    with next as (
      select u.*, row_number() over (order by u.seq) as place, sum(octet_length(u.bytes)) over (order by u.seq) as size
      from public.document_updates u where u.document_id = p_document and u.seq <= keep_from order by u.seq limit 1000
    ), chosen as (
      select * from next where place = 1 or size <= 262144
    ), kept as (
      insert into private.packed_updates
        (document_id, first_seq, last_seq, generation, chain, sessions, counters, kinds, logged_at, is_quarantined, updates, images, heirs)
      select p_document, min(c.seq), max(c.seq), min(c.generation), (array_agg(c.chain order by c.seq desc))[1],
        array_agg(c.session_id order by c.seq), array_agg(c.counter order by c.seq), array_agg(c.kind order by c.seq),
        array_agg(c.created_at order by c.seq), array_agg(c.quarantined_at is not null order by c.seq),
        array_agg(c.bytes order by c.seq),
        private.images_in(p_document, string_agg(c.bytes, ''::bytea order by c.seq)),
        case when count(c.heirs) > 0 then array_agg(c.heirs order by c.seq) else '{}' end
      from chosen c having count(*) > 0 returning first_seq, last_seq
    )
    delete from public.document_updates u using kept
    where u.document_id = p_document and u.seq between kept.first_seq and kept.last_seq;
    get diagnostics moved = row_count;
    exit when moved = 0;
    packed := packed + moved;
  end loop;
  update public.document_logs set log_start_seq = greatest(log_start_seq, keep_from)
  where document_id = p_document and keep_from <= snapshot_seq;
  return packed;
end
$$;
comment on function private.pack_updates(uuid) is
  'Packs updates that are both below the snapshot before the base of loading and older than 30 days; returns how many. Loading reads no packed row.';
revoke all on function private.pack_updates(uuid) from public;

create function private.read_log(p_document uuid, p_after bigint, p_until bigint)
returns table (seq bigint, session_id uuid, counter bigint, kind text, logged_at timestamptz, is_quarantined boolean, bytes bytea, heirs text)
language sql stable security definer set search_path = ''
as $$
  select p.first_seq + u.place - 1, u.session, u.counter, u.kind, u.at, u.is_bad, u.bytes, p.heirs[u.place]
  from private.packed_updates p,
    unnest(p.sessions, p.counters, p.kinds, p.logged_at, p.is_quarantined, p.updates)
      with ordinality as u (session, counter, kind, at, is_bad, bytes, place)
  where p.document_id = p_document and p.last_seq > p_after and p.first_seq <= p_until
    and p.first_seq + u.place - 1 > p_after and p.first_seq + u.place - 1 <= p_until
  union all
  select u.seq, u.session_id, u.counter, u.kind, u.created_at, u.quarantined_at is not null, u.bytes, u.heirs
  from public.document_updates u
  where u.document_id = p_document and u.seq > p_after and u.seq <= p_until
$$;
comment on function private.read_log(uuid, bigint, bigint) is 'Rows of the log after one seq up to another, packed or not, in no order.';
revoke all on function private.read_log(uuid, bigint, bigint) from public;
