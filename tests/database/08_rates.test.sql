-- Rate limits: a token bucket for each user and action.
\i people
select plan(20);

create function pg_temp.trying(p_sql text, p_name text default null) returns text language plpgsql as $$
declare
  answer text;
  wait text;
begin
  if p_name is not null then perform test.become(p_name); end if;
  begin
    execute p_sql;
    answer := 'done';
  exception when others then
    get stacked diagnostics wait = pg_exception_detail;
    answer := sqlerrm || case when sqlerrm = 'rate_limited' and wait::integer between 1 and 1000000 then ', wait' else '' end;
  end;
  reset role;
  return answer;
end $$;
create function pg_temp.spend(p_name text, p_action text default 'append') returns text language sql as $$
  select pg_temp.trying(format('select private.spend(%L, %L)', test.id(p_name), p_action))
$$;
create function pg_temp.append(p_name text) returns text language sql as $$
  select pg_temp.trying(format('select public.append_updates(%L, %L, %L, %L, 1, 1, 1, %L, %L, %L, %L)', test.id(p_name),
    test.auth_session(p_name), test.document(), test.session(p_name), '{}', '{}', '{}', '{}'))
$$;
create function pg_temp.open(p_name text) returns text language sql as $$
  select pg_temp.trying(format('select public.open_editing_session(%L, %L, %L, gen_random_uuid(), %s, 1)', test.id(p_name),
    test.auth_session(p_name), test.document(), 100 + (random() * 1e9)::integer))
$$;

select is((select array_agg(action order by action) from private.rate_limits), array['append', 'append_bytes', 'change_comment', 'comment', 'create_document', 'delete_account', 'erase', 'fold', 'index', 'measure_deletion', 'mention', 'open_session', 'organize', 'preview_invitation', 'read_folded', 'restore', 'save_version', 'search', 'share', 'sign_history', 'unsubscribe'], 'exactly these actions are limited');
select is_empty($$ select 1 from private.rate_limits where (burst < 30 or per_second < 0.16) and action not in ('delete_account', 'comment', 'mention') $$, 'limits are far above normal use');
-- So slow that no token is refilled while this runs.
update private.rate_limits set per_second = 0.001, burst = 3;

select is(pg_temp.spend('olga'), 'done', 'token ' || n || ' of 3') from generate_series(1, 3) as n;
select is(pg_temp.spend('olga'), 'rate_limited, wait', 'a fourth token is refused with the time to wait');
select is(pg_temp.spend('edita'), 'done', 'another user has a separate bucket');
select is(pg_temp.spend('olga', 'share'), 'done', 'another action has a separate bucket');
update private.rate_buckets set filled_at = filled_at - interval '1000 seconds' where user_id = test.id('olga') and action = 'append';
select is(pg_temp.spend('olga'), 'done', 'after a while one token is refilled');
select is(pg_temp.spend('olga'), 'rate_limited, wait', 'no second token is refilled');
update private.rate_buckets set filled_at = filled_at - interval '1 year' where user_id = test.id('olga') and action = 'append';
select pg_temp.spend('olga') from generate_series(1, 3);
select is(pg_temp.spend('olga'), 'rate_limited, wait', 'after a year a bucket has no more than its burst');

select is(pg_temp.append('olga'), 'rate_limited, wait', 'appending is rate limited');
select is(pg_temp.append('viktor'), 'forbidden', 'missing rights are reported before the rate limit');
select is((select count(*) from private.rate_buckets where user_id = test.id('viktor')), 0::bigint, 'a forbidden append spends no token');
select pg_temp.open('viktor') from generate_series(1, 3);
select is(pg_temp.open('viktor'), 'rate_limited, wait', 'opening sessions is rate limited');
select pg_temp.spend('olga', 'share') from generate_series(1, 2);
select is(pg_temp.trying(sql, 'olga'), 'rate_limited, wait', 'rate limited: ' || sql) from unnest(array[
  $$ select public.add_member(test.document(), 'cizinec@example.com', 'viewer') $$,
  $$ select public.set_member_role(test.document(), test.id('viktor'), 'editor') $$,
  $$ select public.remove_member(test.document(), test.id('viktor')) $$]) as sql;
select is((select role from public.members where document_id = test.document() and user_id = test.id('viktor')), 'viewer', 'a rate limited call changes nothing');
select is_empty($$
  select p.proname from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and p.prosrc ~ 'private\.spend\(.*private\.lock_' $$,
  'functions lock the log before they spend tokens, so that two requests of a person cannot deadlock');

select * from finish();
