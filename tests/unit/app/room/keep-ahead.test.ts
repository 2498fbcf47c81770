import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as Y from 'yjs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { LoadedLog, Outcome } from '#yjs-supabase';
import type { ListedDocument } from '../../../../src/app/data/documents.ts';
import { MOST_BYTES } from '../../../../src/app/room/choose-evicted.ts';
import { chooseFetched, chooseForbidden, RECENT_AHEAD } from '../../../../src/app/room/choose-fetched.ts';
import { isGoodLine, isNearlyFull } from '../../../../src/app/room/hold-texts.ts';
import { keepAhead, removeForbidden } from '../../../../src/app/room/keep-ahead.ts';
import type { TextFacts } from '../../../../src/app/room/texts-database.ts';
import { openTexts, type TextsOnDevice } from '../../../../src/app/room/texts-on-device.ts';

const listed = (id: string, change: Partial<ListedDocument> = {}): ListedDocument => ({
  id,
  title: id,
  role: 'editor',
  ownerId: 'o',
  ownerName: 'Olga',
  memberCount: 1,
  updatedAt: new Date(1000),
  deletedAt: null,
  favorite: false,
  openedAt: null,
  folderId: null,
  isTemplate: false,
  keepOnDevices: true,
  erasedAt: null,
  here: [],
  ...change,
});
const facts = (documentId: string, change: Partial<TextFacts> = {}): TextFacts => ({
  documentId,
  bytes: 1,
  usedAtMs: 0,
  asOfMs: 2000,
  generation: 1,
  seq: 1,
  chain: 'c',
  role: 'editor',
  mayEdit: true,
  schema: 1,
  ...change,
});
const none = new Set<string>();

describe('what is fetched ahead', () => {
  test('what the user keeps comes first, then favorites, then the last ones', () => {
    const documents = [
      listed('old', { openedAt: new Date(1) }),
      listed('new', { openedAt: new Date(5000) }),
      listed('star', { favorite: true }),
      listed('pin'),
    ];
    expect(chooseFetched(documents, [], new Set(['pin']))).toEqual(['pin', 'star', 'new', 'old']);
  });

  test('not all of the rest, but what is here already is brought up to date', () => {
    const documents = Array.from({ length: RECENT_AHEAD + 5 }, (_, at) =>
      listed(`d${at}`, { openedAt: new Date(1e6 - at) }),
    );
    const old = facts(`d${RECENT_AHEAD + 2}`, { asOfMs: 1 });
    const fetched = chooseFetched(documents, [old], none);
    expect(fetched).toHaveLength(RECENT_AHEAD + 1);
    expect(fetched.at(-1)).toBe(old.documentId);
  });

  test('nothing that is here as it is on the server', () => {
    expect(chooseFetched([listed('a')], [facts('a', { asOfMs: 1000 })], none)).toEqual([]);
    expect(chooseFetched([listed('a')], [facts('a', { asOfMs: 999 })], none)).toEqual(['a']);
  });

  test('for a reader only what they opened or keep', () => {
    const reader = { role: 'viewer' as const };
    expect(chooseFetched([listed('a', reader)], [], none)).toEqual([]);
    expect(chooseFetched([listed('a', { ...reader, openedAt: new Date(1) })], [], none)).toEqual(['a']);
    expect(chooseFetched([listed('a', reader)], [], new Set(['a']))).toEqual(['a']);
  });

  test('nothing that must not stay', () => {
    const documents = [listed('a', { keepOnDevices: false }), listed('b', { deletedAt: new Date() })];
    expect(chooseFetched(documents, [], new Set(['a', 'b']))).toEqual([]);
  });

  test('when the device has much, nothing new but what the user keeps', () => {
    const large = facts('large', { bytes: MOST_BYTES });
    const documents = [listed('large'), listed('star', { favorite: true }), listed('pin')];
    expect(chooseFetched(documents, [large], new Set(['pin']))).toEqual(['pin']);
  });
});

test('what leaves: of others, in the trash, forbidden by the owner, from before an erasure', () => {
  const documents = [
    listed('mine'),
    listed('trash', { deletedAt: new Date() }),
    listed('forbidden', { keepOnDevices: false }),
    listed('erased', { erasedAt: new Date(2001) }),
    listed('fresh', { erasedAt: new Date(1999) }),
  ];
  const here = ['mine', 'trash', 'forbidden', 'erased', 'fresh', 'gone', 'created'].map((id) => facts(id));
  expect(chooseForbidden(here, documents, new Set(['created']))).toEqual([
    'trash',
    'forbidden',
    'erased',
    'gone',
  ]);
});

describe('on the device', () => {
  let texts: TextsOnDevice;
  const log = { load: vi.fn<() => Promise<Outcome<LoadedLog>>>() };
  const run = (documents: readonly ListedDocument[], mayFetch = (): boolean => true) =>
    keepAhead({ texts, documents, signal: new AbortController().signal, mayFetch, log, pauseMs: 0 });
  const loaded = (change: Partial<LoadedLog> = {}): Outcome<LoadedLog> => {
    const doc = new Y.Doc();
    doc.getText(TITLE_ROOT).insert(0, 'Title');
    doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
    const row = { seq: 1, sessionId: null, counter: 0, kind: 'update', bytes: Y.encodeStateAsUpdate(doc) };
    const value = { role: 'editor', mayEdit: true, generation: 1, epoch: 1, head: 1, chain: 'c' };
    return { ok: true, value: { ...value, schema: SCHEMA_MAJOR, snapshot: null, rows: [row], ...change } };
  };

  beforeEach(() => {
    log.load.mockReset();
    const readHeld = () => Promise.resolve({ always: none, favorites: none });
    texts = openTexts({ userId: 'ann', factory: new IDBFactory(), readHeld });
  });

  test('a text is fetched as an open page would show it, and once', async () => {
    log.load.mockResolvedValue(loaded());
    await run([listed('a')]);
    await run([listed('a')]);
    expect(log.load).toHaveBeenCalledTimes(1);
    const doc = new Y.Doc();
    const kept = await texts.read('a');
    Y.applyUpdate(doc, kept!.state);
    expect(doc.getText(TITLE_ROOT).toJSON()).toBe('Title');
    expect(kept).toMatchObject({ seq: 1, chain: 'c', generation: 1, mayEdit: true });
  });

  test('a refusal removes the text, a part of the log is not kept, and a failure ends the run', async () => {
    log.load.mockResolvedValue(loaded());
    await run([listed('a')]);
    const changed = { updatedAt: new Date(Date.now() + 60_000) };
    log.load.mockResolvedValueOnce({ ok: false, failure: { kind: 'refused', code: 'forbidden' } });
    await run([listed('a', changed)]);
    expect(await texts.list()).toEqual([]);
    log.load.mockResolvedValueOnce(loaded({ head: 2 }));
    await run([listed('a')]);
    expect(await texts.list()).toEqual([]);
    log.load.mockClear();
    log.load.mockResolvedValue({ ok: false, failure: { kind: 'unreachable' } });
    await run([listed('a'), listed('b')]);
    expect(log.load).toHaveBeenCalledTimes(1);
  });

  test('nothing is fetched once the line is bad', async () => {
    await run([listed('a')], () => false);
    expect(log.load).not.toHaveBeenCalled();
  });

  test('what the list does not allow leaves', async () => {
    log.load.mockResolvedValue(loaded());
    await run([listed('a'), listed('b')]);
    expect(await removeForbidden(texts, [listed('a')], new Set())).toEqual(['b']);
    expect((await texts.list()).map(({ documentId }) => documentId)).toEqual(['a']);
  });

  test('threads are kept beside a text only, and leave with it', async () => {
    await texts.putThreads('a', ['thread']);
    expect(await texts.readThreads('a')).toBeNull();
    log.load.mockResolvedValue(loaded());
    await run([listed('a')]);
    await texts.putThreads('a', ['thread']);
    expect(await texts.readThreads('a')).toEqual(['thread']);
    await texts.remove('a');
    expect(await texts.readThreads('a')).toBeNull();
  });
});

test('a slow line and Data Saver are left to the page', () => {
  expect(isGoodLine({}, true)).toBe(true);
  expect(isGoodLine({ effectiveType: '4g' }, true)).toBe(true);
  expect(isGoodLine({ effectiveType: '3g' }, true)).toBe(false);
  expect(isGoodLine({ saveData: true }, true)).toBe(false);
  expect(isGoodLine({}, false)).toBe(false);
});

test('a device is nearly full above four fifths', async () => {
  const storage = (usage: number) => ({ estimate: () => Promise.resolve({ usage, quota: 100 }) });
  expect(await isNearlyFull(storage(81))).toBe(true);
  expect(await isNearlyFull(storage(80))).toBe(false);
  expect(await isNearlyFull(undefined)).toBe(false);
});
