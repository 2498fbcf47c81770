/** When the list of documents is read again. */
/** Without the user's topic, which tells of changes. */
export const UNTOLD_MS = 20_000;
/** Nothing tells that a face has gone. */
const WITH_FACES_MS = 60_000;
/** The server tells people who read their list in the last six minutes (`schemas/open_lists.sql`). */
const SURE_MS = 300_000;
/** Longer lists are read again only on focus. */
const LONG_LIST = 500;

interface Listed {
  readonly here: readonly unknown[];
}

export function listPollMs(documents: readonly Listed[] | undefined, isTold: boolean): number | false {
  if (documents && documents.length > LONG_LIST) return false;
  if (!isTold) return UNTOLD_MS;
  return documents?.some(({ here }) => here.length > 0) ? WITH_FACES_MS : SURE_MS;
}
