import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deviceOf } from '../room/this-device.ts';
import type { UnsentEdits } from './list-unsent.ts';

/** Other tabs change it too, and say nothing. */
const LOOK_EVERY_MS = 5000;

/** What this person wrote on this device and the log does not have. Fails when the device's storage does not answer. */
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
  // Reading what they say takes Yjs.
  const { listUnsent } = await import('./list-unsent.ts');
  return listUnsent(rows.value, open, Date.now());
}
