// @vitest-environment jsdom
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepList, readKeptList } from '../../../../src/app/data/kept-lists.ts';
import { keepAction } from '../../../../src/app/data/waiting-actions.ts';
import type { ListedDocument } from '../../../../src/app/data/documents.ts';
import { clearTextsOfOthers } from '../../../../src/app/room/clear-texts.ts';
import { pinnedIn, readHeld } from '../../../../src/app/room/read-held.ts';
import { openTexts } from '../../../../src/app/room/texts-on-device.ts';

const listed = (id: string, change: Partial<ListedDocument> = {}): ListedDocument => ({
  id,
  title: 'Plan',
  role: 'owner',
  ownerId: 'ann',
  ownerName: 'Ann',
  memberCount: 1,
  updatedAt: new Date('2026-11-29T08:00:00Z'),
  deletedAt: null,
  favorite: false,
  isTemplate: false,
  keepOnDevices: true,
  erasedAt: null,
  openedAt: new Date('2026-11-29T09:00:00Z'),
  folderId: null,
  here: [],
  ...change,
});

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()));

test('lists come back as they were, without the faces of those who were there', () => {
  keepList('ann', { documents: [listed('a', { here: [{ userId: 'ben', name: 'Ben', color: 1 }] })] }, 5);
  keepList('ann', { folders: [{ id: 'f', name: 'Trip' }] }, 6);
  expect(readKeptList('ann')).toEqual({
    documents: [listed('a')],
    folders: [{ id: 'f', name: 'Trip' }],
    atMs: 6,
  });
  expect(readKeptList('ben')).toBeNull();
});

test('lists that are too long or damaged are not there', () => {
  keepList('ann', { documents: [listed('a', { title: 'x'.repeat(600_000) })] });
  expect(readKeptList('ann')).toBeNull();
  localStorage.setItem('spolu-lists-2:ann', '{"documents":');
  expect(readKeptList('ann')).toBeNull();
});

test('what is unsent, pinned or not created yet stays; favorites stay while there is room', async () => {
  keepList('ann', {
    documents: [listed('a', { favorite: true }), listed('b', { folderId: 'f' }), listed('c')],
  });
  keepAction('ann', { kind: 'create', id: 'n', key: 'k', language: 'cs' });
  const reasons = [{ id: 'f', reason: 'pinned' }] as const;
  const held = await readHeld(
    'ann',
    { listReasons: () => Promise.resolve(reasons) },
    { listUnsent: () => Promise.resolve({ ok: true, value: [{ documentId: 'u' }] as never }) },
  );
  expect(held).toEqual({ always: new Set(['f', 'b', 'n', 'u']), favorites: new Set(['a']) });
  expect(pinnedIn([listed('c')], [{ id: 'c', reason: 'pinned' }])).toEqual(new Set(['c']));
});

test('texts and lists of all other users are deleted, unsent changes are not', async () => {
  const readNothing = () => Promise.resolve({ always: new Set<string>(), favorites: new Set<string>() });
  for (const userId of ['ann', 'ben', 'cid']) {
    const texts = openTexts({ userId, factory: indexedDB, readHeld: readNothing });
    await texts.setReason({ id: 'a', reason: 'pinned' });
    keepList(userId, { documents: [] });
  }
  await new Promise((resolve) => indexedDB.open('spolu-ben').addEventListener('success', resolve));
  await clearTextsOfOthers('cid');
  const names = new Set((await indexedDB.databases()).map(({ name }) => name));
  expect(names).toEqual(new Set(['spolu-ben', 'spolu-texts-cid']));
  expect(readKeptList('ben')).toBeNull();
  expect(readKeptList('cid')).not.toBeNull();
  await clearTextsOfOthers(null);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['spolu-ben']);
});
