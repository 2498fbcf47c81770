// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Share } from '../../../../src/app/sharing/share.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string, args: object) => Promise<Reply>>();
/** Reads which versions viewers see, and whether comments. */
const single = (): Promise<Reply> =>
  Promise.resolve({
    data: { readers_see_all: false, viewers_see_comments: true, keep_on_devices: true },
    error: null,
    status: 200,
  });
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: object) => ({ abortSignal: () => rpc(name, args) }),
    from: () => ({ select: () => ({ eq: () => ({ abortSignal: () => ({ single }) }) }) }),
  }),
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

const closed = {
  linkRole: null as string | null,
  mailsAreSetUp: true as boolean | null,
  invitations: [] as object[],
  requests: [] as object[],
};

/** A fake server that lists Ann, Bob and the sharing state, and answers everything else with `reply`. */
function serve(reply: Reply = { data: null, error: null, status: 204 }, sharing = closed): void {
  rpc.mockImplementation(async (name) => {
    if (name === 'list_members') return { data: [ann, bob], error: null, status: 200 };
    if (name === 'list_sharing') return { data: sharing, error: null, status: 200 };
    return reply;
  });
}
const token = 'f'.repeat(64);
const copied = vi.fn<(text: string) => Promise<void>>();
beforeEach(() => {
  copied.mockReset();
  copied.mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
});

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
  await within(within(dialog).getByRole('list', { name: 'People with access' })).findByText('Bob');
  return dialog;
}

test('the owner invites an address and copies the link', async () => {
  serve({ data: { token }, error: null, status: 200 });
  const dialog = await open(ann.user_id);
  await userEvent.click(within(dialog).getByLabelText('Email'));
  await userEvent.paste(' eva@x.cz ');
  await userEvent.selectOptions(within(dialog).getByLabelText('Role'), 'viewer');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
  await vi.waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('add_member', {
      p_document: documentId,
      p_email: 'eva@x.cz',
      p_role: 'viewer',
    }),
  );
  expect(await within(dialog).findByText('eva@x.cz is invited for 7 days.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy invitation link' }));
  // The token is in the fragment, which no server receives.
  expect(copied).toHaveBeenCalledWith(`http://localhost:3000/invitation#${token}`);
}, 15_000);

test('an address that is already a member is reported at the field', async () => {
  serve({ data: null, error: { message: 'already_member' }, status: 409 });
  const dialog = await open(ann.user_id);
  await userEvent.type(within(dialog).getByLabelText('Email'), 'bob@x.cz{Enter}');
  expect(await within(dialog).findByText(/already has access/)).toBeTruthy();
  expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

const waiting = {
  id: '55555555-5555-4555-8555-555555555555',
  email: 'eva@x.cz',
  role: 'viewer',
  expiresAt: '2026-11-28T12:00:00Z',
  mail: null as string | null,
  token: null as string | null,
};

test.each([
  ['waits', true, 'The email with the link is on its way.'],
  ['sent', true, 'They were sent an email with the link.'],
  ['failed', true, 'The email couldn’t be delivered. Check the address, or send them the link yourself:'],
  ['tooMany', true, 'You’ve reached today’s limit for invitation emails, so send them the link yourself:'],
  ['waits', false, 'Email isn’t set up on this server, so send them the link yourself:'],
  ['waits', null, 'You can also send them the link yourself:'],
  ['sent', null, 'They were sent an email with the link.'],
])('the mail of an invitation %s, mails are set up: %s', async (mail, mailsAreSetUp, text) => {
  const sharing = { ...closed, mailsAreSetUp, invitations: [{ ...waiting, mail }] };
  serve({ data: { token }, error: null, status: 200 }, sharing);
  const dialog = await open(ann.user_id);
  await userEvent.click(within(dialog).getByLabelText('Email'));
  await userEvent.paste('Eva@x.cz');
  await userEvent.keyboard('{Enter}');
  expect(await within(dialog).findByText(`Eva@x.cz is invited for 7 days. ${text}`)).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Copy invitation link' })).toBeTruthy();
});

test.each([
  ['failed', 'Invited until 11/28/2026 · Email not delivered'],
  ['tooMany', 'Invited until 11/28/2026 · No email sent'],
  ['sent', 'Invited until 11/28/2026'],
])('the list says of an invitation whose mail %s: %s', async (mail, text) => {
  serve(undefined, { ...closed, invitations: [{ ...waiting, mail }] });
  const dialog = await open(ann.user_id);
  expect(await within(dialog).findByText(text)).toBeTruthy();
});

test('a pending invitation is listed and can be revoked', async () => {
  serve(undefined, { ...closed, invitations: [waiting] });
  const dialog = await open(ann.user_id);
  expect(await within(dialog).findByText('Invited until 11/28/2026')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the invitation for eva@x.cz' }));
  expect(rpc).toHaveBeenCalledWith('revoke_invitation', { p_document: documentId, p_invitation: waiting.id });
  expect(await screen.findByText('The invitation for eva@x.cz was canceled.')).toBeTruthy();
});

test('a member is shown as such, even while their invitation is still listed', async () => {
  const arrived = { ...waiting, id: '66666666-6666-4666-8666-666666666666', email: ann.email };
  serve(undefined, { ...closed, invitations: [arrived, waiting] });
  const dialog = await open(ann.user_id);
  expect(await within(dialog).findByLabelText(`Role of ${waiting.email}`)).toBeTruthy();
  expect(within(dialog).queryByLabelText(`Role of ${ann.email}`)).toBeNull();
});

test('a request appears in the open dialog and is answered with a role', async () => {
  const eva = { userId: waiting.id, name: 'Eva', email: 'eva@x.cz' };
  serve(undefined, { ...closed, requests: [eva] });
  const dialog = await open(ann.user_id);
  const requests = await within(dialog).findByRole('list', { name: 'Access requests' });
  await userEvent.selectOptions(within(requests).getByLabelText('Role for Eva'), 'editor');
  await userEvent.click(within(requests).getByRole('button', { name: 'Allow' }));
  const answer = { p_document: documentId, p_user: eva.userId };
  expect(rpc).toHaveBeenCalledWith('answer_request', { ...answer, p_role: 'editor' });
  await userEvent.click(within(requests).getByRole('button', { name: 'Decline' }));
  expect(rpc).toHaveBeenCalledWith('answer_request', { ...answer, p_role: null });
});

test('the owner turns the link on and off; others see its state', async () => {
  serve();
  const dialog = await open(ann.user_id);
  const link = await within(dialog).findByLabelText('Anyone with the link');
  await userEvent.selectOptions(link, 'viewer');
  expect(rpc).toHaveBeenCalledWith('set_link_role', { p_document: documentId, p_role: 'viewer' });
  await userEvent.selectOptions(link, 'off');
  expect(await screen.findByText('Link access is off.')).toBeTruthy();
});

test('other members see the state of the link without controls', async () => {
  serve(undefined, { ...closed, linkRole: 'commenter' });
  const dialog = await open(bob.user_id);
  expect(await within(dialog).findByText(/has the link: Commenter/)).toBeTruthy();
  expect(within(dialog).queryByRole('combobox')).toBeNull();
});

test('a viewer who requests edit access is offered only that role', async () => {
  serve(undefined, { ...closed, requests: [{ userId: bob.user_id, name: 'Bob', email: 'bob@x.cz' }] });
  const dialog = await open(ann.user_id);
  const requests = await within(dialog).findByRole('list', { name: 'Access requests' });
  expect(await within(requests).findByText('Has access, requests edit access')).toBeTruthy();
  await userEvent.click(within(requests).getByRole('button', { name: 'Allow' }));
  const answer = { p_document: documentId, p_user: bob.user_id, p_role: 'editor' };
  expect(rpc).toHaveBeenCalledWith('answer_request', answer);
  expect(await screen.findByText('Bob: Editor')).toBeTruthy();
});

test.each([
  ['viewer', true],
  ['commenter', true],
  ['editor', false],
])('a %s may request edit access: %s', async (role, may) => {
  serve();
  const others = rpc.getMockImplementation()!;
  rpc.mockImplementation(async (name, args) =>
    name === 'list_members'
      ? { data: [ann, { ...bob, role }], error: null, status: 200 }
      : await others(name, args),
  );
  const dialog = await open(bob.user_id);
  const ask = within(dialog).queryByRole('button', { name: 'Request edit access' });
  expect(ask !== null).toBe(may);
  if (ask === null) return;
  await userEvent.click(ask);
  expect(rpc).toHaveBeenCalledWith('request_access', { p_document: documentId });
  expect(await within(dialog).findByText(/The owner has been asked/)).toBeTruthy();
});

test('the link of a pending invitation is copied without inviting again', async () => {
  serve(undefined, { ...closed, invitations: [{ ...waiting, token }] });
  const dialog = await open(ann.user_id);
  await userEvent.click(await within(dialog).findByRole('button', { name: /Copy the invitation link/ }));
  await vi.waitFor(() => expect(copied).toHaveBeenCalledWith(`http://localhost:3000/invitation#${token}`));
  expect(rpc).not.toHaveBeenCalledWith('add_member', expect.anything());
});

test('an old invitation is sent again as a new link, any for another role', async () => {
  serve({ data: { token }, error: null, status: 200 }, { ...closed, invitations: [waiting] });
  const dialog = await open(ann.user_id);
  await userEvent.click(await within(dialog).findByRole('button', { name: /Copy the invitation link/ }));
  const invitation = { p_document: documentId, p_email: waiting.email };
  expect(rpc).toHaveBeenCalledWith('add_member', { ...invitation, p_role: 'viewer' });
  await vi.waitFor(() => expect(copied).toHaveBeenCalledWith(`http://localhost:3000/invitation#${token}`));
  await userEvent.selectOptions(within(dialog).getByLabelText('Role of eva@x.cz'), 'editor');
  expect(rpc).toHaveBeenCalledWith('add_member', { ...invitation, p_role: 'editor' });
});

test.each([
  ['the link', 'Anyone with the link', closed],
  [
    'a request',
    'Role for Eva',
    { ...closed, requests: [{ userId: waiting.id, name: 'Eva', email: 'eva@x.cz' }] },
  ],
])('a refused change of %s is reported and rolled back', async (what, label, sharing) => {
  serve({ data: null, error: { message: 'rate_limited' }, status: 429 }, { ...sharing });
  const dialog = await open(ann.user_id);
  const choice: HTMLSelectElement = await within(dialog).findByLabelText(label);
  if (what === 'the link') await userEvent.selectOptions(choice, 'editor');
  else await userEvent.click(within(dialog).getByRole('button', { name: 'Allow' }));
  expect((await screen.findAllByText(/Too many requests/)).length).toBeGreaterThan(0);
  expect(choice.value).toBe(what === 'the link' ? 'off' : 'viewer');
});

test('the owner chooses which versions viewers see; others do not', async () => {
  serve({ data: null, error: { message: 'rate_limited' }, status: 429 });
  const dialog = await open(ann.user_id);
  const field = await within(dialog).findByLabelText<HTMLSelectElement>(
    'In the version history, viewers see',
  );
  expect(field.value).toBe('no');
  await userEvent.selectOptions(field, 'All versions since they got access');
  expect(rpc).toHaveBeenCalledWith('set_readers_see_all', { p_document: documentId, p_all: true });
  await screen.findByText(/Too many requests/);
  await vi.waitFor(() => expect(field.value).toBe('no'));
  serve();
  await userEvent.selectOptions(field, 'All versions since they got access');
  await vi.waitFor(() => expect(field.value).toBe('yes'));
});

test('the owner hides comments from viewers', async () => {
  serve();
  const dialog = await open(ann.user_id);
  const field = await within(dialog).findByLabelText<HTMLSelectElement>('Viewers see comments');
  expect(field.value).toBe('yes');
  await userEvent.selectOptions(field, 'No');
  expect(rpc).toHaveBeenCalledWith('set_viewers_see_comments', { p_document: documentId, p_see: false });
});

test('the owner keeps the text off devices', async () => {
  serve();
  const dialog = await open(ann.user_id);
  const field = await within(dialog).findByLabelText<HTMLSelectElement>('Offline');
  expect(field.value).toBe('yes');
  await userEvent.selectOptions(field, 'Not on devices');
  expect(rpc).toHaveBeenCalledWith('set_keep_on_devices', { p_document: documentId, p_keep: false });
});

test('editors see no choice of what viewers see', async () => {
  serve();
  const dialog = await open(bob.user_id);
  await within(dialog).findByText('Ann');
  expect(within(dialog).queryByLabelText(/viewers see/)).toBeNull();
});

test('the copied link leads to the document, whichever panel is open', async () => {
  history.replaceState(null, '', `/documents/${documentId}/history`);
  serve();
  const dialog = await open(bob.user_id);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy link' }));
  expect(copied).toHaveBeenCalledWith(`http://localhost:3000/documents/${documentId}`);
  copied.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/couldn’t be copied. It’s in the address bar/)).toBeTruthy();
  history.replaceState(null, '', '/');
});

test('the owner transfers the document after confirmation', async () => {
  serve();
  const dialog = await open(ann.user_id);
  await userEvent.selectOptions(within(dialog).getByLabelText('Role of Bob'), 'give');
  const give = { p_document: documentId, p_user: bob.user_id };
  const question = await screen.findByRole('dialog', { name: 'Transfer ownership to Bob?' });
  expect(rpc).not.toHaveBeenCalledWith('transfer_document', give);
  await userEvent.click(within(question).getByRole('button', { name: 'Transfer ownership' }));
  expect(rpc).toHaveBeenCalledWith('transfer_document', give);
  expect(await screen.findByText('Bob is now the owner.')).toBeTruthy();
});

test('the owner can enter an address before the members are loaded', async () => {
  rpc.mockReturnValue(new Promise(() => undefined));
  renderInApp(<Share documentId={documentId} title="Plan" userId={ann.user_id} owning onLeft={onLeft} />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
});

test('the roles Editor, Commenter and Viewer are offered to people, to members and by the link', async () => {
  serve(undefined, { ...closed, linkRole: 'commenter' });
  const others = rpc.getMockImplementation()!;
  rpc.mockImplementation(async (name, args) =>
    name === 'list_members'
      ? { data: [ann, { ...bob, role: 'commenter' }], error: null, status: 200 }
      : await others(name, args),
  );
  const dialog = await open(ann.user_id);
  await within(dialog).findByLabelText('Anyone with the link');
  const choices = (label: string): (string | null)[] =>
    within(within(dialog).getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(choices('Role')).toEqual(['Editor', 'Commenter', 'Viewer']);
  expect(choices('Role of Bob')).toEqual(['Editor', 'Commenter', 'Viewer', 'Transfer ownership…']);
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Role of Bob').value).toBe('commenter');
  expect(choices('Anyone with the link')).toEqual(['Editor', 'Commenter', 'Viewer', 'No access']);
});

test('the owner changes a role, and removes a member after confirmation', async () => {
  serve();
  const dialog = await open(ann.user_id);
  await userEvent.selectOptions(within(dialog).getByLabelText('Role of Bob'), 'viewer');
  const where = { p_document: documentId, p_user: bob.user_id };
  expect(rpc).toHaveBeenCalledWith('set_member_role', { ...where, p_role: 'viewer' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Bob' }));
  expect(rpc).not.toHaveBeenCalledWith('remove_member', where);
  const question = await screen.findByRole('dialog', { name: 'Remove Bob?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(rpc).toHaveBeenCalledWith('remove_member', where);
});

test('other members see the list, and can leave', async () => {
  serve();
  const dialog = await open(bob.user_id);
  expect(within(dialog).queryByLabelText('Email')).toBeNull();
  expect(within(dialog).queryByRole('combobox')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave document' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalled());
});

test('members are sorted by role, then by name in the dictionary order of the language', async () => {
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
