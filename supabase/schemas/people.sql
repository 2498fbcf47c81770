-- People: profiles, and what names may hold.

-- Names and titles.

create function private.cut_text(p_text text, p_max int) returns text
language sql immutable set search_path = ''
as $$
  select case when char_length(p_text) <= p_max then p_text else
    -- Removes the first character too many, with its marks, skin tones and joined characters.
    regexp_replace(
      left(p_text, p_max + 1),
      '([\U0001f1e6-\U0001f1ff]{2}|.)(\u200d.|[\u0300-\u036f\u0591-\u05c7\u0610-\u065f\ufe00-\ufe0f\U0001f3fb-\U0001f3ff])*\u200d?$', '')
  end
$$;
comment on function private.cut_text(text, int) is
  'The start of a text: at most p_max code points, cut between characters as a reader sees them.';
revoke all on function private.cut_text(text, int) from public;
grant execute on function private.cut_text(text, int) to authenticated, service_role;

create function private.clean_line(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when clean ~ '[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]' then clean
    else regexp_replace(clean, '[\u061c\u200e\u200f]', '', 'g') end
  from (select regexp_replace(
    regexp_replace(p_text, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g') as clean) as cleaned
$$;
comment on function private.clean_line(text) is
  'One line of visible text: tabs and line breaks become spaces; control characters, marks that override the direction, and LRM, RLM and ALM where there are no right-to-left letters are removed. The same as cleanLine in _shared/contract/clean-line.ts.';
revoke all on function private.clean_line(text) from public;
grant execute on function private.clean_line(text) to authenticated, service_role;

-- Control characters and direction marks would let one name imitate or hide another. So would a joiner between Latin
-- letters; scripts that need joiners keep them.
create function private.clean_name(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(private.cut_text(regexp_replace(
    regexp_replace(private.clean_line(p_text), '[\u061c\u200b\u200e\u200f\u2060-\u2065\ufeff]', '', 'g'),
    '(?<![\u0590-\u1fff\u2100-\uffff\U00010000-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\s|$)', '', 'g'), 80)), '')
$$;
comment on function private.clean_name(text) is 'Visible characters only, at most 80 of them; null when nothing is left.';
revoke all on function private.clean_name(text) from public;
-- The trigger touch_profile runs with the rights of the caller.
grant execute on function private.clean_name(text) to authenticated, service_role;

-- A request whose sign-in session has ended is refused: an empty reply would be taken for an empty list.

create function private.check_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Anybody who has an invitation may see it, and stop mails that they got, also with the token of an ended session.
  if auth.role() = 'authenticated' and private.caller() is null
    and coalesce(current_setting('request.path', true), '') !~ '/rpc/(preview_invitation|preview_unsubscribe|unsubscribe)$' then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
comment on function private.check_session() is
  'Refuses with 401 when the sign-in session behind a token has ended, or lacks the second factor. PostgREST runs it before each request (db_pre_request).';
revoke all on function private.check_session() from public;
grant execute on function private.check_session() to anon, authenticated, service_role;

-- Some servers allow this to superusers only. There, an ended session still receives empty lists.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'private.check_session';
  notify pgrst, 'reload config';
exception when insufficient_privilege then
  raise warning 'Run as a superuser: alter role authenticator set pgrst.db_pre_request = ''private.check_session''; notify pgrst, ''reload config'';';
end
$$;

-- Profiles. Accounts are in auth.users; a trigger creates the profile, so that every author has a name.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  color smallint check (color between 0 and 11),
  language text not null default 'en-US' check (language in ('cs', 'en-US')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  avatar text check (avatar ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$'),
  may_be_followed boolean not null default true,
  caret_while_reading text not null default 'editing' check (caret_while_reading in ('always', 'editing', 'never'))
);
comment on table public.profiles is 'How a person is shown to the people they share documents with.';
comment on column public.profiles.color is 'Index into the twelve author colours; null derives one from the id.';
comment on column public.profiles.avatar is
  'File of the person''s picture in the bucket avatars, in the folder of their id; null shows initials.';
comment on column public.profiles.may_be_followed is 'Whether others may follow this person through the text of a document.';
comment on column public.profiles.caret_while_reading is
  'Where others see the caret of this person while they write nothing: everywhere, in documents that they may edit, or nowhere.';

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name, color, language, avatar, may_be_followed, caret_while_reading) on public.profiles to authenticated;
grant select on public.profiles to service_role;

-- Reading depends on shared documents: the policy profiles_of_contacts comes with them.
create policy own_profile on public.profiles for update to authenticated
  using (id = (select private.caller())) with check (id = (select private.caller()));

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
comment on function private.touch_profile() is 'Trigger: cleans the name and sets updated_at.';
revoke all on function private.touch_profile() from public;

create trigger touch_profile before update on public.profiles
  for each row execute function private.touch_profile();

-- So that the API can embed the person of an editing session.
alter table public.editing_sessions add constraint editing_sessions_of_profiles
  foreign key (user_id) references public.profiles (id) on delete set null;
