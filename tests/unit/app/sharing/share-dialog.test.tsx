// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Share } from '../../../../src/app/sharing/share.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string, args: object) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ rpc: (name: string, args: object) => ({ abortSignal: () => rpc(name, args) }) }),
}));

const documentId = '33333333-3333-4333-8333-333333333333';
const ann = {
  user_id: '11111111-1111-4111-8111-111111111111',
  name: 'Ann',
  color: null,
  role: 'owner',
  email: 'ann@x.cz',
};
const bob = {
  user_id: '22222222-2222-4222-8222-222222222222',
  name: 'Bob',
  color: null,
  role: 'editor',
  email: null,
};

/** A server that lists Ann and Bob and answers everything else with `reply`. */
function serve(reply: Reply = { data: null, error: null, status: 204 }): void {
  rpc.mockImplementation(async (name) =>
    name === 'list_members' ? { data: [ann, bob], error: null, status: 200 } : reply,
  );
}

const onLeft = vi.fn<() => void>();
beforeEach(() => {
  rpc.mockReset();
  onLeft.mockReset();
});

async function open(userId: string): Promise<HTMLElement> {
  renderInApp(
    <Share
      documentId={documentId}
      title="Plan"
      userId={userId}
      owning={userId === ann.user_id}
      onLeft={onLeft}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  const dialog = await screen.findByRole('dialog', { name: 'Share “Plan”' });
  await within(dialog).findByText('Bob');
  return dialog;
}

test('the owner adds a person by address, as editor or viewer', async () => {
  serve();
  const dialog = await open(ann.user_id);
  await userEvent.type(within(dialog).getByLabelText('Email'), ' eva@x.cz ');
  await userEvent.selectOptions(within(dialog).getByLabelText('Role'), 'Viewer');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await vi.waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('add_member', {
      p_document: documentId,
      p_email: 'eva@x.cz',
      p_role: 'viewer',
    }),
  );
  expect(await screen.findByText('eva@x.cz was added.')).toBeTruthy();
});

test('an address without an account is told at the field', async () => {
  serve({ data: null, error: { message: 'user_not_found' }, status: 404 });
  const dialog = await open(ann.user_id);
  await userEvent.type(within(dialog).getByLabelText('Email'), 'nobody@x.cz{Enter}');
  expect(await within(dialog).findByText(/Nobody with this address has an account/)).toBeTruthy();
  expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

test('the owner can write an address before the people are known', async () => {
  rpc.mockReturnValue(new Promise(() => undefined));
  renderInApp(<Share documentId={documentId} title="Plan" userId={ann.user_id} owning onLeft={onLeft} />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
});

test('the owner changes a role and removes a person after a question', async () => {
  serve();
  const dialog = await open(ann.user_id);
  await userEvent.selectOptions(within(dialog).getByLabelText('Role of Bob'), 'Viewer');
  const where = { p_document: documentId, p_user: bob.user_id };
  expect(rpc).toHaveBeenCalledWith('set_member_role', { ...where, p_role: 'viewer' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Bob' }));
  expect(rpc).not.toHaveBeenCalledWith('remove_member', where);
  const question = await screen.findByRole('dialog', { name: 'Remove Bob?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(rpc).toHaveBeenCalledWith('remove_member', where);
});

test('everybody else sees who is in, and may leave', async () => {
  serve();
  const dialog = await open(bob.user_id);
  expect(within(dialog).queryByLabelText('Email')).toBeNull();
  expect(within(dialog).queryByRole('combobox')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave the document' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalled());
});

test('whoever is in stands by role, then by name as in a dictionary of the language', async () => {
  const named = ['Ivan', 'Chaloupka', 'Cyril', 'Hana'].map((name, index) => ({
    ...bob,
    user_id: bob.user_id.replace('2', String(index + 4)),
    name,
  }));
  rpc.mockResolvedValue({ data: [...named, ann], error: null, status: 200 });
  renderInApp(<Share documentId={documentId} title="Plán" userId={ann.user_id} owning onLeft={onLeft} />, {
    language: 'cs',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Sdílet' }));
  await screen.findByText('Hana');
  const rows = within(screen.getByRole('list', { name: 'Lidé s\u00a0přístupem' })).getAllByRole('listitem');
  const names = ['Ann', 'Cyril', 'Hana', 'Chaloupka', 'Ivan'];
  expect(rows.map((row) => names.find((name) => row.textContent.includes(name)))).toEqual(names);
});
