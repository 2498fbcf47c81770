// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from '../../../../src/app/ui/dialog.tsx';
import { loadWaiting } from '../../../../src/app/ui/load-later.tsx';
import { renderInApp } from '../render-in-app.tsx';

await loadWaiting();

function Page({ unasked = false }: { unasked?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
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

const opener = (): HTMLElement => screen.getByText('Rename');
const dialog = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'New name' });

async function open(): Promise<void> {
  act(() => opener().focus());
  fireEvent.click(opener());
  await waitFor(() => expect(dialog()).not.toBeNull());
}

test('it is named and described, the focus is in its first field and stays in it', async () => {
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
  ['its cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s closes it, and the focus is back where it was opened', async (_, close) => {
  renderInApp(<Page />);
  await open();
  await close();
  await waitFor(() => expect(dialog()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});

test('in one that comes unasked no key presses a button', async () => {
  renderInApp(<Page unasked />);
  await open();
  await waitFor(() => expect(document.activeElement).toBe(dialog()));
});
