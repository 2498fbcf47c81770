import type { DocumentLog } from '#yjs-supabase';

/** The log row of a restore: its `seq`, and the editing session that wrote it. */
export interface RestoreRow {
  /** Null if the user's account is deleted. */
  readonly sessionId: string | null;
  readonly seq: number;
}

/** Wraps a log; `onRestore` is called once for each restore written while the document is open. */
export function watchRestores(log: DocumentLog, onRestore: (row: RestoreRow) => void): DocumentLog {
  let newest = 0;
  return {
    ...log,
    load: async (request) => {
      const outcome = await log.load(request);
      // The initial load contains no news.
      if (!outcome.ok || request.after === null) return outcome;
      const { rows, latest } = outcome.value;
      for (const { sessionId, seq, kind } of [...rows, ...(latest ?? [])]) {
        // Rows can be fetched twice.
        if (kind !== 'restore' || seq <= newest) continue;
        newest = seq;
        onRestore({ sessionId, seq });
      }
      return outcome;
    },
  };
}
