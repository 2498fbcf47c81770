-- Lanes: every role on every lane and on invalid topics, with every verb and extension, compared with the matrix.
\i people

create temp table topics as
  select 'doc:' || test.document() || ':1:' || lane as topic, lane from unnest(array['ctl', 'upd', 'aw']) as lane
  union all
  select t, null from unnest(array[
    'doc:' || test.document() || ':2:upd', 'doc:' || test.document() || ':0:upd', 'doc:' || test.document() || ':01:upd',
    'doc:' || test.document() || ':1:', 'doc:' || test.document() || ':1:upd:x', 'doc:' || test.document() || ':1:UPD',
    'DOC:' || test.document() || ':1:upd', 'doc:' || upper(test.document()::text) || ':1:upd', test.document()::text,
    'doc:' || test.document() || E':1:upd\n', 'doc:' || gen_random_uuid() || ':1:upd', 'doc:%:1:upd', '', 'x',
    'doc:' || test.document() || ':99999999999:upd', 'doc:'' or true --:1:upd']) as t;

create function pg_temp.allowed(p_name text, p_topic text, p_extension text, p_verb text) returns boolean language plpgsql as $$
declare
  probe uuid := gen_random_uuid();
  answer boolean := false;
begin
  perform set_config('realtime.topic', p_topic, true);
  begin
    if p_verb <> 'insert' then
      insert into realtime.messages (id, topic, extension) values (probe, p_topic, p_extension);
    end if;
    perform test.become(p_name);
    if p_verb = 'insert' then
      insert into realtime.messages (topic, extension) values (p_topic, p_extension);
      answer := true;
    elsif p_verb = 'select' then
      answer := exists (select from realtime.messages where id = probe);
    else
      execute case p_verb when 'update' then 'update realtime.messages set event = ''x'' where id = $1' else 'delete from realtime.messages where id = $1' end using probe;
      get diagnostics answer = row_count;
    end if;
    raise exception 'undo' using errcode = 'UNDO0';
  exception
    when sqlstate 'UNDO0' then null;
    when insufficient_privilege then answer := false;
  end;
  reset role;
  return answer;
end $$;

create function pg_temp.expected(p_name text, p_lane text, p_extension text, p_verb text) returns boolean language sql immutable as $$
  select coalesce(p_lane is not null and p_name in ('olga', 'edita', 'karel', 'viktor') and case
    when p_verb = 'select' then p_extension = 'broadcast' or (p_extension = 'presence' and p_lane = 'ctl')
    when p_verb = 'insert' then case p_lane
      when 'upd' then p_extension = 'broadcast' and p_name in ('olga', 'edita')
      when 'aw' then p_extension = 'broadcast'
      else p_extension = 'presence' end
    else false end, false)
$$;

create temp table probes as
  select name, topic, lane, extension, verb,
    pg_temp.allowed(name, topic, extension, verb) as allowed, pg_temp.expected(name, lane, extension, verb) as expected
  from unnest(array['olga', 'edita', 'karel', 'viktor', 'cizinec', 'emil', 'anon']) as name, topics,
    unnest(array['broadcast', 'presence', 'postgres_changes']) as extension, unnest(array['select', 'insert', 'update', 'delete']) as verb;

select plan(3);
select is_empty($$ select name, topic, extension, verb, allowed from probes where allowed is distinct from expected $$, 'every probe agrees with the matrix');
select cmp_ok((select count(*) from probes), '>', 1500::bigint, 'there are more than 1500 probes');
select cmp_ok((select count(*) from probes where allowed), '>', 20::bigint, 'more than 20 probes are allowed');
select * from finish();
