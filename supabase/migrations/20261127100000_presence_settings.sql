-- What a person lets others see of them in a document. Pages obey it: a hidden caret is not sent.

alter table public.profiles
  add column may_be_followed boolean not null default true,
  add column caret_while_reading text not null default 'editing'
    check (caret_while_reading in ('always', 'editing', 'never'));
comment on column public.profiles.may_be_followed is 'Whether others may follow this person through the text of a document.';
comment on column public.profiles.caret_while_reading is
  'Where others see the caret of this person while they write nothing: everywhere, in documents that they may edit, or nowhere.';
grant update (may_be_followed, caret_while_reading) on public.profiles to authenticated;
