import { useQuery } from '@tanstack/react-query';
import { documentsQuery, type ListedDocument } from '../../data/documents.ts';
import type { ReadyText } from './read-files.ts';

/** The document that a file was exported from, if the user has it. */
export function useOrigin(text: ReadyText | undefined): ListedDocument | null {
  const { data } = useQuery({ ...documentsQuery(), enabled: text?.origin != null });
  return data?.find(({ id, deletedAt }) => id === text?.origin?.documentId && deletedAt === null) ?? null;
}
