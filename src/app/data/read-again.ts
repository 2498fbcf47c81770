import type { QueryClient } from '@tanstack/react-query';

/** Reads again what is shown. A first reading that is on its way would not be repeated, and may lack the change. */
export async function readAgain(
  client: QueryClient,
  queryKey: readonly string[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  if (refetchType === 'active')
    await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey, refetchType });
}
