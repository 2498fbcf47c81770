import type { Client } from 'pg';
import { z } from 'zod';
import { connectToSpolu } from '../support/connect-to-spolu.ts';

/** Asks the database of the running Spolu directly. */
export async function withDatabase<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectToSpolu(z.string().parse(process.env['SPOLU_DATA_DIR']));
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
