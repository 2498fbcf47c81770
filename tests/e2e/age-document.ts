/** Makes the versions and log rows of a document older. */
import { z } from 'zod';
import { connectToSpolu } from '../support/connect-to-spolu.ts';

export async function ageDocument(documentId: string, interval: string): Promise<void> {
  const client = await connectToSpolu(z.string().parse(process.env['SPOLU_DATA_DIR']));
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
