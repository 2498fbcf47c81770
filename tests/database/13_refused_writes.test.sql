-- Who tried to write what was refused, for whoever runs the server.
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
select is(pg_temp.noted(), 'Edita: unknown node ×1', 'the person is remembered');
select pg_temp.note('edita', test.session('edita'), 'unknown node'), pg_temp.note('edita', test.session('edita'), 'clock');
select is(pg_temp.noted(), 'Edita: clock ×1, Edita: unknown node ×2', 'how often, and with what');
select is((select session_id from private.refused_writes where reason = 'clock'), test.session('edita'), 'by which editing session');
select pg_temp.note('edita', test.session('edita'), null), pg_temp.note('edita', gen_random_uuid(), null);
select is(pg_temp.noted(), 'Edita: clock ×1, Edita: unknown node ×2', 'a session that has ended is nobody''s fault');
select pg_temp.note('edita', test.session('olga'), null);
select is(pg_temp.noted(), 'Edita: clock ×1, Edita: session of somebody else ×1, Edita: unknown node ×2', 'a session of somebody else is');
select pg_temp.note('edita', test.session('edita'), repeat('x', 500));
select is((select max(char_length(reason)) from private.refused_writes), 80, 'a reason has its bounds');
select pg_temp.note('cizinec', test.session('edita'), 'clock', gen_random_uuid());
select is((select count(*) from private.refused_writes where user_id = test.id('cizinec')), 0::bigint, 'a document that is not there fills no table');

update private.refused_writes set last_at = now() - interval '91 days';
select pg_temp.note('viktor', test.session('viktor'), 'clock');
select is(pg_temp.noted(), 'Viktor: clock ×1', 'after 90 days it is forgotten');

update private.rate_limits set per_second = 0.001, burst = 1 where action = 'append';
delete from private.rate_buckets;
select pg_temp.note('viktor', test.session('viktor'), 'clock');
select throws_ok($$ select pg_temp.note('viktor', test.session('viktor'), 'clock') $$, 'PT429', 'rate_limited', 'whoever goes on trying has to wait');

select test.become('olga');
select throws_ok($$ select * from private.refused_writes $$, '42501', null, 'nobody reads it through the API');
select throws_ok($$ select public.note_refused_write(test.id('edita'), test.auth_session('edita'), test.document(), test.session('edita'), 'x') $$, '42501', null, 'or writes into it');
reset role;

select * from finish();
