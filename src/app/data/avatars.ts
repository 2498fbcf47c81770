/** Pictures of people. */
import { queryOptions } from '@tanstack/react-query';

/** Others change theirs seldom, and an address must not end while it is shown. */
const RENEW_AFTER_MS = 10 * 60_000;

/** The addresses of the pictures of everybody I share a document with, and of my own, by person. */
export const avatarsQuery = () =>
  queryOptions({
    queryKey: ['avatars'] as const,
    queryFn: () => import('./list-avatars.ts').then((part) => part.listAvatars()),
    staleTime: RENEW_AFTER_MS,
    refetchInterval: RENEW_AFTER_MS,
  });
