-- What people see and do with their own account.
\i people
select plan(9);

insert into auth.sessions (id, user_id, created_at, refreshed_at, user_agent, not_after) values
  (md5('phone')::uuid, test.id('edita'), '2026-01-01 10:00+00', '2026-01-02 10:00', 'a phone', null),
  (md5('library')::uuid, test.id('edita'), '2026-01-01 10:00+00', null, 'a library', null),
  (md5('over')::uuid, test.id('edita'), '2026-01-01 10:00+00', null, 'over', now() - interval '1 minute');

select test.become('edita');
select results_eq(
  $$ select id, is_current, user_agent from public.list_sessions() $$,
  $$ values (test.auth_session('edita'), true, null), (md5('phone')::uuid, false, 'a phone'),
            (md5('library')::uuid, false, 'a library') $$,
  'one''s own sign-ins, this one first, then the last one seen'
);
select is(
  (select last_seen_at from public.list_sessions() where user_agent = 'a phone'),
  '2026-01-02 10:00+00'::timestamptz, 'a sign-in is seen when its token is refreshed'
);
select lives_ok($$ select public.end_session(md5('phone')::uuid) $$, 'a sign-in of one''s own ends');
select lives_ok($$ select public.end_session(md5('phone')::uuid) $$, 'once more is harmless');
select public.end_session(test.auth_session('olga'));
reset role;
select is_empty($$ select 1 from auth.sessions where id = md5('phone')::uuid $$, 'and is gone');
select isnt_empty($$ select 1 from auth.sessions where id = test.auth_session('olga') $$, 'that of somebody else stays');

select test.become('signed out');
select is_empty($$ select * from public.list_sessions() $$, 'a token whose sign-in is over sees none');
select throws_ok($$ select public.end_session(md5('library')::uuid) $$, 'PT401', 'unauthenticated', 'and ends none');
select test.become('anon');
select throws_ok($$ select * from public.list_sessions() $$, '42501', null, 'nor does somebody who is not signed in');
select * from finish();
