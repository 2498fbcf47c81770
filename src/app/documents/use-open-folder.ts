import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { foldersQuery, type Folder } from '../data/folders.ts';

/** The way to a folder in the list. */
export const folderSearch = (folderId: string): string => `?folder=${folderId}`;

/** What the address names, be it a folder of mine or not. */
export const readFolderId = (params: URLSearchParams): string | null =>
  params.has('view') ? null : params.get('folder');

/** The folder that the address names; undefined when it is not, or not yet, known to be one of mine. */
export function useOpenFolder(): Folder | undefined {
  const [params] = useSearchParams();
  const folderId = readFolderId(params);
  const { data } = useQuery(foldersQuery());
  return data?.find(({ id }) => id === folderId);
}
