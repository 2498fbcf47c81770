-- The daily limit of bytes by author, in appends and relays.
\i people
select plan(19);

create function pg_temp.answer(p_sql text) returns text language plpgsql as $$
declare
  answer json;
  wait text;
begin
  execute p_sql into answer;
  return answer ->> 'acked';
exception when others then
  get stacked diagnostics wait = pg_exception_detail;
  return sqlerrm || case when sqlerrm = 'rate_limited' then ' ' || wait else '' end;
end $$;
create function pg_temp.append(p_name text, p_first bigint, variadic p_sizes int[]) returns text language sql as $$
  select pg_temp.answer(format('select public.append_updates(%L, %L, %L, %L, 1, 1, %s, %L, %L, %L, %L)', test.id(p_name),
    test.auth_session(p_name), test.document(), test.session(p_name), p_first,
    array(select decode(repeat('aa', size), 'hex') from unnest(p_sizes) as size), '{}', '{}', '{}'))
$$;
create function pg_temp.relay(p_name text, p_author text, p_counter bigint, p_size int, p_tag bytea default null) returns text language sql as $$
  select pg_temp.answer(format('select public.relay_updates(%L, %L, %L, %L, 1, 1, array[%s], array[%L]::bytea[], array[%L]::bytea[], %L, %L, %L)',
    test.id(p_name), test.auth_session(p_name), test.document(), test.session(p_author), p_counter,
    coalesce(p_tag, private.tag_update(test.session(p_author), p_counter, bytes)), bytes, '{}', '{}', '{}'))
  from decode(repeat('aa', p_size), 'hex') as bytes
$$;
create function pg_temp.left_of(p_name text) returns int language sql as $$
  select round(b.tokens)::int from private.rate_buckets b where b.user_id = test.id(p_name) and b.action = 'append_bytes'
$$;
insert into private.session_secrets (session_id) select id from public.editing_sessions;

select is((select burst from private.rate_limits where action = 'append_bytes'), 20971520, 'a bucket holds 20 MB');
select is((select round(per_second * 86400) from private.rate_limits where action = 'append_bytes')::bigint, 20971520::bigint, 'a bucket refills in a day');
-- So slow that no token is refilled while this runs.
update private.rate_limits set per_second = 0.001, burst = 100 where action = 'append_bytes';

select is(pg_temp.append('olga', 1, 30, 40), '2', 'an append within the limit is accepted');
select is(pg_temp.left_of('olga'), 30, 'an append spends its bytes');
select is(pg_temp.append('olga', 1, 30, 40), '2', 'a repeated append is acknowledged');
select is(pg_temp.left_of('olga'), 30, 'a repeated append spends nothing');
select is(pg_temp.append('olga', 2, 40, 10), '3', 'an overlapping append is accepted');
select is(pg_temp.left_of('olga'), 20, 'an overlapping append spends only its new bytes');
select is(pg_temp.append('olga', 9, 90), '3', 'updates after a hole are not stored');
select is(pg_temp.left_of('olga'), 20, 'updates after a hole spend nothing');
select matches(pg_temp.append('olga', 4, 10, 11), '^rate_limited (9\d\d|10\d\d)\d{3}$', 'an append above the limit is refused with the milliseconds to wait');
select is((select last_counter from public.editing_sessions where id = test.session('olga')), 3::bigint, 'a refused append stores nothing');
select is(pg_temp.left_of('olga'), 20, 'a refused append spends nothing');
select is(pg_temp.append('edita', 1, 90), '1', 'another user has a separate bucket');

-- A relay spends the author's bytes: the relaying user does not pay for other authors.
select is(pg_temp.relay('olga', 'edita', 2, 10), '2', 'a user with few bytes left may relay');
select is(array[pg_temp.left_of('olga'), pg_temp.left_of('edita')], array[20, 0], 'a relay spends the author''s bytes');
select is(pg_temp.relay('olga', 'edita', 3, 10, '\x00'), '2', 'an update without a true tag spends nothing');
select matches(pg_temp.relay('olga', 'edita', 3, 10), '^rate_limited ', 'a relay above the author''s limit is refused');

update private.rate_buckets set filled_at = filled_at - interval '30000 seconds' where action = 'append_bytes';
select is(pg_temp.relay('olga', 'edita', 3, 10), '3', 'a relay is accepted after a refill');
select * from finish();
