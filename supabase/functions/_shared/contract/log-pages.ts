/** Requests and replies that read the log for the history. */
import * as z from 'zod/mini';

const seq = z.int().check(z.nonnegative());

/** `read-log`: the rows after `after` up to `until`, or as many as fit on a page. The parts of the reply are the updates of `rows`. */
export const readLogRequest = z.object({ documentId: z.uuid(), after: seq, until: seq });

/**
 * Each row: seq, the Yjs client id of the editing session that wrote it (null when unknown), milliseconds since 1970. The
 * page has all rows from `from` to `until` that clients accept; both are null when there are none.
 */
export const readLogHeader = z.object({
  from: z.nullable(seq),
  until: z.nullable(seq),
  rows: z.array(z.tuple([seq, z.nullable(z.int()), z.number()])),
  /** Of the rows that declared some: seq and heirs (`authorship/heirs.ts`). Absent from older servers. */
  heirs: z.optional(z.array(z.tuple([seq, z.string()]))),
});
export type LogRow = z.output<typeof readLogHeader>['rows'][number];

/** `read-state`: the document at one row. The parts of the reply are Yjs updates that make it up, in order. */
export const readStateRequest = z.object({ documentId: z.uuid(), seq: z.int().check(z.positive()) });
export const readStateHeader = z.object({ seq });
