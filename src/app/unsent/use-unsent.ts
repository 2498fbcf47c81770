import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deviceOf } from '../room/this-device.ts';
import type { UnsentEdits } from './list-unsent.ts';

/** Polls, because other tabs change the list without notifying this one. */
const LOOK_EVERY_MS = 5000;

/** The user's changes on this device that are not in the log. Fails if the device's storage does not respond. */
export function useUnsent(userId: string): UseQueryResult<readonly UnsentEdits[]> {
  const client = useQueryClient();
  useEffect(
    () => deviceOf(userId)?.copy.subscribe(() => void client.invalidateQueries({ queryKey: keyFor(userId) })),
    [client, userId],
  );
  return useQuery({
    queryKey: keyFor(userId),
    queryFn: () => readUnsent(userId),
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  });
}

const keyFor = (userId: string): readonly string[] => ['unsent', userId];

async function readUnsent(userId: string): Promise<readonly UnsentEdits[]> {
  const device = deviceOf(userId);
  if (!device) return [];
  const [rows, open] = await Promise.all([device.copy.listUnsent(), device.locks.listOpen()]);
  if (!rows.ok) throw new Error(`cannot read this device's copy: ${rows.problem}`);
  if (rows.value.length === 0) return [];
  // Lazy, because reading the text needs Yjs.
  const { listUnsent } = await import('./list-unsent.ts');
  return listUnsent(rows.value, open, Date.now());
}
