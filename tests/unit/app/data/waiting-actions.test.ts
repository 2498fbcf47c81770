// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { keepList, readKeptList } from '../../../../src/app/data/kept-lists.ts';
import {
  clearActions,
  dropAction,
  keepAction,
  onWaitingActions,
  readActions,
  readCreation,
} from '../../../../src/app/data/waiting-actions.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const kinds = (userId: string): string[] => readActions(userId).map(({ kind, id }) => `${kind} ${id}`);

test('they are kept in order, even when the clock is set back', () => {
  keepAction('ann', { kind: 'create', id: 'a', key: 'k', language: 'cs' }, 1000);
  keepAction('ann', { kind: 'move', id: 'a', folderId: 'f' }, 500);
  keepAction('ann', { kind: 'favorite', id: 'b', favorite: true }, 500);
  expect(kinds('ann')).toEqual(['create a', 'move a', 'favorite b']);
  expect(readCreation('ann', 'a')?.key).toBe('k');
  expect(readCreation('ann', 'b')).toBeNull();
});

test('a later change of the same kind replaces an earlier one, and goes last', () => {
  keepAction('ann', { kind: 'move', id: 'a', folderId: 'f' });
  keepAction('ann', { kind: 'folder', id: 'g', name: 'G' });
  keepAction('ann', { kind: 'move', id: 'a', folderId: 'g' });
  expect(kinds('ann')).toEqual(['folder g', 'move a']);
  expect(readActions('ann').at(-1)).toMatchObject({ folderId: 'g' });
});

test('one that was replaced while it was sent is not dropped with the reply', () => {
  const sent = keepAction('ann', { kind: 'move', id: 'a', folderId: 'f' })!;
  const later = keepAction('ann', { kind: 'move', id: 'a', folderId: 'g' })!;
  dropAction('ann', sent);
  expect(readActions('ann')).toEqual([later]);
  dropAction('ann', later);
  expect(readActions('ann')).toEqual([]);
});

test('those of another user are another’s', () => {
  keepAction('ann', { kind: 'favorite', id: 'a', favorite: true });
  keepAction('bob', { kind: 'favorite', id: 'b', favorite: true });
  clearActions('ann');
  expect(kinds('ann')).toEqual([]);
  expect(kinds('bob')).toEqual(['favorite b']);
});

test('listeners hear of changes, also of other tabs', () => {
  const listener = vi.fn<() => void>();
  const stop = onWaitingActions(listener);
  const waiting = keepAction('ann', { kind: 'favorite', id: 'a', favorite: true })!;
  dropAction('ann', waiting);
  dispatchEvent(new StorageEvent('storage', { key: 'spolu-list-actions:ann:a:move' }));
  dispatchEvent(new StorageEvent('storage', { key: 'else' }));
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  keepAction('ann', { kind: 'favorite', id: 'a', favorite: true });
  expect(listener).toHaveBeenCalledTimes(3);
});

test('full storage: lists, which the server has too, make room; without any, it is said', () => {
  keepList('ann', { documents: [{ id: 'x' }] });
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full);
  expect(keepAction('ann', { kind: 'favorite', id: 'a', favorite: true })).not.toBeNull();
  expect(readKeptList('ann')).toBeNull();
  expect(kinds('ann')).toEqual(['favorite a']);
  write.mockImplementation(full);
  expect(keepAction('ann', { kind: 'favorite', id: 'b', favorite: true })).toBeNull();
  expect(kinds('ann')).toEqual(['favorite a']);
});

test('an entry that is no JSON is left out', () => {
  localStorage.setItem('spolu-list-actions:ann:a:move', '{');
  expect(readActions('ann')).toEqual([]);
});
