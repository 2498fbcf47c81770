-- Ways into a document: an invitation by email, the link, a request. Olga owns the document; Cizinec has an account and is
-- no member; nobody@example.com has no account.
\i people
select plan(105);

create function pg_temp.run(p_name text, p_sql text) returns text language plpgsql as $$
declare answer text;
begin
  perform test.become(p_name);
  begin
    execute p_sql into answer;
    answer := coalesce(nullif(answer, ''), 'done');
  exception when others then answer := sqlerrm;
  end;
  reset role;
  return answer;
end $$;
create function pg_temp.role(p_name text) returns text language sql as $$ select coalesce(private.role_of(test.document(), test.id(p_name)), 'none') $$;
create function pg_temp.epoch() returns integer language sql as $$ select epoch from public.document_logs where document_id = test.document() $$;
create function pg_temp.invite(p_email text, p_role text default 'editor') returns text language sql as $$
  select pg_temp.run('olga', format('select public.add_member(test.document(), %L, %L) ->> ''token''', p_email, p_role))
$$;
create function pg_temp.pending() returns text language sql as $$
  select pg_temp.run('olga', $q$ select string_agg((i ->> 'email') || ' ' || (i ->> 'role'), ',' order by i ->> 'email')
    from json_array_elements(public.list_sharing(test.document()) -> 'invitations') as i $q$)
$$;
create function pg_temp.sees(p_name text, p_whom text) returns text language sql as $$
  select pg_temp.run(p_name, format($q$ select concat_ws(',',
      (select 'row' from public.members m where m.document_id = test.document() and m.user_id = %1$L),
      (select 'listed' from public.list_members(test.document()) m where m.user_id = %1$L),
      (select 'profile' from public.profiles p where p.id = %1$L)) $q$, test.id(p_whom)))
$$;

-- Documents are created by key.
select is(pg_temp.run('olga', $$ select public.create_document(test.key()) ->> 'id' $$), test.document()::text, 'the same key returns the same document');
select is((select count(*) from public.document_updates where document_id = test.document()), 1::bigint, 'the document is created once');
select isnt(pg_temp.run('cizinec', $$ select public.create_document(test.key()) ->> 'id' $$), test.document()::text, 'the same key of another user creates another document');
select is(pg_temp.run('olga', $$ select public.create_document(null) $$), 'bad_request', 'a missing key is refused');
select is(pg_temp.run('olga', $$ select public.create_document(gen_random_uuid(), 'tlh') $$), 'bad_request', 'an unknown language is refused');
select matches(test.document()::text, '^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 'an id is a UUID');

-- Replies and lists do not reveal whether an address has an account.
create temp table tokens as select email, pg_temp.invite(email) as token from unnest(array['cizinec@example.com', 'nobody@example.com']) as email;
select matches(token, '^[0-9a-f]{64}$', email || ' is invited') from tokens;
select is(pg_temp.pending(), 'cizinec@example.com editor,nobody@example.com editor', 'both invitations are pending');
select is(pg_temp.sees('olga', 'cizinec'), 'done', 'an invited user is not visible as a member');
select is(pg_temp.run('olga', $$ select d ->> 'member_count' from json_array_elements(public.list_my_documents()) as d $$), '4', 'an invited user is not counted');
select is(pg_temp.run('olga', format($$ select i ->> 'token' from json_array_elements(public.list_sharing(test.document()) -> 'invitations') as i where i ->> 'email' = %L $$, email)), token, 'the owner finds the token of ' || email || ' again')
from tokens;
select is(pg_temp.epoch(), 1, 'an invitation does not raise the epoch');
select is(pg_temp.run('olga', $$ select public.set_member_role(test.document(), test.id('cizinec'), 'viewer') $$), 'user_not_found', 'the role of an invited user cannot be changed');
select is(pg_temp.run('olga', $$ select public.remove_member(test.document(), test.id('cizinec')) $$), 'user_not_found', 'an invited user cannot be removed');
select is(pg_temp.run('olga', $$ select public.transfer_document(test.document(), test.id('cizinec')) $$), 'user_not_found', 'an invited user cannot be made the owner');
select is((select count(*) from private.invitations i, tokens t where i.token_hash = convert_to(t.token, 'UTF8') or encode(i.token_hash, 'hex') = t.token), 0::bigint, 'no token is stored');
select is(pg_temp.run(name, $$ select json_array_length(public.list_sharing(test.document()) -> 'invitations')::text $$), '0', name || ' sees no invitations')
from unnest(array['edita', 'karel', 'viktor']) as name;
select is(pg_temp.run('cizinec', $$ select public.list_sharing(gen_random_uuid()) $$), 'forbidden', 'a stranger may not list sharing');

-- An invited user with an account does not need the mail.
select is(pg_temp.role('cizinec'), 'editor', 'an invited user with an account has the role immediately');
select public.open_editing_session(test.id('cizinec'), test.auth_session('cizinec'), test.document(), gen_random_uuid(), 77, 1);
select is(pg_temp.sees('olga', 'cizinec'), 'row,listed,profile', 'an invited user who opens the document is visible as a member');
select is(pg_temp.pending(), 'nobody@example.com editor', 'the used invitation is no longer pending');
select is(pg_temp.run('cizinec', format('select public.accept_invitation(%L) ->> ''documentId''', token)), test.document()::text, 'the used token returns the document to the user who used it')
from tokens where email like 'cizinec%';
select is(pg_temp.run(name, format('select public.accept_invitation(%L)', token)), 'not_found', 'another user may not use the token: ' || name)
from tokens, unnest(array['viktor', 'emil', 'olga']) as name where email like 'cizinec%';
select is(pg_temp.invite('cizinec@example.com'), 'already_member', 'a member cannot be invited');

-- The holder of a pending token sees its preview, signed in or not.
create temp table shown as select pg_temp.invite('guest@example.com') as token;
select is(pg_temp.run(who, format('select public.preview_invitation(%L)::jsonb', token))::jsonb,
  jsonb_build_object('inviter', p.name, 'title', d.title, 'email', 'guest@example.com', 'role', 'editor'), 'the token''s preview is shown to ' || who)
from shown, unnest(array['anon', 'cizinec']) as who, public.documents d join public.profiles p on p.id = d.owner_id where d.id = test.document();
select is(pg_temp.run('anon', format('select public.preview_invitation(%L)', other.token)), 'not_found', 'an unknown or used token has no preview')
from (values ('x'), (null), ((select token from tokens where email like 'cizinec%'))) as other (token);
update private.invitations set expires_at = now() where email = 'guest@example.com';
select is(pg_temp.run('anon', format('select public.preview_invitation(%L)', token)), 'not_found', 'an expired token has no preview') from shown;
update private.invitations set expires_at = now() + interval '1 minute' where email = 'guest@example.com';
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.run('anon', format('select public.preview_invitation(%L)', token)), 'not_found', 'a token for a document in the trash has no preview') from shown;
update public.documents set deleted_at = null where id = test.document();
update private.rate_buckets set tokens = 0, filled_at = clock_timestamp() where action = 'preview_invitation';
select is(pg_temp.run('anon', format('select public.preview_invitation(%L)', token)), 'rate_limited', 'previews are rate limited') from shown;
delete from private.invitations where email = 'guest@example.com';
select is(pg_temp.run('anon', format('select public.preview_invitation(%L)', token)), 'not_found', 'a revoked token has no preview') from shown;

-- A token from before mails cannot be computed.
select pg_temp.invite('early@example.com');
update private.invitations set token_hash = sha256('another') where email = 'early@example.com';
select is(pg_temp.run('olga', $$ select coalesce(i ->> 'token', 'none') from json_array_elements(public.list_sharing(test.document()) -> 'invitations') as i where i ->> 'email' = 'early@example.com' $$), 'none', 'a token that would not work is not listed');
delete from private.invitations where email = 'early@example.com';

-- A token is valid for one address, one use and seven days.
create temp table later as select pg_temp.invite(' NOBODY@example.com ', 'viewer') as token;
select is(pg_temp.epoch(), 2, 'an invitation with another role raises the epoch');
select is(pg_temp.run('viktor', format('select public.accept_invitation(%L)', token)), 'not_found', 'a new invitation replaces the old token') from tokens where email like 'nobody%';
select is(pg_temp.run('viktor', format('select public.accept_invitation(%L)', token)), 'forbidden', 'a token is refused for another address') from later;
update auth.users set email = 'Nobody@example.com' where id = test.id('emil');
update auth.users set email_confirmed_at = null where id = test.id('emil');
select is(pg_temp.run('emil', format('select public.accept_invitation(%L)', token)), 'forbidden', 'a token is refused for an unconfirmed address') from later;
update auth.users set email_confirmed_at = now() where id = test.id('emil');
update private.invitations set expires_at = now();
select is(pg_temp.run('emil', format('select public.accept_invitation(%L)', token)), 'not_found', 'an expired token is refused') from later;
select is(pg_temp.pending(), 'done', 'an expired invitation is not listed');
update private.invitations set expires_at = now() + interval '1 minute';
select is(pg_temp.run('emil', format('select public.accept_invitation(%L) ->> ''documentId''', token)), test.document()::text, 'a valid token is accepted') from later;
select is(pg_temp.role('emil'), 'viewer', 'the accepted token grants its role');
select is(pg_temp.run(name, format('select public.accept_invitation(%L) ->> ''documentId''', token)), answer, 'only the user who used a token may use it again: ' || name)
from later, (values ('emil', test.document()::text), ('emil', test.document()::text), ('viktor', 'not_found'), ('cizinec', 'not_found')) as again (name, answer);
select is(pg_temp.role('emil'), 'viewer', 'a repeated use does not change the role');
select is(pg_temp.run('anon', $$ select public.accept_invitation('x') $$), 'permission denied for function accept_invitation', 'anon may not accept an invitation');
select is(pg_temp.invite('no address'), 'bad_request', 'an invalid address is refused');
select is(pg_temp.invite('a@example.com', 'owner'), 'bad_request', 'an invitation as owner is refused');

-- A removed member cannot come back with the used token, only with a new one.
select pg_temp.run('olga', $$ select public.remove_member(test.document(), test.id('emil')) $$);
select is(pg_temp.run('emil', format('select public.accept_invitation(%L)', token)) || ' ' || pg_temp.role('emil'), 'not_found none', 'a removed member may not use the old token') from later;
create temp table again as select pg_temp.invite('nobody@example.com', 'viewer') as token;
select is(pg_temp.run('emil', format('select public.accept_invitation(%L) ->> ''documentId''', token)), test.document()::text, 'a removed member may use a new token') from again;
select is(pg_temp.run('emil', format('select public.accept_invitation(%L)', token)), 'not_found', 'the old token stays invalid') from later;
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.run('emil', format('select public.accept_invitation(%L)', token)), 'not_found', 'a token for a document in the trash is refused') from again;
update public.documents set deleted_at = null where id = test.document();

-- An invited user who creates an account later may join by the document's URL.
select pg_temp.invite('late@example.com', 'commenter');
insert into auth.users (id, email) values (test.id('late'), 'Late@example.com');
insert into auth.sessions (id, user_id) values (test.auth_session('late'), test.id('late'));
select is(pg_temp.run('late', $$ select public.join_document(test.document()) $$), 'forbidden', 'an unconfirmed address may not join');
update auth.users set email_confirmed_at = now() where id = test.id('late');
select is(pg_temp.run('late', $$ select public.join_document(test.document()) $$), 'done', 'a confirmed address joins by its invitation');
select is(pg_temp.role('late'), 'commenter', 'joining by an invitation grants its role');

-- Revoked invitations.
insert into auth.users (id, email, email_confirmed_at) values (test.id('petr'), 'petr@example.com', now());
insert into auth.sessions (id, user_id) values (test.auth_session('petr'), test.id('petr'));
select pg_temp.invite('petr@example.com'), pg_temp.invite('nobody-else@example.com');
select is(pg_temp.run('edita', format('select public.revoke_invitation(test.document(), %L)', id)), 'forbidden', 'an editor may not revoke an invitation')
from private.invitations where email = 'petr@example.com';
select is(pg_temp.run('olga', format('select public.revoke_invitation(test.document(), %L)', id)), 'done', email || ': the invitation is revoked') from private.invitations;
select is(pg_temp.role('petr'), 'none', 'a revoked invitation grants no role');
select is(pg_temp.epoch(), 5, 'each revocation raises the epoch');

-- The link.
select is(pg_temp.run('petr', $$ select public.join_document(test.document()) $$), 'forbidden', 'a user may not join by a closed link');
select is(pg_temp.run('petr', $$ select public.join_document(gen_random_uuid()) $$), 'forbidden', 'a user may not join a document that does not exist');
select is(pg_temp.run('edita', $$ select public.set_link_role(test.document(), 'viewer') $$), 'forbidden', 'an editor may not open the link');
select is(pg_temp.run('olga', $$ select public.set_link_role(test.document(), 'owner') $$), 'bad_request', 'the link cannot grant the owner role');
select is(pg_temp.run('olga', $$ select public.set_link_role(test.document(), 'editor') $$), 'done', 'the owner opens the link');
select is(pg_temp.run('petr', $$ select public.join_document(test.document()) $$), 'done', 'a user joins by the open link');
select is(pg_temp.run('viktor', $$ select public.join_document(test.document()) $$), 'done', 'a member may join by the link too');
select is(pg_temp.role('viktor'), 'viewer', 'joining by the link does not change a member''s role');
select public.open_editing_session(test.id('petr'), test.auth_session('petr'), test.document(), test.session('petr'), 78, 1);
select pg_temp.run('olga', $$ select public.set_link_role(test.document(), 'viewer') $$);
select is(pg_temp.role('petr'), 'viewer', 'changing the link''s role changes the role of its members');
select is((select lost_right_at is not null and revoked_at is null from public.editing_sessions where id = test.session('petr')), true, 'their sessions lose the right to write');
select is(pg_temp.epoch(), 6, 'the lanes move');
select pg_temp.run('olga', $$ select public.set_link_role(test.document(), null) $$);
select is(pg_temp.role('petr'), 'none', 'closing the link removes its members');
select is((select revoked_at is not null from public.editing_sessions where id = test.session('petr')), true, 'the sessions of removed link members are revoked');
select is(pg_temp.role('edita'), 'editor', 'other members keep their role');

-- Requests for access.
select is(pg_temp.run('petr', $$ select public.request_access(test.document()) $$), 'done', 'a user with the URL may request access');
select is(pg_temp.run('petr', $$ select public.request_access(gen_random_uuid()) $$), 'done', 'a request for a document that does not exist is answered alike');
select is(pg_temp.run('olga', $$ select r ->> 'email' from json_array_elements(public.list_sharing(test.document()) -> 'requests') as r $$), 'petr@example.com', 'the owner sees the request');
select is(pg_temp.run('edita', $$ select public.answer_request(test.document(), test.id('petr'), 'editor') $$), 'forbidden', 'an editor may not answer a request');
select pg_temp.run('olga', $$ select public.answer_request(test.document(), test.id('petr'), null) $$);
select is(pg_temp.role('petr'), 'none', 'a declined request grants no role');
select pg_temp.run('petr', $$ select public.request_access(test.document()) $$), pg_temp.run('olga', $$ select public.answer_request(test.document(), test.id('petr'), 'commenter') $$);
select is(pg_temp.role('petr'), 'commenter', 'an accepted request grants the role');

-- Requests of members for another role.
create function pg_temp.requests() returns text language sql as $$
  select pg_temp.run('olga', $q$ select string_agg(r ->> 'name', ',') from json_array_elements(public.list_sharing(test.document()) -> 'requests') as r $q$)
$$;
create temp table lanes as select pg_temp.epoch() as epoch;
select pg_temp.run(name, $$ select public.request_access(test.document()) $$) from unnest(array['edita', 'olga', 'signed out']) as name;
select is((select count(*) from private.access_requests), 0::bigint, 'requests of editors, the owner and ended sign-ins are ignored');
select is(pg_temp.run('viktor', $$ select public.request_access(test.document()) $$), 'done', 'a viewer may request access');
select is(pg_temp.requests(), 'Viktor', 'the owner sees the request');
select is(pg_temp.run('viktor', $$ select public.answer_request(test.document(), test.id('viktor'), 'editor') $$), 'forbidden', 'a viewer may not answer their own request');
select is(pg_temp.run('olga', $$ select public.answer_request(test.document(), test.id('karel'), 'editor') $$) || ' ' || pg_temp.role('karel'), 'done commenter', 'an answer without a request changes nothing');
select is(pg_temp.run('olga', $$ select public.answer_request(test.document(), test.id('viktor'), 'viewer') $$) || ' ' || (pg_temp.epoch() - epoch), 'done 0', 'an answer with the present role changes nothing') from lanes;
select pg_temp.run('viktor', $$ select public.request_access(test.document()) $$), pg_temp.run('olga', $$ select public.answer_request(test.document(), test.id('viktor'), 'editor') $$);
select is(pg_temp.role('viktor') || ' ' || (pg_temp.epoch() - epoch), 'editor 1', 'an answer with another role grants it and raises the epoch') from lanes;
select pg_temp.run('petr', $$ select public.request_access(test.document()) $$);
select is(pg_temp.requests(), 'petr', 'a commenter requests access');
select pg_temp.run('olga', $$ select public.set_member_role(test.document(), test.id('petr'), 'editor') $$);
select is(pg_temp.requests(), 'done', 'a change of the role by the owner removes the request');
select is(pg_temp.run('olga', $$ select public.answer_request(test.document(), test.id('petr'), 'viewer') $$) || ' ' || pg_temp.role('petr'), 'done editor', 'an answer never lowers a role');
select is((select count(*) from private.access_requests), 0::bigint, 'no request is left');

-- A document always has one owner.
select is(pg_temp.run('edita', $$ select public.transfer_document(test.document(), test.id('edita')) $$), 'forbidden', 'an editor may not transfer the document');
select is(pg_temp.run('olga', $$ select public.transfer_document(test.document(), test.id('olga')) $$), 'user_not_found', 'the owner cannot transfer the document to themselves');
select is(pg_temp.run('olga', $$ select public.transfer_document(test.document(), test.id('edita')) $$), 'done', 'the owner transfers the document');
select is(pg_temp.role('edita') || ' ' || pg_temp.role('olga'), 'owner editor', 'the previous owner becomes an editor');
select is((select owner_id from public.documents where id = test.document()), test.id('edita'), 'owner_id is the new owner');

-- The initial text is in the language of the creator.
create temp table made as select language, pg_temp.run('olga', format('select public.create_document(gen_random_uuid(), %L) ->> ''id''', language))::uuid as id
from unnest(array['cs', 'en-US', null]) as language;
select is((select count(distinct bytes) from public.document_updates u join made m on m.id = u.document_id), 3::bigint, 'each language has a different seed');

select * from finish();
