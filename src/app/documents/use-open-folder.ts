import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { foldersQuery, type Folder } from '../data/folders.ts';

/** Query string of a folder in the list. */
export const folderSearch = (folderId: string): string => `?folder=${folderId}`;

/** The folder id in the URL, whether or not the user has that folder. */
export const readFolderId = (params: URLSearchParams): string | null =>
  params.has('view') ? null : params.get('folder');

/** The open folder; undefined if the id in the URL is not (yet) one of the user's folders. */
export function useOpenFolder(): Folder | undefined {
  const [params] = useSearchParams();
  const folderId = readFolderId(params);
  const { data } = useQuery(foldersQuery());
  return data?.find(({ id }) => id === folderId);
}
