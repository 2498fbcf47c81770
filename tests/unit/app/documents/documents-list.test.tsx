// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentsList } from '../../../../src/app/documents/documents-list.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string, args?: object) => Promise<Reply>>();
const noFolders = { data: [], error: null, status: 200 };
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args?: object) => ({
      abortSignal: () => (name === 'list_my_folders' ? Promise.resolve(noFolders) : rpc(name, args)),
    }),
  }),
}));
beforeEach(() => {
  localStorage.clear();
  rpc.mockReset();
});

const me = '11111111-1111-4111-8111-111111111111';
const list = (
  <DocumentsList
    userId={me}
    signIn={<button type="button">Sign in again</button>}
    create={<button type="button">New document</button>}
    onShare={() => {}}
    onDownload={() => {}}
  />
);
const row = {
  id: '22222222-2222-4222-8222-222222222222',
  title: 'Spring',
  role: 'owner',
  owner_id: me,
  owner_name: 'Ann',
  member_count: 2,
  updated_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  deleted_at: null as string | null,
  favorite: false,
  opened_at: null as string | null,
  folder_id: null as string | null,
  here: [] as { readonly id: string; readonly name: string; readonly color: number | null }[],
};
const answer = (data: unknown): Reply => ({ data, error: null, status: 200 });
const refusal = (message: string, status: number): Reply => ({ data: null, error: { message }, status });

test('shows title, role, owner and relative time, with the exact time as its title', async () => {
  const other = { ...row, id: me, title: ' ', role: 'viewer', owner_id: row.id, owner_name: 'Petr' };
  rpc.mockResolvedValue(answer([row, other]));
  renderInApp(list);
  const [first, second] = within(await screen.findByRole('list', { name: 'Your documents' })).getAllByRole(
    'listitem',
  );
  const link = within(first!).getByRole('link', { name: 'Spring' });
  expect(link.getAttribute('href')).toBe(`/documents/${row.id}`);
  expect(first!.textContent).toContain('by you · 2 people');
  const time = first!.querySelector('time');
  expect(time?.textContent).toBe('5 minutes ago');
  expect(time?.title).toMatch(/\d{4}/);
  expect(second!.textContent).toContain('Untitled');
  expect(second!.textContent).toContain('by Petr');
  expect(second!.textContent).toContain('Viewer');
});

test('the others who have a document open are shown, a few as faces', async () => {
  const people = ['Eva', 'Jan', 'Jana', 'Petr'].map((name, at) => ({ id: idOf(at), name, color: null }));
  rpc.mockImplementation((name) =>
    Promise.resolve(answer(name === 'list_my_documents' ? [{ ...row, here: people }] : [])),
  );
  renderInApp(list);
  const names = await screen.findByText('Open now: Eva, Jan, Jana, and Petr');
  const faces = names.parentElement!;
  expect(
    [...faces.querySelectorAll('[data-initials]')].map((face) => face.getAttribute('data-initials')),
  ).toEqual(['E', 'J']);
  expect(faces.textContent).toContain('+2');
});

test('an empty list is not an empty page', async () => {
  rpc.mockResolvedValue(answer([]));
  renderInApp(list, { language: 'cs' });
  expect(await screen.findByRole('heading', { name: 'Zatím žádné dokumenty' })).toBeTruthy();
});

test('a session that the server rejects leads to sign-in, without a redirect loop', async () => {
  rpc.mockResolvedValueOnce(refusal('PGRST301', 401));
  renderInApp(list);
  expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended');
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a refusal is shown at once, and a retry loads the list', async () => {
  rpc.mockResolvedValueOnce(refusal('forbidden', 403));
  renderInApp(list);
  expect((await screen.findByRole('alert')).textContent).toContain('permission to do this');
  expect(rpc).toHaveBeenCalledTimes(1);
  rpc.mockResolvedValue(answer([row]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Spring' })).toBeTruthy();
});

test('while the server does not respond, the page shows that it keeps trying', async () => {
  rpc.mockResolvedValue(refusal('TypeError: Failed to fetch', 0));
  renderInApp(list);
  expect(await screen.findByText(/Can’t reach the server.*Trying again/)).toBeTruthy();
});

test('a malformed reply is not a list of documents', async () => {
  rpc.mockResolvedValue(answer([{ ...row, member_count: 'many' }]));
  renderInApp(list);
  expect(await screen.findByText(/Trying again|unexpected response/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
/** A fake server that stores changes. */
function serve(...rows: (typeof row)[]): void {
  let kept = rows;
  rpc.mockImplementation((name, args) => {
    const { p_document: id, p_favorite: favorite } = (args ?? {}) as Record<string, unknown>;
    const change = (more: Partial<typeof row>): void => {
      kept = kept.map((one) => (one.id === id ? { ...one, ...more } : one));
    };
    if (name === 'set_favorite') change({ favorite: favorite === true });
    if (name === 'delete_document') change({ deleted_at: new Date().toISOString() });
    if (name === 'restore_document') change({ deleted_at: null });
    if (name === 'erase_document' || name === 'remove_member') kept = kept.filter((one) => one.id !== id);
    return Promise.resolve(answer(name === 'list_my_documents' ? kept : null));
  });
}

test('a favorite is stored and has a view', async () => {
  serve(row, { ...row, id: me, title: 'Autumn' });
  renderInApp(list);
  const star = await screen.findByRole('button', { name: 'Favorite: Spring' });
  await userEvent.click(star);
  await vi.waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
  // A change that is not sent yet would go first in the next test.
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledWith('set_favorite', expect.anything()));
  await userEvent.click(screen.getByRole('link', { name: 'Favorites' }));
  expect(await screen.findByRole('link', { name: 'Spring' })).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Autumn' })).toBeNull());
});

test('a refused change is reported and rolled back', async () => {
  serve(row);
  renderInApp(list);
  const star = await screen.findByRole('button', { name: 'Favorite: Spring' });
  rpc.mockImplementation((name) =>
    Promise.resolve(name === 'set_favorite' ? refusal('forbidden', 403) : answer([row])),
  );
  await userEvent.click(star);
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission');
  await vi.waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
});

test('of thousands of documents only some are rendered, but all are searched', async () => {
  serve(...Array.from({ length: 3000 }, (_, at) => ({ ...row, id: idOf(at), title: `Zápis ${at}` })));
  renderInApp(list);
  expect(await screen.findByText('Show 2,940 more')).toBeTruthy();
  expect(document.querySelectorAll('li time').length).toBe(120);
  const search = screen.getByPlaceholderText('Search');
  await userEvent.click(search);
  await userEvent.paste('zapis 2987');
  expect(await screen.findByText('1 document found')).toBeTruthy();
  expect(screen.getByText('Zápis 2987')).toBeTruthy();
  await userEvent.paste('0');
  expect(await screen.findByText('No documents found for “zapis 29870”')).toBeTruthy();
  await userEvent.click(screen.getByText('Clear search'));
  expect(await screen.findByText('Show 2,940 more')).toBeTruthy();
}, 20_000);

test('printing renders all documents', async () => {
  serve(...Array.from({ length: 64 }, (_, at) => ({ ...row, id: idOf(at), title: `Zápis ${at}` })));
  renderInApp(list);
  expect(await screen.findByText('Show 4 more')).toBeTruthy();
  dispatchEvent(new Event('beforeprint'));
  expect(screen.getByText('Zápis 63')).toBeTruthy();
  expect(screen.queryByText(/more$/)).toBeNull();
});

test('each empty view explains how to add something', async () => {
  serve(row);
  renderInApp(list, { path: '/?view=shared' });
  expect(await screen.findByRole('heading', { name: 'Nothing shared with you yet' })).toBeTruthy();
  for (const [view, title] of [
    ['Favorites', 'No favorites yet'],
    ['Recent', 'Nothing opened yet'],
    ['Trash', 'The trash is empty'],
  ] as const) {
    await userEvent.click(screen.getByRole('link', { name: view }));
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  }
});

test('an unshared document is deleted at once, with undo', async () => {
  serve({ ...row, member_count: 1 });
  renderInApp(list);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to trash' }));
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Spring' })).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Spring' })).toBeTruthy();
});

test('deleting a shared document needs confirmation; from the trash it is restored or erased', async () => {
  serve(row);
  renderInApp(list);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to trash' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Move to trash' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Trash' }));
  expect(screen.queryByRole('link', { name: 'Spring' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Spring forever' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete forever' }));
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledWith('erase_document', { p_document: row.id }));
  expect(await screen.findByRole('heading', { name: 'No documents yet' })).toBeTruthy();
});

test('a viewer can leave, but not rename or delete', async () => {
  serve({ ...row, role: 'viewer', owner_id: row.id });
  renderInApp(list);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
  expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /Rename|trash/ })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Leave document' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await vi.waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('remove_member', { p_document: row.id, p_user: me }),
  );
});

test('F2 renames a document in its row; Escape cancels', async () => {
  serve(row);
  renderInApp(list);
  const link = await screen.findByRole('link', { name: 'Spring' });
  link.focus();
  await userEvent.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'New title' });
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('Summer{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Spring' })));
  expect(rpc.mock.calls.every(([name]) => name === 'list_my_documents')).toBe(true);
});

describe('several documents', () => {
  const titled = (title: string, at: number, more: Partial<typeof row> = {}) => ({
    ...row,
    ...{ id: idOf(at), title, member_count: 1, updated_at: new Date(Date.now() - at * 60_000).toISOString() },
    ...more,
  });
  const called = (name: string): unknown[] =>
    rpc.mock.calls.flatMap(([what, args]) => (what === name ? [args] : []));
  const titles = (): (string | null)[] =>
    screen.getAllByRole('link', { name: /^[A-Z]$/ }).map((link) => link.textContent);
  const check = async (title: string): Promise<void> =>
    userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));

  test('are selected by keys, moved to the trash at once, and all return by one undo', async () => {
    serve(titled('A', 1), titled('B', 2), titled('C', 3), titled('D', 4));
    renderInApp(list);
    (await screen.findByRole('link', { name: 'A' })).focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowDown}{ArrowDown}x');
    expect(await screen.findByText('3 selected')).toBeTruthy();
    await userEvent.keyboard('{Delete}');
    await vi.waitFor(() => expect(titles()).toEqual(['C']));
    await vi.waitFor(() => expect(called('delete_document')).toHaveLength(3));
    expect(screen.queryByText('3 selected')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(titles()).toEqual(['A', 'B', 'C', 'D']));
  });

  test('that others see are removed after a question, and those of others are left', async () => {
    serve(
      titled('A', 1, { member_count: 2 }),
      titled('B', 2, { role: 'editor', owner_id: row.id }),
      titled('C', 3),
    );
    renderInApp(list);
    await check('A');
    await check('B');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect((await screen.findByRole('dialog', { name: 'Remove 2 documents?' })).textContent).toContain(
      'You leave the others',
    );
    expect(called('delete_document')).toEqual([]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Remove' }).at(-1)!);
    await vi.waitFor(() => expect(titles()).toEqual(['C']));
    expect(called('delete_document')).toEqual([{ p_document: idOf(1) }]);
    expect(called('remove_member')).toEqual([{ p_document: idOf(2), p_user: me }]);
  });

  test('stay selected when they are starred, so that they can be moved too', async () => {
    serve(titled('A', 1), titled('B', 2));
    renderInApp(list);
    await check('A');
    await check('B');
    await userEvent.click(await screen.findByRole('button', { name: 'Add to favorites' }));
    await vi.waitFor(() => expect(called('set_favorite')).toHaveLength(2));
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  test('whose change is refused return, with one message', async () => {
    serve(titled('A', 1), titled('B', 2));
    const served = rpc.getMockImplementation()!;
    rpc.mockImplementation((name, args) =>
      name === 'set_favorite' ? Promise.resolve(refusal('rate_limited', 429)) : served(name, args),
    );
    renderInApp(list);
    await check('A');
    await check('B');
    await userEvent.click(await screen.findByRole('button', { name: 'Add to favorites' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      '2 documents couldn’t be changed. Too many requests',
    );
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Favorite: A' }).getAttribute('aria-pressed')).toBe('false'),
    );
  });

  test('are restored from the trash together', async () => {
    const deleted_at = new Date().toISOString();
    serve(titled('A', 1, { deleted_at }), titled('B', 2, { deleted_at }), titled('C', 3));
    renderInApp(list, { path: '/?view=trash' });
    await check('A');
    (await screen.findByRole('button', { name: 'Restore B' })).focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('2 documents were restored.')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'All' }));
    await vi.waitFor(() => expect(titles()).toEqual(['A', 'B', 'C']));
  });

  test('are selected with the rows between by Shift and a click; Escape and another view select none', async () => {
    serve(...['A', 'B', 'C'].map((title, at) => titled(title, at)));
    renderInApp(list);
    await check('A');
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select C' }));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('3 selected')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('3 selected')).toBeNull();
    await check('A');
    await user.click(screen.getByRole('link', { name: 'Yours' }));
    await vi.waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });
});

test('the list keeps the order that was chosen last', async () => {
  serve({ ...row, id: idOf(1), title: 'B' }, { ...row, id: idOf(2), title: 'A' });
  renderInApp(list);
  await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Name, A–Z');
  cleanup();
  renderInApp(list);
  expect((await screen.findByLabelText<HTMLSelectElement>('Sort by')).value).toBe('name');
  localStorage.clear();
});
