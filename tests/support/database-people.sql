-- Six users and one document owned by Olga, for the tests in tests/database. `become(name)` runs the rest of the
-- transaction as that user; `signed out` uses Edita's token after her sign-in session has ended.
create schema if not exists test;
grant usage on schema test to anon, authenticated, service_role;

create function test.id(p_name text) returns uuid language sql immutable as $$ select md5(p_name)::uuid $$;
create function test.key() returns uuid language sql immutable as $$ select md5('the document')::uuid $$;
create function test.document() returns uuid language sql immutable security definer as $$
  select private.new_document_id(test.id('olga'), test.key())
$$;
create function test.auth_session(p_name text) returns uuid language sql immutable as $$ select md5('auth ' || p_name)::uuid $$;
create function test.made(p_owner text, p_key text) returns uuid language sql immutable security definer as $$
  select private.new_document_id(test.id(p_owner), md5(p_key)::uuid)
$$;
create function test.session(p_name text) returns uuid language sql immutable as $$ select md5('editing ' || p_name)::uuid $$;

create function test.become(p_name text) returns void language plpgsql as $$
begin
  reset role;
  perform set_config('request.jwt.claims',
    case when p_name in ('anon', 'service_role') then json_build_object('role', p_name)::text
         when p_name = 'signed out'
           then json_build_object('role', 'authenticated', 'sub', test.id('edita'), 'session_id', test.auth_session(p_name))::text
         else json_build_object('role', 'authenticated', 'sub', test.id(p_name), 'session_id', test.auth_session(p_name))::text end, true);
  perform set_config('role', case when p_name in ('anon', 'service_role') then p_name else 'authenticated' end, true);
end $$;

insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select test.id(name), name || '@example.com', now(), json_build_object('name', initcap(name))
from unnest(array['olga', 'edita', 'karel', 'viktor', 'cizinec', 'emil']) as name;
insert into auth.sessions (id, user_id)
select test.auth_session(name), test.id(name) from unnest(array['olga', 'edita', 'karel', 'viktor', 'cizinec', 'emil']) as name;

select test.become('olga');
select public.create_document(test.key());
reset role;
insert into public.members (document_id, user_id, role, expires_at) values
  (test.document(), test.id('edita'), 'editor', null),
  (test.document(), test.id('karel'), 'commenter', null),
  (test.document(), test.id('viktor'), 'viewer', now() + interval '1 day'),
  (test.document(), test.id('emil'), 'editor', now() - interval '1 minute');
insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
select test.session(name), test.document(), test.id(name), 1, place + 10
from unnest(array['olga', 'edita', 'karel', 'viktor']) with ordinality as people (name, place);
