-- The queue of mails: claiming, reporting, and the links in them that stop them.

create function private.mail_token(p_scope text, p_subject bytea, p_target bytea) returns text
language sql stable security definer set search_path = ''
as $$
  select rtrim(translate(encode(payload || substr(extensions.hmac('mail '::bytea || payload, s.secret, 'sha256'), 1, 16), 'base64'), E'+/\n', '-_'), '=')
  from private.deployment_secret s, lateral (select convert_to('1' || p_scope, 'UTF8') || p_subject || p_target as payload) as made
$$;
comment on function private.mail_token(text, bytea, bytea) is
  'A token for a link in a mail: version, scope (a, d, k or s), sixteen bytes each for whose mails and which, and sixteen of an HMAC-SHA-256 with the deployment''s secret, in base64url. It gives no right but to stop mails.';
revoke all on function private.mail_token(text, bytea, bytea) from public;

create function private.pad(p_text text) returns bytea language sql immutable set search_path = ''
return substr(convert_to(rpad(p_text, 16, ' '), 'UTF8'), 1, 16);
comment on function private.pad(text) is 'A kind as sixteen bytes. No two kinds begin alike for so long.';
revoke all on function private.pad(text) from public;

create function private.invitation_token(p_invitation private.invitations) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(extensions.hmac(convert_to('invitation ' || p_invitation.id || ' ' || p_invitation.round, 'UTF8'), s.secret, 'sha256'), 'hex')
  from private.deployment_secret s
$$;
comment on function private.invitation_token(private.invitations) is
  'The token of an invitation, computed again when its mail is sent: it is stored nowhere. Inviting again gives another one.';
revoke all on function private.invitation_token(private.invitations) from public;

create function private.queue_invitation(p_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.queue_invitation(uuid) is 'Makes the mail of an invitation, unless its address does not want it, or the person who invites has written twenty within a day. It waits for no quiet hours, because somebody waits for an answer.';
revoke all on function private.queue_invitation(uuid) from public;

create function private.letter_of(p_mail private.mails) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.letter_of(private.mails) is
  'All that a mail says, checked now: the address, the language, the items that are still unseen, allowed and wanted, and the tokens that stop such mails. Null when nothing is left.';
revoke all on function private.letter_of(private.mails) from public;

create function public.claim_mails(p_is_set_up boolean, p_most integer default 20) returns json
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.claim_mails(boolean, integer) is
  'Hands out mails that are due, for five minutes, with all that they say; p_is_set_up: whether the caller can send. Two callers get different ones. A mail that nobody reported on is handed out once more, under the same id.';
revoke all on function public.claim_mails(boolean, integer) from public, anon, authenticated;
grant execute on function public.claim_mails(boolean, integer) to service_role;

create function private.settle_mail(p_mail uuid, p_state text, p_problem text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.mails m set state = p_state, problem = p_problem, settled_at = private.clock() where m.id = p_mail;
  update private.notifications n set mail_state = p_state where n.mail_id = p_mail and n.mail_state = 'gathered';
  if p_state <> 'sent' then return; end if;
  update private.notification_settings s set digest_until = m.created_at from private.mails m
  where m.id = p_mail and m.kind = 'digest' and s.user_id = m.user_id;
  update private.notifications n set mail_state = 'sent', mail_id = p_mail from private.mails m
  where m.id = p_mail and m.kind = 'digest' and n.user_id = m.user_id and n.mail_state = 'digest' and n.created_at <= m.created_at;
end
$$;
comment on function private.settle_mail(uuid, text, text) is 'A mail was sent, skipped or given up, and with it what it tells of.';
revoke all on function private.settle_mail(uuid, text, text) from public;

create function public.report_mail(p_mail uuid, p_outcome text, p_problem text default null) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.report_mail(uuid, text, text) is
  'What became of a claimed mail: sent; refused by the mail server for good, so that nothing more is sent to that address; or failed for now, then it is tried again after 1, 4, 16 and 64 minutes.';
revoke all on function public.report_mail(uuid, text, text) from public, anon, authenticated;
grant execute on function public.report_mail(uuid, text, text) to service_role;

create function private.block_address(p_address text, p_reason text) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.block_address(text, text) is
  'A mail server refused an address: for good (bounced), for a while (soft), or its person complained.';
revoke all on function private.block_address(text, text) from public;

create function public.note_bounce(p_address text, p_reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_reason is null or p_reason not in ('bounced', 'complained', 'soft') then perform private.refuse('bad_request', 'reason'); end if;
  perform private.block_address(p_address, p_reason);
end
$$;
comment on function public.note_bounce(text, text) is 'What a mail provider reports of an address: bounced, complained or soft.';
revoke all on function public.note_bounce(text, text) from public, anon, authenticated;
grant execute on function public.note_bounce(text, text) to service_role;

create function public.my_mail_problem() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('address', u.email, 'reason', b.reason, 'since', b.since)
  from auth.users u join private.mail_blocks b on b.address = lower(u.email) and b.reason <> 'soft' where u.id = private.caller()
$$;
comment on function public.my_mail_problem() is 'Why nothing is sent to the caller''s own address; null when mails arrive.';
revoke all on function public.my_mail_problem() from public, anon, service_role;
grant execute on function public.my_mail_problem() to authenticated;

create function public.forgive_my_address() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'organize');
  delete from private.mail_blocks b using auth.users u where u.id = private.caller() and b.address = lower(u.email);
end
$$;
comment on function public.forgive_my_address() is 'Tries the caller''s own address again.';
revoke all on function public.forgive_my_address() from public, anon, service_role;
grant execute on function public.forgive_my_address() to authenticated;
