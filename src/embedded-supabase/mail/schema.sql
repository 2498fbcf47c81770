-- Not part of Supabase: the emails that no SMTP server took. Run in one transaction. Idempotent.

create table if not exists embedded.mails (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null,
  "to" text not null,
  subject text not null,
  html text not null,
  text text not null,
  kind text not null,
  locale text not null,
  action_link text,
  otp text,
  token_hash text
);
alter table embedded.mails add column if not exists headers jsonb not null default '{}';
comment on table embedded.mails is 'The local inbox (/inbox). Only the embedded Supabase itself reads and writes it.';
create index if not exists mails_to_idx on embedded.mails ("to", id desc);
