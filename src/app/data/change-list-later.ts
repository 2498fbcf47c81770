/** Changes of the user's list, whose rest loads in the background, so that it is there when the network is not. */
import { ApiError } from './api-error.ts';
import { hasWaiting } from './waiting-mark.ts';
import type * as Changing from './change-list.ts';

const load = (): Promise<typeof Changing> =>
  import('./change-list.ts').catch((cause: unknown) => {
    throw new ApiError({ code: 'unreachable', status: 0, cause });
  });

export const changeList: typeof Changing.changeList = async (action) => (await load()).changeList(action);

export const startDocument: typeof Changing.startDocument = async (language, key) =>
  (await load()).startDocument(language, key);

/** For a change that cannot wait: what waits for the document goes first. Rejects if that has to wait on. */
export async function afterWaiting<T>(id: string, ask: () => Promise<T>): Promise<T> {
  if (hasWaiting(id)) {
    const later = await (await load()).sendWaiting(id);
    if (later) throw later;
  }
  return ask();
}
