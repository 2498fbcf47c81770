-- People. One row for each sign-in account, made by a trigger, so that a name is always there to show.

create schema if not exists private;
comment on schema private is 'What policies and functions need and nobody may call over the API.';
grant usage on schema private to authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  color smallint check (color between 0 and 11),
  language text not null default 'en-US' check (language in ('cs', 'en-US')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.profiles is 'How a person is shown to the people they share documents with.';
comment on column public.profiles.color is 'Index into the twelve author colours; null takes one from the id.';

-- Control characters and direction marks let one name imitate or hide another.
create function private.clean_name(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(left(regexp_replace(p_text, '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'), 80)), '')
$$;
comment on function private.clean_name(text) is 'Visible characters only, at most 80 of them; null when nothing is left.';
revoke all on function private.clean_name(text) from public;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name, language)
  values (
    new.id,
    coalesce(private.clean_name(new.raw_user_meta_data ->> 'name'), private.clean_name(split_part(new.email, '@', 1)), '?'),
    case when new.raw_user_meta_data ->> 'language' = 'cs' then 'cs' else 'en-US' end
  );
  return new;
end
$$;
comment on function private.create_profile() is 'Trigger: gives a new account its profile.';
revoke all on function private.create_profile() from public;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.touch_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(private.clean_name(new.name), old.name);
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_profile() is 'Trigger: keeps names clean and the time of change true.';
revoke all on function private.touch_profile() from public;
-- The trigger runs with the rights of whoever changes their name.
grant execute on function private.clean_name(text) to authenticated, service_role;

create trigger touch_profile before update on public.profiles
  for each row execute function private.touch_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name, color, language) on public.profiles to authenticated;
grant select on public.profiles to service_role;
