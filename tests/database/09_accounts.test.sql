-- Sign-in sessions and second factors of an account.
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
  'a user sees their own sign-ins, the current first, then the most recently seen'
);
select is(
  (select last_seen_at from public.list_sessions() where user_agent = 'a phone'),
  '2026-01-02 10:00+00'::timestamptz, 'last_seen_at is the time of the last token refresh'
);
select lives_ok($$ select public.end_session(md5('phone')::uuid) $$, 'a user ends one of their sign-ins');
select lives_ok($$ select public.end_session(md5('phone')::uuid) $$, 'ending a sign-in again does nothing');
select public.end_session(test.auth_session('olga'));
reset role;
select is_empty($$ select 1 from auth.sessions where id = md5('phone')::uuid $$, 'the ended sign-in is deleted');
select isnt_empty($$ select 1 from auth.sessions where id = test.auth_session('olga') $$, 'a sign-in of another user stays');

select test.become('signed out');
select is_empty($$ select * from public.list_sessions() $$, 'a token of an ended sign-in lists no sign-ins');
select throws_ok($$ select public.end_session(md5('library')::uuid) $$, 'PT401', 'unauthenticated', 'a token of an ended sign-in may not end others');
select throws_ok($$ select public.document_head(test.document()) $$, 'PT401', 'unauthenticated',
  'a document refuses an ended sign-in as unauthenticated, not as forbidden');
select test.become('anon');
select throws_ok($$ select * from public.list_sessions() $$, '42501', null, 'anon may not list sign-ins');

-- With a verified second factor, a sign-in without it has no rights.
reset role;
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (md5('factor')::uuid, test.id('edita'), 'totp', 'unverified', now(), now());
update auth.sessions set aal = 'aal1' where id = test.auth_session('edita');
select test.become('edita');
select is(private.caller(), test.id('edita'), 'an unverified factor requires nothing');
reset role;
update auth.mfa_factors set status = 'verified' where id = md5('factor')::uuid;
select test.become('edita');
select is(private.caller(), null, 'with a verified factor, a password alone identifies no caller');
select is_empty($$ select id from public.documents $$, 'without the factor no document is visible');
select throws_ok($$ select public.document_head(test.document()) $$, 'PT401', 'unauthenticated', 'without the factor the head is refused');
reset role;
select throws_ok($$ select private.require_sign_in(test.id('edita'), test.auth_session('edita')) $$, 'PT401', 'unauthenticated',
  'without the factor edge functions are refused');
update auth.sessions set aal = 'aal2' where id = test.auth_session('edita');
select test.become('edita');
select is(private.caller(), test.id('edita'), 'a sign-in with the factor identifies the caller');
select * from finish();
