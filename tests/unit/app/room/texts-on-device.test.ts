import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseEvicted, MOST_BYTES, type Held } from '../../../../src/app/room/choose-evicted.ts';
import { createTextKeeper } from '../../../../src/app/room/keep-text.ts';
import type { StoredText } from '../../../../src/app/room/texts-database.ts';
import { openTexts, type TextsOnDevice } from '../../../../src/app/room/texts-on-device.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const NOTHING_HELD: Held = { always: new Set(), favorites: new Set() };

describe('what leaves the device', () => {
  const facts = (count: number, bytes = 1) =>
    Array.from({ length: count }, (_, at) => ({ documentId: `d${at}`, bytes, usedAtMs: at }));

  test('the least recently used of more than fifty', () => {
    expect(chooseEvicted(facts(52), NOTHING_HELD)).toEqual(['d1', 'd0']);
  });

  test('favorites count beside the fifty; what is pinned or unsent always stays', () => {
    const held = { always: new Set(['d0']), favorites: new Set(['d1']) };
    expect(chooseEvicted(facts(53), held)).toEqual(['d2']);
  });

  test('what exceeds the size, favorites too, but nothing that must stay', () => {
    const half = facts(4, MOST_BYTES / 2);
    expect(chooseEvicted(half, { always: new Set(['d0']), favorites: new Set(['d1']) })).toEqual([
      'd2',
      'd1',
    ]);
  });
});

describe('texts on this device', () => {
  let factory: IDBFactory;
  let texts: TextsOnDevice;
  let nowMs: number;
  let held: Held;
  const text = (documentId: string, change: Partial<StoredText> = {}): StoredText => ({
    documentId,
    generation: 1,
    seq: 3,
    chain: 'c',
    role: 'editor',
    mayEdit: true,
    schema: 1,
    state: new Uint8Array([1, 2, 3]),
    ...change,
  });
  const ids = async (): Promise<readonly string[]> =>
    (await texts.list()).map(({ documentId }) => documentId);

  beforeEach(() => {
    factory = new IDBFactory();
    nowMs = 0;
    held = NOTHING_HELD;
    texts = openTexts({
      userId: 'ann',
      factory,
      nowMs: () => (nowMs += 1),
      readHeld: () => Promise.resolve(held),
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test('a text is read as it was written, and listed without its bytes', async () => {
    expect(await texts.read('a')).toBeNull();
    expect(await texts.put(text('a'))).toBe(true);
    expect(await texts.read('a')).toEqual({ ...text('a'), usedAtMs: 1 });
    expect(await texts.list()).toEqual([expect.objectContaining({ documentId: 'a', bytes: 3, usedAtMs: 1 })]);
    await texts.remove('a');
    expect(await texts.read('a')).toBeNull();
  });

  test('when the device is full, half of the texts leave, and the new one is written', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await texts.put(text(id));
    held = { ...NOTHING_HELD, always: new Set(['a']) };
    // oxlint-disable-next-line typescript/unbound-method
    const put = IDBObjectStore.prototype.put;
    let isFull = true;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (!isFull) return put.call(this, value, key);
      isFull = false;
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await texts.put(text('e'))).toBe(true);
    expect(await ids()).toEqual(['a', 'd', 'e']);
  });

  test('a database that is broken is deleted and begun again', async () => {
    await texts.put(text('a'));
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
      throw new DOMException('corrupt', 'UnknownError');
    });
    expect(await texts.read('a')).toBeNull();
    expect(await texts.list()).toEqual([]);
    expect(await texts.put(text('b'))).toBe(true);
    expect(await ids()).toEqual(['b']);
  });

  test('reasons, until everything is deleted', async () => {
    await texts.setReason({ id: 'f', reason: 'pinned' });
    await texts.setReason({ id: 'a', reason: 'pinned' });
    expect(await texts.listReasons()).toEqual([
      { id: 'a', reason: 'pinned' },
      { id: 'f', reason: 'pinned' },
    ]);
    await texts.dropReason({ id: 'f', reason: 'pinned' });
    expect(await texts.listReasons()).toHaveLength(1);
    expect(await texts.destroy()).toBe(true);
    expect(await texts.listReasons()).toEqual([]);
  });
});

describe('writing an open document', () => {
  test('five seconds after the last change, and again while the log lacks some of it', async () => {
    const clock = createTestClock();
    let mayKeep = false;
    const write = vi.fn(() => mayKeep);
    const keeper = createTextKeeper(write, clock);
    keeper.noteChange();
    await clock.advance(4000);
    keeper.noteChange();
    await clock.advance(4000);
    expect(write).not.toHaveBeenCalled();
    await clock.advance(1000);
    expect(write).toHaveBeenCalledTimes(1);
    mayKeep = true;
    await clock.advance(2000);
    expect(write).toHaveBeenCalledTimes(2);
    await clock.advance(60_000);
    expect(write).toHaveBeenCalledTimes(2);
  });

  test('within a minute while changes never rest, and then every two seconds until the log has all', async () => {
    const clock = createTestClock();
    let mayKeep = false;
    const write = vi.fn(() => mayKeep);
    const keeper = createTextKeeper(write, clock);
    const type = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        keeper.noteChange();
        await clock.advance(1000);
      }
    };
    await type(59);
    expect(write).not.toHaveBeenCalled();
    await type(5);
    expect(write).toHaveBeenCalledTimes(3);
    mayKeep = true;
    await type(50);
    expect(write).toHaveBeenCalledTimes(4);
  });

  test('at once when the page is hidden, but only what has changed', () => {
    const write = vi.fn(() => true);
    const keeper = createTextKeeper(write, createTestClock());
    keeper.keepNow();
    expect(write).not.toHaveBeenCalled();
    keeper.noteChange();
    keeper.keepNow();
    keeper.keepNow();
    expect(write).toHaveBeenCalledTimes(1);
    keeper.noteChange();
    keeper.stop();
    keeper.keepNow();
    expect(write).toHaveBeenCalledTimes(1);
  });
});
