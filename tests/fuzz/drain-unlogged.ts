/** Relays the remote updates that a closed page stored because its local changes may depend on them (S26b). */
import type { UnloggedItem } from '#yjs-supabase';
import { openLog } from './model/functions.ts';
import { isUnloggedOf } from './model/store.ts';
import type { Device, Page } from './page.ts';
import { DOCUMENT_ID, type World } from './world.ts';

const HOPELESS_CODES = new Set(['session_invalid', 'generation_mismatch']);

export function drainUnlogged(world: World, device: Device, page: Page): void {
  const open = new Set(device.pages.map((each) => each.provider.sessionId));
  const groups = new Map<string, UnloggedItem[]>();
  for (const item of device.disk.unlogged.toSorted((a, b) => a.counter - b.counter)) {
    if (open.has(item.receivedBy)) continue;
    const name = `${item.sessionId}/${item.receivedBy}`;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  for (const group of groups.values()) relay(world, device, page, group);
}

function relay(world: World, device: Device, page: Page, group: readonly UnloggedItem[]): void {
  const first = group[0]!;
  const forget = (upTo: number) => {
    device.disk.unlogged = device.disk.unlogged.filter((item) => !isUnloggedOf(first, upTo)(item));
  };
  const { sessionId, generation } = first;
  const request = { documentId: DOCUMENT_ID, sessionId, generation, schema: page.schema, updates: group };
  void openLog(page.socket, world.functions)
    .relay(request)
    .then((outcome) => {
      if (outcome.ok) {
        const { acked } = outcome.value;
        forget(group.some(({ counter }) => counter === acked + 1) ? acked + 1 : acked);
      } else if (outcome.failure.kind === 'refused' && HOPELESS_CODES.has(outcome.failure.code))
        forget(Number.MAX_SAFE_INTEGER);
    });
}
