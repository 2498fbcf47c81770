import type { DocumentLog } from '../../yjs-supabase/index.ts';

/** A row of the log with which a version was restored: at its `seq`, under the editing session of the restore. */
export interface RestoreRow {
  /** Null when the person's account is gone. */
  readonly sessionId: string | null;
  readonly seq: number;
}

/** The same log; `onRestore` is called once for each restore that is written while the document is open. */
export function watchRestores(log: DocumentLog, onRestore: (row: RestoreRow) => void): DocumentLog {
  let newest = 0;
  return {
    ...log,
    load: async (request) => {
      const outcome = await log.load(request);
      // What was there when the document was opened is no news.
      if (!outcome.ok || request.after === null) return outcome;
      for (const { sessionId, seq, kind } of outcome.value.rows) {
        // Rows may be fetched twice.
        if (kind !== 'restore' || seq <= newest) continue;
        newest = seq;
        onRestore({ sessionId, seq });
      }
      return outcome;
    },
  };
}
