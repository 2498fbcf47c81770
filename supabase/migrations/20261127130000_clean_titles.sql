-- Titles and names are one line of visible text, without the control characters that a terminal obeys.

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

create or replace function private.clean_name(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(private.cut_text(regexp_replace(
    regexp_replace(private.clean_line(p_text), '[\u061c\u200b\u200e\u200f\u2060-\u2065\ufeff]', '', 'g'),
    '(?<![\u0590-\u1fff\u2100-\uffff\U00010000-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\s|$)', '', 'g'), 80)), '')
$$;

create function private.clean_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := private.clean_line(new.title);
  return new;
end
$$;
comment on function private.clean_title() is 'Trigger: cleans a title.';
revoke all on function private.clean_title() from public;
create trigger clean_title before insert or update of title on public.documents
  for each row execute function private.clean_title();
drop trigger straighten_title on public.documents;
drop function private.straighten_title();

create function private.clean_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := nullif(btrim(private.clean_line(new.name)), '');
  new.note := nullif(btrim(private.clean_line(new.note)), '');
  return new;
end
$$;
comment on function private.clean_version() is 'Trigger: cleans the name and the note of a version.';
revoke all on function private.clean_version() from public;
create trigger clean_version before insert or update of name, note on public.versions
  for each row execute function private.clean_version();
drop trigger straighten_version on public.versions;
drop function private.straighten_version();
drop function private.straighten(text);

create or replace function public.list_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), private.clean_line(s.user_agent),
    s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = private.caller() and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc, s.id
$$;

-- Stored before. The triggers clean; a row that is clean already is not written.
update public.documents set title = title where title <> private.clean_line(title);
update public.versions set name = name, note = note
where name <> btrim(private.clean_line(name)) or note <> btrim(private.clean_line(note));
update public.deleted_versions set name = nullif(btrim(private.clean_line(name)), '') where name <> btrim(private.clean_line(name));
update public.profiles set name = coalesce(private.clean_name(name), '?') where name is distinct from private.clean_name(name);
update private.folders set name = coalesce(private.clean_name(name), '?') where name is distinct from private.clean_name(name);
