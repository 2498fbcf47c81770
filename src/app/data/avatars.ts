import { queryOptions } from '@tanstack/react-query';

/** Polling interval; avatars rarely change. */
const RENEW_AFTER_MS = 10 * 60_000;

/** Avatar URLs, by user id, of the current user and of all users they share a document with. */
export const avatarsQuery = () =>
  queryOptions({
    queryKey: ['avatars'] as const,
    queryFn: () => import('./list-avatars.ts').then((part) => part.listAvatars()),
    staleTime: RENEW_AFTER_MS,
    refetchInterval: RENEW_AFTER_MS,
  });
