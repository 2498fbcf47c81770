// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { toast } from 'react-hot-toast/headless';
import * as Y from 'yjs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import type { ShownVersion } from '../../../../src/app/data/paths.ts';
import * as data from '../../../../src/app/data/versions.ts';
import { HistoryPanel } from '../../../../src/app/history/history-panel.tsx';
import type { RestoreStep } from '../../../../src/app/history/use-restore-steps.ts';
import { VersionView } from '../../../../src/app/history/version-view.tsx';
import type { Language } from '#contract/languages.ts';
import { cleanup, fillInLayout, renderApp } from '../../../support/render-app.tsx';
import { AT_ONCE, STRETCH, VERSIONS } from './versions.ts';

const requests = vi.hoisted(() => ({
  list: vi.fn<() => Promise<unknown>>(),
  save: vi.fn<(documentId: string, words: object) => Promise<unknown>>(),
  name: vi.fn<(documentId: string, versionId: string, name: string) => Promise<void>>(),
  read: vi.fn<() => Promise<unknown>>(),
  readPresent: vi.fn<() => Promise<unknown>>(),
  readAt: vi.fn<(seq: number) => Promise<unknown>>(),
  revert: vi.fn<(documentId: string, part: object) => Promise<unknown>>(),
  listDeleted: vi.fn<() => Promise<unknown>>(),
  readLog: vi.fn<(after: number, until: number) => readonly object[]>(),
  remove: vi.fn<(documentId: string, versionId: string) => Promise<void>>(),
  restore: vi.fn<(documentId: string, versionId: string, seenHead: number) => Promise<unknown>>(),
  takeBack: vi.fn<(documentId: string, restored: data.Restored) => Promise<data.Restored | null>>(),
}));

vi.mock(import('../../../../src/app/data/versions.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    versionsQuery: (documentId) => ({ ...real.versionsQuery(documentId), queryFn: requests.list }) as never,
    presentStateQuery: (documentId) =>
      ({ ...real.presentStateQuery(documentId), queryFn: requests.readPresent }) as never,
    stateAtQuery: (documentId, seq) =>
      ({ ...real.stateAtQuery(documentId, seq), queryFn: () => requests.readAt(seq) }) as never,
    versionStateQuery: (documentId, version) =>
      ({ ...real.versionStateQuery(documentId, version), queryFn: requests.read }) as never,
    saveVersion: requests.save as never,
    nameVersion: requests.name,
    restoreVersion: requests.restore as never,
    takeBackRestore: requests.takeBack,
  };
});

vi.mock(import('../../../../src/app/data/history-log.ts'), async (load) => ({
  ...(await load()),
  async *readLog(_documentId, after, until) {
    yield (await Promise.resolve(requests.readLog(after, until))) as never;
  },
}));
vi.mock(import('../../../../src/app/data/deleted-versions.ts'), async (load) => {
  const real = await load();
  return {
    deletedVersionsQuery: (documentId) =>
      ({ ...real.deletedVersionsQuery(documentId), queryFn: requests.listDeleted }) as never,
    deleteVersion: requests.remove,
  };
});
vi.mock(import('../../../../src/app/data/restore-part.ts'), () => ({
  restorePart: requests.revert as never,
}));

const flush = vi.fn<() => Promise<boolean>>();
const seen = vi.fn<() => Promise<number | null>>();
const restored = vi.fn<(step: RestoreStep) => void>();
const reversed = vi.fn<(id: string) => void>();
const letGo = vi.fn<() => void>();

beforeAll(fillInLayout);

beforeEach(() => {
  vi.resetAllMocks();
  flush.mockResolvedValue(true);
  requests.list.mockResolvedValue(VERSIONS);
  requests.listDeleted.mockResolvedValue([]);
  requests.readLog.mockReturnValue([]);
  requests.read.mockResolvedValue({ seq: 9, updates: [Uint8Array.of(1, 2, 3), Uint8Array.of(4)] });
  requests.save.mockResolvedValue({ seq: 10, versionId: 'v3' });
  seen.mockResolvedValue(10);
  requests.restore.mockResolvedValue({ head: 11, backupVersionId: 'backup' });
  requests.takeBack.mockResolvedValue({ head: 12, backupVersionId: 'again' });
});

afterEach(() => {
  cleanup();
  toast.remove();
});

const copied: string[] = [];

function Page({
  canEdit = true,
  isOwner = false,
  startsWith = null as string | null,
  startsBefore = null as string | null,
}) {
  const [isSaved, setSaved] = useState(true);
  const [shown, show] = useState<ShownVersion | null>(
    startsWith === null ? null : { versionId: startsWith, beforeId: startsBefore },
  );
  const select = (version: data.Version | null): void =>
    show(version && { versionId: version.id, beforeId: shown?.beforeId ?? null });
  const role = isOwner ? 'owner' : canEdit ? 'editor' : 'viewer';
  const shared = { documentId: 'd', role, flush } as const;
  return (
    <MemoryRouter>
      <button type="button" onClick={() => setSaved(!isSaved)}>
        type or save
      </button>
      {shown !== null ? (
        <VersionView
          {...shared}
          seen={seen}
          shown={shown}
          onShow={show}
          onBack={() => select(null)}
          onRestore={letGo}
          onRestored={restored}
          onReversed={reversed}
          renderPlayback={(_documentId, before, until) => <p>{`played from ${before.seq} to ${until}`}</p>}
          renderDownload={({ state, compared }) => (
            <p>{`downloads ${state.seq}${compared ? `, compared with ${compared.before.seq}` : ''}`}</p>
          )}
          copyState={({ seq }, nameCopy) => {
            copied.push(`${seq} ${nameCopy('Plan')}`);
            return Promise.resolve('copy');
          }}
          takeText={({ seq }) => Promise.resolve(`# Row ${seq}`)}
          renderVersion={(_documentId, { seq, updates }, compared) => (
            <>
              <p>{`text of ${updates.length} updates${compared ? `, compared with ${compared.before.updates.length}` : ''}`}</p>
              {compared?.onRevert ? (
                <button type="button" onClick={() => compared.onRevert?.({ seq, text: [] }, 2)}>
                  Restore two
                </button>
              ) : null}
            </>
          )}
        />
      ) : (
        <p>live text</p>
      )}
      <HistoryPanel
        {...shared}
        isSaved={isSaved}
        selectedId={shown?.versionId ?? null}
        onSelect={select}
        onClose={() => undefined}
      />
    </MemoryRouter>
  );
}

/** Rows 19 and 20 of a log. */
function logOf(...changes: readonly ((text: Y.Text) => void)[]): readonly object[] {
  const doc = new Y.Doc();
  const rows: object[] = [];
  doc.on('update', (update: Uint8Array) =>
    rows.push({ seq: 19 + rows.length, client: doc.clientID, atMs: rows.length, update }),
  );
  for (const change of changes) change(doc.getText('title'));
  return rows;
}

const openPage = (language?: Language) => renderApp(<Page />, language);
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

test('versions are listed by day with time, name or kind, and author', async () => {
  openPage();
  const panel = screen.getByRole('complementary', { name: 'Version history' });
  const day = await within(panel).findByRole('list', { name: 'Friday, November 20, 2020' });
  const items = within(day).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Before a restore.*2:05.*by Petr/u),
    expect.stringMatching(/Sent to the client.*9:30.*by Jana/u),
  ]);
});

test('a stretch of work has its time span, who wrote it, and how much', async () => {
  const earlier = new Date(2020, 10, 21, 9, 35);
  const sent = { ...STRETCH, id: 'v4', name: 'Sent', seq: 19, createdAt: earlier };
  requests.list.mockResolvedValue([STRETCH, { ...STRETCH, id: 'v5', name: 'Same', kind: 'named' }, sent]);
  requests.readLog.mockReturnValue(
    logOf(
      (text) => text.insert(0, 'x'.repeat(1214)),
      (text) => text.delete(0, 38),
    ),
  );
  openPage();
  const items = await screen.findAllByRole('listitem');
  await within(items[2]!).findByText('1,214 typed, 0 deleted');
  expect(items.map((item) => item.textContent?.replaceAll(/\s/gu, ' '))).toEqual([
    '10:05:00 AM – 10:35:00 AM+0 −380 typed, 38 deletedby Petr, Jana, and a former member',
    // The text was the same already.
    'Same10:05:00 AM – 10:35:00 AMby Petr, Jana, and a former member',
    'Sent10:05 – 9:35 AMby Petr, Jana, and a former member+1,214 −01,214 typed, 0 deleted',
  ]);
  expect(requests.readLog.mock.calls).toEqual([[0, 20]]);
  cleanup();
  openPage('cs');
  const [row] = await screen.findAllByRole('listitem');
  expect(row!.textContent?.replaceAll(/\s/gu, ' ')).toContain('Petr, Jana a bývalý člen');
});

test('the list shows named versions, or those of one person', async () => {
  requests.list.mockResolvedValue([STRETCH, ...VERSIONS]);
  openPage();
  const show = await screen.findByRole('combobox', { name: 'Show' });
  expect(
    within(show)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', 'Named versions', 'Changes by Jana', 'Changes by Petr']);
  const rows = () => screen.getAllByRole('listitem').length;
  expect(rows()).toBe(3);
  await userEvent.selectOptions(show, 'Named versions');
  expect(rows()).toBe(1);
  await userEvent.selectOptions(show, 'Changes by Jana');
  expect(rows()).toBe(2);
  requests.list.mockResolvedValue([STRETCH]);
  cleanup();
  openPage();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Named versions');
  expect(screen.getByText('No such versions.')).toBeTruthy();
});

test('the arrow keys move between the versions', async () => {
  openPage();
  await screen.findByText('Sent to the client');
  screen.getByRole('button', { name: 'Current version' }).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Sent to the client');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  expect(document.activeElement?.textContent).toContain('Before a restore');
});

test('a version is named, renamed, and its name taken away', async () => {
  requests.list.mockResolvedValue([STRETCH]);
  openPage();
  await press(/10:05/);
  await press('Name this version');
  await screen.findByRole('dialog', { name: 'Name this version' });
  await userEvent.keyboard('Final draft{Enter}');
  await waitFor(() => expect(requests.name).toHaveBeenCalledWith('d', 'v3', 'Final draft'));
  requests.list.mockResolvedValue([{ ...STRETCH, name: 'Final draft' }]);
  cleanup();
  renderApp(<Page startsWith="v3" />);
  await press('Rename');
  await screen.findByRole('dialog', { name: 'Rename' });
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}{Enter}');
  await waitFor(() => expect(requests.name).toHaveBeenLastCalledWith('d', 'v3', ''));
});

test('a name that cannot be saved stays in the field, with the reason', async () => {
  requests.name.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  requests.list.mockResolvedValue([STRETCH]);
  renderApp(<Page startsWith="v3" />);
  await press('Name this version');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Version name' });
  await userEvent.keyboard('Final draft{Enter}');
  expect(await screen.findByText(/^The name wasn’t saved\. Can’t reach the server/u)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Final draft');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('on a phone, playing back and naming are in the menu of the version', async () => {
  const narrow = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', () => narrow);
  try {
    requests.list.mockResolvedValue([STRETCH]);
    renderApp(<Page startsWith="v3" />);
    await screen.findByRole('button', { name: 'Restore' });
    for (const name of ['Play back', 'Name this version'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await press('More actions');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Play back' }));
    expect(await screen.findByText(/^played from 0 to/u)).toBeTruthy();
    await press('More actions');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Name this version' }));
    await screen.findByRole('dialog', { name: 'Name this version' });
    await userEvent.keyboard('Final draft{Enter}');
    await waitFor(() => expect(requests.name).toHaveBeenCalledWith('d', 'v3', 'Final draft'));
    cleanup();
    renderApp(<Page canEdit={false} startsWith="v3" />);
    await press('More actions');
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Play back' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Name this version' })).toBeNull();
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a version is compared with the one before, and the first with nothing', async () => {
  requests.list.mockResolvedValue([STRETCH, ...VERSIONS]);
  openPage();
  await press(/10:05/);
  await press('Show changes');
  expect(await screen.findByText('text of 2 updates, compared with 2')).toBeTruthy();
  await press(/Sent to the client/);
  expect(await screen.findByText('text of 2 updates, compared with 0')).toBeTruthy();
  await press('Show changes');
  expect(await screen.findByText('text of 2 updates')).toBeTruthy();
});

test('an earlier version that cannot be read is reported', async () => {
  requests.list.mockResolvedValue([STRETCH, ...VERSIONS]);
  renderApp(<Page startsWith="v3" />);
  await screen.findByText('text of 2 updates');
  requests.read.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  await press('Show changes');
  expect((await screen.findByRole('alert')).textContent).toContain('This version couldn’t be opened');
});

test.each([
  ['gone', null],
  ['v1', 'gone'],
])(
  'a link to a version that is gone explains it, with a way back: %s, compared with %s',
  async (id, before) => {
    renderApp(<Page startsWith={id} startsBefore={before} />);
    expect((await screen.findByRole('alert')).textContent).toContain('This version isn’t available');
    await press('Back to current version');
    expect(screen.getByText('live text')).toBeTruthy();
  },
);

test('an empty list explains what to do; a failed one what happened, with a retry', async () => {
  requests.list.mockResolvedValueOnce([]);
  openPage();
  expect(await screen.findByText('No versions yet')).toBeTruthy();
  cleanup();
  requests.list.mockResolvedValueOnce([]);
  renderApp(<Page canEdit={false} />);
  expect(await screen.findByText('No versions for you')).toBeTruthy();
  cleanup();
  requests.list.mockRejectedValueOnce(new ApiError({ code: 'unreachable', status: 0 }));
  openPage();
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server');
  await press('Try again');
  expect(await screen.findByText('Sent to the client')).toBeTruthy();
});

test('a history that may not be read offers no retry', async () => {
  requests.list.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403 }));
  openPage();
  await within(screen.getByRole('complementary')).findByText('You don’t have permission to do this.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the open list polls for versions of others, also after a failure, but not in a hidden tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  visibility.mockReturnValue('visible');
  try {
    requests.list.mockResolvedValueOnce([VERSIONS[1]]);
    openPage();
    await screen.findByText('Sent to the client');
    requests.list.mockRejectedValueOnce(new ApiError({ code: 'unreachable', status: 0 }));
    await pass(16_000);
    expect(screen.getByText('Sent to the client')).toBeTruthy();
    visibility.mockReturnValue('hidden');
    await pass(60_000);
    expect(requests.list).toHaveBeenCalledTimes(2);
    visibility.mockReturnValue('visible');
    await pass(16_000);
    expect(screen.getByText('Before a restore')).toBeTruthy();
    cleanup();
    const calls = requests.list.mock.calls.length;
    await pass(60_000);
    expect(requests.list).toHaveBeenCalledTimes(calls);
  } finally {
    visibility.mockRestore();
    vi.useRealTimers();
  }
});

test('the open list is requested again 1.5 s after local changes were saved, once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  try {
    openPage();
    const typeOrSave = () => fireEvent.click(screen.getByRole('button', { name: 'type or save' }));
    await screen.findByText('Sent to the client');
    await pass(3000);
    expect(requests.list).toHaveBeenCalledTimes(1);
    // The user goes on within the pause.
    typeOrSave();
    typeOrSave();
    await pass(1000);
    typeOrSave();
    await pass(3000);
    expect(requests.list).toHaveBeenCalledTimes(1);
    typeOrSave();
    await pass(1400);
    expect(requests.list).toHaveBeenCalledTimes(1);
    await pass(200);
    expect(requests.list).toHaveBeenCalledTimes(2);
    expect(requests.readPresent).not.toHaveBeenCalled();
    await pass(5000);
    expect(requests.list).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

test('past midnight, today becomes yesterday', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2020, 10, 20, 23, 59, 50) });
  try {
    openPage();
    expect(await screen.findByRole('list', { name: 'Today' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    expect(screen.getByRole('list', { name: 'Yesterday' })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('saving flushes pending changes first, then saves the version with its name', async () => {
  openPage();
  const button = screen.getByRole('button', { name: 'Save version' });
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Name current version' });
  expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Version name' }));
  await userEvent.keyboard('  Draft ');
  await press('Save version');
  expect(await screen.findByText('Version saved.')).toBeTruthy();
  expect(requests.save).toHaveBeenCalledWith('d', { name: 'Draft' });
  expect(flush.mock.invocationCallOrder[0]).toBeLessThan(requests.save.mock.invocationCallOrder[0] ?? 0);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a version is not saved if pending changes cannot be sent', async () => {
  flush.mockResolvedValue(false);
  openPage();
  await press('Save version');
  await press('Save version');
  expect(await screen.findByText(/^The version wasn’t saved\. Can’t reach the server/u)).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Version name' })).toBe(document.activeElement);
  expect(requests.save).not.toHaveBeenCalled();
});

test('a selected version is shown instead of the text, with a way back', async () => {
  openPage();
  await press(/Sent to the client/);
  expect(await screen.findByText('text of 2 updates')).toBeTruthy();
  expect(screen.queryByText('live text')).toBeNull();
  await press('Back to current version');
  expect(screen.getByText('live text')).toBeTruthy();
});

test('restoring needs confirmation, explains what happens, and can be undone', async () => {
  openPage();
  await press(/Sent to the client/);
  await press('Restore');
  const dialog = screen.getByRole('dialog', { name: 'Restore this version?' });
  expect(dialog.textContent).toContain('The current version is saved first');
  expect(requests.restore).not.toHaveBeenCalled();
  expect(letGo).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Version restored.')).toBeTruthy();
  expect(requests.restore).toHaveBeenLastCalledWith('d', 'v1', 10);
  expect(letGo).toHaveBeenCalledTimes(1);
  expect(screen.getByText('live text')).toBeTruthy();
  expect(restored).toHaveBeenCalledWith(expect.objectContaining({ id: 'backup' }));
  await press('Undo');
  await waitFor(() =>
    expect(requests.takeBack).toHaveBeenLastCalledWith('d', { backupVersionId: 'backup', head: 11 }),
  );
  expect(await screen.findByText('The restore was undone.')).toBeTruthy();
  expect(reversed).toHaveBeenCalledWith('backup');
});

test('a failed undo of a restore can be retried', async () => {
  openPage();
  await press(/Sent to the client/);
  await press('Restore');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await screen.findByText('Version restored.');
  const step = restored.mock.lastCall![0];
  requests.takeBack.mockRejectedValueOnce(new ApiError({ code: 'unreachable', status: 0 }));
  expect(await act(() => step.takeBack())).toEqual({ ok: false });
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be undone');
  expect(await act(() => step.takeBack())).toMatchObject({ ok: true, again: { id: 'again' } });
});

test('a restore covers the text that the page had shown when the confirmation opened', async () => {
  seen.mockResolvedValueOnce(7).mockResolvedValue(8);
  openPage();
  await press(/Sent to the client/);
  await press('Restore');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await screen.findByText('Version restored.');
  expect(requests.restore).toHaveBeenLastCalledWith('d', 'v1', 7);
});

test('a page that cannot save does not restore', async () => {
  seen.mockResolvedValue(null);
  openPage();
  await press(/Sent to the client/);
  await press('Restore');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The text is unchanged.');
  expect(requests.restore).not.toHaveBeenCalled();
});

test('a failed restore states that the text is unchanged', async () => {
  requests.restore.mockRejectedValue(new ApiError({ code: 'restore_in_progress', status: 409 }));
  openPage();
  await press(/Sent to the client/);
  await press('Restore');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The text is unchanged.');
  expect(restored).not.toHaveBeenCalled();
});

test.each([
  ['an unknown time', undefined, /Wait a moment/, /Chvíli počkejte/],
  ['a minute', 60_000, /Wait a moment/, /Chvíli počkejte/],
  ['more than a minute', 60_001, /20.MB.*Try again in 2.minutes\.$/, /20.MB.*Zkuste to znovu za 2.minuty\.$/],
  [
    'more than two hours',
    2.2 * 3_600_000,
    /20.MB.*Try again in 3.hours\.$/,
    /20.MB.*Zkuste to znovu za 3.hodiny\.$/,
  ],
] as const)(
  'a restore that must wait for %s shows how long, and why if that is long',
  async (_, retryAfterMs, english, czech) => {
    requests.restore.mockRejectedValue(new ApiError({ code: 'rate_limited', status: 429, retryAfterMs }));
    for (const [language, restore, words] of [
      ['en-US', 'Restore', english],
      ['cs', 'Obnovit', czech],
    ] as const) {
      openPage(language);
      await press(/Sent to the client/);
      await press(restore);
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: restore }));
      const said = (await screen.findByRole('alert')).textContent;
      expect(said).toMatch(words);
      cleanup();
      toast.remove();
    }
  },
);

const BEFORE_DELETION: data.Version = {
  id: 'v0',
  seq: 3,
  kind: 'before_deletion',
  name: null,
  note: null,
  createdAt: new Date(2020, 10, 20, 8, 15),
  author: { id: 'jana', name: 'Jana' },
  restoredId: null,
  restoreSessionId: null,
  ...AT_ONCE,
};

test.each([
  ['en-US', /^Automatic version before a large deletion.*by Jana$/u, 'Restore'],
  ['cs', /^Automatická verze před velkým smazáním.*Jana$/u, 'Obnovit'],
] as const)(
  '%s: a version from before a large deletion is labeled and can be restored',
  async (language, words, restore) => {
    requests.list.mockResolvedValue([BEFORE_DELETION]);
    openPage(language);
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([expect.stringMatching(words)]);
    await userEvent.click(within(items[0]!).getByRole('button'));
    await press(restore);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: restore }));
    await waitFor(() => expect(requests.restore).toHaveBeenLastCalledWith('d', 'v0', 10));
  },
);

test('a viewer can view versions but changes nothing', async () => {
  renderApp(<Page canEdit={false} />);
  await press(/Sent to the client/);
  expect(await screen.findByText('text of 2 updates')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save version' })).toBeNull();
});

test('works in Czech', async () => {
  openPage('cs');
  expect(await screen.findByText('Před obnovením')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Uložit verzi' })).toBeTruthy();
});

test('the text before changes is restored, which can be undone, and the comparison stays open', async () => {
  requests.revert.mockResolvedValue({ head: 12, backupVersionId: 'backup' });
  requests.readPresent.mockResolvedValue({ seq: 11, updates: [Uint8Array.of(1)] });
  renderApp(<Page startsWith={'v1'} startsBefore="" />);
  const since = await screen.findByLabelText('Changes since:');
  await userEvent.selectOptions(since, 'Compare with the current version');
  await screen.findByText('text of 1 updates, compared with 2');
  await press('Restore two');
  expect(requests.revert).toHaveBeenCalledWith('d', { seq: 11, text: [] });
  await waitFor(() => expect(restored).toHaveBeenCalledOnce());
  expect(await screen.findByText('Earlier text restored at 2 changes.')).toBeTruthy();
  expect(letGo).not.toHaveBeenCalled();
  await waitFor(() => expect(requests.readPresent).toHaveBeenCalledTimes(2));
  await screen.findByText('text of 1 updates, compared with 2');
  await act(async () => void (await restored.mock.calls[0]![0].takeBack()));
  expect(requests.takeBack).toHaveBeenCalledWith('d', { backupVersionId: 'backup', head: 12 });
});

test.each([
  ['en-US', /^Current version as of 11\/21, 10:35\sAM$/u, 'Refresh', 'Restore'],
  ['cs', /^Aktuální verze, stav k 21\. 11\. 10:35$/u, 'Načíst novější', 'Obnovit'],
] as const)(
  'the current version says of when it is, offers newer text, and the earlier one is restored (%s)',
  async (language, asOf, refresh, restore) => {
    requests.list.mockResolvedValue([STRETCH, ...VERSIONS]);
    const at = STRETCH.createdAt;
    requests.readPresent.mockResolvedValueOnce({ seq: 20, updates: [Uint8Array.of(1)], at });
    renderApp(<Page startsWith="present" startsBefore="v1" />, language);
    expect((await screen.findByText(asOf)).tagName).toBe('SPAN');
    await screen.findByText('text of 1 updates, compared with 2');
    expect(screen.queryByRole('button', { name: refresh })).toBeNull();
    cleanup();

    requests.readPresent.mockResolvedValueOnce({ seq: 19, updates: [Uint8Array.of(1)], at });
    requests.readPresent.mockResolvedValue({ seq: 20, updates: [Uint8Array.of(1), Uint8Array.of(2)], at });
    renderApp(<Page startsWith="present" startsBefore="v1" />, language);
    await screen.findByText('text of 1 updates, compared with 2');
    await press(refresh);
    expect(await screen.findByText('text of 2 updates, compared with 2')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: refresh })).toBeNull());
    await press(restore);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: restore }));
    await waitFor(() => expect(requests.restore).toHaveBeenLastCalledWith('d', 'v1', 10));
  },
);

test.each([
  [
    'en-US',
    'Changes since:',
    ['First draft · Jana · 10:35:07', 'Petr, Jana, and a former member · 10:35:41'],
  ],
  ['cs', 'Změny od:', ['First draft · Jana · 10:35:07', 'Petr, Jana a bývalý člen · 10:35:41']],
] as const)(
  'earlier versions are chosen by name or kind, people and time (%s)',
  async (language, label, names) => {
    const when = (second: number) => new Date(2020, 10, 21, 10, 35, second);
    const sent = { ...VERSIONS[1]!, name: 'First draft', seq: 18, createdAt: when(7) };
    requests.list.mockResolvedValue([
      { ...STRETCH, id: 'newest', seq: 30, createdAt: when(50) },
      { ...STRETCH, createdAt: when(41) },
      sent,
    ]);
    vi.useFakeTimers({ shouldAdvanceTime: true, now: when(59) });
    try {
      renderApp(<Page startsWith="newest" startsBefore="" />, language);
      const field = await screen.findByLabelText(label);
      const groups = within(field).getAllByRole('group');
      const optionsOf = (group: HTMLElement) =>
        within(group)
          .getAllByRole('option')
          .map(({ textContent }) => textContent.replaceAll(/\s/gu, ' ').replace(' AM', ''));
      expect(groups.flatMap(optionsOf)).toEqual(names);
    } finally {
      vi.useRealTimers();
    }
  },
);

test('text that another user has restored already is reported', async () => {
  requests.revert.mockResolvedValue(null);
  renderApp(<Page startsWith="v1" startsBefore="" />);
  await press('Restore two');
  expect(await screen.findByText('This was already restored.')).toBeTruthy();
  expect(restored).not.toHaveBeenCalled();
});

test('a change whose surroundings are gone is refused with what to do', async () => {
  requests.revert.mockRejectedValue(new ApiError({ code: 'text_changed', status: 409 }));
  renderApp(<Page startsWith={'v1'} startsBefore="" />);
  await press('Restore two');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Nothing was restored. The text around it has changed since. Compare with the current version and restore it there.',
  );
});

test('viewers compare, and cannot restore', async () => {
  renderApp(<Page canEdit={false} startsWith={'v1'} startsBefore="" />);
  await screen.findByText(/compared with/);
  expect(screen.queryByRole('button', { name: 'Restore two' })).toBeNull();
});

test('the current text is compared with the text that the user had seen', async () => {
  requests.readPresent.mockResolvedValue({ seq: 50, updates: [Uint8Array.of(1)] });
  requests.readAt.mockResolvedValue({
    seq: 41,
    updates: [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)],
  });
  renderApp(<Page startsWith="present" startsBefore="@41" />);
  expect(await screen.findByText('text of 1 updates, compared with 3')).toBeTruthy();
  expect(requests.readAt).toHaveBeenCalledWith(41);
  const since = screen.getByLabelText<HTMLSelectElement>('Changes since:');
  expect(since.selectedOptions[0]?.text).toBe('your last visit');
  cleanup();
  renderApp(<Page startsWith="present" startsBefore="@x" />);
  expect(await screen.findByText('This version isn’t available')).toBeTruthy();
});

test('a link to a version and its Markdown are copied', async () => {
  const user = userEvent.setup();
  renderApp(<Page startsWith="v1" />);
  const take = async (item: string, message: string): Promise<string> => {
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    expect(await screen.findByText(message)).toBeTruthy();
    return navigator.clipboard.readText();
  };
  expect(await take('Copy link', 'Link copied.')).toBe(location.href);
  expect(await take('Copy as Markdown', 'Copied as Markdown.')).toBe('# Row 9');
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make a copy' }));
  expect(await screen.findByText('A copy of this version was created.')).toBeTruthy();
  expect(copied).toEqual([expect.stringMatching(/^9 Plan \(\d/)]);
});

test('a failed copy shows the reason', async () => {
  requests.read.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  const user = userEvent.setup();
  renderApp(<Page startsWith="v1" />);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make a copy' }));
  expect(await screen.findByText(/^The copy couldn’t be created\. Can’t reach the server/)).toBeTruthy();
});

test('a version is played back, from the one before or from the beginning; viewers cannot', async () => {
  requests.read.mockResolvedValueOnce({ seq: 9, updates: [] }).mockResolvedValue({ seq: 4, updates: [] });
  renderApp(<Page startsWith="v2" />);
  await press('Play back');
  expect(await screen.findByText('played from 4 to 9')).toBeTruthy();
  const playFrom = screen.getByLabelText('Play from:');
  expect(within(playFrom).queryByRole('option', { name: 'Compare with the current version' })).toBeNull();
  await userEvent.selectOptions(playFrom, 'the beginning');
  expect(await screen.findByText('played from 0 to 9')).toBeTruthy();
  await press('Show changes');
  expect(await screen.findByText(/compared with 0/)).toBeTruthy();
  await press('Play back');
  await press('Play back');
  expect(await screen.findByText('text of 0 updates')).toBeTruthy();
  cleanup();
  renderApp(<Page canEdit={false} startsWith="v2" />);
  await screen.findByText(/text of/);
  expect(screen.queryByRole('button', { name: 'Play back' })).toBeNull();
});

test('the owner deletes a version after a question; it is recorded who did', async () => {
  renderApp(<Page isOwner startsWith="v1" />);
  await press('More actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete version…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this version?' });
  requests.remove.mockResolvedValue();
  requests.list.mockResolvedValue([VERSIONS[0]]);
  requests.listDeleted.mockResolvedValue([
    {
      id: 'v1',
      name: 'Sent to the client',
      savedAt: new Date(2020, 10, 20, 9, 30),
      deletedAt: new Date(2020, 10, 21, 8, 15),
      deletedBy: 'Jana',
    },
    {
      id: 'v0',
      name: null,
      savedAt: new Date(2020, 10, 19, 9, 30),
      deletedAt: new Date(2020, 10, 20, 8, 15),
      deletedBy: null,
    },
  ]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete version' }));
  expect(await screen.findByText('live text')).toBeTruthy();
  expect(requests.remove).toHaveBeenCalledExactlyOnceWith('d', 'v1');
  const record = await screen.findByRole('list', { name: 'Deleted versions' });
  expect(
    within(record)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    expect.stringMatching(/“Sent to the client” from 11\/20, 9:30\sAM, deleted by Jana on 11\/21, 8:15\sAM/u),
    expect.stringMatching(/Version from 11\/19, 9:30\sAM, deleted by a former member on 11\/20, 8:15\sAM/u),
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Sent to the client/u })).toBeNull());
});

test('a version that was not deleted stays open, with the reason', async () => {
  renderApp(<Page isOwner startsWith="v1" />);
  await press('More actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete version…' }));
  requests.remove.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  await press('Delete version');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The version wasn’t deleted\. ./u);
  expect(screen.queryByText('live text')).toBeNull();
});

test('neither editors nor the newest stretch get Delete', async () => {
  renderApp(<Page startsWith="v1" />);
  await press('More actions');
  await screen.findByRole('menuitem', { name: 'Print' });
  expect(screen.queryByRole('menuitem', { name: 'Delete version…' })).toBeNull();
  cleanup();
  requests.list.mockResolvedValue([STRETCH, ...VERSIONS]);
  renderApp(<Page isOwner startsWith="v3" />);
  await press('More actions');
  await screen.findByRole('menuitem', { name: 'Print' });
  expect(screen.queryByRole('menuitem', { name: 'Delete version…' })).toBeNull();
});

test.each([
  ['en-US', 'Petr restored “Sent to the client”', 'Petr restored some earlier text'],
  ['cs', 'Obnovena verze „Sent to the client“ (Petr)', 'Obnovena část původního textu (Petr)'],
] as const)('a restore is one row that says what it brought back, in %s', async (language, whole, part) => {
  const restored = { ...STRETCH, kind: 'restored', seq: 10, authors: STRETCH.authors.slice(0, 1) };
  requests.list.mockResolvedValue([restored, ...VERSIONS]);
  openPage(language);
  expect(await screen.findByText(whole)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  cleanup();
  requests.list.mockResolvedValue([restored, { ...VERSIONS[0], restoredId: null }, VERSIONS[1]]);
  openPage(language);
  expect(await screen.findByText(part)).toBeTruthy();
});

test('a version in which text was only restyled or moved says “Formatting only”', async () => {
  requests.list.mockResolvedValue([STRETCH]);
  requests.readLog.mockReturnValue([]);
  openPage();
  expect(await screen.findByText('Formatting only')).toBeTruthy();
  cleanup();
  openPage('cs');
  expect(await screen.findByText('Jen formátování')).toBeTruthy();
});

test('viewers neither see nor ask for deleted versions and amounts', async () => {
  renderApp(<Page canEdit={false} />);
  await screen.findAllByRole('listitem');
  expect(requests.listDeleted).not.toHaveBeenCalled();
  expect(requests.readLog).not.toHaveBeenCalled();
});

test.each([
  ['present', 'v1', 'downloads 12, compared with 9'],
  ['v1', '@0', 'downloads 9, compared with 0'],
  ['v1', null, 'downloads 9'],
])('a download of %s since %s', async (startsWith, startsBefore, downloaded) => {
  requests.readPresent.mockResolvedValue({ seq: 12, updates: [], at: new Date() });
  renderApp(<Page startsWith={startsWith} startsBefore={startsBefore} />);
  await press('More actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download' }));
  expect(await screen.findByText(downloaded)).toBeTruthy();
});
