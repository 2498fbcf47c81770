/**
 * Appends the unsent changes of closed pages on the same device, under their old editing sessions. A page does so at
 * its start and from time to time. Old sessions are drained, never continued.
 */
import type { Appended, OutboxItem, Outcome } from '#yjs-supabase';
import { drainUnlogged } from './drain-unlogged.ts';
import { openLog } from './model/functions.ts';
import { itemsOnDisk, type Device, type Page } from './page.ts';
import { DOCUMENT_ID, type World } from './world.ts';

const FINAL_CODES = new Set([
  'forbidden',
  'session_invalid',
  'generation_mismatch',
  'counter_reused',
  'update_rejected',
]);
const MAX_UPDATES = 200;
const RETRY_MS = 3000;
/** An open tab may die without notice. */
const LOOK_AGAIN_MS = 30_000;

export function drain(world: World, device: Device, page: Page): void {
  const start = () => {
    drainUnlogged(world, device, page);
    drainNext(world, device, page);
  };
  world.schedule.after(500, () => page.socket.deliver(start));
}

function drainNext(world: World, device: Device, page: Page): void {
  const open = new Set(device.pages.map((each) => each.provider.sessionId));
  const isDue = (item: OutboxItem) => !open.has(item.sessionId) && !world.kept.has(item.sessionId);
  const sessionId = itemsOnDisk(device).find(isDue)?.sessionId;
  if (sessionId === undefined) {
    drainUnlogged(world, device, page);
    world.schedule.after(LOOK_AGAIN_MS, () => page.socket.deliver(() => drainNext(world, device, page)));
    return;
  }
  const batch = firstRun(itemsOnDisk(device).filter((item) => item.sessionId === sessionId));
  const first = batch[0]!;
  const again = (delayMs: number) =>
    world.schedule.after(delayMs, () => page.socket.deliver(() => drainNext(world, device, page)));
  const reply = openLog(page.socket, world.functions).append({
    documentId: DOCUMENT_ID,
    sessionId,
    generation: first.generation,
    schema: page.schema,
    firstCounter: first.counter,
    updates: batch.map((item) => item.update),
  });
  let isAnswered = false;
  void reply.then((outcome) => {
    isAnswered = true;
    again(takeReply(world, device, first, outcome));
  });
  // The reply may never come; a second request is harmless.
  world.schedule.after(20_000, () => isAnswered || again(0));
}

/** Returns the delay before the next batch. */
function takeReply(world: World, device: Device, first: OutboxItem, outcome: Outcome<Appended>): number {
  const { sessionId } = first;
  if (!outcome.ok) {
    const { failure } = outcome;
    if (failure.kind === 'refused' && FINAL_CODES.has(failure.code)) world.kept.set(sessionId, failure.code);
    return RETRY_MS;
  }
  // An item before the first one is missing on the device and in the log, so later ones cannot be appended.
  if (outcome.value.acked < first.counter) {
    world.kept.set(sessionId, 'hole');
    return 0;
  }
  const { acked } = world.truth;
  acked.set(sessionId, Math.max(acked.get(sessionId) ?? 0, outcome.value.acked));
  for (const [key, item] of device.disk.items) {
    if (item.sessionId === sessionId && item.counter <= outcome.value.acked) device.disk.items.delete(key);
  }
  return 0;
}

/** The oldest items up to the first hole. */
function firstRun(items: readonly OutboxItem[]): readonly OutboxItem[] {
  const sorted = items.toSorted((a, b) => a.counter - b.counter);
  const first = sorted[0]?.counter ?? 0;
  return sorted.filter((item, at) => item.counter === first + at).slice(0, MAX_UPDATES);
}
