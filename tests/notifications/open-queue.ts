/** The queue of mails on a real database whose clock stands still until it is set. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openProjectDatabase } from '../support/open-project-database.ts';

const CLOCK = `
  create or replace function private.clock() returns timestamptz language sql stable security definer set search_path = ''
    return coalesce(current_setting('test.now', true)::timestamptz, now());
  -- Nobody is hurried here.
  update private.rate_limits set burst = 1000000, per_second = 1000000;
  -- Postgres reads a file for each of them.
  create or replace function private.is_time_zone(p_name text) returns boolean language sql immutable as 'select true';
  -- Nobody listens.
  create or replace function private.ring(p_user uuid) returns void language sql as '';
  create or replace function private.tell_lists(p_document uuid, p_also uuid default null) returns void language sql as '';`;

export interface Queue {
  /** Two lines to the database, for two workers at once. */
  readonly clients: readonly [Client, Client];
  readonly setTime: (atMs: number) => Promise<void>;
  /** Runs one statement as a signed-in person; returns its first value. */
  readonly as: (userId: string, sql: string, values?: readonly unknown[]) => Promise<unknown>;
  readonly addPerson: (name: string, confirmed?: boolean) => Promise<string>;
  /** Empties the database for the next history. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openQueue(changes = ''): Promise<Queue> {
  const opened = await openProjectDatabase();
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: opened.database.projectUrl });
    await client.connect();
    return client;
  };
  const clients = [await connect(), await connect()] as const;
  const [client] = clients;
  await client.query(CLOCK);
  if (changes !== '') await client.query(changes);
  const sessions = new Map<string, string>();
  return {
    clients,
    setTime: async (atMs) => {
      const set = 'select set_config($1, $2, false)';
      await Promise.all(clients.map((one) => one.query(set, ['test.now', new Date(atMs).toISOString()])));
    },
    as: async (userId, sql, values = []) => {
      const claims = { role: 'authenticated', sub: userId, session_id: sessions.get(userId) };
      await client.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify(claims)]);
      const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
      return Object.values(rows[0] ?? {})[0];
    },
    addPerson: async (name) => {
      const [id, session] = [randomUUID(), randomUUID()];
      sessions.set(id, session);
      await client.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         values ($1::uuid, $2::text || '@' || $1 || '.example', now(), json_build_object('name', $2::text))`,
        [id, name],
      );
      await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
      return id;
    },
    clear: async () => {
      await client.query(
        `delete from public.documents; delete from auth.users; delete from private.mails; delete from private.mail_blocks;
         delete from private.blocked_senders`,
      );
    },
    close: async () => {
      for (const one of clients) await one.end();
      await opened.close();
    },
  };
}
