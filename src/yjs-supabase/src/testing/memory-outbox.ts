import type { OutboxItem, OutboxStore } from '../ports/outbox-store.ts';

/** An in-memory outbox store. Tests that set `durable` make the provider treat it as persistent. */
export function openMemoryOutbox(): OutboxStore {
  const items = new Map<string, OutboxItem>();
  return {
    durable: false,
    intact: true,
    put: (item) => {
      items.set(`${item.sessionId}/${item.counter}`, item);
      return Promise.resolve();
    },
    delete: (sessionId, upToCounter) => {
      for (const [key, item] of items) {
        if (item.sessionId === sessionId && item.counter <= upToCounter) items.delete(key);
      }
      return Promise.resolve();
    },
    // Remote updates are kept only for durable local changes that depend on them.
    keepUnlogged: () => Promise.resolve(),
    forgetUnlogged: () => Promise.resolve(),
    list: () => Promise.resolve([...items.values()].toSorted((a, b) => a.counter - b.counter)),
  };
}
