// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type { DrainReport } from '../../../../src/app/room/drain-outbox.ts';
import type { KeptUpdate, SessionKey } from '../../../../src/app/room/kept-update.ts';
import { openCommentStorage, type KeptComment } from '../../../../src/app/room/comments/kept-comments.ts';
import { UnsentDialog } from '../../../../src/app/unsent/unsent-dialog.tsx';
import { UnsentNotice } from '../../../../src/app/unsent/unsent-notice.tsx';
import { renderInApp } from '../render-in-app.tsx';

const device = vi.hoisted(() => ({
  rows: [] as unknown[],
  open: new Set<string>(),
  changed: new Set<() => void>(),
  discard: vi.fn<(session: unknown) => Promise<unknown>>(),
  drainNow: vi.fn<(again: (row: unknown) => boolean) => Promise<unknown>>(),
}));

vi.mock('../../../../src/app/room/this-device.ts', () => ({
  deviceOf: () => ({
    copy: {
      listUnsent: () => Promise.resolve({ ok: true, value: device.rows }),
      discard: device.discard,
      subscribe: (listener: () => void) => {
        device.changed.add(listener);
        return () => device.changed.delete(listener);
      },
    },
    locks: { listOpen: () => Promise.resolve(device.open) },
  }),
}));
vi.mock('../../../../src/app/room/keep-draining.ts', () => ({ drainNow: device.drainNow }));

function row(words: string, change: Partial<KeptUpdate> = {}): KeptUpdate {
  const doc = new Y.Doc();
  doc.getText('default').insert(0, words);
  return {
    documentId: 'd',
    generation: 1,
    sessionId: 's',
    counter: 1,
    clientId: doc.clientID,
    schema: 1,
    bytes: Y.encodeStateAsUpdate(doc),
    atMs: Date.now() - 120_000,
    documentTitle: 'Plan',
    changesTitle: false,
    ...change,
  };
}

const draw = (language: 'en-US' | 'cs' = 'en-US') =>
  renderInApp(<UnsentDialog userId="ann" open onOpenChange={() => undefined} />, { language });

const DOCUMENT = '11111111-1111-4111-8111-111111111111';

/** As the outbox of comments keeps it. */
function keepComment(name: string, change: Partial<KeptComment> = {}): string {
  const comment = `${name.repeat(8)}-0000-4000-8000-000000000000`;
  const storage = openCommentStorage(window, 'ann', DOCUMENT);
  storage.write({
    thread: comment,
    comment,
    anchor: null,
    body: {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'Is this' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'right?' }] },
      ],
    },
    assignee: null,
    title: 'Plan',
    quote: 'the budget',
    atMs: Date.now() - 120_000,
    refused: null,
    isTried: false,
    isEdited: false,
    ...change,
  });
  return comment;
}

beforeEach(() => {
  localStorage.clear();
  device.rows = [];
  device.open.clear();
  device.discard.mockReset();
  device.drainNow.mockReset();
});

test('nothing is unsent', async () => {
  draw();
  expect(await screen.findByText('Everything you wrote on this device has been saved.')).toBeTruthy();
});

test('without a line, edits wait for a connection, whatever tab they were made in', async () => {
  device.rows = [row('Here'), row('There', { documentId: 'e', sessionId: 't', documentTitle: 'Notes' })];
  device.open.add('s');
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  draw();
  expect(await screen.findAllByText('Waiting for a connection')).toHaveLength(2);
  line.mockReturnValue(true);
  act(() => {
    for (const tell of device.changed) tell();
  });
  expect(await screen.findByText('The open document shows whether they can be saved.')).toBeTruthy();
  expect(screen.getByText('Waiting to be sent.')).toBeTruthy();
});

test('changes are listed by document, with their text, time and reason', async () => {
  device.rows = [
    row('Lost words', { refused: 'gone' }),
    row('Others', { documentId: 'e', sessionId: 't', documentTitle: '' }),
  ];
  draw('cs');
  const lost = await screen.findByRole('listitem', { name: 'Plan' });
  expect(within(lost).getByText('Dokument byl smazán.')).toBeTruthy();
  expect(within(lost).getByText('před 2 minutami')).toBeTruthy();
  expect(within(lost).getByRole('region', { name: /^Text z.dokumentu „Plan“$/ }).textContent).toBe(
    'Lost words',
  );
  const other = screen.getByRole('listitem', { name: 'Bez názvu' });
  expect(within(other).getByText('Čekají na odeslání.')).toBeTruthy();
});

test('copying copies the text', async () => {
  device.rows = [row('Lost words', { refused: 'gone' })];
  draw();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Lost words');
  expect(await screen.findByText('Copied.')).toBeTruthy();
});

test('a retry sends these sessions, and reports the result', async () => {
  device.rows = [row('Late words', { refused: 'forbidden' })];
  device.drainNow.mockResolvedValue({ sent: [], refused: 1, open: 0, later: null } satisfies DrainReport);
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/couldn’t be saved yet/)).toBeTruthy();
  const again = device.drainNow.mock.calls[0]?.[0];
  expect(again?.(row('', { sessionId: 's' }))).toBe(true);
  expect(again?.(row('', { sessionId: 'other' }))).toBe(false);

  device.drainNow.mockResolvedValue({ sent: ['d'], refused: 0, open: 0, later: null } satisfies DrainReport);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved.')).toBeTruthy();
});

test('discarding needs confirmation', async () => {
  device.rows = [row('Unwanted', { refused: 'gone' })];
  device.discard.mockImplementation(() => {
    device.rows = [];
    for (const listener of device.changed) listener();
    return Promise.resolve({ ok: true });
  });
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(device.discard).not.toHaveBeenCalled();
  const dialog = screen.getByRole('dialog', { name: 'Discard these edits?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  const session: SessionKey = { documentId: 'd', generation: 1, sessionId: 's' };
  expect(device.discard).toHaveBeenCalledWith(session);
  expect(await screen.findByText('Everything you wrote on this device has been saved.')).toBeTruthy();
});

test('changes of an open tab can be read, but not discarded', async () => {
  device.rows = [row('Typing')];
  device.open.add('s');
  draw();
  expect(await screen.findByText(/The open document shows/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
});

test('displaced text is shown alone, without a retry, which would change nothing', async () => {
  device.rows = [row('All that was written', { refused: 'displaced', displaced: 'was written' })];
  draw();
  expect(await screen.findByText(/was deleted in the meantime, so they aren’t in the text/)).toBeTruthy();
  expect(screen.getByRole('region').textContent).toBe('was written');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
});

test('every page shows when changes were rejected permanently, and only then', async () => {
  device.rows = [row('Waiting')];
  renderInApp(<UnsentNotice userId="ann" />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.queryByText(/^Some of your edits or comments aren’t in any document/)).toBeNull();
  device.rows = [row('Refused', { refused: 'gone' })];
  act(() => device.changed.forEach((listener) => listener()));
  expect(await screen.findByText(/^Some of your edits or comments aren’t in any document/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show edits' }));
  expect(await screen.findByRole('dialog', { name: 'Unsent edits' })).toBeTruthy();
});

test('a refused comment is listed with document, text, words and reason, and can be copied', async () => {
  keepComment('a', { refused: 'forbidden' });
  draw();
  const entry = await screen.findByRole('listitem', { name: 'Plan' });
  expect(
    within(entry).getByText('Comment not sent. You can no longer comment on this document.'),
  ).toBeTruthy();
  expect(within(entry).getByText('the budget')).toBeTruthy();
  expect(within(entry).getByRole('region', { name: 'Comment in “Plan”' }).textContent).toBe(
    'Is this\nright?',
  );
  expect(within(entry).getByRole('link', { name: 'Open document' }).getAttribute('href')).toBe(
    `/documents/${DOCUMENT}`,
  );
  const user = userEvent.setup();
  await user.click(within(entry).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Is this\nright?');
});

test.each([
  ['gone', 'Komentář nebyl odeslán. Dokument byl smazán.'],
  [
    'document_full',
    'Komentář nebyl odeslán. Je příliš dlouhý, nebo se do dokumentu další komentáře nevejdou.',
  ],
  ['bad_request', 'Komentář nebyl odeslán. Server požadavek nedokázal zpracovat. Načtěte stránku znovu.'],
  [null, 'Komentář čeká na odeslání. Odešle se, až dokument otevřete.'],
])('a comment that was refused as %j says so in Czech', async (refused, text) => {
  keepComment('a', { refused });
  draw('cs');
  const entry = await screen.findByRole('listitem', { name: 'Plan' });
  expect(entry.textContent).toContain(text);
});

test('a comment that is being sent right now is not listed', async () => {
  keepComment('a', { atMs: Date.now() - 500 });
  draw();
  expect(await screen.findByText('Everything you wrote on this device has been saved.')).toBeTruthy();
});

test('discarding a comment needs confirmation, and reaches an open document', async () => {
  const storage = openCommentStorage(window, 'ann', DOCUMENT);
  const changes: unknown[] = [];
  storage.onChange(() => changes.push(storage.list()));
  keepComment('a', { refused: 'forbidden' });
  keepComment('b', { refused: 'forbidden', title: 'Other', atMs: Date.now() - 60_000 });
  draw();
  const entry = await screen.findByRole('listitem', { name: 'Plan' });
  await userEvent.click(within(entry).getByRole('button', { name: 'Discard' }));
  expect(storage.list()).toHaveLength(2);
  const dialog = screen.getByRole('dialog', { name: 'Discard this comment?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect(changes).toEqual([[expect.objectContaining({ title: 'Other' })]]);
  await vi.waitFor(() => expect(screen.queryByRole('listitem', { name: 'Plan' })).toBeNull());
  expect(screen.getByRole('listitem', { name: 'Other' })).toBeTruthy();
});

test('the notice is shown for a refused comment, also where a document is not open', async () => {
  keepComment('a', { refused: 'forbidden' });
  renderInApp(<UnsentNotice userId="ann" />);
  expect(await screen.findByText(/^Some of your edits or comments aren’t in any document/)).toBeTruthy();
});
