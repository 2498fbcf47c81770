import { Client } from 'pg';
import { connectionUrl, readOwner } from '../../src/embedded-supabase/node/postgres.ts';

/** Connects to the database of a running Spolu. */
export async function connectToSpolu(dataDir: string): Promise<Client> {
  const port = readOwner(dataDir)?.port;
  if (port === undefined) throw new Error(`no database runs in ${dataDir}`);
  const client = new Client({ connectionString: connectionUrl(dataDir, port) });
  await client.connect();
  return client;
}
