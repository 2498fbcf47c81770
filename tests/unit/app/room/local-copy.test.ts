import 'fake-indexeddb/auto';
import { IDBDatabase, IDBFactory, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStores, type KeptUpdate } from '../../../../src/app/room/kept-update.ts';
import { openLocalCopy, type LocalCopy } from '../../../../src/app/room/local-copy.ts';

/** On a busy machine an opening takes longer than anybody would wait for it. */
const PATIENT_MS = 10_000;
const SESSION = { documentId: 'd', generation: 1, sessionId: 's' };
const row = (counter: number, change: Partial<KeptUpdate> = {}): KeptUpdate => ({
  ...SESSION,
  counter,
  clientId: 7,
  schema: 1,
  bytes: new Uint8Array([counter]),
  atMs: 1000 + counter,
  documentTitle: 'Plan',
  changesTitle: false,
  ...change,
});

let factory: IDBFactory;
let nowMs: number;
const open = (
  options: {
    factory?: IDBFactory;
    userId?: string;
    openLimitMs?: number;
    transactionLimitMs?: number;
  } = {},
): LocalCopy =>
  openLocalCopy({
    userId: 'ann',
    factory,
    nowMs: () => nowMs,
    openLimitMs: PATIENT_MS,
    transactionLimitMs: PATIENT_MS,
    ...options,
  });
const unsent = async (copy: LocalCopy): Promise<readonly number[]> => {
  const listed = await copy.listUnsent();
  if (!listed.ok) throw new Error(listed.problem);
  return listed.value.map(({ counter }) => counter);
};

/** Looks at every put as it is made. */
function onPut(look: (request: IDBRequest, store: IDBObjectStore, row: KeptUpdate) => void): void {
  // oxlint-disable-next-line typescript/unbound-method
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
  ) {
    const request = put.call(this, value);
    look(request, this, value as KeptUpdate);
    return request;
  });
}

beforeEach(() => {
  factory = new IDBFactory();
  nowMs = 1_000_000;
});
afterEach(() => vi.restoreAllMocks());

test('what was put is found by the next page, with all that is known about it', async () => {
  const page = open();
  expect(await page.put([row(1, { changesTitle: true })])).toEqual({ ok: true, value: undefined });
  page.close();
  expect(await open().listUnsent()).toEqual({ ok: true, value: [row(1, { changesTitle: true })] });
});

test('a put is strict, and settles when the transaction is complete, not when its request is', async () => {
  const events: string[] = [];
  onPut((request, { transaction }) => {
    request.addEventListener('success', () => events.push('request'));
    transaction.addEventListener('complete', () => events.push(transaction.durability));
  });
  await open()
    .put([row(1)])
    .then(() => events.push('kept'));
  expect(events).toEqual(['request', 'strict', 'kept']);
});

test('writes do not wait for each other, but for those of many, which go together, the last of each update only', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const copy = open();
  await copy.put([row(1)]);
  expect(await unsent(copy)).toEqual([1]);
  vi.clearAllMocks();
  const revisions = [1, 2, 3, 4, 5, 6, 7, 8].map((byte) => row(2, { bytes: new Uint8Array([byte]) }));
  const writes = revisions.map((revision) => copy.put([revision]));
  writes.push(copy.put([row(3)]));
  await writes[0];
  expect(transaction).toHaveBeenCalledTimes(4);
  expect(put).toHaveBeenCalledTimes(4);
  await Promise.all(writes);
  expect(transaction).toHaveBeenCalledTimes(5);
  expect(put).toHaveBeenCalledTimes(6);
  expect(await copy.listUnsent()).toMatchObject({ value: [{}, revisions.at(-1), {}] });
});

/** The durability of each transaction that the page ended at once: the browser finishes it without the page. */
function watchCommits(): readonly string[] {
  const committed: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method
  const commit = IDBTransaction.prototype.commit;
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    committed.push(this.durability);
    commit.call(this);
  });
  return committed;
}

test('nothing that is written while somebody types waits for the page, and keeps their next words from the disk', async () => {
  const committed = watchCommits();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const copy = open();
  await copy.put([row(1)]);
  const [one, two] = [copy.acknowledge([row(1)]), copy.put([row(2)])];
  const said = copy.forgetHeard({ ...SESSION, heardBy: 'h' }, 1);
  const writes = [one, two, said];
  expect(await Promise.all(writes)).toEqual(writes.map(() => ({ ok: true, value: undefined })));
  await copy.acknowledge([row(2)]);
  const written = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(committed).toEqual(written.map(([, , options]) => options?.durability));
  expect(committed.at(-1)).toBe('relaxed');
  expect(await unsent(copy)).toEqual([]);
});

test('what waits together is written in the order in which it was asked for', async () => {
  const copy = open();
  const newest = row(1, { bytes: new Uint8Array([9]) });
  await Promise.all([
    copy.put([row(1), row(2), row(3)]),
    copy.put([row(1), row(2)]),
    copy.acknowledge([row(1), row(2)]),
    copy.put([newest]),
    copy.put([row(3)]),
    copy.discard(SESSION),
    copy.put([row(4)]),
    copy.put([row(2, { generation: 2 })]),
  ]);
  expect(await unsent(copy)).toEqual([4, 2]);
  expect(await copy.listAcked()).toMatchObject({ value: [{ counter: 2, generation: 1 }] });
  await copy.recall(SESSION, 0);
  await copy.put([newest]);
  expect(await unsent(copy)).toEqual([1, 2, 4, 2]);
});

describe('two tabs', () => {
  test('write into one database, and neither is in the way of the other', async () => {
    const [here, there] = [open(), open()];
    await Promise.all([here.put([row(1)]), there.put([row(1, { sessionId: 't' })]), here.put([row(2)])]);
    expect(await unsent(here)).toEqual([1, 2, 1]);
    expect(await unsent(there)).toEqual([1, 2, 1]);
  });

  test('one that deletes the database is let through, and the other opens it again', async () => {
    const [here, there] = [open(), open()];
    const losses: string[] = [];
    await here.put([row(1)]);
    here.onLost((loss) => losses.push(loss));
    expect(await there.destroy()).toEqual({ ok: true, value: undefined });
    expect(losses).toEqual(['deleted']);
    expect(here.isOpen).toBe(false);
    expect(await here.put([row(2)])).toEqual({ ok: true, value: undefined });
    expect(await unsent(here)).toEqual([2]);
  });

  test("another person's words are in another database", async () => {
    const ann = open();
    const ben = open({ userId: 'ben' });
    await ann.put([row(1)]);
    expect(await unsent(ben)).toEqual([]);
    await ben.destroy();
    expect(await unsent(ann)).toEqual([1]);
  });
});

describe('what goes wrong is told', () => {
  test('a full disk; the small update beside the one that did not fit is kept', async () => {
    onPut((_request, { transaction }, row) => {
      if (row.bytes.length <= 10) return;
      const error = new DOMException('full', 'QuotaExceededError');
      Object.defineProperty(transaction, 'error', { get: () => error });
      Object.assign(transaction, { commit: () => transaction.abort() });
    });
    const copy = open();
    await copy.put([row(1)]);
    const [, large, small] = await Promise.all([
      copy.put([row(2)]),
      copy.put([row(3, { bytes: new Uint8Array(11) })]),
      copy.put([row(4)]),
    ]);
    expect(large).toEqual({ ok: false, problem: 'quota' });
    expect(small.ok).toBe(true);
    expect(await unsent(copy)).toEqual([1, 2, 4]);
  });

  test('a database that never opens holds nobody up for longer than its limit', async () => {
    const silent = { open: () => new EventTarget() } as unknown as IDBFactory;
    const copy = open({ factory: silent, openLimitMs: 50 });
    const startedMs = performance.now();
    expect(await copy.put([row(1)])).toEqual({ ok: false, problem: 'never-opened' });
    expect(await copy.put([row(2)])).toEqual({ ok: false, problem: 'never-opened' });
    expect(performance.now() - startedMs).toBeLessThan(3000);
    expect(copy.isOpen).toBe(false);
    expect(copy.problem).toBe('never-opened');
  });

  test('one that opens late is used from then on', async () => {
    const late = {
      open: (name: string, version: number) => {
        const request = new EventTarget() as IDBOpenDBRequest;
        setTimeout(() => {
          const real = factory.open(name, version);
          for (const type of ['upgradeneeded', 'success']) {
            real.addEventListener(type, () => {
              Object.defineProperty(request, 'result', { value: real.result, configurable: true });
              request.dispatchEvent(Object.assign(new Event(type), { oldVersion: 0 }));
            });
          }
        }, 100);
        return request;
      },
    } as unknown as IDBFactory;
    const copy = open({ factory: late, openLimitMs: 50 });
    expect(await copy.put([row(1)])).toEqual({ ok: false, problem: 'never-opened' });
    await vi.waitFor(() => expect(copy.isOpen).toBe(true));
    expect(await copy.put([row(2)])).toEqual({ ok: true, value: undefined });
    expect(copy.problem).toBeNull();
  });

  test('one whose opening the browser breaks off, because it is just clearing its storage, is asked again at once', async () => {
    let times = 0;
    const busy = {
      open: (name: string, version: number) => {
        times += 1;
        if (times > 2) return factory.open(name, version);
        const request = Object.assign(new EventTarget(), { error: new DOMException('no', 'AbortError') });
        setTimeout(() => request.dispatchEvent(new Event('error')));
        return request;
      },
    } as unknown as IDBFactory;
    const copy = open({ factory: busy, openLimitMs: 2000 });
    expect(await copy.put([row(1)])).toEqual({ ok: true, value: undefined });
    expect(times).toBe(3);
  });

  test('one whose opening is broken off again and again is not asked for longer than its limit', async () => {
    let times = 0;
    const broken = {
      open: () => {
        times += 1;
        const request = Object.assign(new EventTarget(), { error: new DOMException('no', 'AbortError') });
        setTimeout(() => request.dispatchEvent(new Event('error')));
        return request;
      },
    } as unknown as IDBFactory;
    const copy = open({ factory: broken, openLimitMs: 300 });
    expect((await copy.put([row(1)])).ok).toBe(false);
    // Every tenth of a second, until the limit is used up; on a busy machine that ends after the answer.
    await vi.waitFor(() => expect(times).toBe(4));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(times).toBe(4);
    expect(await copy.put([row(2)])).toEqual({ ok: false, problem: 'lost' });
  });

  test('storage that is switched off', async () => {
    const forbidden = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    } as unknown as IDBFactory;
    expect(await open({ factory: forbidden }).put([row(1)])).toEqual({ ok: false, problem: 'denied' });
  });

  test('a newer version that another tab wants is let through; after that nothing is claimed here', async () => {
    const copy = open();
    await copy.put([row(1)]);
    const upgrade = factory.open('spolu-ann', 3);
    await vi.waitFor(() => expect(upgrade.readyState).toBe('done'));
    expect(copy.isOpen).toBe(false);
    expect(await copy.put([row(2)])).toEqual({ ok: false, problem: 'broken' });
    upgrade.result.close();
  });
});

test('words that an earlier version of the app kept are still there, and there is room for more', async () => {
  const before = factory.open('spolu-ann', 1);
  before.addEventListener('upgradeneeded', () => {
    createStores(before.result, 0);
    before.result.deleteObjectStore('heard');
    before.transaction?.objectStore('unsent').put(row(1));
  });
  await vi.waitFor(() => expect(before.readyState).toBe('done'));
  before.result.close();
  const copy = open();
  expect(await copy.listUnsent()).toMatchObject({ ok: true, value: [{ counter: 1 }] });
  expect(await copy.listHeard()).toEqual({ ok: true, value: [] });
});

describe('what the log has', () => {
  test('is not unsent any more, is kept for a day, and comes back when the log was set back', async () => {
    const copy = open();
    await copy.put([row(1), row(2), row(3)]);
    await copy.acknowledge([row(1), row(2)]);
    expect(await unsent(copy)).toEqual([3]);
    expect(await copy.listAcked()).toMatchObject({ value: [{ counter: 2 }] });

    nowMs += 23 * 3_600_000;
    await copy.sweep();
    await copy.recall(SESSION, 1);
    expect(await copy.listUnsent()).toEqual({ ok: true, value: [row(2), row(3)] });
    nowMs += 2 * 3_600_000;
    await copy.sweep();
    expect(await copy.listAcked()).toEqual({ ok: true, value: [] });
  });

  test('what it will not take is marked, and can be thrown away', async () => {
    const copy = open();
    const changes = vi.fn<() => void>();
    copy.subscribe(changes);
    await copy.put([row(1), row(1, { sessionId: 'other' })]);
    await copy.refuse(SESSION, 'gone');
    expect(await copy.listUnsent()).toMatchObject({ value: [{ sessionId: 'other' }, { refused: 'gone' }] });
    await copy.refuse(SESSION, null);
    expect(await copy.listUnsent()).toMatchObject({ value: [{}, row(1)] });
    await copy.discard(SESSION);
    expect(await copy.listUnsent()).toMatchObject({ value: [{ sessionId: 'other' }] });
    expect(changes).toHaveBeenCalledTimes(3);
  });
});
