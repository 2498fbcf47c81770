import type { DocumentLog } from '../../yjs-supabase/index.ts';

/** The log, and word of each restore in it that comes after the text has been loaded. */
export function hearRestores(log: DocumentLog, onRestore: () => void): DocumentLog {
  let heard = 0;
  return {
    ...log,
    load: async (request) => {
      const loaded = await log.load(request);
      if (!loaded.ok || request.after === null) return loaded;
      const newest = loaded.value.rows.findLast(({ kind }) => kind === 'restore')?.seq ?? 0;
      // Rows may be fetched twice.
      if (newest > heard) {
        heard = newest;
        onRestore();
      }
      return loaded;
    },
  };
}
