-- What people see and do with their own account.
\i people
select plan(16);

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
select throws_ok($$ select public.document_head(test.document()) $$, 'PT401', 'unauthenticated',
  'to a document it says that one has to sign in, not that one may not');
select test.become('anon');
select throws_ok($$ select * from public.list_sessions() $$, '42501', null, 'nor does somebody who is not signed in');

-- A second factor that is set up has to be shown, or the sign-in counts for nothing.
reset role;
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (md5('factor')::uuid, test.id('edita'), 'totp', 'unverified', now(), now());
update auth.sessions set aal = 'aal1' where id = test.auth_session('edita');
select test.become('edita');
select is(private.caller(), test.id('edita'), 'a factor that is only begun asks for nothing');
reset role;
update auth.mfa_factors set status = 'verified' where id = md5('factor')::uuid;
select test.become('edita');
select is(private.caller(), null, 'one that is set up makes the password alone worth nothing');
select is_empty($$ select id from public.documents $$, 'neither for documents');
select throws_ok($$ select public.document_head(test.document()) $$, 'PT401', 'unauthenticated', 'nor for one of them');
reset role;
select throws_ok($$ select private.require_sign_in(test.id('edita'), test.auth_session('edita')) $$, 'PT401', 'unauthenticated',
  'nor for edge functions');
update auth.sessions set aal = 'aal2' where id = test.auth_session('edita');
select test.become('edita');
select is(private.caller(), test.id('edita'), 'until its code was shown');
select * from finish();
