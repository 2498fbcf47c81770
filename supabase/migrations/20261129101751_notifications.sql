-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;

CREATE TABLE "private"."blocked_senders" ("address_hash" bytea NOT NULL, "sender" uuid NOT NULL, CONSTRAINT "blocked_senders_address_hash_check" CHECK ((octet_length(address_hash) = 16)), CONSTRAINT "blocked_senders_pkey" PRIMARY KEY (address_hash, sender));

ALTER TABLE "private"."blocked_senders" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mail_blocks" ("address" text NOT NULL, "reason" text NOT NULL, "soft" smallint NOT NULL DEFAULT 0, "since" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "mail_blocks_address_check" CHECK ((address = lower(address))), CONSTRAINT "mail_blocks_pkey" PRIMARY KEY (address), CONSTRAINT "mail_blocks_reason_check" CHECK ((reason = ANY (ARRAY['bounced'::text, 'complained'::text, 'soft'::text]))));

ALTER TABLE "private"."mail_blocks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mail_service" ("is_only" boolean NOT NULL DEFAULT true, "is_set_up" boolean NOT NULL, "reported_at" timestamp with time zone NOT NULL, CONSTRAINT "mail_service_is_only_check" CHECK (is_only), CONSTRAINT "mail_service_pkey" PRIMARY KEY (is_only));

ALTER TABLE "private"."mail_service" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "kind" text NOT NULL, "user_id" uuid, "document_id" uuid, "invitation_id" uuid, "state" text NOT NULL DEFAULT 'due'::text, "problem" text, "due_at" timestamp with time zone NOT NULL, "claimed_at" timestamp with time zone, "tries" smallint NOT NULL DEFAULT 0, "lost" smallint NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "settled_at" timestamp with time zone, CONSTRAINT "mails_check" CHECK (
CASE kind
    WHEN 'invitation'::text THEN (invitation_id IS NOT NULL)
    ELSE (user_id IS NOT NULL)
END), CONSTRAINT "mails_kind_check" CHECK ((kind = ANY (ARRAY['invitation'::text, 'notifications'::text, 'digest'::text]))), CONSTRAINT "mails_pkey" PRIMARY KEY (id), CONSTRAINT "mails_state_check" CHECK ((state = ANY (ARRAY['due'::text, 'claimed'::text, 'sent'::text, 'skipped'::text, 'failed'::text]))));

ALTER TABLE "private"."mails" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."notification_settings" ("user_id" uuid NOT NULL, "levels" jsonb NOT NULL DEFAULT '{}'::jsonb, "mails" boolean NOT NULL DEFAULT true, "hides_text" boolean NOT NULL DEFAULT false, "time_zone" text, "quiet_from" time without time zone, "quiet_to" time without time zone, "digest_hour" smallint DEFAULT 8, "digest_on" date, "digest_until" timestamp with time zone, CONSTRAINT "notification_settings_check" CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))), CONSTRAINT "notification_settings_digest_hour_check" CHECK (((digest_hour >= 0) AND (digest_hour <= 23))), CONSTRAINT "notification_settings_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."notification_settings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."notifications" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "kind" text NOT NULL, "document_id" uuid NOT NULL, "thread_id" uuid, "comment_id" uuid, "actor" uuid, "role" text, "event" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "seen_at" timestamp with time zone, "done_at" timestamp with time zone, "mail_state" text NOT NULL DEFAULT 'none'::text, "mail_after" timestamp with time zone, "mail_id" uuid, CONSTRAINT "notifications_check" CHECK (((mail_state = 'due'::text) <= (mail_after IS NOT NULL))), CONSTRAINT "notifications_kind_check" CHECK ((kind = ANY (ARRAY['invited'::text, 'role_changed'::text, 'access_asked'::text, 'access_granted'::text, 'access_refused'::text, 'mentioned'::text, 'mentioned_in_comment'::text, 'replied'::text, 'assigned'::text, 'resolved'::text, 'commented'::text, 'restored'::text]))), CONSTRAINT "notifications_mail_state_check" CHECK ((mail_state = ANY (ARRAY['none'::text, 'due'::text, 'digest'::text, 'gathered'::text, 'sent'::text, 'skipped'::text, 'failed'::text]))), CONSTRAINT "notifications_pkey" PRIMARY KEY (id), CONSTRAINT "notifications_user_id_event_key" UNIQUE (user_id, event));

ALTER TABLE "private"."notifications" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."open_lists" ("user_id" uuid NOT NULL, "listed_at" timestamp with time zone NOT NULL, CONSTRAINT "open_lists_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."open_lists" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."watches" ("user_id" uuid NOT NULL, "document_id" uuid NOT NULL, "level" text NOT NULL, CONSTRAINT "watches_level_check" CHECK ((level = ANY (ARRAY['all'::text, 'mine'::text, 'none'::text]))), CONSTRAINT "watches_pkey" PRIMARY KEY (user_id, document_id));

ALTER TABLE "private"."watches" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."invitations" ADD COLUMN "round" integer NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION private.address_hash(p_address text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN substr(sha256(convert_to(lower(p_address), 'UTF8'::name)), 1, 16);

CREATE OR REPLACE FUNCTION private.address_of(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(u.email) from auth.users u where u.id = p_user and u.email_confirmed_at is not null and not private.is_blocked(u.email)
$function$;

CREATE OR REPLACE FUNCTION private.after_append(p_log public.document_logs, p_session uuid, p_kind text, p_head bigint, p_typed bigint, p_deleted bigint, p_title text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_title is not null then update public.documents set title = left(p_title, 200) where id = p_log.document_id; end if;
  perform private.extend_history(p_log.document_id, p_session, p_kind, p_log.head_seq + 1, p_head, now(), p_typed, p_deleted);
  if p_kind = 'restore' then perform private.notify_restored(p_log.document_id, p_session); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.answer_asked(p_document uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.take_back(p_document, array['access_asked'], p_event => 'access_asked ' || p_document || ' ' || p_user);
end
$function$;

CREATE OR REPLACE FUNCTION private.block_address(p_address text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_address is null then return; end if;
  insert into private.mail_blocks as b (address, reason, soft, since)
  values (lower(p_address), p_reason, case p_reason when 'soft' then 1 else 0 end, private.clock())
  on conflict (address) do update set
    soft = case when p_reason <> 'soft' then b.soft when b.since < private.clock() - interval '7 days' then 1 else b.soft + 1 end,
    since = case when p_reason = 'soft' and b.since < private.clock() - interval '7 days' then private.clock() else b.since end,
    reason = case when b.reason <> 'soft' then b.reason when p_reason <> 'soft' then p_reason
      when b.soft >= 2 and b.since >= private.clock() - interval '7 days' then 'bounced' else 'soft' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_session()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Anybody who has an invitation may see it, and stop mails that they got, also with the token of an ended session.
  if auth.role() = 'authenticated' and private.caller() is null
    and coalesce(current_setting('request.path', true), '') !~ '/rpc/(preview_invitation|preview_unsubscribe|unsubscribe)$' then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_settings(p_settings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if octet_length(p_settings::text) > 4096
    or jsonb_typeof(p_settings -> 'levels') is distinct from 'object'
    or exists (select from jsonb_each_text(p_settings -> 'levels') as level (kind, value)
      where value is null or value not in ('off', 'app', 'mail') or kind not in ('invited', 'role_changed', 'access_asked', 'access_granted',
        'access_refused', 'mentioned', 'mentioned_in_comment', 'replied', 'assigned', 'resolved', 'commented', 'restored'))
    or jsonb_typeof(p_settings -> 'mails') is distinct from 'boolean' or jsonb_typeof(p_settings -> 'hidesText') is distinct from 'boolean'
    or (p_settings ->> 'timeZone' is not null and not private.is_time_zone(p_settings ->> 'timeZone'))
    or (p_settings ->> 'quietFrom' is null) <> (p_settings ->> 'quietTo' is null)
    or coalesce(p_settings ->> 'quietFrom', '00:00') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    or coalesce(p_settings ->> 'quietTo', '00:00') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    or coalesce(p_settings ->> 'digestHour', '0') !~ '^([0-9]|1[0-9]|2[0-3])$' then
    perform private.refuse('bad_request', 'settings');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.clock()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN now();

CREATE OR REPLACE FUNCTION private.concerned_by(p_thread uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(distinct person) from (
    select unnest(array[t.created_by, t.assignee]) from private.comment_threads t where t.id = p_thread
    union all select c.author from private.comments c where c.thread_id = p_thread and c.deleted_at is null) as people (person)
  where person is not null
$function$;

CREATE OR REPLACE FUNCTION private.default_level(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE WHEN (p_kind = ANY (ARRAY['role_changed'::text, 'resolved'::text, 'commented'::text, 'restored'::text])) THEN 'app'::text ELSE 'mail'::text END;

CREATE OR REPLACE FUNCTION private.describe_notification(p_row private.notifications)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_row.id, 'kind', p_row.kind, 'documentId', p_row.document_id, 'threadId', p_row.thread_id,
    'commentId', p_row.comment_id, 'role', p_row.role, 'createdAt', p_row.created_at, 'seenAt', p_row.seen_at, 'doneAt', p_row.done_at,
    'actor', (select jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color) from public.profiles p where p.id = p_row.actor),
    'title', case when p_row.kind <> 'access_refused' then (select d.title from public.documents d where d.id = p_row.document_id) end,
    'isOpen', case when p_row.kind = 'access_asked' then exists (select from private.access_requests r
      where r.document_id = p_row.document_id and r.user_id = p_row.actor) end,
    'body', (select c.body from private.comments c where c.id = p_row.comment_id))
$function$;

CREATE OR REPLACE FUNCTION private.erase_document(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.erase_comments(p_document);
  delete from public.versions where document_id = p_document;
  delete from public.deleted_versions where document_id = p_document;
  delete from public.erasures where document_id = p_document;
  delete from private.packed_updates where document_id = p_document;
  delete from public.document_updates where document_id = p_document;
  delete from private.reader_folds where document_id = p_document;
  delete from public.document_snapshots where document_id = p_document;
  delete from public.editing_sessions where document_id = p_document;
  delete from public.members where document_id = p_document and role <> 'owner';
  delete from private.invitations where document_id = p_document;
  delete from private.access_requests where document_id = p_document;
  delete from private.notifications where document_id = p_document;
  delete from private.watches where document_id = p_document;
  delete from private.personal_marks where document_id = p_document;
  update public.documents set deleted_at = '-infinity', title = '' where id = p_document;
end
$function$;

CREATE OR REPLACE FUNCTION private.gather_mails()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.invitation_token(p_invitation private.invitations)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select encode(extensions.hmac(convert_to('invitation ' || p_invitation.id || ' ' || p_invitation.round, 'UTF8'), s.secret, 'sha256'), 'hex')
  from private.deployment_secret s
$function$;

CREATE OR REPLACE FUNCTION private.is_about_access(p_kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (p_kind = ANY (ARRAY['invited'::text, 'role_changed'::text, 'access_asked'::text, 'access_granted'::text, 'access_refused'::text]));

CREATE OR REPLACE FUNCTION private.is_blocked(p_address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from private.mail_blocks b where b.address = lower(p_address) and b.reason <> 'soft') $function$;

CREATE OR REPLACE FUNCTION private.is_quiet(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select case when s.quiet_from <= s.quiet_to then t >= s.quiet_from and t < s.quiet_to else t >= s.quiet_from or t < s.quiet_to end
    from private.notification_settings s cross join lateral (select private.local_time(p_user)::time as t) local_now
    where s.user_id = p_user and s.quiet_from is not null), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_time_zone(p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_name ~ '^[A-Za-z0-9_+/-]{1,64}$' and exists (select from pg_catalog.pg_timezone_names z where z.name = p_name)
$function$;

CREATE OR REPLACE FUNCTION private.is_wanted(p_row private.notifications)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_row.seen_at is null and private.may_be_told(p_row) and private.level_of(p_row.user_id, p_row.kind, p_row.document_id) = 'mail'
$function$;

CREATE OR REPLACE FUNCTION private.leave_digest(p_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.notifications n set mail_state = 'due' from private.notification_settings s
  where n.user_id = p_user and n.mail_state = 'digest' and s.user_id = p_user and s.digest_hour is null
$function$;

CREATE OR REPLACE FUNCTION private.letter_of(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person record;
  invitation private.invitations;
  items jsonb;
begin
  if p_mail.kind = 'invitation' then
    select * into invitation from private.invitations i where i.id = p_mail.invitation_id and i.expires_at > private.clock();
    if invitation.id is null or private.is_blocked(invitation.email) then return null; end if;
    return (select jsonb_build_object('kind', 'invitation', 'to', invitation.email, 'language', coalesce(
        (select r.language from auth.users u join public.profiles r on r.id = u.id where lower(u.email) = invitation.email and u.email_confirmed_at is not null),
        p.language), 'inviter', p.name, 'title', d.title, 'documentId', d.id, 'role', invitation.role, 'expiresAt', invitation.expires_at,
        'token', private.invitation_token(invitation),
        'stop', jsonb_build_object('sender', private.mail_token('s', private.address_hash(invitation.email), uuid_send(p.id))))
      from public.documents d join public.profiles p on p.id = invitation.invited_by
      where d.id = invitation.document_id and d.deleted_at is null);
  end if;
  select p.language, private.address_of(p.id) as address, s.mails, s.hides_text, s.time_zone, s.digest_until into person
  from public.profiles p left join private.notification_settings s on s.user_id = p.id where p.id = p_mail.user_id;
  if person.address is null or person.mails is false then return null; end if;
  if p_mail.kind = 'digest' then
    items := private.news_of(p_mail.user_id, coalesce(person.digest_until, p_mail.created_at - interval '1 day'));
  else
    select coalesce(jsonb_agg(private.describe_notification(n) || jsonb_build_object(
        'quote', (select private.quote_for(t, n.user_id)
          from private.comment_threads t where t.id = n.thread_id)) order by n.created_at, n.id), '[]') into items
    from private.notifications n where n.mail_id = p_mail.id and n.mail_state = 'gathered';
  end if;
  if items = '[]' then return null; end if;
  return jsonb_build_object('kind', p_mail.kind, 'to', person.address, 'language', person.language, 'timeZone', coalesce(person.time_zone, 'UTC'),
    'hidesText', coalesce(person.hides_text, false), 'documentId', p_mail.document_id,
    'title', case when items @? '$[*] ? (@.kind != "access_refused")' then (select d.title from public.documents d where d.id = p_mail.document_id) end,
    'items', items,
    'stop', jsonb_strip_nulls(jsonb_build_object(
      'all', private.mail_token('a', uuid_send(p_mail.user_id), private.pad('')),
      'document', case when p_mail.document_id is not null then private.mail_token('d', uuid_send(p_mail.user_id), uuid_send(p_mail.document_id)) end,
      'kind', private.mail_token('k', uuid_send(p_mail.user_id), private.pad(case p_mail.kind when 'digest' then 'digest' else items -> 0 ->> 'kind' end)))));
end
$function$;

CREATE OR REPLACE FUNCTION private.level_of(p_user uuid, p_kind text, p_document uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.notification_settings;
  level text;
  watch text;
begin
  select * into chosen from private.notification_settings s where s.user_id = p_user;
  level := coalesce(chosen.levels ->> p_kind, private.default_level(p_kind));
  if level = 'mail' and chosen.mails is false then level := 'app'; end if;
  if level = 'off' or private.is_about_access(p_kind) then return level; end if;
  watch := private.watch_of(p_document, p_user);
  return case when watch = 'none' or p_kind = 'commented' and watch <> 'all' then 'off' else level end;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_lists(new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_opened(p_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.open_lists as o (user_id, listed_at) values (p_user, now())
  on conflict (user_id) do update set listed_at = excluded.listed_at where o.listed_at < now() - interval '1 minute'
$function$;

CREATE OR REPLACE FUNCTION private.local_time(p_user uuid)
 RETURNS timestamp without time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.clock() at time zone coalesce((select s.time_zone from private.notification_settings s where s.user_id = p_user), 'UTC')
$function$;

CREATE OR REPLACE FUNCTION private.log_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_lists(new.document_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_of(p_invitation uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- An address that wants no mails looks as if one had gone.
  select case when m.state in ('due', 'claimed') then 'waits' when m.state = 'failed' then 'failed' when m.problem = 'too many' then 'tooMany' else 'sent' end
  from private.mails m where m.invitation_id = p_invitation order by m.created_at desc, m.id limit 1
$function$;

CREATE OR REPLACE FUNCTION private.mail_token(p_scope text, p_subject bytea, p_target bytea)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select rtrim(translate(encode(payload || substr(extensions.hmac('mail '::bytea || payload, s.secret, 'sha256'), 1, 16), 'base64'), E'+/\n', '-_'), '=')
  from private.deployment_secret s, lateral (select convert_to('1' || p_scope, 'UTF8') || p_subject || p_target as payload) as made
$function$;

CREATE OR REPLACE FUNCTION private.mail_waits(p_kind text)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE WHEN private.is_about_access(p_kind) THEN '00:00:00'::interval ELSE '00:02:00'::interval END;

CREATE OR REPLACE FUNCTION private.mails_in_hour(p_user uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from private.mails m where m.user_id = p_user and m.kind = 'notifications' and m.state <> 'skipped'
    and m.created_at > private.clock() - interval '1 hour'
$function$;

CREATE OR REPLACE FUNCTION private.make_digests()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.mark(p_mark text, p_ids uuid[], p_document uuid, p_threads uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  update private.notifications n
  set seen_at = case p_mark when 'unseen' then null else coalesce(n.seen_at, private.clock()) end,
    done_at = case p_mark when 'done' then private.clock() when 'seen' then n.done_at end
  where n.user_id = me and (p_ids is null or n.id = any (p_ids)) and (p_document is null or n.document_id = p_document)
    and (p_threads is null or n.thread_id = any (p_threads))
    and case p_mark when 'seen' then n.seen_at is null when 'done' then n.done_at is null else n.seen_at is not null or n.done_at is not null end;
  if found then perform private.ring(me); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_be_told(p_row private.notifications)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text := private.role_of(p_row.document_id, p_row.user_id);
begin
  return case
    when p_row.kind = 'access_refused' then exists (select from public.documents d where d.id = p_row.document_id and d.deleted_at is null)
    when p_row.kind = 'access_asked' then my_role = 'owner'
    when p_row.thread_id is not null then private.sees_comments(p_row.document_id, my_role)
    else my_role is not null end is true;
end
$function$;

CREATE OR REPLACE FUNCTION private.membership_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_lists(coalesce(new.document_id, old.document_id), coalesce(new.user_id, old.user_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mentioned_in(p_document uuid, p_body jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(m.user_id), '{}') from public.members m
  where m.document_id = p_document and m.arrived_at is not null
    and m.user_id::text in (select value #>> '{}' from jsonb_path_query(p_body, '$.**?(@.type == "mention").attrs.id') as value)
$function$;

CREATE OR REPLACE FUNCTION private.news_of(p_user uuid, p_since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.notify(p_people uuid[], p_kinds text[], p_document uuid, p_event text, p_thread uuid DEFAULT NULL::uuid, p_comment uuid DEFAULT NULL::uuid, p_role text DEFAULT NULL::text, p_actor uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := coalesce(p_actor, private.caller());
  is_large boolean := (select count(*) > 50 from public.members m where m.document_id = p_document and m.arrived_at is not null);
  person uuid;
begin
  for person in
    insert into private.notifications (user_id, kind, document_id, thread_id, comment_id, actor, role, event, created_at, mail_state, mail_after)
    select w.person, w.kind, p_document, p_thread, p_comment, me, p_role, p_event, private.clock(),
      case when level = 'mail' and not (is_large and w.kind = 'commented') and w.kind <> 'invited' then 'due' else 'none' end,
      private.clock() + private.mail_waits(w.kind)
    from (select distinct on (t.person) t.person, t.kind from unnest(p_people, p_kinds) with ordinality as t (person, kind, place)
      where t.person is not null and t.person is distinct from me order by t.person, t.place) w
    cross join lateral private.level_of(w.person, w.kind, p_document) level
    where level <> 'off'
    order by w.person
    on conflict (user_id, event) do nothing
    returning user_id
  loop
    perform private.ring(person);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_access(p_kind text, p_document uuid, p_user uuid, p_role text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The last answer counts.
  perform private.take_back(p_document, array[p_kind], p_user);
  perform private.notify(array[p_user], array[p_kind], p_document, p_kind || ' ' || p_document || ' ' || clock_timestamp(), p_role => p_role);
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_asked(p_document uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify(array[d.owner_id], array['access_asked'], p_document, 'access_asked ' || p_document || ' ' || private.caller())
  from public.documents d where d.id = p_document
$function$;

CREATE OR REPLACE FUNCTION private.notify_assigned(p_document uuid, p_thread uuid, p_assignee uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.notifications n where n.thread_id = p_thread and n.kind = 'assigned' and n.seen_at is null;
  perform private.notify(array[p_assignee], array['assigned'], p_document, 'assigned ' || p_thread || ' ' || clock_timestamp(), p_thread);
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_comment(p_document uuid, p_thread uuid, p_comment uuid, p_body jsonb, p_assignee uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mentioned uuid[] := private.mentioned_in(p_document, p_body);
  concerned uuid[] := coalesce(private.concerned_by(p_thread), '{}');
  watching uuid[] := array(select m.user_id from public.members m
    where m.document_id = p_document and m.arrived_at is not null and private.watch_of(p_document, m.user_id) = 'all');
begin
  if p_assignee is not null then
    delete from private.notifications n
    where n.thread_id = p_thread and n.kind = 'assigned' and n.seen_at is null and n.user_id <> p_assignee;
  end if;
  perform private.notify(people, kinds, p_document, 'comment ' || p_comment, p_thread, p_comment) from (
    select array_agg(person order by place) as people, array_agg(kind order by place) as kinds from (
      select row_number() over () as place, person, kind from (
        select p_assignee as person, 'assigned' as kind
        union all select unnest(mentioned), 'mentioned_in_comment'
        union all select unnest(concerned), 'replied'
        union all select unnest(watching), 'commented') as told) as numbered
    where private.sees_comments(p_document, private.role_of(p_document, person))) as all_told
  where people is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_edited(p_document uuid, p_thread uuid, p_comment uuid, p_before jsonb, p_body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before uuid[] := private.mentioned_in(p_document, p_before);
  now_mentioned uuid[] := private.mentioned_in(p_document, p_body);
  newly uuid[] := private.seeing_comments(p_document, array(select unnest(now_mentioned) except select unnest(before)));
begin
  delete from private.notifications n where n.comment_id = p_comment and n.kind = 'mentioned_in_comment'
    and n.user_id <> all (now_mentioned) and n.seen_at is null;
  perform private.notify(newly, array_fill('mentioned_in_comment'::text, array[cardinality(newly)]), p_document,
    'mention ' || p_comment, p_thread, p_comment);
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_resolved(p_document uuid, p_thread uuid, p_is_resolved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  concerned uuid[] := private.seeing_comments(p_document, private.concerned_by(p_thread));
begin
  delete from private.notifications n where n.thread_id = p_thread and n.kind = 'resolved' and n.seen_at is null;
  if not p_is_resolved then return; end if;
  perform private.notify(concerned, array_fill('resolved'::text, array[cardinality(concerned)]), p_document,
    'resolved ' || p_thread || ' ' || clock_timestamp(), p_thread);
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_restored(p_document uuid, p_session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select s.user_id from public.editing_sessions s where s.id = p_session);
  since bigint := (select v.seq from public.versions b join public.versions v on v.id = b.restored_version_id
    where b.document_id = p_document and b.restore_session_id = p_session);
  writers uuid[] := array(select distinct s.user_id from public.document_updates u join public.editing_sessions s on s.id = u.session_id
    where u.document_id = p_document and u.seq > since and s.id <> p_session and private.role_of(p_document, s.user_id) is not null);
begin
  perform private.notify(writers, array_fill('restored'::text, array[cardinality(writers)]), p_document, 'restored ' || p_session, p_actor => me);
end
$function$;

CREATE OR REPLACE FUNCTION private.pad(p_text text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN substr(convert_to(rpad(p_text, 16, ' '::text), 'UTF8'::name), 1, 16);

CREATE OR REPLACE FUNCTION private.queue_invitation(p_invitation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation private.invitations;
  refusal text;
begin
  select * into invitation from private.invitations i where i.id = p_invitation;
  update private.mails m set state = 'skipped', problem = 'invited again', settled_at = private.clock()
  where m.invitation_id = p_invitation and m.state = 'due';
  -- The person who invites does not learn which address wants no mails: the link can be sent by other means.
  refusal := case
    when private.is_blocked(invitation.email)
      or exists (select from private.blocked_senders b where b.address_hash = private.address_hash(invitation.email) and b.sender = invitation.invited_by)
      or exists (select from auth.users u where lower(u.email) = invitation.email and u.email_confirmed_at is not null
        and private.level_of(u.id, 'invited', invitation.document_id) <> 'mail') then 'not wanted'
    when (select count(*) from private.mails m join private.invitations i on i.id = m.invitation_id
      where i.invited_by = invitation.invited_by and m.state <> 'skipped' and m.created_at > private.clock() - interval '1 day') >= 20 then 'too many' end;
  insert into private.mails (kind, invitation_id, document_id, created_at, due_at, state, problem, settled_at)
  values ('invitation', p_invitation, invitation.document_id, private.clock(), private.clock(), case when refusal is null then 'due' else 'skipped' end,
    refusal, case when refusal is not null then private.clock() end);
end
$function$;

CREATE OR REPLACE FUNCTION private.quote_for(p_thread private.comment_threads, p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.may(private.role_of(p_thread.document_id, p_user), 'write')
    or p_thread.is_checked and 'quote' = any (p_thread.living) and p_thread.lived_at >= private.member_since(p_thread.document_id, p_user)
    then p_thread.quote else '' end
$function$;

CREATE OR REPLACE FUNCTION private.read_mail_token(p_token text, OUT scope text, OUT subject bytea, OUT target bytea)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bytes bytea;
begin
  if p_token is null or p_token !~ '^[A-Za-z0-9_-]{67}$' then return; end if;
  bytes := decode(translate(p_token, '-_', '+/') || '=', 'base64');
  if rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=') <> p_token or get_byte(bytes, 0) <> ascii('1') then return; end if;
  if private.mail_token(chr(get_byte(bytes, 1)), substr(bytes, 3, 16), substr(bytes, 19, 16)) is distinct from p_token then return; end if;
  scope := chr(get_byte(bytes, 1));
  subject := substr(bytes, 3, 16);
  target := substr(bytes, 19, 16);
end
$function$;

CREATE OR REPLACE FUNCTION private.ring(p_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send('{}'::jsonb, 'notifications', 'user:' || p_user, true)
$function$;

CREATE OR REPLACE FUNCTION private.schedule_sweep()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
      return 'there is no pg_cron: nothing is scheduled';
    end if;
    create extension pg_cron;
  end if;
  -- Scheduling a name again replaces its job.
  perform cron.schedule('spolu-sweep', '*/10 * * * *', 'select public.sweep()');
  if to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return 'scheduled public.sweep(); for files, turn on pg_net and Vault and call this again';
  end if;
  -- A no-op until both secrets are there.
  perform cron.schedule('spolu-sweep-files', '7 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-files', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'$job$);
  perform cron.schedule('spolu-send-mails', '* * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/send-mails', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key' and public.mails_are_due()$job$);
  return 'scheduled public.sweep() and the edge functions sweep-files and send-mails';
end
$function$;

CREATE OR REPLACE FUNCTION private.seeing_comments(p_document uuid, p_people uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(person order by place), '{}') from unnest(p_people) with ordinality as people (person, place)
  where private.sees_comments(p_document, private.role_of(p_document, person))
$function$;

CREATE OR REPLACE FUNCTION private.session_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_lists(new.document_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_mail(p_mail uuid, p_state text, p_problem text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.mails m set state = p_state, problem = p_problem, settled_at = private.clock() where m.id = p_mail;
  update private.notifications n set mail_state = p_state where n.mail_id = p_mail and n.mail_state = 'gathered';
  if p_state <> 'sent' then return; end if;
  update private.notification_settings s set digest_until = m.created_at from private.mails m
  where m.id = p_mail and m.kind = 'digest' and s.user_id = m.user_id;
  update private.notifications n set mail_state = 'sent', mail_id = p_mail from private.mails m
  where m.id = p_mail and m.kind = 'digest' and n.user_id = m.user_id and n.mail_state = 'digest' and n.created_at <= m.created_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.skip_unwanted()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.notifications n set mail_state = 'skipped'
  where n.id in (select d.id from private.notifications d
    where d.mail_state = 'due' and d.mail_after <= private.clock() and not private.is_wanted(d) limit 1000 for update skip locked)
$function$;

CREATE OR REPLACE FUNCTION private.stop_document(p_user uuid, p_document uuid, p_undo boolean)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_undo then delete from private.watches w where w.user_id = p_user and w.document_id = p_document;
  else
    insert into private.watches (user_id, document_id, level) select p_user, d.id, 'none' from public.documents d where d.id = p_document
    on conflict (user_id, document_id) do update set level = 'none';
  end if;
  return json_build_object('scope', 'document', 'documentId', p_document,
    'title', case when private.role_of(p_document, p_user) is not null then (select d.title from public.documents d where d.id = p_document) end);
end
$function$;

CREATE OR REPLACE FUNCTION private.sweep_notifications(p_limit integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with told as (
    delete from private.notifications where id in (
      select n.id from private.notifications n where n.created_at < now() - interval '90 days' limit p_limit for update skip locked) returning 1
  ), mailed as (
    delete from private.mails where id in (
      select m.id from private.mails m where m.created_at < now() - interval '30 days' limit p_limit for update skip locked) returning 1
  )
  select (select count(*) from told) + (select count(*) from mailed)
$function$;

CREATE OR REPLACE FUNCTION private.take_back(p_document uuid, p_kinds text[], p_user uuid DEFAULT NULL::uuid, p_thread uuid DEFAULT NULL::uuid, p_comment uuid DEFAULT NULL::uuid, p_event text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  for person in
    delete from private.notifications n where n.document_id = p_document and n.kind = any (p_kinds)
      and (p_user is null or n.user_id = p_user) and (p_thread is null or n.thread_id = p_thread)
      and (p_comment is null or n.comment_id = p_comment) and (p_event is null or n.event = p_event)
    returning n.user_id
  loop
    perform private.ring(person);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_lists(p_document uuid, p_also uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  for person in
    select o.user_id from private.open_lists o
    -- An open list loads every five minutes.
    where o.listed_at > now() - interval '6 minutes'
      and (o.user_id = p_also or o.user_id in (select m.user_id from public.members m where m.document_id = p_document))
  loop
    perform realtime.send('{}'::jsonb, 'list', 'user:' || person, true);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.watch_of(p_document uuid, p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select w.level from private.watches w where w.document_id = p_document and w.user_id = p_user),
    case when exists (select from public.documents d where d.id = p_document and d.owner_id = p_user)
      or exists (select from public.editing_sessions s where s.document_id = p_document and s.user_id = p_user and s.last_counter > 0)
      or exists (select from private.comments c join private.comment_threads t on t.id = c.thread_id
        where t.document_id = p_document and c.author = p_user) then 'all' else 'mine' end);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_member(p_document uuid, p_email text, p_role text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := lower(btrim(p_email));
  person uuid;
  invitation private.invitations;
  token text;
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 320 then perform private.refuse('bad_request', 'email'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select u.id into person from auth.users u where lower(u.email) = address and u.email_confirmed_at is not null;
  if exists (select 1 from public.members m where m.document_id = p_document and m.user_id = person and m.arrived_at is not null
             and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('already_member');
  end if;
  select i.role into old_role from private.invitations i where i.document_id = p_document and i.email = address;
  insert into private.invitations as i (document_id, email, role, token_hash, invited_by, expires_at)
  values (p_document, address, p_role, extensions.gen_random_bytes(32), private.caller(), now() + private.invitation_lasts())
  on conflict (document_id, email) do update set role = excluded.role, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, round = i.round + 1
  returning * into invitation;
  token := private.invitation_token(invitation);
  update private.invitations set token_hash = sha256(convert_to(token, 'UTF8')) where id = invitation.id;
  if person is not null then
    insert into public.members (document_id, user_id, role, arrived_at, expires_at)
    values (p_document, person, p_role, null, now() + private.invitation_lasts())
    on conflict (document_id, user_id) do update
    set role = excluded.role, arrived_at = null, expires_at = excluded.expires_at, via_link = false;
    perform private.notify_access('invited', p_document, person, p_role);
  end if;
  perform private.queue_invitation(invitation.id);
  -- With or without an account behind it: moving the lanes must not show which.
  if old_role <> p_role then perform private.move_lanes(p_document); end if;
  return json_build_object('token', token);
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_request(p_document uuid, p_user uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_role text;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  old_role := private.role_of(p_document, p_user);
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if not found then return; end if;
  perform private.answer_asked(p_document, p_user);
  perform private.notify_access(case when p_role is null then 'access_refused' else 'access_granted' end, p_document, p_user, p_role);
  if p_role is null then return; end if;
  perform private.let_in(p_document, p_user, p_role);
  -- A member gets the new right by joining new lanes.
  if old_role <> private.role_of(p_document, p_user) then perform private.move_lanes(p_document); end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.assign_thread(p_document uuid, p_thread uuid, p_assignee uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread private.comment_threads;
begin
  perform private.open_threads(p_document);
  thread := private.find_thread(p_document, p_thread);
  if thread.assignee is not distinct from p_assignee then return; end if;
  perform private.check_assignee(p_document, p_assignee);
  perform private.spend(private.caller(), 'change_comment');
  update private.comment_threads set assignee = p_assignee where id = p_thread;
  perform private.change_thread(p_document, p_thread);
  perform private.notify_assigned(p_document, p_thread, p_assignee);
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_mails(p_is_set_up boolean, p_most integer DEFAULT 20)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.mails;
  letter jsonb;
  letters jsonb := '[]';
begin
  if p_is_set_up and not exists (select from private.mail_service s where s.is_set_up) then
    -- Mails begin to leave: nobody is surprised by old ones.
    update private.notifications n set mail_state = 'skipped' where n.mail_state = 'due' and n.created_at < private.clock() - interval '1 day';
    update private.mails m set state = 'skipped', problem = 'too old' where m.state = 'due' and m.created_at < private.clock() - interval '1 day';
  end if;
  -- Once a minute: workers would wait for each other.
  insert into private.mail_service (is_set_up, reported_at) select coalesce(p_is_set_up, false), now()
  where not exists (select from private.mail_service s where s.is_set_up = coalesce(p_is_set_up, false) and s.reported_at > now() - interval '1 minute')
  on conflict (is_only) do update set is_set_up = excluded.is_set_up, reported_at = excluded.reported_at;
  if p_is_set_up is not true then return '[]'; end if;
  perform private.gather_mails();
  perform private.make_digests();
  for mail in
    select * from private.mails m
    where m.state = 'due' and m.due_at <= private.clock() or m.state = 'claimed' and m.claimed_at < private.clock() - interval '5 minutes'
    order by m.due_at limit least(greatest(coalesce(p_most, 20), 1), 100) for update skip locked
  loop
    update private.notifications n set mail_state = 'skipped' where n.mail_id = mail.id and n.mail_state = 'gathered' and not private.is_wanted(n);
    letter := case when mail.state = 'due' or mail.lost = 0 then private.letter_of(mail) end;
    if letter is null then
      perform private.settle_mail(mail.id, case mail.state when 'due' then 'skipped' else 'failed' end,
        case mail.state when 'due' then 'not wanted any more' else 'no report' end);
      continue;
    end if;
    update private.mails m set state = 'claimed', claimed_at = private.clock(), lost = m.lost + case mail.state when 'claimed' then 1 else 0 end
    where m.id = mail.id;
    letters := letters || (letter || jsonb_build_object('id', mail.id));
  end loop;
  return letters;
end
$function$;

REVOKE ALL ON FUNCTION "public"."claim_mails"(boolean, integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_mails"(boolean, integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.confirm_mentions(p_document uuid, p_mentions jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  for person in
    delete from private.notifications n where n.document_id = p_document and n.kind = 'mentioned' and n.seen_at is null
      and n.mail_state in ('none', 'due', 'digest') and n.created_at < private.clock() - interval '1 minute'
      and not exists (select from jsonb_array_elements(p_mentions) as one
        where n.user_id::text = one ->> 0 and n.event = 'mention ' || p_document || ' ' || (one ->> 1) || ' ' || (one ->> 2))
    returning n.user_id
  loop
    perform private.ring(person);
  end loop;
end
$function$;

REVOKE ALL ON FUNCTION "public"."confirm_mentions"(uuid, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."confirm_mentions"(uuid, jsonb) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.delete_comment(p_document uuid, p_comment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text := private.open_threads(p_document);
  known private.comments := private.find_comment(p_document, p_comment);
begin
  if known.author is distinct from private.caller() and my_role <> 'owner' then perform private.refuse('forbidden'); end if;
  if known.deleted_at is not null then return; end if;
  perform private.spend(private.caller(), 'change_comment');
  update private.comments set body = null, deleted_at = now(), edited_at = null where id = p_comment;
  delete from private.comment_reactions where comment_id = p_comment;
  update private.comment_threads t set is_removed = true, quote = '', before = '', after = '', heading = '', claim = null
  where t.id = known.thread_id and not exists (select from private.comments c where c.thread_id = t.id and c.deleted_at is null);
  delete from private.notifications n where n.comment_id = p_comment;
  perform private.change_thread(p_document, known.thread_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_comment(p_document uuid, p_comment uuid, p_body json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.comments;
begin
  perform private.open_threads(p_document);
  known := private.find_comment(p_document, p_comment);
  if known.author is distinct from private.caller() then perform private.refuse('forbidden'); end if;
  if known.deleted_at is not null then perform private.refuse('not_found', 'comment'); end if;
  perform private.check_body(p_body);
  if known.body = p_body::jsonb then return; end if;
  perform private.spend(private.caller(), 'change_comment');
  update private.comments set body = p_body::jsonb, edited_at = now() where id = p_comment;
  perform private.change_thread(p_document, known.thread_id);
  perform private.notify_edited(p_document, known.thread_id, p_comment, known.body, p_body::jsonb);
end
$function$;

CREATE OR REPLACE FUNCTION public.forgive_my_address()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'organize');
  delete from private.mail_blocks b using auth.users u where u.id = private.caller() and b.address = lower(u.email);
end
$function$;

REVOKE ALL ON FUNCTION "public"."forgive_my_address"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."forgive_my_address"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.join_document(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  invited_as text;
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  document := private.lock_document(p_document);
  perform private.spend(private.caller(), 'share');
  if private.role_of(p_document, private.caller()) is not null then return; end if;
  if document.deleted_at is not null then perform private.refuse('forbidden'); end if;
  select i.role into invited_as from private.invitations i
  where i.document_id = p_document and i.email = private.my_address() and i.expires_at > now();
  if invited_as is not null then
    perform private.let_in(p_document, private.caller(), invited_as);
    return;
  end if;
  if document.link_role is null then perform private.refuse('forbidden'); end if;
  insert into public.members (document_id, user_id, role, via_link) values (p_document, private.caller(), document.link_role, true)
  on conflict (document_id, user_id) do update
  set role = excluded.role, via_link = true, expires_at = null, arrived_at = now();
  delete from private.access_requests where document_id = p_document and user_id = private.caller();
  perform private.answer_asked(p_document, private.caller());
end
$function$;

CREATE OR REPLACE FUNCTION public.list_my_documents()
 RETURNS json
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.list_opened(private.caller()) where private.caller() is not null;
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, l.changed_at as updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id,
      case when d.deleted_at is null then private.people_here(d.id, l.generation, m.user_id) else '[]' end as here
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.document_logs l on l.document_id = d.id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed;
$function$;

CREATE OR REPLACE FUNCTION public.list_notifications(p_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_only_mine boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  return json_build_object(
    'unseen', (select count(*) from (select from private.notifications n
      where n.user_id = me and n.seen_at is null and private.may_be_told(n) limit 100) as unseen),
    'notifications', (select coalesce(json_agg(private.describe_notification(n) order by n.created_at desc, n.id), '[]') from (
      select * from private.notifications n
      where n.user_id = me and n.created_at < coalesce(p_before, 'infinity') and private.may_be_told(n)
        and not (p_only_mine and n.kind in ('resolved', 'commented', 'restored'))
      order by n.created_at desc, n.id limit 50) as n));
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_notifications"(timestamp with time zone, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."list_notifications"(timestamp with time zone, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.mails_are_due()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from private.mail_service s where not s.is_set_up and s.reported_at > now() - interval '10 minutes')
    and (exists (select from private.mails m where m.state = 'due' and m.due_at <= private.clock())
    or exists (select from private.mails m where m.state = 'claimed' and m.claimed_at < private.clock() - interval '5 minutes')
    or exists (select from private.notifications n where n.mail_state = 'due' and n.mail_after <= private.clock() and not private.is_quiet(n.user_id))
    or exists (select from private.notification_settings s where s.mails and s.digest_hour is not null
      and extract(hour from private.local_time(s.user_id)) >= s.digest_hour and coalesce(s.digest_on, '-infinity') < private.local_time(s.user_id)::date
      and not private.is_quiet(s.user_id)))
$function$;

REVOKE ALL ON FUNCTION "public"."mails_are_due"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."mails_are_due"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.mark_notifications(p_mark text, p_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if p_mark is null or p_mark not in ('seen', 'unseen', 'done') then perform private.refuse('bad_request', 'mark'); end if;
  perform private.spend(private.caller(), 'organize');
  perform private.mark(p_mark, p_ids, null, null);
end
$function$;

REVOKE ALL ON FUNCTION "public"."mark_notifications"(text, uuid[]) FROM "anon";

REVOKE ALL ON FUNCTION "public"."mark_notifications"(text, uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.meet_time_zone(p_time_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if private.is_time_zone(p_time_zone) is not true then perform private.refuse('bad_request', 'timeZone'); end if;
  perform private.spend(private.caller(), 'organize');
  insert into private.notification_settings as s (user_id, time_zone) values (private.caller(), p_time_zone)
  on conflict (user_id) do update set time_zone = excluded.time_zone where s.time_zone is null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."meet_time_zone"(text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."meet_time_zone"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.my_mail_problem()
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('address', u.email, 'reason', b.reason, 'since', b.since)
  from auth.users u join private.mail_blocks b on b.address = lower(u.email) and b.reason <> 'soft' where u.id = private.caller()
$function$;

REVOKE ALL ON FUNCTION "public"."my_mail_problem"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."my_mail_problem"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.my_notification_settings()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
  chosen private.notification_settings;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  select * into chosen from private.notification_settings s where s.user_id = me;
  return json_build_object('levels', coalesce(chosen.levels, '{}'), 'mails', coalesce(chosen.mails, true),
    'hidesText', coalesce(chosen.hides_text, false), 'timeZone', chosen.time_zone,
    'quietFrom', to_char(chosen.quiet_from, 'HH24:MI'), 'quietTo', to_char(chosen.quiet_to, 'HH24:MI'),
    'digestHour', case when chosen.user_id is null then 8 else chosen.digest_hour end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."my_notification_settings"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."my_notification_settings"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.my_watch(p_document uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  perform private.require(p_document, me, 'read');
  return json_build_object('level', private.watch_of(p_document, me),
    'isChosen', exists (select from private.watches w where w.document_id = p_document and w.user_id = me));
end
$function$;

REVOKE ALL ON FUNCTION "public"."my_watch"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."my_watch"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.note_bounce(p_address text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_reason is null or p_reason not in ('bounced', 'complained', 'soft') then perform private.refuse('bad_request', 'reason'); end if;
  perform private.block_address(p_address, p_reason);
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_bounce"(text, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."note_bounce"(text, text) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.notify_mention(p_document uuid, p_user uuid, p_client bigint, p_clock bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  perform private.require(p_document, me, 'write');
  if p_client is null or p_clock is null or p_client not between 2 and 4294967295 or p_clock not between 0 and 999999999999999 then
    perform private.refuse('bad_request', 'mention');
  end if;
  perform private.spend(me, 'mention');
  if private.role_of(p_document, p_user) is null
    or not exists (select from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null) then
    perform private.refuse('user_not_found');
  end if;
  if (select count(*) from private.notifications n where n.user_id = p_user and n.document_id = p_document and n.actor = me
      and n.kind = 'mentioned' and n.created_at > private.clock() - interval '1 hour') >= 5 then return; end if;
  perform private.notify(array[p_user], array['mentioned'], p_document, 'mention ' || p_document || ' ' || p_client || ' ' || p_clock);
end
$function$;

REVOKE ALL ON FUNCTION "public"."notify_mention"(uuid, uuid, bigint, bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."notify_mention"(uuid, uuid, bigint, bigint) FROM "service_role";

CREATE OR REPLACE FUNCTION public.preview_unsubscribe(p_token text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token record;
begin
  select * into token from private.read_mail_token(p_token);
  if token.scope is null then perform private.refuse('not_found', 'token'); end if;
  return case token.scope
    when 's' then json_build_object('scope', 'sender', 'name', (select p.name from public.profiles p where p.id = encode(token.target, 'hex')::uuid))
    when 'd' then json_build_object('scope', 'document', 'title', (select d.title from public.documents d where d.id = encode(token.target, 'hex')::uuid
      and private.role_of(d.id, encode(token.subject, 'hex')::uuid) is not null))
    when 'k' then json_build_object('scope', 'kind', 'kind', case rtrim(convert_from(token.target, 'UTF8'))
      when 'mentioned_in_com' then 'mentioned_in_comment' else rtrim(convert_from(token.target, 'UTF8')) end)
    else json_build_object('scope', 'all') end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."preview_unsubscribe"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.read_threads(p_document uuid, p_threads uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then perform private.refuse('forbidden', 'comments'); end if;
  perform private.spend(me, 'change_comment');
  insert into private.thread_reads (user_id, thread_id, read_at)
  select me, t.id, now() from private.comment_threads t where t.document_id = p_document and t.id = any (p_threads) and not t.is_removed
  order by t.id
  on conflict (user_id, thread_id) do update set read_at = excluded.read_at;
  perform private.mark('seen', null, p_document, p_threads);
end
$function$;

CREATE OR REPLACE FUNCTION public.report_mail(p_mail uuid, p_outcome text, p_problem text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.mails;
begin
  select * into mail from private.mails m where m.id = p_mail and m.state = 'claimed' for update;
  if mail.id is null then return; end if;
  update private.mails m set tries = m.tries + 1 where m.id = p_mail;
  if p_outcome = 'sent' then perform private.settle_mail(p_mail, 'sent');
  elsif p_outcome = 'refused' then
    perform private.block_address(coalesce((select i.email from private.invitations i where i.id = mail.invitation_id), private.address_of(mail.user_id)), 'bounced');
    perform private.settle_mail(p_mail, 'failed', left(p_problem, 500));
  elsif mail.tries >= 4 then perform private.settle_mail(p_mail, 'failed', left(p_problem, 500));
  else
    update private.mails m set state = 'due', claimed_at = null, problem = left(p_problem, 500),
      due_at = private.clock() + interval '1 minute' * 4 ^ mail.tries where m.id = p_mail;
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."report_mail"(uuid, text, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."report_mail"(uuid, text, text) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.request_access(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  insert into private.access_requests (document_id, user_id)
  select d.id, private.caller() from public.documents d
  where d.id = p_document and d.deleted_at is null
    and not coalesce(private.may(private.role_of(d.id, private.caller()), 'write'), false)
  on conflict do nothing;
  if found then perform private.notify_asked(p_document); end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_notification_settings(p_settings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.caller();
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  perform private.check_settings(p_settings);
  perform private.spend(me, 'organize');
  insert into private.notification_settings as s (user_id, levels, mails, hides_text, time_zone, quiet_from, quiet_to, digest_hour)
  values (me, p_settings -> 'levels', (p_settings ->> 'mails')::boolean, (p_settings ->> 'hidesText')::boolean, p_settings ->> 'timeZone',
    (p_settings ->> 'quietFrom')::time, (p_settings ->> 'quietTo')::time, (p_settings ->> 'digestHour')::smallint)
  on conflict (user_id) do update set levels = excluded.levels, mails = excluded.mails, hides_text = excluded.hides_text,
    time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, digest_hour = excluded.digest_hour;
  perform private.leave_digest(me);
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_notification_settings"(jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."save_notification_settings"(jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.see_document(p_document uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.require_member(p_document);
begin
  perform private.mark('seen', array(select n.id from private.notifications n
    where n.user_id = me and n.document_id = p_document and n.thread_id is null and n.kind <> 'access_asked'), p_document, null);
end
$function$;

REVOKE ALL ON FUNCTION "public"."see_document"(uuid) FROM "anon";

REVOKE ALL ON FUNCTION "public"."see_document"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.set_member_role(p_document uuid, p_user uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select m.role into old_role from public.members m
  where m.document_id = p_document and m.user_id = p_user and m.role <> 'owner' and m.arrived_at is not null;
  if old_role is null then perform private.refuse('user_not_found'); end if;
  -- A role that the owner gives does not depend on the link any more.
  update public.members set role = p_role, via_link = false where document_id = p_document and user_id = p_user;
  if old_role = p_role then return; end if;
  perform private.notify_access('role_changed', p_document, p_user, p_role);
  if old_role = 'editor' then
    update public.editing_sessions set lost_right_at = now()
    where document_id = p_document and user_id = p_user and revoked_at is null;
  end if;
  perform private.move_lanes(p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_thread_state(p_document uuid, p_thread uuid, p_state text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  my_role text := private.open_threads(p_document);
  thread private.comment_threads := private.find_thread(p_document, p_thread);
  me uuid := private.caller();
begin
  if not private.may(my_role, 'write') and thread.created_by is distinct from me then perform private.refuse('forbidden'); end if;
  if p_state is null or p_state not in ('open', 'resolved') then perform private.refuse('bad_request', 'state'); end if;
  if thread.is_resolved = (p_state = 'resolved') then return; end if;
  if p_state = 'open' then perform private.check_room(p_document, true); end if;
  perform private.spend(me, 'change_comment');
  update private.comment_threads
  set is_resolved = p_state = 'resolved', resolved_by = case p_state when 'resolved' then me end, resolved_at = case p_state when 'resolved' then now() end
  where id = p_thread;
  perform private.change_thread(p_document, p_thread);
  perform private.notify_resolved(p_document, p_thread, p_state = 'resolved');
end
$function$;

CREATE OR REPLACE FUNCTION public.set_watch(p_document uuid, p_level text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.require_member(p_document);
begin
  if p_level is null or p_level not in ('all', 'mine', 'none') then perform private.refuse('bad_request', 'level'); end if;
  insert into private.watches (user_id, document_id, level) values (me, p_document, p_level)
  on conflict (user_id, document_id) do update set level = excluded.level;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_watch"(uuid, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."set_watch"(uuid, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.sweep(p_limit integer DEFAULT 1000)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer := least(greatest(coalesce(p_limit, 1000), 1), 10000);
  documents bigint := private.erase_expired();
  swept jsonb := jsonb_build_object(
    'sessions', private.sweep_sessions(most),
    'secrets', private.sweep_secrets(most),
    'invitations', private.sweep_invitations(most),
    'refusedWrites', private.sweep_refused_writes(most),
    'buckets', private.sweep_buckets(most),
    'notifications', private.sweep_notifications(most),
    'versions', private.sweep_versions(most));
begin
  return swept || jsonb_build_object('documents', documents, 'more',
    documents >= 20 or exists (select from jsonb_each_text(swept) as kind (name, number) where number::bigint >= most));
end
$function$;

CREATE OR REPLACE FUNCTION public.take_back_mention(p_document uuid, p_user uuid, p_client bigint, p_clock bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require(p_document, private.caller(), 'write');
  perform private.spend(private.caller(), 'organize');
  delete from private.notifications n where n.user_id = p_user and n.document_id = p_document and n.kind = 'mentioned' and n.seen_at is null
    and n.actor = private.caller() and n.event = 'mention ' || p_document || ' ' || p_client || ' ' || p_clock;
  if found then perform private.ring(p_user); end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."take_back_mention"(uuid, uuid, bigint, bigint) FROM "anon";

REVOKE ALL ON FUNCTION "public"."take_back_mention"(uuid, uuid, bigint, bigint) FROM "service_role";

CREATE OR REPLACE FUNCTION public.transfer_document(p_document uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  if p_user = private.caller() or not exists (
    select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('user_not_found');
  end if;
  update public.members set role = 'editor' where document_id = p_document and user_id = private.caller();
  update public.members set role = 'owner', via_link = false, expires_at = null where document_id = p_document and user_id = p_user;
  update public.documents set owner_id = p_user where id = p_document;
  perform private.notify_access('role_changed', p_document, p_user, 'owner');
  perform private.move_lanes(p_document);
end
$function$;

CREATE OR REPLACE FUNCTION public.unsubscribe(p_token text, p_undo boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token record;
  person uuid;
  kind text;
begin
  select * into token from private.read_mail_token(p_token);
  if token.scope is null then perform private.refuse('not_found', 'token'); end if;
  if token.scope = 's' then
    if p_undo then delete from private.blocked_senders b where b.address_hash = token.subject and b.sender = encode(token.target, 'hex')::uuid;
    else
      insert into private.blocked_senders (address_hash, sender)
      select token.subject, p.id from public.profiles p where p.id = encode(token.target, 'hex')::uuid on conflict do nothing;
    end if;
    return json_build_object('scope', 'sender', 'name', (select p.name from public.profiles p where p.id = encode(token.target, 'hex')::uuid));
  end if;
  person := (select p.id from public.profiles p where p.id = encode(token.subject, 'hex')::uuid);
  if person is null then perform private.refuse('not_found', 'token'); end if;
  perform private.spend(person, 'unsubscribe');
  insert into private.notification_settings (user_id) values (person) on conflict do nothing;
  if token.scope = 'a' then
    update private.notification_settings s set mails = coalesce(p_undo, false) where s.user_id = person;
    return json_build_object('scope', 'all');
  elsif token.scope = 'd' then
    return private.stop_document(person, encode(token.target, 'hex')::uuid, coalesce(p_undo, false));
  end if;
  kind := rtrim(convert_from(token.target, 'UTF8'));
  if kind = 'digest' then
    update private.notification_settings s set digest_hour = case when p_undo then 8 end where s.user_id = person;
    perform private.leave_digest(person);
  else
    kind := case kind when 'mentioned_in_com' then 'mentioned_in_comment' else kind end;
    update private.notification_settings s set levels = case when p_undo then s.levels - kind else s.levels || jsonb_build_object(kind, 'app') end
    where s.user_id = person;
  end if;
  return json_build_object('scope', 'kind', 'kind', kind);
end
$function$;

ALTER TABLE "private"."blocked_senders" ADD CONSTRAINT "blocked_senders_sender_fkey" FOREIGN KEY (sender) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."mails" ADD CONSTRAINT "mails_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."mails" ADD CONSTRAINT "mails_invitation_id_fkey" FOREIGN KEY (invitation_id) REFERENCES private.invitations(id) ON DELETE CASCADE;

ALTER TABLE "private"."mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."notification_settings" ADD CONSTRAINT "notification_settings_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."notifications" ADD CONSTRAINT "notifications_actor_fkey" FOREIGN KEY (actor) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."notifications" ADD CONSTRAINT "notifications_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES private.comments(id) ON DELETE CASCADE;

ALTER TABLE "private"."notifications" ADD CONSTRAINT "notifications_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."notifications" ADD CONSTRAINT "notifications_in_mails" FOREIGN KEY (mail_id) REFERENCES private.mails(id) ON DELETE SET NULL;

ALTER TABLE "private"."notifications" ADD CONSTRAINT "notifications_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES private.comment_threads(id) ON DELETE CASCADE;

ALTER TABLE "private"."notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."open_lists" ADD CONSTRAINT "open_lists_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."watches" ADD CONSTRAINT "watches_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."watches" ADD CONSTRAINT "watches_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX blocked_senders_sender ON private.blocked_senders USING btree (sender);

CREATE INDEX mails_claimed ON private.mails USING btree (claimed_at) WHERE (state = 'claimed'::text);

CREATE INDEX mails_created ON private.mails USING btree (created_at);

CREATE INDEX mails_document ON private.mails USING btree (document_id);

CREATE INDEX mails_invitation ON private.mails USING btree (invitation_id);

CREATE INDEX mails_person ON private.mails USING btree (user_id, created_at);

CREATE INDEX mails_waiting ON private.mails USING btree (due_at) WHERE (state = 'due'::text);

CREATE INDEX notifications_actor ON private.notifications USING btree (actor) WHERE (actor IS NOT NULL);

CREATE INDEX notifications_comment ON private.notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);

CREATE INDEX notifications_created ON private.notifications USING btree (created_at);

CREATE INDEX notifications_document ON private.notifications USING btree (document_id, user_id);

CREATE INDEX notifications_due ON private.notifications USING btree (mail_after) WHERE (mail_state = 'due'::text);

CREATE INDEX notifications_mail ON private.notifications USING btree (mail_id) WHERE (mail_id IS NOT NULL);

CREATE INDEX notifications_of_person ON private.notifications USING btree (user_id, created_at DESC, id);

CREATE INDEX notifications_thread ON private.notifications USING btree (thread_id) WHERE (thread_id IS NOT NULL);

CREATE INDEX notifications_unseen ON private.notifications USING btree (user_id) WHERE (seen_at IS NULL);

CREATE INDEX watches_document ON private.watches USING btree (document_id);

CREATE TRIGGER log_changed AFTER UPDATE OF changed_at ON public.document_logs FOR EACH ROW WHEN ((new.changed_at > (old.changed_at + '00:01:00'::interval))) EXECUTE FUNCTION private.log_changed();

CREATE TRIGGER list_changed AFTER UPDATE OF title, owner_id, deleted_at ON public.documents FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.owner_id IS DISTINCT FROM old.owner_id) OR (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION private.list_changed();

CREATE TRIGGER session_opened AFTER INSERT ON public.editing_sessions FOR EACH ROW EXECUTE FUNCTION private.session_opened();

CREATE TRIGGER membership_changed AFTER INSERT OR DELETE OR UPDATE OF role, arrived_at ON public.members FOR EACH ROW EXECUTE FUNCTION private.membership_changed();

CREATE POLICY "receive_own_messages" ON "realtime"."messages" FOR SELECT TO "authenticated" USING (((extension = 'broadcast'::text) AND (( SELECT realtime.topic() AS topic) = ('user:'::text || ( SELECT private.caller() AS caller)))));

COMMENT ON COLUMN "private"."invitations"."round" IS 'How often the address was invited; each time has a token of its own.';

COMMENT ON COLUMN "private"."mails"."lost" IS 'How often whoever claimed it never reported. It may have gone out then, so it is claimed again only once.';

COMMENT ON COLUMN "private"."mails"."problem" IS 'Why it was not sent, as the mail server or this file says.';

COMMENT ON COLUMN "private"."mails"."tries" IS 'How often a mail server was asked.';

COMMENT ON COLUMN "private"."notification_settings"."digest_hour" IS 'In the person''s time zone; null: no digest.';

COMMENT ON COLUMN "private"."notification_settings"."digest_on" IS 'The local day for which the last digest was made.';

COMMENT ON COLUMN "private"."notification_settings"."digest_until" IS 'Changes up to here were in the last digest.';

COMMENT ON COLUMN "private"."notification_settings"."hides_text" IS 'Mails name neither titles nor text.';

COMMENT ON COLUMN "private"."notification_settings"."levels" IS 'By kind: off, app or mail. A kind that is missing has the level of private.default_level.';

COMMENT ON COLUMN "private"."notification_settings"."mails" IS 'False: no mails at all.';

COMMENT ON COLUMN "private"."notification_settings"."time_zone" IS 'IANA name, taken from the browser the first time.';

COMMENT ON COLUMN "private"."notifications"."event" IS 'Names the event, for example by the id of the comment.';

COMMENT ON COLUMN "private"."notifications"."mail_state" IS 'none: only in the app. due: a mail from mail_after on. digest: in the next digest. gathered: in a mail that is on its way. skipped: seen, taken back or turned off in time.';

COMMENT ON COLUMN "private"."notifications"."role" IS 'The role that was given.';

COMMENT ON FUNCTION "private"."address_hash"(text) IS 'Sixteen bytes that stand for an address.';

COMMENT ON FUNCTION "private"."address_of"(uuid) IS 'Where a person can be written to; null without a confirmed address, or when mail servers refuse it.';

COMMENT ON FUNCTION "private"."after_append"(public.document_logs, uuid, text, bigint, bigint, bigint, text) IS 'Called in the transaction of each append, with the log as it was before: sets the title in lists, extends the history, and tells those whose text a restore replaced.';

COMMENT ON FUNCTION "private"."answer_asked"(uuid, uuid) IS 'A request was answered: the owner need not be told any more.';

COMMENT ON FUNCTION "private"."block_address"(text, text) IS 'A mail server refused an address: for good (bounced), for a while (soft), or its person complained.';

COMMENT ON FUNCTION "private"."check_settings"(jsonb) IS 'Refuses settings that are not those of #contract/notifications/settings.ts.';

COMMENT ON FUNCTION "private"."clock"() IS 'The time by which notifications and mails are due.';

COMMENT ON FUNCTION "private"."concerned_by"(uuid) IS 'People whose thread it is: who opened it, who wrote in it, and who has it to do.';

COMMENT ON FUNCTION "private"."default_level"(text) IS 'How a person who chose nothing is told of a kind.';

COMMENT ON FUNCTION "private"."describe_notification"(private.notifications) IS 'A notification as its person sees it, who may be told. The answer to a refused request does not name the document. isOpen: nobody has answered the request yet.';

COMMENT ON FUNCTION "private"."gather_mails"() IS 'Makes a mail of what is due for a person in a document, unless these are their quiet hours. Beyond ten mails in an hour the rest waits for the digest.';

COMMENT ON FUNCTION "private"."invitation_token"(private.invitations) IS 'The token of an invitation, computed again when its mail is sent: it is stored nowhere. Inviting again gives another one.';

COMMENT ON FUNCTION "private"."is_about_access"(text) IS 'Kinds that a person is told whatever they chose for the document.';

COMMENT ON FUNCTION "private"."is_blocked"(text) IS 'Whether nothing is sent to an address, because mail servers refused it.';

COMMENT ON FUNCTION "private"."is_quiet"(uuid) IS 'Whether it is one of the hours in which a person wants no mails. The hours may span midnight.';

COMMENT ON FUNCTION "private"."is_time_zone"(text) IS 'Whether Postgres knows a time zone by this name.';

COMMENT ON FUNCTION "private"."is_wanted"(private.notifications) IS 'Whether a person should still get a mail: they have not seen it, may know of it and want it.';

COMMENT ON FUNCTION "private"."leave_digest"(uuid) IS 'Who turned the digest off gets mails about what was to be in it.';

COMMENT ON FUNCTION "private"."letter_of"(private.mails) IS 'All that a mail says, checked now: the address, the language, the items that are still unseen, allowed and wanted, and the tokens that stop such mails. Null when nothing is left.';

COMMENT ON FUNCTION "private"."level_of"(uuid, text, uuid) IS 'How a person is told of a kind of event in a document: off, app or mail.';

COMMENT ON FUNCTION "private"."list_changed"() IS 'Trigger: a title, an owner or a place in the trash changed.';

COMMENT ON FUNCTION "private"."list_opened"(uuid) IS 'A person loads their list.';

COMMENT ON FUNCTION "private"."local_time"(uuid) IS 'Day and time where a person is.';

COMMENT ON FUNCTION "private"."log_changed"() IS 'Trigger: somebody wrote in a document, the first time for a minute.';

COMMENT ON FUNCTION "private"."mail_of"(uuid) IS 'What the owner learns of the last mail of an invitation: waits, sent, failed or tooMany. Null without one.';

COMMENT ON FUNCTION "private"."mail_token"(text, bytea, bytea) IS 'A token for a link in a mail: version, scope (a, d, k or s), sixteen bytes each for whose mails and which, and sixteen of an HMAC-SHA-256 with the deployment''s secret, in base64url. It gives no right but to stop mails.';

COMMENT ON FUNCTION "private"."mail_waits"(text) IS 'How long a mail waits for the person to see it in the app, or for the event to be taken back.';

COMMENT ON FUNCTION "private"."mails_in_hour"(uuid) IS 'Mails about documents that were made for a person within an hour.';

COMMENT ON FUNCTION "private"."make_digests"() IS 'Makes a mail of the day''s news for people whose hour has come, once on each of their days, and none without news.';

COMMENT ON FUNCTION "private"."mark"(text, uuid[], uuid, uuid[]) IS 'Marks notifications of the caller as seen, unseen or done; null takes all.';

COMMENT ON FUNCTION "private"."may_be_told"(private.notifications) IS 'Whether a person may still know of what they were told: rights may have ended since.';

COMMENT ON FUNCTION "private"."membership_changed"() IS 'Trigger: somebody got, lost or changed a role, or arrived.';

COMMENT ON FUNCTION "private"."mentioned_in"(uuid, jsonb) IS 'The members whom a comment mentions.';

COMMENT ON FUNCTION "private"."news_of"(uuid, timestamp with time zone) IS 'For a digest: what others wrote and commented since then in documents that a person watches, unless the person has seen it, and of how much in each document no mail was sent.';

COMMENT ON FUNCTION "private"."notify"(uuid[], text[], uuid, text, uuid, uuid, text, uuid) IS 'Tells people of an event that the caller, or p_actor, caused: each once, by the first kind that names them, and never who caused it. An invitation has a mail of its own. In documents with more than fifty members, mails go only to people who are concerned.';

COMMENT ON FUNCTION "private"."notify_access"(text, uuid, uuid, text) IS 'The access of a person changed, was asked for or refused: tells them.';

COMMENT ON FUNCTION "private"."notify_asked"(uuid) IS 'The caller asks for access: tells the owner, once until it is answered.';

COMMENT ON FUNCTION "private"."notify_assigned"(uuid, uuid, uuid) IS 'A thread was given to a person, or to nobody: tells them, and takes back what the person before has not seen.';

COMMENT ON FUNCTION "private"."notify_comment"(uuid, uuid, uuid, jsonb, uuid) IS 'A comment was added: tells who got the thread to do, who is mentioned, whose thread it is, and who watches the document.';

COMMENT ON FUNCTION "private"."notify_edited"(uuid, uuid, uuid, jsonb, jsonb) IS 'A comment was edited: tells people who are mentioned now, and takes back what those were told who no longer are and have not seen it.';

COMMENT ON FUNCTION "private"."notify_resolved"(uuid, uuid, boolean) IS 'A thread was resolved: tells those whose thread it is. Or it was opened again: takes back what nobody has seen yet.';

COMMENT ON FUNCTION "private"."notify_restored"(uuid, uuid) IS 'A version was restored over what was written since: tells those who wrote it. A restored part tells nobody.';

COMMENT ON FUNCTION "private"."pad"(text) IS 'A kind as sixteen bytes. No two kinds begin alike for so long.';

COMMENT ON FUNCTION "private"."queue_invitation"(uuid) IS 'Makes the mail of an invitation, unless its address does not want it, or the person who invites has written twenty within a day. It waits for no quiet hours, because somebody waits for an answer.';

COMMENT ON FUNCTION "private"."quote_for"(private.comment_threads, uuid) IS 'The quote of a thread as its person may read it in a mail: a reader gets text that was in the document since they had access.';

COMMENT ON FUNCTION "private"."read_mail_token"(text) IS 'What a token of mail_token says; null when it is none.';

COMMENT ON FUNCTION "private"."ring"(uuid) IS 'Tells the open pages of a person that their notifications changed. The message says nothing more.';

COMMENT ON FUNCTION "private"."schedule_sweep"() IS 'Schedules public.sweep() in pg_cron every ten minutes and, where there are pg_net and Vault, the edge function sweep-files every hour, and every minute in which mails are due send-mails, at the address and with the secret key that Vault has as spolu_url and spolu_secret_key. Returns what it did. Idempotent. Runs with the rights of the caller.';

COMMENT ON FUNCTION "private"."seeing_comments"(uuid, uuid[]) IS 'Those of these people who see the comments of a document.';

COMMENT ON FUNCTION "private"."session_opened"() IS 'Trigger: somebody opened a document, so that lists show their face.';

COMMENT ON FUNCTION "private"."settle_mail"(uuid, text, text) IS 'A mail was sent, skipped or given up, and with it what it tells of.';

COMMENT ON FUNCTION "private"."skip_unwanted"() IS 'Of what is due, leaves out what nobody needs a mail about any more.';

COMMENT ON FUNCTION "private"."stop_document"(uuid, uuid, boolean) IS 'A person wants to be told nothing of a document, or again what is usual.';

COMMENT ON FUNCTION "private"."sweep_notifications"(integer) IS 'Erases notifications after 90 days, and records of mails after 30. Returns how many.';

COMMENT ON FUNCTION "private"."take_back"(uuid, text[], uuid, uuid, uuid, text) IS 'Deletes notifications of an event that was taken back, so that no mail follows.';

COMMENT ON FUNCTION "private"."tell_lists"(uuid, uuid) IS 'A document looks different in lists now: tells members with an open list, and p_also. The message says nothing more.';

COMMENT ON FUNCTION "private"."watch_of"(uuid, uuid) IS 'What a person wants to be told of a document. Who chose nothing is told all of documents that they own, wrote in or commented.';

COMMENT ON FUNCTION "public"."add_member"(uuid, text, text) IS 'Invites an address as editor, commenter or viewer, by a mail where mails are set up; the owner may call it. Returns the token of the invitation, which works once, for that address, for seven days. A person who already has an account with the address may open the document at once, and is listed from then on.';

COMMENT ON FUNCTION "public"."claim_mails"(boolean, integer) IS 'Hands out mails that are due, for five minutes, with all that they say; p_is_set_up: whether the caller can send. Two callers get different ones. A mail that nobody reported on is handed out once more, under the same id.';

COMMENT ON FUNCTION "public"."confirm_mentions"(uuid, jsonb) IS 'The mentions that the text has, each [person, client, clock]: takes back those that it does not have, or never had.';

COMMENT ON FUNCTION "public"."forgive_my_address"() IS 'Tries the caller''s own address again.';

COMMENT ON FUNCTION "public"."list_notifications"(timestamp with time zone, boolean) IS 'Notifications of the caller, newest first, 50 at most, from before a time; and how many are unseen (100 at most). p_only_mine leaves out what merely happened in documents that they watch.';

COMMENT ON FUNCTION "public"."mails_are_due"() IS 'Whether send-mails has anything to do: a schedule asks this first, and calls nothing without need. Where no mails leave, the answer is no for ten minutes each time.';

COMMENT ON FUNCTION "public"."mark_notifications"(text, uuid[]) IS 'Marks notifications of the caller as seen, unseen or done; without ids all. Other pages of the caller hear of it.';

COMMENT ON FUNCTION "public"."meet_time_zone"(text) IS 'The time zone of the caller''s browser, kept if none was chosen before.';

COMMENT ON FUNCTION "public"."my_mail_problem"() IS 'Why nothing is sent to the caller''s own address; null when mails arrive.';

COMMENT ON FUNCTION "public"."my_notification_settings"() IS 'How the caller is told. levels has the kinds that were chosen; others have their default.';

COMMENT ON FUNCTION "public"."my_watch"(uuid) IS 'What the caller is told of a document: all, mine or none; and whether they chose it.';

COMMENT ON FUNCTION "public"."note_bounce"(text, text) IS 'What a mail provider reports of an address: bounced, complained or soft.';

COMMENT ON FUNCTION "public"."notify_mention"(uuid, uuid, bigint, bigint) IS 'The caller mentioned a member in the text, by a node with this Yjs id; the caller may write. Tells the person once; of more than five mentions in an hour, by one person in one document, only five.';

COMMENT ON FUNCTION "public"."preview_unsubscribe"(text) IS 'What a token of a mail would stop; changes nothing, because mail scanners follow links.';

COMMENT ON FUNCTION "public"."report_mail"(uuid, text, text) IS 'What became of a claimed mail: sent; refused by the mail server for good, so that nothing more is sent to that address; or failed for now, then it is tried again after 1, 4, 16 and 64 minutes.';

COMMENT ON FUNCTION "public"."save_notification_settings"(jsonb) IS 'Replaces the settings of the caller. What is on its way already is checked against them.';

COMMENT ON FUNCTION "public"."see_document"(uuid) IS 'The caller has the document before them: what they were told of it is seen, except comments, which are seen when they are read, and requests.';

COMMENT ON FUNCTION "public"."set_watch"(uuid, text) IS 'The caller chooses what to be told of a document.';

COMMENT ON FUNCTION "public"."sweep"(integer) IS 'Erases expired data: documents after 30 days in the trash (20 at most), editing sessions that wrote nothing, secrets of sessions that are over, expired invitations and their memberships, refused writes after 90 days, full buckets, notifications after 90 days and records of mails after 30, automatic versions that are thinned out; of each kind p_limit rows at most (1,000; between 1 and 10,000). Returns how many of each, and as more whether there may be more. Calling it twice, or at the same time, is harmless. Sessions that wrote and the log stay.';

COMMENT ON FUNCTION "public"."take_back_mention"(uuid, uuid, bigint, bigint) IS 'The caller took a mention out of the text again: the person is not told, unless they have seen it.';

COMMENT ON FUNCTION "public"."unsubscribe"(text, boolean) IS 'For everybody with a token of a mail: stops such mails, or with p_undo allows them again. Returns what was stopped: all; a document; a kind, or the digest; a sender.';

COMMENT ON TABLE "private"."blocked_senders" IS 'People from whom an address wants no invitations.';

COMMENT ON TABLE "private"."mail_blocks" IS 'Addresses that mail servers refuse. bounced and complained: nothing is sent there any more. soft: refused for a while, so many times since then; three in seven days count as bounced.';

COMMENT ON TABLE "private"."mail_service" IS 'One row, once send-mails has run: whether it can send.';

COMMENT ON TABLE "private"."mails" IS 'Mails that wait, are on their way, or went. Kept for 30 days.';

COMMENT ON TABLE "private"."notification_settings" IS 'How a person is told. Without a row the defaults hold.';

COMMENT ON TABLE "private"."notifications" IS 'What people were told. One event tells a person once.';

COMMENT ON TABLE "private"."open_lists" IS 'When a person last loaded their list of documents. Only those who did lately are told of changes.';

COMMENT ON TABLE "private"."watches" IS 'What a person chose to be told of a document: all changes, only what concerns them, or nothing.';

REVOKE ALL ON FUNCTION "private"."address_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_asked"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."block_address"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_settings"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clock"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."concerned_by"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."default_level"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_notification"(private.notifications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gather_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invitation_token"(private.invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_about_access"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_blocked"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_quiet"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_time_zone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_wanted"(private.notifications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_digest"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."letter_of"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."level_of"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_opened"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."local_time"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_token"(text, bytea, bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_waits"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mails_in_hour"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_digests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark"(text, uuid[], uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_be_told"(private.notifications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."membership_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mentioned_in"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."news_of"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify"(uuid[], text[], uuid, text, uuid, uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_access"(text, uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_asked"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_assigned"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_comment"(uuid, uuid, uuid, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_edited"(uuid, uuid, uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_resolved"(uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_restored"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pad"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_invitation"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_for"(private.comment_threads, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_mail_token"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ring"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seeing_comments"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."session_opened"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_mail"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skip_unwanted"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stop_document"(uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sweep_notifications"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back"(uuid, text[], uuid, uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_lists"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."watch_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_mails"(boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_mails"(boolean, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."confirm_mentions"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_mentions"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."forgive_my_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."forgive_my_address"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_notifications"(timestamp with time zone, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_notifications"(timestamp with time zone, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mails_are_due"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mails_are_due"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_notifications"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_notifications"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."meet_time_zone"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."meet_time_zone"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_mail_problem"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_mail_problem"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_notification_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_notification_settings"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_watch"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_watch"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_bounce"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_bounce"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."notify_mention"(uuid, uuid, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."notify_mention"(uuid, uuid, bigint, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_unsubscribe"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_unsubscribe"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."report_mail"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_mail"(uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_notification_settings"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_notification_settings"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."see_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."see_document"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_watch"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_watch"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_mention"(uuid, uuid, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_back_mention"(uuid, uuid, bigint, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unsubscribe"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unsubscribe"(text, boolean) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."unsubscribe"(text, boolean) TO "service_role";

insert into private.rate_limits ("action", "per_second", "burst") values ('mention', '0.008333333333333333', '30');

insert into private.rate_limits ("action", "per_second", "burst") values ('unsubscribe', '1', '60');

revoke all on private.notification_settings from anon, authenticated;

revoke all on private.watches from anon, authenticated;

revoke all on private.notifications from anon, authenticated;

revoke all on private.open_lists from anon, authenticated;

revoke all on private.mails from anon, authenticated;

revoke all on private.mail_blocks from anon, authenticated;

revoke all on private.blocked_senders from anon, authenticated;

revoke all on private.mail_service from anon, authenticated;

do $$
begin
  raise notice '%', private.schedule_sweep();
exception when others then
  raise warning 'The mails are not scheduled (%). See docs/operations.md; then: select private.schedule_sweep();', sqlerrm;
end
$$;
