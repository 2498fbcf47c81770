-- How people come in: invited by address, by the link, by asking. Olga owns the document; Cizinec has an account and is
-- not in it; nobody@example.com has none.
\i people
select plan(102);

create function pg_temp.ask(p_name text, p_sql text) returns text language plpgsql as $$
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
create function pg_temp.epoch() returns integer language sql as $$ select epoch from public.documents where id = test.document() $$;
create function pg_temp.invite(p_email text, p_role text default 'editor') returns text language sql as $$
  select pg_temp.ask('olga', format('select public.add_member(test.document(), %L, %L) ->> ''token''', p_email, p_role))
$$;
create function pg_temp.pending() returns text language sql as $$
  select pg_temp.ask('olga', $q$ select string_agg((i ->> 'email') || ' ' || (i ->> 'role'), ',' order by i ->> 'email')
    from json_array_elements(public.list_sharing(test.document()) -> 'invitations') as i $q$)
$$;
create function pg_temp.sees(p_name text, p_whom text) returns text language sql as $$
  select pg_temp.ask(p_name, format($q$ select concat_ws(',',
      (select 'row' from public.members m where m.document_id = test.document() and m.user_id = %1$L),
      (select 'listed' from public.list_members(test.document()) m where m.user_id = %1$L),
      (select 'profile' from public.profiles p where p.id = %1$L)) $q$, test.id(p_whom)))
$$;

-- Documents are made by key.
select is(pg_temp.ask('olga', $$ select public.create_document(test.key()) ->> 'id' $$), test.document()::text, 'the same key is the same document');
select is((select count(*) from public.document_updates where document_id = test.document()), 1::bigint, 'which is made once');
select isnt(pg_temp.ask('cizinec', $$ select public.create_document(test.key()) ->> 'id' $$), test.document()::text, 'the same key of somebody else is another document');
select is(pg_temp.ask('olga', $$ select public.create_document(null) $$), 'bad_request', 'there is no document without a key');
select is(pg_temp.ask('olga', $$ select public.create_document(gen_random_uuid(), 'tlh') $$), 'bad_request', 'or in a language that is not known');
select matches(test.document()::text, '^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 'an id is a UUID');

-- What is answered and shown does not tell whether there is an account.
create temp table tokens as select email, pg_temp.invite(email) as token from unnest(array['cizinec@example.com', 'nobody@example.com']) as email;
select matches(token, '^[0-9a-f]{64}$', email || ' is invited') from tokens;
select is(pg_temp.pending(), 'cizinec@example.com editor,nobody@example.com editor', 'both wait');
select is(pg_temp.sees('olga', 'cizinec'), 'done', 'and nothing else of them is to be seen');
select is(pg_temp.ask('olga', $$ select d ->> 'member_count' from json_array_elements(public.list_my_documents()) as d $$), '4', 'or counted');
select is(pg_temp.epoch(), 1, 'no lane moves');
select is(pg_temp.ask('olga', $$ select public.set_member_role(test.document(), test.id('cizinec'), 'viewer') $$), 'user_not_found', 'their role is the invitation''s');
select is(pg_temp.ask('olga', $$ select public.remove_member(test.document(), test.id('cizinec')) $$), 'user_not_found', 'and they are not removed but uninvited');
select is(pg_temp.ask('olga', $$ select public.transfer_document(test.document(), test.id('cizinec')) $$), 'user_not_found', 'or given the document');
select is((select count(*) from private.invitations i, tokens t where i.token_hash = convert_to(t.token, 'UTF8') or encode(i.token_hash, 'hex') = t.token), 0::bigint, 'no token is kept');
select is(pg_temp.ask(name, $$ select json_array_length(public.list_sharing(test.document()) -> 'invitations')::text $$), '0', name || ' is not shown who is invited')
from unnest(array['edita', 'karel', 'viktor']) as name;
select is(pg_temp.ask('cizinec', $$ select public.list_sharing(gen_random_uuid()) $$), 'forbidden', 'a stranger sees nothing');

-- Whoever has an account need not look for the mail.
select is(pg_temp.role('cizinec'), 'editor', 'the invited may open it at once');
select public.open_editing_session(test.id('cizinec'), test.auth_session('cizinec'), test.document(), gen_random_uuid(), 77, 1);
select is(pg_temp.sees('olga', 'cizinec'), 'row,listed,profile', 'and are seen when they do');
select is(pg_temp.pending(), 'nobody@example.com editor', 'the invitation is used');
select is(pg_temp.ask('cizinec', format('select public.accept_invitation(%L) ->> ''documentId''', token)), test.document()::text, 'and its token leads whoever used it to the document')
from tokens where email like 'cizinec%';
select is(pg_temp.ask(name, format('select public.accept_invitation(%L)', token)), 'not_found', 'and nobody else: ' || name)
from tokens, unnest(array['viktor', 'emil', 'olga']) as name where email like 'cizinec%';
select is(pg_temp.invite('cizinec@example.com'), 'already_member', 'who is in is not invited');

-- Whoever holds a token that waits is told what it is for, signed in or not.
create temp table shown as select pg_temp.invite('guest@example.com') as token;
select is(pg_temp.ask(who, format('select public.preview_invitation(%L)::jsonb', token))::jsonb,
  jsonb_build_object('inviter', p.name, 'title', d.title, 'email', 'guest@example.com', 'role', 'editor'), 'told what it is for: ' || who)
from shown, unnest(array['anon', 'cizinec']) as who, public.documents d join public.profiles p on p.id = d.owner_id where d.id = test.document();
select is(pg_temp.ask('anon', format('select public.preview_invitation(%L)', other.token)), 'not_found', 'no other token tells anything')
from (values ('x'), (null), ((select token from tokens where email like 'cizinec%'))) as other (token);
update private.invitations set expires_at = now() where email = 'guest@example.com';
select is(pg_temp.ask('anon', format('select public.preview_invitation(%L)', token)), 'not_found', 'an old one tells nothing') from shown;
update private.invitations set expires_at = now() + interval '1 minute' where email = 'guest@example.com';
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.ask('anon', format('select public.preview_invitation(%L)', token)), 'not_found', 'nor does one into the trash') from shown;
update public.documents set deleted_at = null where id = test.document();
update private.rate_buckets set tokens = 0, filled_at = clock_timestamp() where action = 'preview_invitation';
select is(pg_temp.ask('anon', format('select public.preview_invitation(%L)', token)), 'rate_limited', 'nor one that is asked all the time') from shown;
delete from private.invitations where email = 'guest@example.com';
select is(pg_temp.ask('anon', format('select public.preview_invitation(%L)', token)), 'not_found', 'nor one that was taken back') from shown;

-- The token is for one address, one use, seven days.
create temp table later as select pg_temp.invite(' NOBODY@example.com ', 'viewer') as token;
select is(pg_temp.epoch(), 2, 'another role moves the lanes, account or not');
select is(pg_temp.ask('viktor', format('select public.accept_invitation(%L)', token)), 'not_found', 'a new invitation replaces the old one') from tokens where email like 'nobody%';
select is(pg_temp.ask('viktor', format('select public.accept_invitation(%L)', token)), 'forbidden', 'it is for its address only') from later;
update auth.users set email = 'Nobody@example.com' where id = test.id('emil');
update auth.users set email_confirmed_at = null where id = test.id('emil');
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L)', token)), 'forbidden', 'which has to be confirmed') from later;
update auth.users set email_confirmed_at = now() where id = test.id('emil');
update private.invitations set expires_at = now();
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L)', token)), 'not_found', 'and not too old') from later;
select is(pg_temp.pending(), 'done', 'an old one is not listed');
update private.invitations set expires_at = now() + interval '1 minute';
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L) ->> ''documentId''', token)), test.document()::text, 'then it opens') from later;
select is(pg_temp.role('emil'), 'viewer', 'with its role');
select is(pg_temp.ask(name, format('select public.accept_invitation(%L) ->> ''documentId''', token)), answer, 'a used one is for whoever used it: ' || name)
from later, (values ('emil', test.document()::text), ('emil', test.document()::text), ('viktor', 'not_found'), ('cizinec', 'not_found')) as again (name, answer);
select is(pg_temp.role('emil'), 'viewer', 'who has its role and no more');
select is(pg_temp.ask('anon', $$ select public.accept_invitation('x') $$), 'permission denied for function accept_invitation', 'without a person there is none');
select is(pg_temp.invite('no address'), 'bad_request', 'an address looks like one');
select is(pg_temp.invite('a@example.com', 'owner'), 'bad_request', 'nobody is invited as owner');

-- Whoever has gone does not come back by it; who is invited again comes by the new one.
select pg_temp.ask('olga', $$ select public.remove_member(test.document(), test.id('emil')) $$);
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L)', token)) || ' ' || pg_temp.role('emil'), 'not_found none', 'shown out, it lets nobody in') from later;
create temp table again as select pg_temp.invite('nobody@example.com', 'viewer') as token;
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L) ->> ''documentId''', token)), test.document()::text, 'a new one does') from again;
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L)', token)), 'not_found', 'the one of before is over') from later;
update public.documents set deleted_at = now() where id = test.document();
select is(pg_temp.ask('emil', format('select public.accept_invitation(%L)', token)), 'not_found', 'nor does any lead into the trash') from again;
update public.documents set deleted_at = null where id = test.document();

-- Whoever gets an account later comes in by the address of the document, too.
select pg_temp.invite('late@example.com', 'commenter');
insert into auth.users (id, email) values (test.id('late'), 'Late@example.com');
insert into auth.sessions (id, user_id) values (test.auth_session('late'), test.id('late'));
select is(pg_temp.ask('late', $$ select public.join_document(test.document()) $$), 'forbidden', 'an address that is not confirmed is nobody''s');
update auth.users set email_confirmed_at = now() where id = test.id('late');
select is(pg_temp.ask('late', $$ select public.join_document(test.document()) $$), 'done', 'once it is, its invitation lets in');
select is(pg_temp.role('late'), 'commenter', 'with its role');

-- Taken back.
insert into auth.users (id, email, email_confirmed_at) values (test.id('petr'), 'petr@example.com', now());
insert into auth.sessions (id, user_id) values (test.auth_session('petr'), test.id('petr'));
select pg_temp.invite('petr@example.com'), pg_temp.invite('nobody-else@example.com');
select is(pg_temp.ask('edita', format('select public.revoke_invitation(test.document(), %L)', id)), 'forbidden', 'only the owner takes an invitation back')
from private.invitations where email = 'petr@example.com';
select is(pg_temp.ask('olga', format('select public.revoke_invitation(test.document(), %L)', id)), 'done', email || ' is uninvited') from private.invitations;
select is(pg_temp.role('petr'), 'none', 'and has no right left');
select is(pg_temp.epoch(), 5, 'the lanes move for both');

-- The link.
select is(pg_temp.ask('petr', $$ select public.join_document(test.document()) $$), 'forbidden', 'a closed link lets nobody in');
select is(pg_temp.ask('petr', $$ select public.join_document(gen_random_uuid()) $$), 'forbidden', 'nor does one that leads nowhere');
select is(pg_temp.ask('edita', $$ select public.set_link_role(test.document(), 'viewer') $$), 'forbidden', 'only the owner opens it');
select is(pg_temp.ask('olga', $$ select public.set_link_role(test.document(), 'owner') $$), 'bad_request', 'not for owners');
select is(pg_temp.ask('olga', $$ select public.set_link_role(test.document(), 'editor') $$), 'done', 'the owner opens the link');
select is(pg_temp.ask('petr', $$ select public.join_document(test.document()) $$), 'done', 'it lets in');
select is(pg_temp.ask('viktor', $$ select public.join_document(test.document()) $$), 'done', 'who is in, too');
select is(pg_temp.role('viktor'), 'viewer', 'and gives them nothing');
select public.open_editing_session(test.id('petr'), test.auth_session('petr'), test.document(), test.session('petr'), 78, 1);
select pg_temp.ask('olga', $$ select public.set_link_role(test.document(), 'viewer') $$);
select is(pg_temp.role('petr'), 'viewer', 'with the link changes what it gave');
select is((select lost_right_at is not null and revoked_at is null from public.editing_sessions where id = test.session('petr')), true, 'as if the owner had changed the role');
select is(pg_temp.epoch(), 6, 'the lanes move');
select pg_temp.ask('olga', $$ select public.set_link_role(test.document(), null) $$);
select is(pg_temp.role('petr'), 'none', 'closing it shows out who came by it');
select is((select revoked_at is not null from public.editing_sessions where id = test.session('petr')), true, 'their sessions end');
select is(pg_temp.role('edita'), 'editor', 'and nobody else');

-- Asking.
select is(pg_temp.ask('petr', $$ select public.request_access(test.document()) $$), 'done', 'whoever has the address may ask');
select is(pg_temp.ask('petr', $$ select public.request_access(gen_random_uuid()) $$), 'done', 'and learns nothing by it');
select is(pg_temp.ask('olga', $$ select r ->> 'email' from json_array_elements(public.list_sharing(test.document()) -> 'requests') as r $$), 'petr@example.com', 'the owner is asked');
select is(pg_temp.ask('edita', $$ select public.answer_request(test.document(), test.id('petr'), 'editor') $$), 'forbidden', 'and nobody else answers');
select pg_temp.ask('olga', $$ select public.answer_request(test.document(), test.id('petr'), null) $$);
select is(pg_temp.role('petr'), 'none', 'no is an answer');
select pg_temp.ask('petr', $$ select public.request_access(test.document()) $$), pg_temp.ask('olga', $$ select public.answer_request(test.document(), test.id('petr'), 'commenter') $$);
select is(pg_temp.role('petr'), 'commenter', 'so is yes');

-- Asking for more.
create function pg_temp.asking() returns text language sql as $$
  select pg_temp.ask('olga', $q$ select string_agg(r ->> 'name', ',') from json_array_elements(public.list_sharing(test.document()) -> 'requests') as r $q$)
$$;
create temp table lanes as select pg_temp.epoch() as epoch;
select pg_temp.ask(name, $$ select public.request_access(test.document()) $$) from unnest(array['edita', 'olga', 'signed out']) as name;
select is((select count(*) from private.access_requests), 0::bigint, 'whoever writes asks for nothing');
select is(pg_temp.ask('viktor', $$ select public.request_access(test.document()) $$), 'done', 'whoever reads may ask to write');
select is(pg_temp.asking(), 'Viktor', 'the owner is asked');
select is(pg_temp.ask('viktor', $$ select public.answer_request(test.document(), test.id('viktor'), 'editor') $$), 'forbidden', 'nobody answers themself');
select is(pg_temp.ask('olga', $$ select public.answer_request(test.document(), test.id('karel'), 'editor') $$) || ' ' || pg_temp.role('karel'), 'done commenter', 'who has not asked gets nothing');
select is(pg_temp.ask('olga', $$ select public.answer_request(test.document(), test.id('viktor'), 'viewer') $$) || ' ' || (pg_temp.epoch() - epoch), 'done 0', 'what they have changes nothing') from lanes;
select pg_temp.ask('viktor', $$ select public.request_access(test.document()) $$), pg_temp.ask('olga', $$ select public.answer_request(test.document(), test.id('viktor'), 'editor') $$);
select is(pg_temp.role('viktor') || ' ' || (pg_temp.epoch() - epoch), 'editor 1', 'more moves the lanes, where the new right is asked') from lanes;
select pg_temp.ask('petr', $$ select public.request_access(test.document()) $$);
select is(pg_temp.asking(), 'petr', 'another one asks');
select pg_temp.ask('olga', $$ select public.set_member_role(test.document(), test.id('petr'), 'editor') $$);
select is(pg_temp.asking(), 'done', 'and asks no more when the owner gave it to them anyway');
select is(pg_temp.ask('olga', $$ select public.answer_request(test.document(), test.id('petr'), 'viewer') $$) || ' ' || pg_temp.role('petr'), 'done editor', 'an answer takes nothing');
select is((select count(*) from private.access_requests), 0::bigint, 'then nobody waits');

-- A document always has one owner.
select is(pg_temp.ask('edita', $$ select public.transfer_document(test.document(), test.id('edita')) $$), 'forbidden', 'an editor takes no document');
select is(pg_temp.ask('olga', $$ select public.transfer_document(test.document(), test.id('olga')) $$), 'user_not_found', 'the owner has it');
select is(pg_temp.ask('olga', $$ select public.transfer_document(test.document(), test.id('edita')) $$), 'done', 'the owner gives it away');
select is(pg_temp.role('edita') || ' ' || pg_temp.role('olga'), 'owner editor', 'and stays as an editor');
select is((select owner_id from public.documents where id = test.document()), test.id('edita'), 'it is the other''s');

-- A text begins in the language of whoever makes it.
create temp table made as select language, pg_temp.ask('olga', format('select public.create_document(gen_random_uuid(), %L) ->> ''id''', language))::uuid as id
from unnest(array['cs', 'en-US', null]) as language;
select is((select count(distinct bytes) from public.document_updates u join made m on m.id = u.document_id), 3::bigint, 'each language has its beginning');

select * from finish();
