-- Realtime's part of the database: messages sent from SQL, the table with the policies, and the probes that check them.
--
-- Idempotent. Imitates schema `realtime` of supabase/realtime (2026-08): same table, same grants, same public
-- functions. There are two differences. The table is not partitioned by day: the service deletes rows older than 72
-- hours. And a committed row is announced by NOTIFY, not by a replication slot.

create schema if not exists realtime;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default (now() at time zone 'utc'),
  inserted_at timestamp without time zone not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  constraint messages_pkey primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
);

comment on table realtime.messages is
  'Messages sent from SQL, kept 72 hours for replay; its row level security policies decide who may use a private channel.';

create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

alter table realtime.messages enable row level security;

grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text
  language sql stable
  return nullif(current_setting('realtime.topic', true), '');

comment on function realtime.topic() is
  'The topic being authorised, without its "realtime:" prefix; null outside of a probe or a send. For use in policies.';

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
  message jsonb := payload;
begin
  begin
    if not message ? 'id' then
      message := jsonb_set(message, '{id}', to_jsonb(message_id));
    end if;
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (message_id, message, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end;
end;
$$;

comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts JSON to a topic once the transaction commits. Runs with the caller''s rights; any failure is only a warning.';

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void
  language plpgsql
as $$
begin
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end;
end;
$$;

comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Broadcasts bytes to a topic once the transaction commits. Runs with the caller''s rights; any failure is only a warning.';

create or replace function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
  language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end;
$$;

comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For row triggers: sends the changed row, before and after, privately to a topic.';

-- The notification contains only the id: it is limited to 8,000 bytes, a message is far larger.
create or replace function realtime.announce_message() returns trigger
  language plpgsql
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end;
$$;

create or replace trigger announce_message
  after insert on realtime.messages
  for each row
  when (new.event is not null and new.private is not null)
  execute function realtime.announce_message();

create or replace function realtime.assume_caller(topic text, claims jsonb, headers jsonb) returns void
  language plpgsql
as $$
begin
  perform
    set_config('realtime.topic', topic, true),
    set_config('request.jwt.claims', claims::text, true),
    set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true),
    set_config('request.jwt.claim.role', claims ->> 'role', true),
    set_config('request.headers', headers::text, true);
  perform set_config('role', claims ->> 'role', true);
end;
$$;

comment on function realtime.assume_caller(text, jsonb, jsonb) is
  'Makes the rest of the transaction (or of the block that is rolled back) the caller''s, as Realtime does before a probe.';

-- Both probes end with an exception that they catch themselves. It rolls back the rows and the caller's settings, so
-- that one round trip does the work of Realtime's eight statements and a rollback.
create or replace function realtime.probe_read(topic text, extensions text[], claims jsonb, headers jsonb)
  returns text[]
  language plpgsql
as $$
declare
  probe_ids uuid[];
  readable text[];
begin
  select array_agg(gen_random_uuid()) into probe_ids from unnest(extensions);
  insert into realtime.messages (id, topic, extension, inserted_at, updated_at)
  select probe.id, probe_read.topic, probe.extension, now() at time zone 'utc', now() at time zone 'utc'
  from unnest(probe_ids, extensions) as probe (id, extension);
  perform realtime.assume_caller(topic, claims, headers);
  select coalesce(array_agg(message.extension), '{}') into readable
  from realtime.messages as message
  where message.id = any (probe_ids);
  raise exception using errcode = 'RT000', message = 'the probe is rolled back';
exception when sqlstate 'RT000' then
  return readable;
end;
$$;

comment on function realtime.probe_read(text, text[], jsonb, jsonb) is
  'Which of the extensions ("broadcast", "presence") the caller may read on a topic. Leaves nothing behind; an error in a policy is raised.';

create or replace function realtime.probe_write(topic text, extension text, claims jsonb, headers jsonb)
  returns boolean
  language plpgsql
as $$
begin
  perform realtime.assume_caller(topic, claims, headers);
  insert into realtime.messages (topic, extension) values (topic, extension);
  raise exception using errcode = 'RT000', message = 'the probe is rolled back';
exception
  when sqlstate 'RT000' then return true;
  when insufficient_privilege then return false;
end;
$$;

comment on function realtime.probe_write(text, text, jsonb, jsonb) is
  'Whether the caller may insert for an extension on a topic. Leaves nothing behind; an error in a policy is raised.';

revoke execute on function
  realtime.assume_caller(text, jsonb, jsonb),
  realtime.probe_read(text, text[], jsonb, jsonb),
  realtime.probe_write(text, text, jsonb, jsonb),
  realtime.announce_message()
from public;

grant execute on function
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
to anon, authenticated, service_role;

select embedded.hand_over('realtime', 'supabase_realtime_admin');
