-- Who may join and speak on a room's Realtime lanes. Realtime shows a policy only topic and extension, so the right
-- is in the topic: doc:<document>:<epoch>:<ctl|upd|aw>.

create function private.topic_access(p_topic text, out lane text, out role text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts text[];
  role_in_document text;
begin
  if p_topic is null
    or p_topic !~ '^doc:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:[1-9][0-9]{0,8}:(ctl|upd|aw)$' then
    return;
  end if;
  parts := string_to_array(p_topic, ':');
  select private.role_of(d.id, private.caller()) into role_in_document
  from public.documents d
  where d.id = parts[2]::uuid and d.epoch = parts[3]::integer;
  if role_in_document is null then
    return;
  end if;
  lane := parts[4];
  role := role_in_document;
end
$$;
comment on function private.topic_access(text) is
  'Lane and role of the caller on a topic; both null when the topic is not a current lane of a document they belong to.';
revoke all on function private.topic_access(text) from public;
grant execute on function private.topic_access(text) to authenticated;

create policy receive_on_lanes on realtime.messages for select to authenticated
  using ((
    select t.role is not null and (messages.extension = 'broadcast' or (messages.extension = 'presence' and t.lane = 'ctl'))
    from private.topic_access((select realtime.topic())) t
  ));

create policy send_on_lanes on realtime.messages for insert to authenticated
  with check ((
    select case t.lane
      when 'upd' then t.role in ('owner', 'editor') and messages.extension = 'broadcast'
      when 'aw' then messages.extension = 'broadcast'
      when 'ctl' then messages.extension = 'presence'
      else false
    end
    from private.topic_access((select realtime.topic())) t
  ));
