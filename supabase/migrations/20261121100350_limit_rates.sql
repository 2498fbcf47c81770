-- How often one person may do what costs everybody something: a bucket of tokens for each person and action.

create table private.rate_limits (
  action text primary key,
  per_second double precision not null check (per_second > 0),
  burst integer not null check (burst > 0)
);
comment on table private.rate_limits is 'Settings: how many a second come back to a person''s bucket, and how many it holds.';
insert into private.rate_limits (action, per_second, burst) values
  ('append', 20, 60),
  ('open_session', 10 / 60.0, 60),
  ('share', 10 / 60.0, 30);

-- Whoever has spent little is worth no write to the log of the database; after a crash all buckets are full.
create unlogged table private.rate_buckets (
  user_id uuid not null references public.profiles (id) on delete cascade,
  action text not null references private.rate_limits (action) on update cascade on delete cascade,
  tokens double precision not null,
  filled_at timestamptz not null,
  primary key (user_id, action)
);
comment on table private.rate_buckets is 'What a person may still do at once, as it was at filled_at.';

alter table private.rate_limits enable row level security;
alter table private.rate_buckets enable row level security;
revoke all on private.rate_limits, private.rate_buckets from anon, authenticated;

create function private.spend(p_user uuid, p_action text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rate private.rate_limits;
  tokens_left double precision;
begin
  select * into strict rate from private.rate_limits r where r.action = p_action;
  insert into private.rate_buckets as b (user_id, action, tokens, filled_at)
  values (p_user, p_action, rate.burst - 1, clock_timestamp())
  on conflict (user_id, action) do update set filled_at = clock_timestamp(),
    tokens = least(rate.burst, b.tokens + rate.per_second * extract(epoch from clock_timestamp() - b.filled_at)) - 1
  returning tokens into tokens_left;
  if tokens_left < 0 then
    perform private.refuse('rate_limited', ceil(-tokens_left / rate.per_second * 1000)::text);
  end if;
end
$$;
comment on function private.spend(uuid, text) is
  'Takes a token out of the person''s bucket for the action, or refuses with rate_limited and, as detail, the milliseconds until there is one. What is refused costs nothing.';
revoke all on function private.spend(uuid, text) from public;
