import 'fake-indexeddb/auto';
import { IDBDatabase, IDBFactory, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStores, type KeptUpdate } from '../../../../src/app/room/kept-update.ts';
import { openLocalCopy, type LocalCopy } from '../../../../src/app/room/local-copy.ts';

/** On a busy machine opening takes longer than the app's limit. */
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

/** Calls `look` with every put. */
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

test('the next page finds the stored updates, with all fields', async () => {
  const page = open();
  expect(await page.put([row(1, { changesTitle: true })])).toEqual({ ok: true, value: undefined });
  page.close();
  expect(await open().listUnsent()).toEqual({ ok: true, value: [row(1, { changesTitle: true })] });
});

test('a put is strict, and settles when the transaction completes, not when its request does', async () => {
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

test('writes run in parallel up to a limit, then in batches with only the last of each update', async () => {
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

/** Durability of each transaction that the page committed explicitly: the browser completes it without the page. */
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

test('no write during typing needs the page, which would delay the following writes', async () => {
  const committed = watchCommits();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const copy = open();
  await copy.put([row(1)]);
  const [one, two] = [copy.acknowledge([row(1)]), copy.put([row(2)])];
  const said = copy.forgetUnlogged({ ...SESSION, receivedBy: 'h' }, 1);
  const writes = [one, two, said];
  expect(await Promise.all(writes)).toEqual(writes.map(() => ({ ok: true, value: undefined })));
  await copy.acknowledge([row(2)]);
  const written = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(committed).toEqual(written.map(([, , options]) => options?.durability));
  expect(committed.at(-1)).toBe('relaxed');
  expect(await unsent(copy)).toEqual([]);
});

test('queued writes keep their order', async () => {
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
  test('write into one database without blocking each other', async () => {
    const [here, there] = [open(), open()];
    await Promise.all([here.put([row(1)]), there.put([row(1, { sessionId: 't' })]), here.put([row(2)])]);
    expect(await unsent(here)).toEqual([1, 2, 1]);
    expect(await unsent(there)).toEqual([1, 2, 1]);
  });

  test('one that deletes the database is not blocked, and the other reopens it', async () => {
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

  test("another user's changes are in another database", async () => {
    const ann = open();
    const ben = open({ userId: 'ben' });
    await ann.put([row(1)]);
    expect(await unsent(ben)).toEqual([]);
    await ben.destroy();
    expect(await unsent(ann)).toEqual([1]);
  });
});

describe('failures are reported', () => {
  test('a full disk; the small update next to one that did not fit is stored', async () => {
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

  test('a database that never opens blocks for no longer than its limit', async () => {
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

  test('one whose opening fails while the browser clears its storage is retried at once', async () => {
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

  test('one whose opening fails repeatedly is not retried beyond its limit', async () => {
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
    // Retries every tenth of a second until the limit; on a busy machine the last one can come after the result.
    await vi.waitFor(() => expect(times).toBe(4));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(times).toBe(4);
    expect(await copy.put([row(2)])).toEqual({ ok: false, problem: 'lost' });
  });

  test('storage that is disabled', async () => {
    const forbidden = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    } as unknown as IDBFactory;
    expect(await open({ factory: forbidden }).put([row(1)])).toEqual({ ok: false, problem: 'denied' });
  });

  test('another tab can open a newer version; after that nothing is claimed here', async () => {
    const copy = open();
    await copy.put([row(1)]);
    const upgrade = factory.open('spolu-ann', 3);
    await vi.waitFor(() => expect(upgrade.readyState).toBe('done'));
    expect(copy.isOpen).toBe(false);
    expect(await copy.put([row(2)])).toEqual({ ok: false, problem: 'broken' });
    upgrade.result.close();
  });
});

test('changes stored by an earlier version of the app remain, and more can be stored', async () => {
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
  expect(await copy.listUnlogged()).toEqual({ ok: true, value: [] });
});

describe('acknowledged updates', () => {
  test('are not unsent, are kept for a day, and are unsent again when the log was set back', async () => {
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

  test('those since a time are listed', async () => {
    const copy = open();
    await copy.put([row(1), row(2)]);
    await copy.acknowledge([row(1)]);
    const firstMs = nowMs;
    nowMs += 1000;
    await copy.acknowledge([row(2)]);
    expect(await copy.listAckedSince(firstMs)).toMatchObject({ value: [{ counter: 1 }, { counter: 2 }] });
    expect(await copy.listAckedSince(firstMs + 1)).toMatchObject({ value: [{ counter: 2 }] });
  });

  test('rejected ones are marked and can be discarded', async () => {
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
