// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DocumentsList } from '../../../../src/app/documents/documents-list.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string, args?: object) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ rpc: (name: string, args?: object) => ({ abortSignal: () => rpc(name, args) }) }),
}));

const me = '11111111-1111-4111-8111-111111111111';
const list = (
  <DocumentsList userId={me} signIn={null} create={null} onShare={() => {}} onDownload={() => {}} />
);
const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const work = { id: idOf(100), name: 'Work' };
const home = { id: idOf(101), name: 'Chata' };
let made = 0;
const row = (title: string, folderId: string | null = null) => ({
  id: idOf((made += 1)),
  title,
  role: 'owner',
  owner_id: me,
  owner_name: 'Ann',
  member_count: 1,
  updated_at: new Date(Date.now() - made * 60_000).toISOString(),
  deleted_at: null as string | null,
  favorite: false,
  opened_at: null as string | null,
  folder_id: folderId,
  here: [],
});
type Row = ReturnType<typeof row>;
const answer = (data: unknown): Reply => ({ data, error: null, status: 200 });
const refusal = (message: string, status: number): Reply => ({ data: null, error: { message }, status });

/** A fake server that stores changes, and refuses those in `refused`. */
let refused: Record<string, Reply>;
function serve(rows: readonly Row[], folders: readonly (typeof work)[] = [work, home]): void {
  let keptRows = rows;
  let keptFolders = folders;
  rpc.mockImplementation((name, args) => {
    const no = refused[name];
    if (no) return Promise.resolve(no);
    const given = (args ?? {}) as Record<string, string>;
    const { p_document: id, p_folder: folder = '', p_name: called = '' } = given;
    const others = keptFolders.filter((one) => one.id !== folder);
    if (name === 'save_folder') keptFolders = [...others, { id: folder, name: called }];
    if (name === 'delete_folder') {
      keptFolders = others;
      keptRows = keptRows.map((one) => (one.folder_id === folder ? { ...one, folder_id: null } : one));
    }
    if (name === 'move_to_folder')
      keptRows = keptRows.map((one) =>
        one.id === id ? { ...one, folder_id: given['p_folder'] ?? null } : one,
      );
    if (name === 'list_my_folders') return Promise.resolve(answer(keptFolders));
    return Promise.resolve(answer(name === 'list_my_documents' ? keptRows : null));
  });
}
beforeEach(() => {
  rpc.mockReset();
  refused = {};
  made = 0;
});

const folderBar = () => screen.findByRole('navigation', { name: 'Folders' });
const open = async (title: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to folder…' }));
};

test('a folder has a URL, shows its number of documents, and Back leads to it', async () => {
  serve([row('Offer', work.id), row('Recipe', home.id), row('Loose')]);
  const { at } = renderInApp(list);
  const ways = within(await folderBar()).getAllByRole('link');
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Chata11 document', 'Work11 document']);
  expect(screen.getByText(/· in Work/)).toBeTruthy();
  await userEvent.click(ways[1]!);
  const title = await screen.findByRole('heading', { name: 'Work' });
  expect(at()).toBe(`/?folder=${work.id}`);
  await vi.waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.getByRole('link', { name: 'Offer' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Recipe' })).toBeNull();
  expect(screen.queryByText(/· in Work/)).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'All documents' }));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Work'));
  expect(screen.getByRole('link', { name: 'Recipe' })).toBeTruthy();
});

test('a search covers all folders, shows the folder of a match, and finds folders too', async () => {
  serve([row('Offer', work.id), row('Old offer', home.id), row('Loose')]);
  renderInApp(list, { path: `/?folder=${work.id}` });
  await screen.findByRole('heading', { name: 'Work' });
  await userEvent.type(screen.getByPlaceholderText('Search'), 'offer');
  expect(await screen.findByText(/in Chata/)).toBeTruthy();
  expect(screen.getByText(/· in Work/)).toBeTruthy();
  await userEvent.clear(screen.getByPlaceholderText('Search'));
  await userEvent.type(screen.getByPlaceholderText('Search'), 'cháta');
  expect(within(await folderBar()).getByRole('link', { name: /Chata/ })).toBeTruthy();
});

test('a folder is created; a missing or duplicate name is reported', async () => {
  serve([row('Offer')]);
  renderInApp(list);
  await userEvent.click(await screen.findByRole('button', { name: 'New folder' }));
  const dialog = await screen.findByRole('dialog', { name: 'New folder' });
  await userEvent.keyboard('{Enter}');
  expect(await within(dialog).findByText('Enter a name for the folder.')).toBeTruthy();
  await userEvent.keyboard('work{Enter}');
  expect(await within(dialog).findByText(/already have a folder with this name/)).toBeTruthy();
  refused = { save_folder: refusal('too_large', 413) };
  await userEvent.keyboard(' 2{Enter}');
  expect(await within(dialog).findByText(/reached the folder limit/)).toBeTruthy();
  const saved = () => rpc.mock.calls.filter(([name]) => name === 'save_folder').map(([, args]) => args);
  refused = {};
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('link', { name: /work 2/ })).toBeTruthy();
  const [first, second] = saved();
  expect(second).toEqual(first);
});

test('a document is moved into a folder and back', async () => {
  serve([row('Offer')]);
  renderInApp(list);
  await open('Offer');
  const dialog = await screen.findByRole('dialog', { name: 'Move “Offer”' });
  expect(within(dialog).getByRole('button', { name: 'No folder' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Work' }));
  expect(await screen.findByText(/· in Work/)).toBeTruthy();
  expect(rpc).toHaveBeenCalledWith('move_to_folder', { p_document: idOf(1), p_folder: work.id });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(screen.queryByText(/· in Work/)).toBeNull());
  expect(rpc).toHaveBeenCalledWith('move_to_folder', { p_document: idOf(1), p_folder: null });
});

test('a folder is created while moving; the focus stays in the list when a document leaves the open folder', async () => {
  serve([row('Offer', work.id), row('Plan', work.id)]);
  renderInApp(list, { path: `/?folder=${work.id}` });
  await open('Offer');
  const dialog = await screen.findByRole('dialog', { name: 'Move “Offer”' });
  await userEvent.type(within(dialog).getByLabelText('New folder'), 'Spring');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create and move' }));
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Offer' })).toBeNull());
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Your documents' })),
  );
  expect(screen.getByRole('link', { name: 'Plan' })).toBeTruthy();
});

test('a refused move is reported and rolled back', async () => {
  serve([row('Offer')]);
  refused = { move_to_folder: refusal('not_found', 404) };
  renderInApp(list);
  await open('Offer');
  await userEvent.click(await screen.findByRole('button', { name: 'Work' }));
  expect((await screen.findByRole('alert')).textContent).toContain('“Offer” couldn’t be moved');
  await vi.waitFor(() => expect(screen.queryByText(/· in Work/)).toBeNull());
});

test('a folder is renamed', async () => {
  serve([row('Offer', work.id)]);
  renderInApp(list, { path: `/?folder=${work.id}`, language: 'cs' });
  await userEvent.click(await screen.findByRole('button', { name: 'Přejmenovat složku' }));
  const field = await screen.findByLabelText('Název');
  await userEvent.clear(field);
  await userEvent.type(field, 'Práce{Enter}');
  expect(await screen.findByRole('heading', { name: 'Práce' })).toBeTruthy();
});

test('deleting a folder keeps its documents, as the dialog promises', async () => {
  serve([row('Offer', work.id), row('Plan', work.id)]);
  const { at } = renderInApp(list, { path: `/?folder=${work.id}`, language: 'cs' });
  await userEvent.click(await screen.findByRole('button', { name: 'Smazat složku' }));
  const dialog = await screen.findByRole('dialog', { name: 'Smazat složku „Work“?' });
  expect(dialog.textContent).toMatch(/2\sdokumenty zůstanou v\sseznamu/);
  refused = { delete_folder: refusal('unavailable', 503) };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Smazat složku' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Složku „Work“ se nepodařilo smazat');
  refused = {};
  await userEvent.click(await screen.findByRole('button', { name: 'Smazat složku' }));
  const again = await screen.findByRole('dialog');
  await userEvent.click(within(again).getByRole('button', { name: 'Smazat složku' }));
  await vi.waitFor(() => expect(at()).toBe('/'));
  expect(await screen.findByRole('link', { name: 'Offer' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Work/ })).toBeNull();
});

test('shows an empty folder, an unknown folder, and that folders cannot be loaded', async () => {
  serve([row('Offer')]);
  renderInApp(list, { path: `/?folder=${home.id}` });
  expect(await screen.findByRole('heading', { name: 'This folder is empty' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'All documents' }));
  expect(await screen.findByRole('link', { name: 'Offer' })).toBeTruthy();
});

test('a folder of another user is reported, with a link back', async () => {
  serve([row('Offer')]);
  renderInApp(list, { path: `/?folder=${idOf(999)}` });
  expect(await screen.findByRole('heading', { name: 'Folder not found' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'All documents' }));
  expect(await screen.findByRole('link', { name: 'Offer' })).toBeTruthy();
});

test('if folders fail to load, documents are still shown', async () => {
  serve([row('Offer', work.id)]);
  refused = { list_my_folders: refusal('forbidden', 403) };
  renderInApp(list);
  expect(await screen.findByRole('link', { name: 'Offer' })).toBeTruthy();
  expect(screen.getByText(/couldn’t be loaded/)).toBeTruthy();
});

test('of a folder with thousands of documents only some are rendered', async () => {
  serve(Array.from({ length: 3000 }, (_, at) => row(`Plan ${at}`, work.id)));
  renderInApp(list, { path: `/?folder=${work.id}` });
  expect(await screen.findByText('Show 2,940 more')).toBeTruthy();
  expect(document.querySelectorAll('li time').length).toBe(120);
}, 20_000);
