-- Names keep their characters whole: a family of emoji is joined by an invisible one, and so are letters of Persian and
-- of Indian scripts. What is cut off ends between two characters.

create function private.cut_text(p_text text, p_max int) returns text
language sql immutable set search_path = ''
as $$
  select case when char_length(p_text) <= p_max then p_text else
    -- Takes off the first character too many, with all that belongs to it: marks, colours of skin, what is joined.
    regexp_replace(
      left(p_text, p_max + 1),
      '([\U0001f1e6-\U0001f1ff]{2}|.)(\u200d.|[\u0300-\u036f\u0591-\u05c7\u0610-\u065f\ufe00-\ufe0f\U0001f3fb-\U0001f3ff])*\u200d?$', '')
  end
$$;
comment on function private.cut_text(text, int) is
  'The start of a text with at most so many code points, ending where a character as people see it ends.';
revoke all on function private.cut_text(text, int) from public;
grant execute on function private.cut_text(text, int) to authenticated, service_role;

-- A joiner between Latin letters would show nothing and tell two equal names apart.
create or replace function private.clean_name(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(private.cut_text(regexp_replace(
    regexp_replace(p_text, '[\u0001-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'),
    '(?<![\u0590-\u1fff\u2100-\uffff\U00010000-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\s|$)', '', 'g'), 80)), '')
$$;
