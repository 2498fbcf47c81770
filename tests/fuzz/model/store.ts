/**
 * The disk of one device. A `put` is durable once it has resolved. A write in flight when the process dies may be kept
 * or not; after a power cut it is lost. Deletions are lazy: a power cut may bring back the last deleted items.
 */
import type { UnloggedItem, UnloggedSession, OutboxItem, OutboxStore } from '#yjs-supabase';
import type { Dice } from '../dice.ts';
import { Later } from '../later.ts';
import type { Schedule } from '../schedule.ts';
import type { Socket } from './realtime.ts';

export interface Disk {
  readonly items: Map<string, OutboxItem>;
  unlogged: readonly UnloggedItem[];
  isFull: boolean;
  delayMs: number;
  /** The store as one page sees it. */
  open(page: Pick<Socket, 'deliver'>, isDurable: boolean): OutboxStore;
  /** The processes of this device die; with a power cut, unsynced writes are lost. */
  crash(isPowerCut: boolean): void;
}

interface Write {
  readonly item: OutboxItem | null;
  readonly run: () => void;
  readonly later: Later<void>;
  readonly page: Pick<Socket, 'deliver'>;
}

export const isUnloggedOf =
  ({ sessionId, receivedBy }: UnloggedSession, upTo: number) =>
  (item: UnloggedItem): boolean =>
    item.sessionId === sessionId && item.receivedBy === receivedBy && item.counter <= upTo;

const keyOf = (item: OutboxItem): string => `${item.sessionId}/${item.counter}`;

export interface DiskEvents {
  /** The bytes are durable. */
  readonly onStored: (item: OutboxItem) => void;
  /** The page receives the result of the write. */
  readonly onAnswered: (item: OutboxItem) => void;
}

export function createDisk(schedule: Schedule, dice: Dice, events: DiskEvents): Disk {
  const items = new Map<string, OutboxItem>();
  let queue: Write[] = [];
  let deleted: OutboxItem[] = [];
  let isBusy = false;
  let life = 0;

  /** Writes settle in order, as transactions on one store do. */
  function work(): void {
    const write = queue[0];
    if (!write || isBusy) return;
    isBusy = true;
    const startedIn = life;
    schedule.after(disk.delayMs * dice.between(0.5, 2), () => {
      if (startedIn !== life) return;
      isBusy = false;
      queue.shift();
      const isFull = disk.isFull;
      if (!isFull) write.run();
      write.page.deliver(() => {
        if (write.item) events.onAnswered(write.item);
        if (isFull) write.later.reject(new Error('QuotaExceededError'));
        else write.later.resolve();
      });
      work();
    });
  }

  function erase(sessionId: string, upToCounter: number): void {
    deleted = [];
    for (const [key, item] of items) {
      if (item.sessionId !== sessionId || item.counter > upToCounter) continue;
      items.delete(key);
      deleted.push(item);
    }
  }

  const disk: Disk = {
    items,
    unlogged: [],
    isFull: false,
    delayMs: 8,
    open: (page, isDurable) => {
      const enqueue = (run: () => void, item: OutboxItem | null = null): Promise<void> => {
        const later = new Later<void>();
        queue.push({ run: isDurable ? run : () => undefined, later, page, item });
        work();
        return later.asPromise();
      };
      return {
        durable: isDurable,
        intact: true,
        put: (item) =>
          enqueue(() => {
            items.set(keyOf(item), item);
            events.onStored(item);
          }, item),
        delete: (sessionId, upToCounter) => enqueue(() => erase(sessionId, upToCounter)),
        keepUnlogged: (news) => enqueue(() => (disk.unlogged = [...disk.unlogged, ...news])),
        forgetUnlogged: (of, upTo) =>
          enqueue(() => (disk.unlogged = disk.unlogged.filter((item) => !isUnloggedOf(of, upTo)(item)))),
        list: () => Promise.resolve([...items.values()]),
      };
    },
    crash: (isPowerCut) => {
      life += 1;
      isBusy = false;
      const underWay = queue[0];
      queue = [];
      if (underWay && !isPowerCut && !disk.isFull && dice.hits(0.5)) underWay.run();
      if (isPowerCut && dice.hits(0.5)) for (const item of deleted) items.set(keyOf(item), item);
      deleted = [];
    },
  };
  return disk;
}
