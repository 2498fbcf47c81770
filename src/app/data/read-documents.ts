import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { documentsQuery } from './documents.ts';

/** Unless it was read within this time. If the server cannot be reached now, the next reading may. */
export async function readDocuments(client: QueryClient, staleTime: number): Promise<void> {
  try {
    await client.fetchQuery({ ...documentsQuery(), staleTime, retry: false });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
