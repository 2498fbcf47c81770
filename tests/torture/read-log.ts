import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import { applyTogether } from '../../src/yjs-supabase/src/doc/apply-together.ts';

export interface Row {
  readonly seq: number;
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** A document from its rows in the database, read as they come. */
export function openLog(database: Database, documentId: string) {
  const doc = new Y.Doc();
  const rows: Row[] = [];
  return {
    doc,
    rows,
    text: () => doc.getXmlFragment(TEXT_ROOT),
    read: async (): Promise<void> => {
      const found = await database.query<{ seq: string; at: string; bytes: Uint8Array }>(
        `select seq, extract(epoch from created_at) * 1000 as at, bytes from public.document_updates
         where document_id = $1 and seq > $2 order by seq`,
        [documentId, rows.length],
      );
      for (const { seq, at, bytes } of found.rows) {
        if (Number(seq) !== rows.length + 1) throw new Error(`row ${seq} follows row ${rows.length}`);
        rows.push({ seq: Number(seq), atMs: Number(at), bytes });
      }
      applyTogether(
        doc,
        found.rows.map(({ bytes }) => bytes),
        'log',
      );
    },
  };
}
