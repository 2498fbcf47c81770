/** Steps of the app around those of an append. A host with documents of its own has its own file. */
import type { Call } from './define-function.ts';
import { keepBeforeDeletionLater } from './keep-before-deletion.ts';
import { foreseeTitle, settleTitle, type ForeseenTitle } from './title.ts';

interface Header {
  readonly documentId: string;
  readonly sessionId: string;
  readonly title?: string | undefined;
}

type Foreseen = ForeseenTitle | null;

/** The title to store together with the updates; null for none. */
export async function beforeAppend(call: Call<Header>): Promise<Foreseen> {
  return call.header.title === undefined ? null : foreseeTitle(titleChange(call));
}

interface Appended {
  readonly head: number;
  readonly foreseen: Foreseen;
  readonly updates: readonly { readonly counter: number; readonly bytes: Uint8Array }[];
}

export async function afterAppend(call: Call<Header>, { head, foreseen, updates }: Appended): Promise<void> {
  keepBeforeDeletionLater(call, updates);
  if (call.header.title !== undefined) await settleTitle(titleChange(call), foreseen, head);
}

/** A relayed update may change the title. Only a request that failed stated it. */
export async function afterRelay(call: Call<Header>, { head, updates }: Appended): Promise<void> {
  keepBeforeDeletionLater(call, updates);
  await settleTitle({ ...titleChange(call), updates: [] }, null, head);
}

const titleChange = ({ database, caller, header: { documentId }, parts }: Call<Header>) => ({
  database,
  caller,
  documentId,
  updates: parts,
});
