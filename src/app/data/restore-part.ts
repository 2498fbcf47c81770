import { restorePartRequest } from '#contract/comparison/restore-part.ts';
import { restoreReply } from '#contract/requests.ts';
import type * as z from 'zod/mini';
import { callFunction } from './call-function.ts';
import type { Restored } from './versions.ts';

/** A text that differs in parts from the one at `seq`. */
export type PartRestore = Omit<z.input<typeof restorePartRequest>, 'documentId'>;

/** Turns the text at `seq` into the wanted one; later changes stay. Null when the text has these changes already. */
export async function restorePart(documentId: string, part: PartRestore): Promise<Restored | null> {
  const body = restorePartRequest.parse({ documentId, ...part });
  const { head, backupVersionId } = await callFunction('restore-part', body, restoreReply);
  return backupVersionId === null ? null : { head, backupVersionId };
}
