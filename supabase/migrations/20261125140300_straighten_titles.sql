-- Marks that turn the direction of text around make a title read otherwise than it is written, and hide what stands in it.
-- Hebrew and Arabic need none of them: letters have a direction. The small marks, which only say where a full stop
-- belongs, stay where there are such letters.

create function private.straighten(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when without_turns ~ '[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]' then without_turns
    else regexp_replace(without_turns, '[\u061c\u200e\u200f]', '', 'g') end
  from (select regexp_replace(p_text, '[\u202a-\u202e\u2066-\u2069]', '', 'g') as without_turns) as turned
$$;
comment on function private.straighten(text) is
  'A text without marks that turn its direction, and without the small ones where nothing is written from right to left. The same as straighten in _shared/contract/straighten.ts.';
revoke all on function private.straighten(text) from public;

create function private.straighten_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := private.straighten(new.title);
  return new;
end
$$;
comment on function private.straighten_title() is 'Trigger: a title reads as it is written.';
revoke all on function private.straighten_title() from public;
create trigger straighten_title before insert or update of title on public.documents
  for each row execute function private.straighten_title();

create function private.straighten_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := nullif(private.straighten(new.name), '');
  new.note := nullif(private.straighten(new.note), '');
  return new;
end
$$;
comment on function private.straighten_version() is 'Trigger: the name and the note of a version read as they are written.';
revoke all on function private.straighten_version() from public;
create trigger straighten_version before insert or update of name, note on public.versions
  for each row execute function private.straighten_version();

-- Names and folders had lost all others; the mark of Arabic letters was missing.
create or replace function private.clean_name(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(private.cut_text(regexp_replace(
    regexp_replace(p_text, '[\u0001-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'),
    '(?<![\u0590-\u1fff\u2100-\uffff\U00010000-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\s|$)', '', 'g'), 80)), '')
$$;

-- What was written before.
update public.documents set title = title where title ~ '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
update public.versions set name = name where coalesce(name, '') || coalesce(note, '') ~ '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
update public.profiles set name = name where name ~ '\u061c';
