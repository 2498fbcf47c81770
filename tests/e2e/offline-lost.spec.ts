/** Documents that a person loses while their device has no line. */
import type { Page } from '@playwright/test';
import { letIn, newDocument } from '../support/new-document.ts';
import { countTexts } from './on-device.ts';
import { callerOf, expect, test, textOf, titleOf, waitUntilKept, waitUntilSaved } from './spolu.ts';
import { keepAppHere, openByAddress, setLine } from './without-line.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** A document, how its owner takes it away, and what is then shown in its place. */
const LOST = [
  ['Left', ['remove_member'], 'You don’t have access to this document'],
  ['Thrown', ['delete_document'], 'This document is in the trash'],
  ['Erased', ['delete_document', 'erase_document'], 'You don’t have access to this document'],
] as const;

async function write(page: Page, text: string): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

// Seven openings of documents take long.
test('a document lost meanwhile is shown until there is a line, then never again, and own words stay', async ({
  person,
  spolu,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const [owner, guest] = [callerOf(ann.page)!, callerOf(ben.page)!];
  const { page } = ben;
  const paths: string[] = [];
  for (const [title] of LOST) {
    const id = await newDocument(owner);
    await letIn({ client: owner }, { client: guest, email: ben.email }, id, 'editor');
    await page.goto(`/documents/${id}`);
    await titleOf(page).fill(title);
    await write(page, `Seen in ${title}. `);
    await waitUntilSaved(page, 60_000);
    paths.push(new URL(page.url()).pathname);
  }
  await keepAppHere(page);
  await page.goto('/documents');
  await expect.poll(() => countTexts(page), { timeout: 60_000 }).toBe(LOST.length);
  const context = page.context();
  await setLine(context, spolu.url, false);
  await page.close();
  for (const [at, [title]] of LOST.entries()) {
    const tab = await openByAddress(context, paths[at]!);
    await expect(textOf(tab)).toContainText(`Seen in ${title}.`);
    await write(tab, `Written in ${title}.`);
    await waitUntilKept(tab);
    await tab.close();
  }

  const { data } = await guest.auth.getUser();
  for (const [at, [, calls]] of LOST.entries())
    for (const call of calls) {
      const whose = call === 'remove_member' ? { p_user: data.user?.id } : {};
      const { error } = await owner.rpc(call, { p_document: paths[at]!.split('/').at(-1), ...whose });
      expect(error).toBeNull();
    }
  const tab = await context.newPage();
  await tab.goto('/documents');
  await setLine(context, spolu.url, true);
  for (const [at, [title, , shown]] of LOST.entries()) {
    await tab.goto(paths[at]!);
    await expect(heading(tab, shown)).toBeVisible({ timeout: 60_000 });
    await expect(tab.getByText(`Seen in ${title}.`)).toHaveCount(0);
  }
  await tab.getByRole('button', { name: 'Show edits' }).click({ timeout: 60_000 });
  for (const [title] of LOST) {
    const entry = tab.getByRole('dialog').getByRole('listitem').filter({ hasText: title });
    await expect(entry.getByRole('region')).toHaveText(`Written in ${title}.`);
  }

  await setLine(context, spolu.url, false);
  expect(await countTexts(tab)).toBe(0);
  for (const path of paths) {
    await tab.goto(path, { waitUntil: 'commit' });
    await expect(heading(tab, 'You are offline')).toBeVisible({ timeout: 30_000 });
    await expect(tab.getByText('Seen in')).toHaveCount(0);
  }
});
