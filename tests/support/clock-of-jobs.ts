/** Jobs are scheduled in a stand-in for pg_cron, pg_net and Vault. */
export const CLOCK = `
  create schema cron; create schema net; create schema vault;
  create table cron.job (jobname text primary key, schedule text, command text);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as
    'insert into cron.job values (job_name, schedule, command) on conflict (jobname)
     do update set schedule = excluded.schedule, command = excluded.command returning 1::bigint';
  create function net.http_post(url text, body jsonb, params jsonb, headers jsonb, timeout_milliseconds integer)
    returns bigint language sql as 'select 1::bigint';
  create view vault.decrypted_secrets as select ''::text as name, ''::text as decrypted_secret;
  grant usage on schema cron, net, vault to postgres;
  grant all on cron.job, vault.decrypted_secrets to postgres`;
