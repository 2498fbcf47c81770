-- The sweep: data that it deletes after its time has passed, and keeps a moment before.
\i people
select plan(36);

create function pg_temp.swept(p_limit integer default null) returns text language sql as $$
  select coalesce(string_agg(kind || ' ' || number, ', ' order by kind), 'nothing')
  from jsonb_each_text(public.sweep(p_limit)::jsonb - 'more') as s (kind, number) where number <> '0'
$$;
create function pg_temp.sessions() returns text language sql as $$
  select string_agg(name, ', ' order by name) from unnest(array['edita', 'karel', 'olga', 'viktor']) as name
  where exists (select 1 from public.editing_sessions s where s.id = test.session(name))
$$;
create function pg_temp.secrets() returns text language sql as $$
  select coalesce(string_agg(name, ', ' order by name), 'none') from unnest(array['edita', 'karel', 'olga', 'viktor']) as name
  where exists (select 1 from private.session_secrets s where s.session_id = test.session(name))
$$;

delete from private.rate_buckets;
insert into private.session_secrets (session_id) select id from public.editing_sessions;
update public.editing_sessions set last_counter = 1 where user_id in (test.id('olga'), test.id('edita'));
select is(pg_temp.swept(), 'nothing', 'new data stays');

-- Editing sessions and their secrets.
update public.editing_sessions set last_seen_at = now() - interval '23 hours';
select is(pg_temp.swept(), 'nothing', 'unused secrets stay for a day');
update public.editing_sessions set last_seen_at = now() - interval '25 hours' where user_id <> test.id('olga');
update public.editing_sessions set lost_right_at = now() - interval '23 hours' where user_id = test.id('edita');
select is(pg_temp.swept(), 'secrets 2', 'secrets are deleted a day after their last use');
select is(pg_temp.secrets(), 'edita, olga', 'secrets stay for a day after the right was lost');
update public.editing_sessions set lost_right_at = now() - interval '25 hours', last_seen_at = now() where user_id = test.id('edita');
select is(pg_temp.swept(), 'nothing', 'the secret of a session in use stays after the right was lost');
update public.editing_sessions set revoked_at = now() - interval '25 hours', last_seen_at = now() where user_id = test.id('edita');
select is(pg_temp.swept(), 'secrets 1', 'the secret of a revoked session is deleted after a day, even if it is in use');
select is(pg_temp.secrets(), 'olga', 'other secrets stay');
update public.editing_sessions set last_seen_at = now() - interval '29 days';
select is(pg_temp.swept(), 'secrets 1', 'unused sessions stay for 30 days');
update public.editing_sessions set last_seen_at = now() - interval '31 days';
select is(pg_temp.swept(), 'sessions 2', 'sessions without rows are deleted after 30 days');
select is(pg_temp.sessions(), 'edita, olga', 'sessions with rows stay');
update public.editing_sessions set last_seen_at = '-infinity';
select is(pg_temp.swept(), 'nothing', 'sessions with rows stay forever');
insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, sha256, bytes)
values (test.document(), 2, 1, test.session('edita'), 1, test.id('edita'), sha256('\x00'), '\x00');
update public.editing_sessions set last_counter = 0 where id = test.session('edita');
select is(pg_temp.swept(), 'nothing', 'a session with a row in the log stays even if its counter is 0');

-- Invitations, and the members reserved for invited users with an account.
insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
select test.document(), name || '@example.com', 'editor', sha256(name::bytea), test.id('olga'), expires_at
from (values ('late', now() - interval '1 second'), ('waits', now() + interval '1 second')) as i (name, expires_at);
insert into public.members (document_id, user_id, role, arrived_at, expires_at)
values (test.document(), test.id('cizinec'), 'editor', null, now() - interval '1 second');
select is(pg_temp.swept(), 'invitations 2', 'an expired invitation and its reserved member are deleted');
select is((select string_agg(email, ', ') from private.invitations), 'waits@example.com', 'a pending invitation stays');
select bag_eq($$ select p.name from public.members m join public.profiles p on p.id = m.user_id where m.document_id = test.document() $$,
  $$ values ('Olga'), ('Edita'), ('Karel'), ('Viktor'), ('Emil') $$, 'members who opened the document stay');

-- Refused writes.
insert into private.refused_writes (document_id, user_id, reason, session_id, last_at)
select test.document(), test.id('viktor'), reason, gen_random_uuid(), last_at
from (values ('old', now() - interval '91 days'), ('newer', now() - interval '89 days')) as r (reason, last_at);
select is(pg_temp.swept(), 'refusedWrites 1', 'refused writes are deleted after 90 days');
select is((select reason from private.refused_writes), 'newer', 'refused writes stay for 90 days');

-- Buckets.
insert into private.rate_buckets (user_id, action, tokens, filled_at)
select test.id(name), 'share', 0, now() - make_interval(secs => r.burst / r.per_second * part)
from private.rate_limits r, (values ('olga', 1.01), ('edita', 0.9)) as b (name, part) where r.action = 'share';
select is(pg_temp.swept(), 'buckets 1', 'a full bucket is deleted');
select is((select user_id from private.rate_buckets), test.id('edita'), 'a bucket that is not full stays');

-- The trash.
update public.documents set deleted_at = now() - interval '29 days' where id = test.document();
select is(pg_temp.swept(), 'nothing', 'the trash is kept for 30 days');
update public.documents set deleted_at = now() - interval '31 days' where id = test.document();
select is(pg_temp.swept(), 'documents 1', 'a document is erased after 30 days in the trash');
select is_empty($$ select 1 from public.document_updates where document_id = test.document() $$, 'the updates of an erased document are deleted');
select is(pg_temp.swept(), 'nothing', 'a document is erased once');

-- Bounds.
insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
select test.document(), n || '@example.com', 'editor', sha256(int4send(n)), test.id('olga'), now() - interval '1 day' from generate_series(1, 5) as n;
select is(public.sweep(2)::jsonb -> 'more', 'true', 'a limited call reports that more is left');
select is((select count(*) from private.invitations where expires_at < now()), 3::bigint, 'a limited call deletes no more than its limit');
select is(pg_temp.swept(), 'invitations 3', 'the next call deletes the rest');
select is(public.sweep()::jsonb -> 'more', 'false', 'a call reports when nothing is left');
select is(pg_temp.swept(-5), 'nothing', 'a negative limit is no error');

-- Rights.
select test.become('olga');
select throws_ok($$ select public.sweep() $$, '42501', null, 'users may not sweep');
select throws_ok($$ select public.list_files_to_remove() $$, '42501', null, 'users may not list files to remove');
select test.become('service_role');
select lives_ok($$ select public.sweep() $$, 'the service may sweep');
reset role;

-- With fakes of pg_cron, pg_net and Vault.
select is(private.schedule_sweep(), 'there is no pg_cron: nothing is scheduled', 'without pg_cron nothing is scheduled');
create schema cron;
create table cron.job (jobname text primary key, schedule text, command text);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job values (job_name, schedule, command) on conflict (jobname) do update set command = excluded.command returning 1::bigint
$$;
select matches(private.schedule_sweep(), '^scheduled public.sweep\(\); for files', 'with pg_cron alone, only the sweep is scheduled');
create schema net;
create table net.asked (url text, body jsonb, headers jsonb);
create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000)
returns bigint language sql as $$ insert into net.asked values (url, body, headers) returning 1::bigint $$;
create schema vault;
create table vault.decrypted_secrets (name text, decrypted_secret text);
select private.schedule_sweep(), private.schedule_sweep();
select bag_eq($$ select jobname from cron.job $$, $$ values ('spolu-sweep'), ('spolu-sweep-files'), ('spolu-sweep-search'), ('spolu-send-mails') $$, 'with all three, all jobs are scheduled once');
create procedure pg_temp.run_jobs() language plpgsql as $$
declare
  job cron.job;
begin
  for job in select * from cron.job loop execute job.command; end loop;
end $$;
call pg_temp.run_jobs();
select is_empty($$ select 1 from net.asked $$, 'without secrets in Vault no request is sent');
insert into vault.decrypted_secrets values ('spolu_url', 'https://x.supabase.co'), ('spolu_secret_key', 'sb_secret_x');
call pg_temp.run_jobs();
select results_eq($$ select url, headers ->> 'apikey' from net.asked $$,
  $$ values ('https://x.supabase.co/functions/v1/sweep-files', 'sb_secret_x') $$, 'with secrets in Vault the edge function is called');
select * from finish();
