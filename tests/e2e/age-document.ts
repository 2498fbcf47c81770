/** Makes a document of the stories' server look as if it had been written so much earlier. */
import { Client } from 'pg';
import { z } from 'zod';
import { connectionUrl, readOwner } from '../../src/embedded-supabase/node/postgres.ts';

export async function ageDocument(documentId: string, interval: string): Promise<void> {
  const dataDir = z.string().parse(process.env['SPOLU_DATA_DIR']);
  const port = readOwner(dataDir)?.port;
  if (port === undefined) throw new Error(`no database runs in ${dataDir}`);
  const client = new Client({ connectionString: connectionUrl(dataDir, port) });
  await client.connect();
  try {
    await client.query(
      `update public.versions set created_at = created_at - $2::interval, ended_at = ended_at - $2::interval,
         thin_at = thin_at - $2::interval where document_id = $1`,
      [documentId, interval],
    );
    await client.query(
      'update public.document_updates set created_at = created_at - $2::interval where document_id = $1',
      [documentId, interval],
    );
  } finally {
    await client.end();
  }
}
