/** The contract of `OutboxStore`, tested for every implementation that stores anything. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutboxItem, OutboxStore } from '../ports/outbox-store.ts';

const SESSION = {
  documentId: '00000000-0000-4000-8000-000000000001',
  sessionId: '00000000-0000-4000-8000-000000000002',
  generation: 1,
};

const item = (counter: number, byte = counter): OutboxItem => ({
  ...SESSION,
  clientId: 7,
  counter,
  update: new Uint8Array([byte, 0, 255]),
  title: counter % 2 === 0,
  heirs: counter % 2 === 0 ? '' : `${counter} 7 0 3`,
});

/** `open`: an empty store for one editing session. */
export function describeOutboxStoreContract(name: string, open: () => OutboxStore): void {
  describe(`${name} fulfils the contract of an outbox store`, () => {
    let store: OutboxStore;
    beforeEach(() => {
      store = open();
    });

    test('stored updates are listed unchanged, in the order of their counters', async () => {
      expect(await store.list()).toEqual([]);
      await Promise.all([store.put(item(2)), store.put(item(1)), store.put(item(3))]);
      expect(await store.list()).toEqual([item(1), item(2), item(3)]);
    });

    test('an update replaces the one with the same counter', async () => {
      await store.put(item(1));
      await store.put(item(1, 9));
      expect(await store.list()).toEqual([item(1, 9)]);
    });

    test('logged updates are not listed, and deleting them again is a no-op', async () => {
      await Promise.all([store.put(item(1)), store.put(item(2)), store.put(item(3))]);
      await store.delete(SESSION.sessionId, 2);
      await store.delete(SESSION.sessionId, 2);
      expect(await store.list()).toEqual([item(3)]);
      await store.delete(SESSION.sessionId, 3);
      expect(await store.list()).toEqual([]);
    });

    test('remote updates are never listed', async () => {
      const of = {
        ...SESSION,
        sessionId: '00000000-0000-4000-8000-000000000003',
        receivedBy: SESSION.sessionId,
      };
      const remote = { ...of, counter: 1, tag: new Uint8Array(16), bytes: new Uint8Array([1]) };
      await store.keepUnlogged([remote, { ...remote, bytes: new Uint8Array([2]) }]);
      await store.put(item(1));
      await store.forgetUnlogged(of, 1);
      await store.forgetUnlogged(of, 1);
      expect(await store.list()).toEqual([item(1)]);
    });

    test('it stays durable or not, and is intact after a stored update', async () => {
      const { durable } = store;
      await store.put(item(1));
      expect(store.durable).toBe(durable);
      expect(store.intact).toBe(true);
    });
  });
}
