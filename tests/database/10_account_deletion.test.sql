-- Documents of a deleted account: Olga owns one with an editor, one with readers, one alone, one whose other members came
-- by the link only, and one in the trash.
\i people
select plan(22);

select test.become('olga');
select public.create_document(md5('alone')::uuid);
select public.create_document(md5('trash')::uuid);
select public.create_document(md5('read')::uuid);
select public.create_document(md5('open')::uuid);
reset role;
update public.documents set title = 'Alone' where id = test.made('olga', 'alone');
update public.documents set title = 'Open', link_role = 'editor' where id = test.made('olga', 'open');
update public.documents set title = 'Read' where id = test.made('olga', 'read');
update public.documents set title = 'Shared' where id = test.document();
update public.documents set deleted_at = now() where id = test.made('olga', 'trash');
insert into public.members (document_id, user_id, role, created_at) values
  (test.made('olga', 'read'), test.id('cizinec'), 'viewer', now()),
  (test.made('olga', 'read'), test.id('karel'), 'viewer', now() - interval '1 day'),
  (test.made('olga', 'trash'), test.id('karel'), 'editor', now());
insert into public.members (document_id, user_id, role, created_at, via_link) values
  (test.made('olga', 'open'), test.id('edita'), 'editor', now(), true),
  (test.made('olga', 'read'), test.id('edita'), 'editor', now() - interval '2 days', true);
insert into storage.objects (bucket_id, name) values
  ('avatars', test.id('olga') || '/face.png'), ('avatars', test.id('edita') || '/face.png'),
  ('document-images', test.made('olga', 'alone') || '/a.png'), ('document-images', test.document() || '/b.png');

select test.become('olga');
select results_eq(
  $$ select title, heir_name from public.preview_account_deletion() $$,
  $$ values ('Alone', null), ('Open', null), ('Shared', 'Edita'), ('Read', 'Karel') $$,
  'the preview lists deleted documents and heirs; expiring, expired and link members inherit nothing'
);
select test.become('cizinec');
select is_empty($$ select * from public.preview_account_deletion() $$, 'the preview of another user is empty');
select throws_ok($$ select public.delete_account(test.id('olga'), test.auth_session('olga')) $$, '42501', null,
  'users may not call delete_account');
select test.become('service_role');
select throws_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('edita')) $$, 'PT401',
  'unauthenticated', 'another user''s sign-in is refused');
select throws_ok($$ select public.delete_account(test.id('olga'), test.auth_session('edita')) $$, 'PT401',
  'unauthenticated', 'another user''s sign-in is refused');
select is(public.begin_account_deletion(test.id('olga'), test.auth_session('olga')), 'olga@example.com', 'the address of the account is returned');

reset role;
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (md5('factor')::uuid, test.id('olga'), 'totp', 'verified', now(), now());
select throws_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('olga')) $$, 'PT401', 'unauthenticated',
  'a verified second factor is required');
update auth.sessions set aal = 'aal2' where id = test.auth_session('olga');
select lives_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('olga')) $$, 'a sign-in with the second factor is accepted');
select lives_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('olga')) $$, 'a few attempts are allowed');
select lives_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('olga')) $$, 'a few attempts are allowed');
select lives_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('olga')) $$, 'a few attempts are allowed');
select throws_ok($$ select public.begin_account_deletion(test.id('olga'), test.auth_session('olga')) $$, 'PT429',
  'rate_limited', 'further attempts are rate limited');

select test.become('service_role');
select lives_ok($$ select public.delete_account(test.id('olga'), test.auth_session('olga')) $$, 'the account is deleted');
select is(public.list_left_files()::jsonb, jsonb_build_object(
  'document-images', array[test.made('olga', 'alone') || '/a.png'], 'avatars', array[test.id('olga') || '/face.png']),
  'only files of the deleted account and its documents are listed');
reset role;
select is_empty($$ select 1 from auth.users where id = test.id('olga') union all
  select 1 from public.profiles where id = test.id('olga') $$, 'user and profile are gone');
select bag_eq($$ select id from public.documents $$, $$ values (test.document()), (test.made('olga', 'read')) $$,
  'documents with an heir stay');
select results_eq($$ select owner_id, epoch from public.documents join public.document_logs on document_id = id where id = test.document() $$,
  $$ values (test.id('edita'), 2) $$, 'the oldest editor becomes the owner, and the epoch is raised');
select results_eq($$ select user_id from public.members where document_id = test.document() and role = 'owner' $$,
  $$ values (test.id('edita')) $$, 'the new owner is the only one');
select is((select owner_id from public.documents where id = test.made('olga', 'read')), test.id('karel'), 'without an editor the oldest viewer becomes the owner');
select results_eq($$ select kind, author_id from public.document_updates where document_id = test.document() $$,
  $$ values ('seed', null::uuid) $$, 'updates stay without an author');
select test.become('service_role');
select public.delete_account(test.id('karel'), test.auth_session('karel'));
reset role;
select results_eq($$ select owner_id from public.documents where id = test.made('olga', 'read') $$,
  $$ values (test.id('cizinec')) $$, 'the next viewer inherits from the second owner');
select is((select epoch from public.document_logs where document_id = test.document()), 3, 'deleting a member''s account raises the epoch too');
select * from finish();
