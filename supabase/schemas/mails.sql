-- Mails about documents. What is due is gathered into one mail per person and document, or one a day; the edge function
-- send-mails claims mails, sends them, and reports. Rights, marks and settings are checked when a mail is made and again when it is
-- claimed.

create table private.mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invitation', 'notifications', 'digest')),
  user_id uuid references public.profiles (id) on delete cascade,
  document_id uuid references public.documents (id) on delete cascade,
  invitation_id uuid references private.invitations (id) on delete cascade,
  state text not null default 'due' check (state in ('due', 'claimed', 'sent', 'skipped', 'failed')),
  problem text,
  due_at timestamptz not null,
  claimed_at timestamptz,
  tries smallint not null default 0,
  lost smallint not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (case kind when 'invitation' then invitation_id is not null else user_id is not null end)
);
comment on table private.mails is 'Mails that wait, are on their way, or went. Kept for 30 days.';
comment on column private.mails.problem is 'Why it was not sent, as the mail server or this file says.';
comment on column private.mails.tries is 'How often a mail server was asked.';
comment on column private.mails.lost is 'How often whoever claimed it never reported. It may have gone out then, so it is claimed again only once.';

create index mails_waiting on private.mails (due_at) where state = 'due';
create index mails_claimed on private.mails (claimed_at) where state = 'claimed';
create index mails_person on private.mails (user_id, created_at);
create index mails_document on private.mails (document_id);
create index mails_invitation on private.mails (invitation_id);
create index mails_created on private.mails (created_at);

alter table private.mails enable row level security;
revoke all on private.mails from anon, authenticated;

alter table private.notifications add constraint notifications_in_mails foreign key (mail_id) references private.mails (id) on delete set null;

create table private.mail_blocks (
  address text primary key check (address = lower(address)),
  reason text not null check (reason in ('bounced', 'complained', 'soft')),
  soft smallint not null default 0,
  since timestamptz not null default now()
);
comment on table private.mail_blocks is
  'Addresses that mail servers refuse. bounced and complained: nothing is sent there any more. soft: refused for a while, so many times since then; three in seven days count as bounced.';

alter table private.mail_blocks enable row level security;
revoke all on private.mail_blocks from anon, authenticated;

create table private.blocked_senders (
  address_hash bytea not null check (octet_length(address_hash) = 16),
  sender uuid not null references public.profiles (id) on delete cascade,
  primary key (address_hash, sender)
);
comment on table private.blocked_senders is 'People from whom an address wants no invitations.';
create index blocked_senders_sender on private.blocked_senders (sender);

alter table private.blocked_senders enable row level security;
revoke all on private.blocked_senders from anon, authenticated;

create table private.mail_service (
  is_only boolean primary key default true check (is_only),
  is_set_up boolean not null,
  reported_at timestamptz not null
);
comment on table private.mail_service is 'One row, once send-mails has run: whether it can send.';

alter table private.mail_service enable row level security;
revoke all on private.mail_service from anon, authenticated;

create function private.mail_of(p_invitation uuid) returns text
language sql stable security definer set search_path = ''
as $$
  -- An address that wants no mails looks as if one had gone.
  select case when m.state in ('due', 'claimed') then 'waits' when m.state = 'failed' then 'failed' when m.problem = 'too many' then 'tooMany' else 'sent' end
  from private.mails m where m.invitation_id = p_invitation order by m.created_at desc, m.id limit 1
$$;
comment on function private.mail_of(uuid) is 'What the owner learns of the last mail of an invitation: waits, sent, failed or tooMany. Null without one.';
revoke all on function private.mail_of(uuid) from public;

-- People who may be written to, and when.

create function private.address_hash(p_address text) returns bytea language sql immutable set search_path = ''
return substr(sha256(convert_to(lower(p_address), 'UTF8')), 1, 16);
comment on function private.address_hash(text) is 'Sixteen bytes that stand for an address.';
revoke all on function private.address_hash(text) from public;

create function private.is_blocked(p_address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.mail_blocks b where b.address = lower(p_address) and b.reason <> 'soft') $$;
comment on function private.is_blocked(text) is 'Whether nothing is sent to an address, because mail servers refused it.';
revoke all on function private.is_blocked(text) from public;

create function private.address_of(p_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(u.email) from auth.users u where u.id = p_user and u.email_confirmed_at is not null and not private.is_blocked(u.email)
$$;
comment on function private.address_of(uuid) is 'Where a person can be written to; null without a confirmed address, or when mail servers refuse it.';
revoke all on function private.address_of(uuid) from public;

create function private.local_time(p_user uuid) returns timestamp
language sql stable security definer set search_path = ''
as $$
  select private.clock() at time zone coalesce((select s.time_zone from private.notification_settings s where s.user_id = p_user), 'UTC')
$$;
comment on function private.local_time(uuid) is 'Day and time where a person is.';
revoke all on function private.local_time(uuid) from public;

create function private.is_quiet(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select case when s.quiet_from <= s.quiet_to then t >= s.quiet_from and t < s.quiet_to else t >= s.quiet_from or t < s.quiet_to end
    from private.notification_settings s cross join lateral (select private.local_time(p_user)::time as t) local_now
    where s.user_id = p_user and s.quiet_from is not null), false)
$$;
comment on function private.is_quiet(uuid) is 'Whether it is one of the hours in which a person wants no mails. The hours may span midnight.';
revoke all on function private.is_quiet(uuid) from public;

create function private.mails_in_hour(p_user uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.mails m where m.user_id = p_user and m.kind = 'notifications' and m.state <> 'skipped'
    and m.created_at > private.clock() - interval '1 hour'
$$;
comment on function private.mails_in_hour(uuid) is 'Mails about documents that were made for a person within an hour.';
revoke all on function private.mails_in_hour(uuid) from public;

create function private.is_wanted(p_row private.notifications) returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_row.seen_at is null and private.may_be_told(p_row) and private.level_of(p_row.user_id, p_row.kind, p_row.document_id) = 'mail'
$$;
comment on function private.is_wanted(private.notifications) is 'Whether a person should still get a mail: they have not seen it, may know of it and want it.';
revoke all on function private.is_wanted(private.notifications) from public;

create function private.quote_for(p_thread private.comment_threads, p_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when private.may(private.role_of(p_thread.document_id, p_user), 'write')
    or p_thread.is_checked and 'quote' = any (p_thread.living) and p_thread.lived_at >= private.member_since(p_thread.document_id, p_user)
    then p_thread.quote else '' end
$$;
comment on function private.quote_for(private.comment_threads, uuid) is
  'The quote of a thread as its person may read it in a mail: a reader gets text that was in the document since they had access.';
revoke all on function private.quote_for(private.comment_threads, uuid) from public;

-- Making mails.

create function private.skip_unwanted() returns void
language sql security definer set search_path = ''
as $$
  update private.notifications n set mail_state = 'skipped'
  where n.id in (select d.id from private.notifications d
    where d.mail_state = 'due' and d.mail_after <= private.clock() and not private.is_wanted(d) limit 1000 for update skip locked)
$$;
comment on function private.skip_unwanted() is 'Of what is due, leaves out what nobody needs a mail about any more.';
revoke all on function private.skip_unwanted() from public;

create function private.gather_mails() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  pair record;
  mail uuid;
begin
  perform private.skip_unwanted();
  for pair in
    select n.user_id, n.document_id, min(n.mail_after) as since from private.notifications n
    where n.mail_state = 'due' and n.mail_after <= private.clock() and not private.is_quiet(n.user_id)
    group by n.user_id, n.document_id order by 3 limit 100
  loop
    -- One worker at a time makes mails for a person, or the limit of an hour would not hold.
    if not pg_try_advisory_xact_lock(hashtextextended('mails ' || pair.user_id, 0)) then continue; end if;
    -- The worker before may have taken what was due, and left what is not due yet.
    if not exists (select from private.notifications n where n.user_id = pair.user_id and n.document_id = pair.document_id
      and n.mail_state = 'due' and n.mail_after <= private.clock() and private.is_wanted(n)) then continue; end if;
    if private.address_of(pair.user_id) is null then
      update private.notifications n set mail_state = 'skipped' where n.user_id = pair.user_id and n.mail_state = 'due';
    elsif private.mails_in_hour(pair.user_id) >= 10 then
      -- Without a digest it waits for the hour to be over.
      update private.notifications n set mail_state = 'digest'
      where n.user_id = pair.user_id and n.document_id = pair.document_id and n.mail_state = 'due' and n.mail_after <= private.clock()
        and exists (select from private.notification_settings s where s.user_id = n.user_id and s.digest_hour is not null);
    else
      mail := gen_random_uuid();
      insert into private.mails (id, kind, user_id, document_id, created_at, due_at)
      values (mail, 'notifications', pair.user_id, pair.document_id, private.clock(), private.clock());
      -- One conversation is one mail: comments that are not due yet go with it.
      update private.notifications n set mail_state = 'gathered', mail_id = mail
      where n.user_id = pair.user_id and n.document_id = pair.document_id and n.mail_state = 'due'
        and private.is_wanted(n) and (n.mail_after <= private.clock() or n.kind in ('replied', 'assigned', 'mentioned_in_comment', 'commented'));
      if not found then delete from private.mails m where m.id = mail; end if;
    end if;
  end loop;
end
$$;
comment on function private.gather_mails() is
  'Makes a mail of what is due for a person in a document, unless these are their quiet hours. Beyond ten mails in an hour the rest waits for the digest.';
revoke all on function private.gather_mails() from public;

create function private.news_of(p_user uuid, p_since timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(news order by news ->> 'title'), '[]') from (
    select jsonb_build_object('documentId', d.id, 'title', d.title,
      'people', case when watch <> 'all' then '[]' else (select coalesce(jsonb_agg(distinct p.name), '[]') from public.document_updates u
        join public.editing_sessions s on s.id = u.session_id left join public.profiles p on p.id = s.user_id
        where u.document_id = d.id and u.seq > coalesce(k.seen_seq, 0) and u.created_at > p_since and s.user_id is distinct from p_user) end,
      'comments', case when watch <> 'all' then 0 else (select count(*) from private.comments c join private.comment_threads t on t.id = c.thread_id
        left join private.thread_reads r on r.thread_id = t.id and r.user_id = p_user
        where t.document_id = d.id and not t.is_removed and c.deleted_at is null and c.author is distinct from p_user
          and c.created_at > greatest(p_since, r.read_at) and private.sees_comments(d.id, m.role)) end,
      'held', (select count(*) from private.notifications n where n.user_id = p_user and n.document_id = d.id and n.mail_state = 'digest'
        and private.is_wanted(n))) as news
    from public.members m join public.documents d on d.id = m.document_id
    cross join lateral private.watch_of(d.id, p_user) watch
    left join private.personal_marks k on k.document_id = d.id and k.user_id = p_user
    where m.user_id = p_user and private.role_of(d.id, p_user) is not null) as listed
  where jsonb_array_length(news -> 'people') > 0 or (news ->> 'comments')::integer > 0 or (news ->> 'held')::integer > 0
$$;
comment on function private.news_of(uuid, timestamptz) is
  'For a digest: what others wrote and commented since then in documents that a person watches, unless the person has seen it, and of how much in each document no mail was sent.';
revoke all on function private.news_of(uuid, timestamptz) from public;

create function private.make_digests() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
begin
  for person in
    select s.user_id, private.local_time(s.user_id)::date as today, coalesce(s.digest_until, private.clock() - interval '1 day') as since
    from private.notification_settings s
    where s.mails and s.digest_hour is not null
      and extract(hour from private.local_time(s.user_id)) >= s.digest_hour
      and coalesce(s.digest_on, '-infinity') < private.local_time(s.user_id)::date
      and not private.is_quiet(s.user_id)
    limit 100 for update skip locked
  loop
    update private.notification_settings s set digest_on = person.today where s.user_id = person.user_id;
    if private.address_of(person.user_id) is null or jsonb_array_length(private.news_of(person.user_id, person.since)) = 0 then continue; end if;
    insert into private.mails (kind, user_id, created_at, due_at) values ('digest', person.user_id, private.clock(), private.clock());
  end loop;
end
$$;
comment on function private.make_digests() is
  'Makes a mail of the day''s news for people whose hour has come, once on each of their days, and none without news.';
revoke all on function private.make_digests() from public;

create function public.mails_are_due() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.mail_service s where not s.is_set_up and s.reported_at > now() - interval '10 minutes')
    and (exists (select from private.mails m where m.state = 'due' and m.due_at <= private.clock())
    or exists (select from private.mails m where m.state = 'claimed' and m.claimed_at < private.clock() - interval '5 minutes')
    or exists (select from private.notifications n where n.mail_state = 'due' and n.mail_after <= private.clock() and not private.is_quiet(n.user_id))
    or exists (select from private.notification_settings s where s.mails and s.digest_hour is not null
      and extract(hour from private.local_time(s.user_id)) >= s.digest_hour and coalesce(s.digest_on, '-infinity') < private.local_time(s.user_id)::date
      and not private.is_quiet(s.user_id)))
$$;
comment on function public.mails_are_due() is
  'Whether send-mails has anything to do: a schedule asks this first, and calls nothing without need. Where no mails leave, the answer is no for ten minutes each time.';
revoke all on function public.mails_are_due() from public, anon, authenticated;
grant execute on function public.mails_are_due() to service_role;
