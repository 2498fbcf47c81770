// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import type * as data from '../../../../src/app/data/versions.ts';
import { RestoreNews } from '../../../../src/app/history/restore-news.tsx';
import { cleanup, fillInLayout, renderApp } from '../../../support/render-app.tsx';
import { VERSIONS } from './versions.ts';

const requests = vi.hoisted(() => ({
  list: vi.fn<() => Promise<unknown>>(),
  takeBack: vi.fn<(documentId: string, restored: data.Restored) => Promise<data.Restored | null>>(),
}));

vi.mock(import('../../../../src/app/data/versions.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    versionsQuery: (documentId) => ({ ...real.versionsQuery(documentId), queryFn: requests.list }) as never,
    takeBackRestore: requests.takeBack,
  };
});

const reversed = vi.fn<(id: string) => void>();

beforeAll(fillInLayout);

beforeEach(() => {
  vi.resetAllMocks();
  requests.list.mockResolvedValue(VERSIONS);
  requests.takeBack.mockResolvedValue({ head: 12, backupVersionId: 'again' });
});

afterEach(() => {
  cleanup();
  toast.remove();
});

const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

const show = vi.fn<(version: data.Version) => void>();
const news = (userId: string, sessionId = 's2', canEdit = true) => (
  <RestoreNews
    documentId="d"
    userId={userId}
    row={{ sessionId, seq: 11 }}
    canEdit={canEdit}
    onShow={show}
    onReversed={reversed}
  />
);

test('other users are notified of a restore, view it, and undo it', async () => {
  renderApp(news('jana'));
  expect(await screen.findByText('Petr restored “Sent to the client”')).toBeTruthy();
  await press('Show');
  expect(show).toHaveBeenCalledWith(VERSIONS[1]);
  cleanup();
  renderApp(news('jana'), 'cs');
  expect(await screen.findByText('Obnovena verze „Sent to the client“ (Petr)')).toBeTruthy();
  await press('Vrátit zpět');
  await waitFor(() =>
    expect(requests.takeBack).toHaveBeenCalledWith('d', { backupVersionId: 'v2', head: 11 }),
  );
  expect(await screen.findByText('Obnovení je vrácené zpět.')).toBeTruthy();
});

test('other users see that some text was restored, and can undo that', async () => {
  requests.list.mockResolvedValue([{ ...VERSIONS[0]!, restoredId: null }, VERSIONS[1]!]);
  renderApp(news('jana'));
  expect(await screen.findByText('Petr restored some earlier text')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  await press('Undo');
  await waitFor(() =>
    expect(requests.takeBack).toHaveBeenCalledWith('d', { backupVersionId: 'v2', head: 11 }),
  );
});

test('undoing a restore that another user is just undoing is retried', async () => {
  requests.takeBack
    .mockRejectedValueOnce(new ApiError({ code: 'restore_in_progress', status: 409 }))
    .mockResolvedValueOnce(null);
  renderApp(news('jana'));
  await press('Undo');
  expect(await screen.findByText('The restore was undone.')).toBeTruthy();
  expect(requests.takeBack).toHaveBeenCalledTimes(2);
});

test('the author of a restore is not notified, and a viewer cannot undo it', async () => {
  renderApp(news('petr'));
  await waitFor(() => expect(requests.list).toHaveBeenCalled());
  await act(async () => undefined);
  expect(screen.queryByText(/restored/)).toBeNull();
  cleanup();
  renderApp(news('jana', 's2', false));
  expect(await screen.findByRole('button', { name: 'Show' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('restoring the backup of a restore undoes it, and restoring the next one redoes it', async () => {
  const [before, sent] = VERSIONS as [data.Version, data.Version];
  const undo = { ...before, id: 'v3', restoredId: 'v2', restoreSessionId: 's3' };
  const again = { ...before, id: 'v4', restoredId: 'v3', restoreSessionId: 's4' };
  requests.list.mockResolvedValue([again, undo, before, sent]);
  renderApp(news('jana', 's3'));
  expect(await screen.findByText('Petr undid a restore')).toBeTruthy();
  expect(reversed).toHaveBeenCalledWith('v2');
  cleanup();
  renderApp(news('jana', 's4'));
  expect(await screen.findByText('Petr restored “Sent to the client”')).toBeTruthy();
  expect(reversed).toHaveBeenLastCalledWith('v3');
});

test('if versions cannot be loaded, other users are still notified of a restore', async () => {
  requests.list.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403 }));
  renderApp(news('jana'));
  expect(await screen.findByText('a former member restored an earlier version')).toBeTruthy();
});
