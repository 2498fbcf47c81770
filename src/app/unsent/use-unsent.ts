import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listDocumentsWithComments } from '../room/comments/comments-on-device.ts';
import { deviceOf } from '../room/this-device.ts';
import type { Unsent } from './list-unsent.ts';

/** Polls, because other tabs change the list without notifying this one. */
const LOOK_EVERY_MS = 5000;

/** The user's changes and comments on this device that the server does not have. Fails if the device's storage does not respond. */
export function useUnsent(userId: string): UseQueryResult<readonly Unsent[]> {
  const client = useQueryClient();
  useEffect(() => {
    const look = (): void => void client.invalidateQueries({ queryKey: keyFor(userId) });
    const stop = deviceOf(userId)?.copy.subscribe(look);
    // Comments.
    window.addEventListener('storage', look);
    return () => {
      stop?.();
      window.removeEventListener('storage', look);
    };
  }, [client, userId]);
  return useQuery({
    queryKey: keyFor(userId),
    queryFn: () => readUnsent(userId),
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  });
}

const keyFor = (userId: string): readonly string[] => ['unsent', userId];

async function readUnsent(userId: string): Promise<readonly Unsent[]> {
  const device = deviceOf(userId);
  const rows = await device?.copy.listUnsent();
  if (rows?.ok === false) throw new Error(`cannot read this device's copy: ${rows.problem}`);
  const edits = rows?.value ?? [];
  if (edits.length === 0 && listDocumentsWithComments(userId).size === 0) return [];
  const open = (await device?.locks.listOpen()) ?? new Set();
  // Lazy, because reading the text needs Yjs.
  const [{ listUnsent }, { listKept }] = await Promise.all([
    import('./list-unsent.ts'),
    import('../room/comments/kept-comments.ts'),
  ]);
  return listUnsent(edits, listKept(userId), open, Date.now());
}
