-- Keys that prove live updates to each reader: which keys each session receives.
\i people
select plan(15);
-- Rules tested here: (PROTOCOL.md, W10b, W12g).

insert into private.session_secrets (session_id) select id from public.editing_sessions where id <> test.session('karel');

create function pg_temp.key(p_name text, p_reader text, p_author text) returns text language plpgsql as $$
declare answer text;
begin
  perform test.become(p_name);
  select r.key into answer from public.room_roster(test.document(), test.session(p_reader)) as r
  where r.session_id = test.session(p_author);
  reset role;
  return answer;
exception when others then reset role; return sqlerrm;
end $$;
create function pg_temp.made(p_reader text, p_author text) returns text language sql as $$
  select encode(extensions.hmac('\xffffffffffffffff'::bytea || uuid_send(test.session(p_reader)), s.secret, 'sha256'), 'hex')
  from private.session_secrets s where s.session_id = test.session(p_author)
$$;

select is(pg_temp.key('viktor', 'viktor', 'edita'), pg_temp.made('viktor', 'edita'),
  'a reader receives the key that only the author''s page can compute too');
select isnt(pg_temp.key('viktor', 'viktor', 'edita'), pg_temp.key('olga', 'olga', 'edita'), 'each reader receives a different key');
select isnt(pg_temp.key('viktor', 'viktor', 'edita'), pg_temp.key('viktor', 'viktor', 'olga'), 'each author has a different key');
select is(pg_temp.key('olga', 'viktor', 'edita'), null, 'even the owner receives no keys of another user''s session');
select is(pg_temp.key('olga', 'cizinec', 'edita'), null, 'a session that does not exist receives no keys');
select is(pg_temp.key('viktor', 'viktor', 'karel'), null, 'there is no key for an author''s session without a secret');
select is(pg_temp.key('emil', 'emil', 'edita'), 'forbidden', 'an expired member receives no keys');
select is(pg_temp.key('cizinec', 'cizinec', 'edita'), 'forbidden', 'a stranger receives no keys');
select test.become('viktor');
select is((select count(*) from public.room_roster(test.document()) as r where r.key is not null), 0::bigint,
  'a roster without a reader''s session has no keys');
reset role;

create function pg_temp.open(p_key bytea) returns text language plpgsql as $$
begin
  perform public.open_editing_session(test.id('edita'), test.auth_session('edita'), test.document(),
    '00000000-0000-4000-8000-00000000ed25', 4242, 1, p_key);
  return 'opened';
exception when others then return sqlerrm;
end $$;
create function pg_temp.public_key() returns text language plpgsql as $$
declare answer text;
begin
  perform test.become('viktor');
  select r.public_key into answer from public.room_roster(test.document()) as r where r.client_id = 4242;
  reset role;
  return answer;
end $$;

select isnt(pg_temp.open(decode(repeat('ab', 31), 'hex')), 'opened', 'a public key has 32 bytes');
select is(pg_temp.open(decode(repeat('ab', 32), 'hex')), 'opened', 'a session opens with its public key');
select is(pg_temp.public_key(), repeat('ab', 32), 'every member receives it with the roster');
select is(pg_temp.open(decode(repeat('cd', 32), 'hex')), 'session_invalid', 'a session does not open again with another key');
select is(pg_temp.open(null), 'opened', 'it opens again without one, as an older page does');
select is(pg_temp.public_key(), repeat('ab', 32), 'and keeps its first key');
