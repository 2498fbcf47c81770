// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from '../../../../src/app/ui/confirm-dialog.tsx';
import { Dialog } from '../../../../src/app/ui/dialog.tsx';
import { preloadParts } from '../../../../src/app/ui/load-later.tsx';
import { showToast } from '../../../../src/app/ui/toast.tsx';
import { renderInApp } from '../render-in-app.tsx';

await preloadParts();

function Page({ unasked = false }: { unasked?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <textarea aria-label="Text" />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="New name"
        description="Everybody sees it."
        closeLabel="Close"
        unasked={unasked}
      >
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

const opener = (): HTMLElement => screen.getByRole('button', { name: 'Rename', hidden: true });
const dialog = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'New name' });

async function open(): Promise<void> {
  act(() => opener().focus());
  fireEvent.click(opener());
  await waitFor(() => expect(dialog()).not.toBeNull());
}

test('it has a name and a description, focuses its first field and traps the focus', async () => {
  renderInApp(<Page />);
  await open();
  const description = dialog()?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(description)?.textContent).toBe('Everybody sees it.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  for (const name of ['Close', 'Name', 'Close']) {
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe(name);
  }
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s closes it and returns the focus to its opener', async (_, close) => {
  renderInApp(<Page />);
  await open();
  await close();
  await waitFor(() => expect(dialog()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});

test('it does not take the focus back from where the user has gone on', async () => {
  renderInApp(<Page />);
  await open();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  const text = screen.getByRole('textbox', { name: 'Text', hidden: true });
  act(() => text.focus());
  await waitFor(() => expect(dialog()).toBeNull());
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(document.activeElement).toBe(text);
});

test('in a dialog that opens automatically, no key presses a button', async () => {
  renderInApp(<Page unasked />);
  await open();
  await waitFor(() => expect(document.activeElement).toBe(dialog()));
});

test('a dialog dismisses earlier toasts and keeps later ones', async () => {
  renderInApp(<Page />);
  act(() => void showToast.plain('Invitation copied.'));
  expect(screen.queryByText('Invitation copied.')).not.toBeNull();
  await open();
  expect(screen.queryByText('Invitation copied.')).toBeNull();
  act(() => void showToast.plain('Renamed.'));
  expect(screen.queryByText('Renamed.')).not.toBeNull();
});

test('a confirmation dismisses earlier toasts', async () => {
  const question = (isOpen: boolean) => (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={() => undefined}
      title="Remove Bob?"
      text="Bob can no longer read it."
      confirmLabel="Remove"
      cancelLabel="Cancel"
      onConfirm={() => undefined}
    />
  );
  renderInApp(<Asked>{question}</Asked>);
  act(() => void showToast.plain('Bob: Viewer'));
  fireEvent.click(screen.getByText('Remove Bob'));
  await screen.findByRole('dialog', { name: 'Remove Bob?' });
  expect(screen.queryByText('Bob: Viewer')).toBeNull();
});

function Asked({ children }: { readonly children: (isOpen: boolean) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Remove Bob
      </button>
      {children(isOpen)}
    </>
  );
}
