import * as z from 'zod/mini';

const toldByServer = z.object({ erasures: z.int() });

/** How many texts were erased from the document's history; null for a message about something else. */
export const readErasures = (value: unknown): number | null =>
  toldByServer.safeParse(value).data?.erasures ?? null;
