import * as z from 'zod/mini';

/** A `thread` message has the version of the thread that changed; the reply to a poll that of the document. */
const toldByServer = z.union([
  z.pipe(
    z.object({ thread: z.uuid(), version: z.int() }),
    z.transform(({ version }) => version),
  ),
  z.pipe(
    z.object({ comments: z.nullable(z.int()) }),
    z.transform(({ comments }) => comments),
  ),
]);

/** Undefined for a message about something else. */
export const readCommentVersion = (value: unknown): number | null | undefined =>
  toldByServer.safeParse(value).data;
