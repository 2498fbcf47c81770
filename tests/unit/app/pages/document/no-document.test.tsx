// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseMs } from '../../../../../src/app/data/trash.ts';
import { Gone } from '../../../../../src/app/pages/document/no-document.tsx';
import { TrashedBy } from '../../../../../src/app/pages/document/trashed-by.tsx';
import { renderInApp } from '../../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const trashedBy = vi.fn<() => Promise<Reply>>();
vi.mock('../../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string) => ({
      abortSignal: () => (name === 'trashed_by' ? trashedBy() : Promise.resolve(ok([]))),
    }),
  }),
}));

const DOCUMENT = '33333333-3333-4333-8333-333333333333';
const ANNA = '11111111-1111-4111-8111-111111111111';
const BORIS = '22222222-2222-4222-8222-222222222222';
const ok = (data: unknown): Reply => ({ data, error: null, status: 200 });
const mover = { userId: ANNA, name: 'Anna Dvořák', isErased: false };
const onBack = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  trashedBy.mockReset();
  onBack.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const open = (userId: string) => renderInApp(<Gone documentId={DOCUMENT} userId={userId} onBack={onBack} />);

test('the page names the user who moved the document to the trash, and opens it once it is restored', async () => {
  trashedBy.mockResolvedValue(ok(mover));
  open(BORIS);
  await pass(100);
  expect(screen.getByRole('heading').textContent).toBe('This document is in the trash');
  expect(screen.getByText(/^Anna Dvořák moved it there\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  await pass(60_000);
  expect(onBack).not.toHaveBeenCalled();
  trashedBy.mockResolvedValue(ok(null));
  await pass(18_000);
  expect(onBack).toHaveBeenCalledOnce();
});

test('a document that its owner opened before the restore was done opens within two seconds', async () => {
  trashedBy.mockResolvedValueOnce(ok(mover)).mockResolvedValue(ok(null));
  open(ANNA);
  await pass(100);
  expect(screen.getByRole('heading').textContent).toBe('This document is in your trash');
  expect(screen.queryByText(/moved it there/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy();
  await pass(1400);
  expect(onBack).toHaveBeenCalledOnce();
});

test('without a reply the page requests again; after a refusal the document stays closed', async () => {
  trashedBy
    .mockResolvedValueOnce({ data: null, error: { message: 'unreachable' }, status: 0 })
    .mockResolvedValueOnce({ data: null, error: { message: 'forbidden' }, status: 403 })
    .mockResolvedValue(ok(null));
  open(BORIS);
  await pass(1400);
  expect(trashedBy).toHaveBeenCalledTimes(2);
  expect(onBack).not.toHaveBeenCalled();
  await pass(3000);
  expect(onBack).toHaveBeenCalledOnce();
});

test('an erased document is never asked for again', async () => {
  trashedBy.mockResolvedValue(ok({ ...mover, isErased: true }));
  open(ANNA);
  await pass(600_000);
  expect(screen.getByRole('heading').textContent).toBe('This document was deleted');
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(trashedBy).toHaveBeenCalledOnce();
});

test('the looks become rarer, and end after an hour', () => {
  const pauses = Array.from({ length: 300 }, (_, looks) => pauseMs(looks + 1));
  expect(pauses.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  const looks = pauses.indexOf(false);
  expect(looks).toBeGreaterThan(200);
  expect(looks).toBeLessThanOrEqual(240);
  expect(pauses.slice(looks).every((pause) => pause === false)).toBe(true);
});

test.each([
  [BORIS, /^Anna Dvořák moved this document to the trash\./],
  [ANNA, /^You moved this document to the trash\./],
])('the open page tells who moved it (to %s)', async (userId, text) => {
  trashedBy.mockResolvedValue(ok(mover));
  renderInApp(<TrashedBy documentId={DOCUMENT} userId={userId} />);
  await pass(100);
  expect(screen.getByText(text)).toBeTruthy();
});
