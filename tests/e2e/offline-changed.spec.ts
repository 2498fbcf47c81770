/** Changes of the list without a line: shown at once, marked, and sent once. */
import type { Page } from '@playwright/test';
import { newDocument } from '../support/new-document.ts';
import { untilOnDevice, waitUntilKeptHere } from './on-device.ts';
import { readServerText } from './server-text.ts';
import {
  callerOf,
  createDocument,
  expect,
  follow,
  saveState,
  share,
  test,
  textOf,
  titleOf,
  waitUntilKept,
  waitUntilSaved,
} from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const IS_EVERYDAY = process.env['SPOLU_TEST_ALL'] === undefined;

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ has: link(page, title) });
const button = (page: Page, name: string) => page.getByRole('button', { name }).first();

const choose = async (page: Page, title: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly folder_id: string | null;
  readonly favorite: boolean;
  readonly deleted_at: string | null;
}

async function listed(page: Page): Promise<Listed[]> {
  const { data, error } = await callerOf(page)!.rpc('list_my_documents');
  expect(error).toBeNull();
  return (data as Listed[]).toSorted((one, other) => (one.title < other.title ? -1 : 1));
}

/** The list of an app that is kept on the device. */
async function openList(page: Page): Promise<void> {
  await page.goto('/documents');
  await expect(button(page, 'New document')).toBeVisible();
  await waitUntilKeptHere(page);
}

/** Nothing is waiting on the device any more. */
const untilSent = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('spolu-list-actions:'))),
      { timeout: 30_000 },
    )
    .toEqual([]);

test('a list that is changed without a line shows it at once, marks it, and the server has it once', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Old');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  await untilOnDevice(page);
  await openList(page);
  await page.context().setOffline(true);

  await test.step('renamed, moved into a new folder, starred, to the trash and back', async () => {
    await link(page, 'Old').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Older');
    await page.keyboard.press('Enter');
    await expect(link(page, 'Older')).toBeVisible();
    await choose(page, 'Older', 'Move to folder…');
    await page.getByRole('dialog').getByRole('textbox').fill('Trip');
    await button(page, 'Create and move').click();
    await expect(rowOf(page, 'Older').getByText('in Trip')).toBeVisible();
    await expect(rowOf(page, 'Older').getByText('Waiting for a connection')).toBeVisible();
    await rowOf(page, 'Older').getByRole('button', { name: 'Favorite: Older' }).click();
    await choose(page, 'Older', 'Move to trash');
    await expect(link(page, 'Older')).toHaveCount(0);
    const trashed = page.getByRole('status').filter({ hasText: 'moved to the trash' });
    await trashed.getByRole('button', { name: 'Undo' }).click();
    await expect(link(page, 'Older')).toBeVisible();
  });

  await test.step('a document from one of our templates, which cannot be shared yet', async () => {
    await button(page, 'More ways to begin').click();
    await page.getByRole('menuitem', { name: 'Open a sample document' }).click();
    await expect(titleOf(page)).toHaveValue('Try Spolu', { timeout: 10_000 });
    await expect(textOf(page).getByRole('checkbox')).toHaveCount(7);
    await waitUntilKept(page);
    await button(page, 'Share').click();
    await expect(page.getByRole('dialog').getByText('isn’t saved on the server yet')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('all of it after a reload', async () => {
    await page.goto('/documents');
    await expect(rowOf(page, 'Older').getByText('in Trip')).toBeVisible();
    await expect(rowOf(page, 'Try Spolu').getByText('Waiting for a connection')).toBeVisible();
    await expect(rowOf(page, 'Older').getByRole('button', { pressed: true })).toHaveCount(1);
    expect(await listed(page)).toMatchObject([{ title: 'Old', folder_id: null, favorite: false }]);
  });

  await page.context().setOffline(false);
  await untilSent(page);
  const folders = (await callerOf(page)!.rpc('list_my_folders')).data as { id: string; name: string }[];
  expect(folders.map(({ name }) => name)).toEqual(['Trip']);
  await expect
    .poll(() => listed(page), { timeout: 30_000 })
    .toMatchObject([
      { title: 'Older', folder_id: folders[0]!.id, favorite: true, deleted_at: null },
      { title: 'Try Spolu', folder_id: null },
    ]);
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
  await expect(link(page, 'Older')).toHaveCount(1);
});

/** The last thing before the tab is killed. */
const KILLS = ['created', 'titled', 'moved', 'request sent', 'reply lost'] as const;

for (const kill of IS_EVERYDAY ? (['moved', 'reply lost'] as const) : KILLS)
  test(`a tab that is killed (${kill}) leaves a document to the next tab, which sends it once`, async ({
    person,
    spolu,
  }) => {
    const { page } = await person('Ann');
    const context = page.context();
    await openList(page);
    const isSent = kill === 'request sent' || kill === 'reply lost';
    if (isSent)
      await page.route('**/rpc/create_document', async (route) => {
        if (kill === 'reply lost') await route.fetch();
        // Never answered.
      });
    else await context.setOffline(true);
    await button(page, 'New document').click();
    await expect(textOf(page)).toBeVisible({ timeout: 10_000 });
    const path = new URL(page.url()).pathname;
    if (kill !== 'created') {
      await titleOf(page).fill('Left behind');
      await textOf(page).click();
      await page.keyboard.type('Words.');
      await expect(saveState(page)).not.toHaveText('Saved');
      if (!isSent) await waitUntilKept(page);
      else await page.waitForTimeout(500);
    }
    if (kill === 'moved') {
      await follow(page, 'Back to documents', 'Documents');
      await choose(page, 'Left behind', 'Move to folder…');
      await page.getByRole('dialog').getByRole('textbox').fill('Trip');
      await button(page, 'Create and move').click();
    }
    await page.close();
    await context.setOffline(false);

    const next = await context.newPage();
    await next.goto('/documents');
    await untilSent(next);
    const title = kill === 'created' ? '' : 'Left behind';
    await expect
      .poll(async () => (await listed(next)).map((one) => one.title), { timeout: 30_000 })
      .toEqual([title]);
    if (kill === 'moved') expect((await listed(next))[0]?.folder_id).not.toBeNull();
    await next.goto(path);
    await expect.poll(await readServerText(next, spolu.url)).toBe(kill === 'created' ? '' : 'Words.');
    await expect(textOf(next)).toHaveText(kill === 'created' ? '' : 'Words.');
  });

test('a role that is taken away meanwhile: the move is undone with a sentence, the words are in Unsent edits', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const path = await createDocument(ann.page, 'Shared');
  await waitUntilSaved(ann.page);
  await share(ann.page, ben.email, 'Editor');
  const { page } = ben;
  await page.goto(path);
  await textOf(page).click();
  await page.keyboard.type('Before. ');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  await untilOnDevice(page);
  await openList(page);
  await page.context().setOffline(true);
  await choose(page, 'Shared', 'Move to folder…');
  await page.getByRole('dialog').getByRole('textbox').fill('Mine');
  await button(page, 'Create and move').click();
  await expect(rowOf(page, 'Shared').getByText('in Mine')).toBeVisible();
  await link(page, 'Shared').click();
  await textOf(page).click();
  await page.keyboard.type('Never sent. ');
  await waitUntilKept(page);
  await page.getByRole('link', { name: 'Back to documents' }).click();

  const { data } = await callerOf(page)!.auth.getUser();
  const removed = await callerOf(ann.page)!.rpc('remove_member', {
    p_document: path.split('/').at(-1)!,
    p_user: data.user!.id,
  });
  expect(removed.error).toBeNull();
  await page.context().setOffline(false);
  await expect(page.getByText('“Shared” couldn’t be moved')).toBeVisible({ timeout: 20_000 });
  await expect(link(page, 'Shared')).toHaveCount(0, { timeout: 20_000 });
  await untilSent(page);
  await page.getByRole('button', { name: 'Show edits' }).click({ timeout: 30_000 });
  await expect(page.getByRole('dialog').getByText('Never sent.')).toBeVisible();
});

/** Fills the browser's storage, or empties it. */
const fillStorage = (page: Page, isFull: boolean): Promise<void> =>
  page.evaluate((full) => {
    const storage = globalThis as unknown as {
      before?: [typeof IDBObjectStore.prototype.put, typeof Storage.prototype.setItem];
    };
    storage.before ??= [IDBObjectStore.prototype.put, Storage.prototype.setItem];
    const fail = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = full ? fail : storage.before[0];
    Storage.prototype.setItem = full ? fail : storage.before[1];
  }, isFull);

test('storage that is full in the middle of a new document is said, and what is there is sent', async ({
  person,
  spolu,
}) => {
  const { page } = await person('Ann');
  await newDocument(callerOf(page)!);
  await openList(page);
  await page.context().setOffline(true);
  await button(page, 'New document').click();
  await expect(textOf(page)).toBeVisible({ timeout: 5000 });
  await titleOf(page).fill('Full');
  await textOf(page).click();
  await page.keyboard.type('Kept. ');
  await waitUntilKept(page);
  await fillStorage(page, true);
  await page.keyboard.type('On this page only. ');
  await expect(saveState(page)).toHaveText('Not saved', { timeout: 20_000 });
  await page.getByRole('link', { name: 'Back to documents' }).click();
  await expect(link(page, 'Full')).toBeVisible();
  await button(page, 'New document').click();
  await expect(page.getByText('couldn’t be created')).toBeVisible({ timeout: 20_000 });

  await fillStorage(page, false);
  await page.context().setOffline(false);
  await untilSent(page);
  await link(page, 'Full').click();
  await waitUntilSaved(page, 30_000);
  await expect.poll(await readServerText(page, spolu.url)).toMatch(/^Kept\. (On this page only\. )?$/);
  expect((await listed(page)).filter(({ title }) => title === 'Full')).toHaveLength(1);
});
