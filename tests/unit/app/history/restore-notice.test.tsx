// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RestoreNotice } from '../../../../src/app/history/restore-notice.tsx';
import { cleanup, fillInLayout, renderApp } from '../../../support/render-app.tsx';

const requests = vi.hoisted(() => ({ list: vi.fn<() => Promise<unknown>>() }));

vi.mock(import('../../../../src/app/data/versions.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    versionsQuery: (documentId) => ({ ...real.versionsQuery(documentId), queryFn: requests.list }) as never,
  };
});

const onShow = vi.fn<() => void>();
const saved = (kind: string, author: object | null) => ({ id: kind, kind, author });
const PETR = { id: 'petr', name: 'Petr' };

beforeAll(fillInLayout);
beforeEach(() => {
  vi.resetAllMocks();
  requests.list.mockResolvedValue([saved('named', null), saved('before_restore', PETR)]);
});
afterEach(() => {
  cleanup();
  toast.remove();
});

const notice = (userId: string) => <RestoreNotice documentId="d" userId={userId} count={1} onShow={onShow} />;

test.each([
  ['en-US', /^Petr restored an earlier version\.$/u, 'Show'],
  ['cs', /^Petr vrací dokument k.dřívější verzi\.$/u, 'Zobrazit'],
] as const)('%s: others are told of a restore, and shown the history', async (language, words, show) => {
  renderApp(notice('jana'), language);
  expect(await screen.findByText(words)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: show }));
  expect(onShow).toHaveBeenCalledTimes(1);
});

test('the person who restored is not told of it again', async () => {
  renderApp(notice('petr'));
  await waitFor(() => expect(requests.list).toHaveBeenCalledTimes(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText(/restored an earlier version/)).toBeNull();
});

test('a restore of somebody who has left has an author without a name', async () => {
  requests.list.mockResolvedValue([saved('before_restore', null)]);
  renderApp(notice('jana'));
  expect(await screen.findByText('A former member restored an earlier version.')).toBeTruthy();
});
