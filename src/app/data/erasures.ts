/** Erasing text from the history for good, and the record of texts that were erased. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { eraseReply, eraseRequest, fromRanges, MAX_ERASED_RANGES } from '#contract/erasing/erase-request.ts';
import { findErasable, type Erasable } from '#contract/erasing/find-erasable.ts';
import { ApiError } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { callFunction } from './call-function.ts';
import { readLog, type LogRow } from './history-log.ts';
import { newId } from './new-id.ts';
import { runInSlices } from './run-in-slices.ts';
import { getSupabase } from './supabase.ts';
import { versionsQuery } from './versions.ts';

const recordSchema = z.pipe(
  z.object({
    id: z.uuid(),
    characters: z.int(),
    erased_at: z.coerce.date(),
    person: z.nullable(z.object({ name: z.string() })),
  }),
  z.transform(({ id, characters, erased_at, person }) => ({
    id,
    characters,
    erasedAt: erased_at,
    /** Null: a deleted account, or a former member. */
    erasedBy: person?.name ?? null,
  })),
);

const MAX_LISTED = 100;

/** Newest first; for the owner and editors of the document. */
export const erasuresQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['erasures', documentId] as const,
    queryFn: () => {
      const request = getSupabase()
        .from('erasures')
        .select('id, characters, erased_at, person:profiles(name)')
        .eq('document_id', documentId)
        .order('erased_at', { ascending: false })
        .limit(MAX_LISTED)
        .abortSignal(timeLimit());
      return askDatabase(request, z.array(recordSchema));
    },
  });

/** Ends erasures that stopped halfway: of what they left nobody could see any more that it belongs together. */
async function endErasures(documentId: string): Promise<void> {
  const unended = getSupabase()
    .from('erasures')
    .select('id')
    .eq('document_id', documentId)
    .is('ended_at', null);
  const left = await askDatabase(unended.abortSignal(timeLimit()), z.array(z.object({ id: z.uuid() })));
  for (const { id } of left) {
    const request = { documentId, erasureId: id, ranges: [], text: '' };
    await askUntilEnd(request, { part: 'rows', after: 0 });
  }
}

/** Looks for each line of a text in the whole log. */
export async function findInHistory(
  documentId: string,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<Erasable> {
  await endErasures(documentId);
  const rows: LogRow[] = [];
  for await (const page of readLog(documentId, 0, Number.MAX_SAFE_INTEGER, signal)) rows.push(...page);
  return runInSlices(findErasable(rows, lines), signal);
}

/** For the owner. Resolves to the number of erased characters. Safe to repeat after a failure. */
export async function eraseText(documentId: string, { ranges }: Erasable, text: string): Promise<number> {
  if (ranges.length > MAX_ERASED_RANGES) throw new ApiError({ code: 'too_large', status: 413 });
  const request = { documentId, erasureId: newId(), ranges: fromRanges(ranges), text };
  const { next, characters } = await ask(request);
  await askUntilEnd(request, next);
  return characters;
}

type Request = z.input<typeof eraseRequest>;

const ask = (request: Request) => callFunction('erase-text', eraseRequest.parse(request), eraseReply);

async function askUntilEnd(request: Request, first: z.output<typeof eraseReply>['next']): Promise<void> {
  for (let at = first; at !== null;) at = (await ask({ ...request, at })).next;
}

/** Everything that was read from the log before is dropped. */
export async function forgetErased(client: QueryClient, documentId: string): Promise<void> {
  client.removeQueries({ queryKey: versionsQuery(documentId).queryKey, type: 'inactive' });
  await Promise.all(
    [
      versionsQuery(documentId).queryKey,
      erasuresQuery(documentId).queryKey,
      ['deleted-versions', documentId],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
