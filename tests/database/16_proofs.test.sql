-- What is said live is proven to each who reads it: who is told which keys.
\i people
select plan(9);
-- Rules tested here: (PROTOCOL.md, W10b).

insert into private.session_secrets (session_id) select id from public.editing_sessions where id <> test.session('karel');

create function pg_temp.key(p_name text, p_reader text, p_author text) returns text language plpgsql as $$
declare told text;
begin
  perform test.become(p_name);
  select r.key into told from public.room_roster(test.document(), test.session(p_reader)) as r
  where r.session_id = test.session(p_author);
  reset role;
  return told;
exception when others then reset role; return sqlerrm;
end $$;
create function pg_temp.made(p_reader text, p_author text) returns text language sql as $$
  select encode(extensions.hmac('\xffffffffffffffff'::bytea || uuid_send(test.session(p_reader)), s.secret, 'sha256'), 'hex')
  from private.session_secrets s where s.session_id = test.session(p_author)
$$;

select is(pg_temp.key('viktor', 'viktor', 'edita'), pg_temp.made('viktor', 'edita'),
  'a reader is told what only the author''s page can make, too');
select isnt(pg_temp.key('viktor', 'viktor', 'edita'), pg_temp.key('olga', 'olga', 'edita'), 'another reader another one');
select isnt(pg_temp.key('viktor', 'viktor', 'edita'), pg_temp.key('viktor', 'viktor', 'olga'), 'and of another author');
select is(pg_temp.key('olga', 'viktor', 'edita'), null, 'not even the owner is told what is proven to somebody else');
select is(pg_temp.key('olga', 'cizinec', 'edita'), null, 'nor what a session would be told that is not open');
select is(pg_temp.key('viktor', 'viktor', 'karel'), null, 'a session without a secret proves nothing');
select is(pg_temp.key('emil', 'emil', 'edita'), 'forbidden', 'whose time is up is told nothing');
select is(pg_temp.key('cizinec', 'cizinec', 'edita'), 'forbidden', 'nor is a stranger');
select test.become('viktor');
select is((select count(*) from public.room_roster(test.document()) as r where r.key is not null), 0::bigint,
  'a page that names no session is told who is here, and no keys');
