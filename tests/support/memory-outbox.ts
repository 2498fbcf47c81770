import type { OutboxItem, OutboxStore } from '../../src/yjs-supabase/outbox-store.ts';

/** A store that lives as long as the process; a test that says it is durable makes it one that is asked. */
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
    // Nothing rests on what does not outlive the page.
    keepHeard: () => Promise.resolve(),
    forgetHeard: () => Promise.resolve(),
    list: () => Promise.resolve([...items.values()].toSorted((a, b) => a.counter - b.counter)),
  };
}
