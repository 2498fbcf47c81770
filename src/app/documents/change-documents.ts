import type { QueryClient } from '@tanstack/react-query';
import { errorCodeOf, type ApiErrorCode } from '../data/api-error.ts';
import { inTurn } from '../data/in-turn.ts';
import { patchDocument, refreshDocuments, type ListedDocument } from '../data/documents.ts';

const AT_ONCE = 4;

export interface Changed {
  readonly done: readonly ListedDocument[];
  readonly refused: number;
  /** Why the last one was refused; null if none was. */
  readonly code: ApiErrorCode | null;
}

/** Changes documents of the list, a few at a time. `shown` is an optimistic update, undone for refused changes. */
export async function changeDocuments(
  client: QueryClient,
  documents: readonly ListedDocument[],
  ask: (document: ListedDocument) => Promise<void>,
  shown: (document: ListedDocument) => Partial<ListedDocument> = () => ({}),
): Promise<Changed> {
  for (const one of documents) patchDocument(client, one.id, shown(one));
  const done: ListedDocument[] = [];
  let code: ApiErrorCode | null = null;
  const change = async (document: ListedDocument): Promise<void> => {
    try {
      await ask(document);
      done.push(document);
    } catch (error) {
      code = errorCodeOf(error);
    }
  };
  const run = inTurn(AT_ONCE);
  await Promise.all(documents.map((document) => run(() => change(document))));
  await refreshDocuments(client);
  return { done, refused: documents.length - done.length, code };
}
