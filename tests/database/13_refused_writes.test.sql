-- The record of refused writes, for the operator of the server.
\i people
select plan(11);

create function pg_temp.note(p_name text, p_session uuid, p_reason text, p_document uuid default test.document()) returns void language sql as $$
  select public.note_refused_write(test.id(p_name), test.auth_session(p_name), p_document, p_session, p_reason)
$$;
create function pg_temp.noted() returns text language sql as $$
  select coalesce(string_agg(initcap(p.name) || ': ' || r.reason || ' ×' || r.attempts, ', ' order by p.name, r.reason), 'nothing')
  from private.refused_writes r join public.profiles p on p.id = r.user_id
$$;

select test.become('service_role');
select pg_temp.note('edita', test.session('edita'), 'unknown node');
reset role;
select is(pg_temp.noted(), 'Edita: unknown node ×1', 'a refused write is recorded with its user');
select pg_temp.note('edita', test.session('edita'), 'unknown node'), pg_temp.note('edita', test.session('edita'), 'clock');
select is(pg_temp.noted(), 'Edita: clock ×1, Edita: unknown node ×2', 'attempts are counted by user and reason');
select is((select session_id from private.refused_writes where reason = 'clock'), test.session('edita'), 'the latest editing session is recorded');
select pg_temp.note('edita', test.session('edita'), null), pg_temp.note('edita', gen_random_uuid(), null);
select is(pg_temp.noted(), 'Edita: clock ×1, Edita: unknown node ×2', 'an ended or unknown session is not recorded');
select pg_temp.note('edita', test.session('olga'), null);
select is(pg_temp.noted(), 'Edita: clock ×1, Edita: session of somebody else ×1, Edita: unknown node ×2', 'a session of another user is recorded');
select pg_temp.note('edita', test.session('edita'), repeat('x', 500));
select is((select max(char_length(reason)) from private.refused_writes), 80, 'a reason is cut to 80 characters');
select pg_temp.note('cizinec', test.session('edita'), 'clock', gen_random_uuid());
select is((select count(*) from private.refused_writes where user_id = test.id('cizinec')), 0::bigint, 'a document that does not exist is not recorded');

update private.refused_writes set last_at = now() - interval '91 days';
select pg_temp.note('viktor', test.session('viktor'), 'clock');
select is(pg_temp.noted(), 'Viktor: clock ×1', 'records are deleted after 90 days');

update private.rate_limits set per_second = 0.001, burst = 1 where action = 'append';
delete from private.rate_buckets;
select pg_temp.note('viktor', test.session('viktor'), 'clock');
select throws_ok($$ select pg_temp.note('viktor', test.session('viktor'), 'clock') $$, 'PT429', 'rate_limited', 'refused writes are rate limited');

select test.become('olga');
select throws_ok($$ select * from private.refused_writes $$, '42501', null, 'users may not read the records');
select throws_ok($$ select public.note_refused_write(test.id('edita'), test.auth_session('edita'), test.document(), test.session('edita'), 'x') $$, '42501', null, 'users may not add records');
reset role;

select * from finish();
