-- Rates: one token bucket for each person and action. Calls that cost the server work take tokens out of it.

create table private.rate_limits (
  action text primary key,
  per_second double precision not null check (per_second > 0),
  burst integer not null check (burst > 0)
);
comment on table private.rate_limits is
  'Settings of the buckets: how many tokens a second are added, and how many a bucket holds. append_bytes counts bytes, every other action counts calls.';

alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from anon, authenticated;

insert into private.rate_limits (action, per_second, burst) values
  ('append', 20, 60),
  -- A full bucket holds the bytes of a day, and refills within a day.
  ('append_bytes', 20 * 1024 * 1024 / 86400.0, 20 * 1024 * 1024),
  ('open_session', 10 / 60.0, 60),
  ('fold', 1, 60),
  -- Half a fold a second for each reader. Opening thirty documents at once is no reason to refuse.
  ('read_folded', 0.5, 60);

-- Unlogged: a bucket is not worth a write to the write-ahead log. After a crash all buckets are full.
create unlogged table private.rate_buckets (
  user_id uuid not null references auth.users (id) on delete cascade,
  action text not null references private.rate_limits (action) on update cascade on delete cascade,
  tokens double precision not null,
  filled_at timestamptz not null,
  primary key (user_id, action)
);
comment on table private.rate_buckets is 'Tokens left in a person''s bucket, as of filled_at. Without a row the bucket is full.';

alter table private.rate_buckets enable row level security;
revoke all on private.rate_buckets from anon, authenticated;

create function private.spend(p_user uuid, p_action text, p_amount double precision default 1) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rate private.rate_limits;
  tokens_left double precision;
begin
  if coalesce(p_amount, 0) = 0 then return; end if;
  select * into strict rate from private.rate_limits r where r.action = p_action;
  insert into private.rate_buckets as b (user_id, action, tokens, filled_at)
  values (p_user, p_action, rate.burst - p_amount, clock_timestamp())
  on conflict (user_id, action) do update set filled_at = clock_timestamp(),
    tokens = least(rate.burst, b.tokens + rate.per_second * extract(epoch from clock_timestamp() - b.filled_at)) - p_amount
  returning tokens into tokens_left;
  if tokens_left < 0 then
    perform private.refuse('rate_limited', ceil(-tokens_left / rate.per_second * 1000)::text);
  end if;
end
$$;
comment on function private.spend(uuid, text, double precision) is
  'Takes tokens out of a person''s bucket, or refuses with rate_limited and, as detail, the milliseconds until there are enough. A refusal takes none; an amount of null or 0 is always granted.';
revoke all on function private.spend(uuid, text, double precision) from public;
