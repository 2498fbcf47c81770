import type { QueryClient } from '@tanstack/react-query';
import { errorCodeOf, type ApiErrorCode } from '../data/api-error.ts';
import { patchDocument, refreshDocuments, type ListedDocument } from '../data/documents.ts';

const AT_ONCE = 4;

export interface Changed {
  readonly done: readonly ListedDocument[];
  readonly refused: number;
  /** Why the last one was refused; null if none was. */
  readonly code: ApiErrorCode | null;
}

/** Changes documents of the list one by one, a few at a time. `shown` is optimistic; what is refused returns. */
export async function changeDocuments(
  client: QueryClient,
  documents: readonly ListedDocument[],
  ask: (document: ListedDocument) => Promise<void>,
  shown: (document: ListedDocument) => Partial<ListedDocument> = () => ({}),
): Promise<Changed> {
  for (const one of documents) patchDocument(client, one.id, shown(one));
  const waiting = [...documents];
  const done: ListedDocument[] = [];
  let code: ApiErrorCode | null = null;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await ask(next);
        done.push(next);
      } catch (error) {
        code = errorCodeOf(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await refreshDocuments(client);
  return { done, refused: documents.length - done.length, code };
}
