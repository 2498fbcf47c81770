/** The session ends, or gets too old, while a device has no line. */
import type { BrowserContext, Page } from '@playwright/test';
import { countTexts, untilOnDevice } from './on-device.ts';
import { readServerText } from './server-text.ts';
import {
  callerOf,
  createDocument,
  expect,
  PASSWORD,
  saveState,
  test,
  textOf,
  waitUntilKept,
  waitUntilSaved,
  type Person,
} from './spolu.ts';
import { age, keepAppHere, leftSeconds, openByAddress, setLine } from './without-line.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const DAY_S = 86_400;
/** On a busy machine; the library alone tries for half a minute to renew a token. */
const SOON = { timeout: 8000 };
const LOCKED = 'This device hasn’t reached the server for 30 days, so its documents are locked.';
const SIGN_IN = { name: 'Sign in', exact: true } as const;

/** A document on a device that has lost its line; the tab is closed, and its token ended so long ago. */
async function leaveLine({ page }: Person, url: string, agoSeconds: number, isTold = true) {
  const path = await createDocument(page, 'Plan');
  await textOf(page).click();
  await page.keyboard.type('Before. ');
  await waitUntilSaved(page, 60_000);
  await keepAppHere(page);
  await untilOnDevice(page);
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Plan', exact: true })).toBeVisible();
  const context = page.context();
  await (isTold ? setLine(context, url, false) : context.setOffline(true));
  await age(page, agoSeconds);
  await page.close();
  return { path, context };
}

async function write(context: BrowserContext, path: string): Promise<Page> {
  const page = await openByAddress(context, path);
  await expect(textOf(page)).toContainText('Before.');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Without a line.');
  await waitUntilKept(page);
  return page;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', SIGN_IN).click();
}

const ALL = process.env['SPOLU_TEST_ALL'] !== undefined;
const LINES = [
  ['whose browser knows', true],
  ['that finds no server', false],
] as const;

for (const [how, isTold] of ALL ? LINES : LINES.slice(0, 1))
  test(`the day after, a device without a line, ${how}, shows list and document at once, and saves when it is back`, async ({
    person,
    spolu,
  }) => {
    const ann = await person('Ann');
    const { context, path } = await leaveLine(ann, spolu.url, DAY_S, isTold);
    const page = await context.newPage();
    await page.goto('/documents', { waitUntil: 'commit' });
    const plan = page.getByRole('link', { name: 'Plan', exact: true });
    await expect(plan).toBeVisible(SOON);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(textOf(page)).toContainText('Before.', SOON);
    await textOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('In the train.');
    await waitUntilKept(page);
    const read = await readServerText(page, spolu.url);
    await page.goto('/documents', { waitUntil: 'commit' });
    await expect(plan).toBeVisible(SOON);

    await (isTold ? setLine(context, spolu.url, true) : context.setOffline(false));
    const most = { timeout: isTold ? 10_000 : 40_000 };
    await expect.poll(read, most).toBe('Before. In the train.');
    await expect(page.getByText(/^You’re offline\. You can work|^Can’t reach the server/)).toHaveCount(
      0,
      most,
    );
    expect(await leftSeconds(page)).toBeGreaterThan(60);
  });

// The next story has the same way, and another person on it.
if (ALL) {
  test('signed out elsewhere, a device without a line reads and writes on, and sends it after signing in', async ({
    person,
    spolu,
  }) => {
    const ann = await person('Ann');
    const { context, path } = await leaveLine(ann, spolu.url, 60);
    const page = await write(context, path);
    expect((await callerOf(ann.page)!.auth.signOut({ scope: 'global' })).error).toBeNull();

    await setLine(context, spolu.url, true);
    await expect(saveState(page)).toHaveText('Signed out – kept on this device', { timeout: 60_000 });
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(again).toBeVisible();
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', SIGN_IN).click();
    await waitUntilSaved(page, 60_000);
    await expect(textOf(page)).toHaveText('Before. Without a line.');
    const read = await readServerText(page, spolu.url);
    await expect.poll(read).toBe('Before. Without a line.');
  });
}

test('signed out elsewhere, another person on the device sees nothing of the first, whose words wait', async ({
  person,
  spolu,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { context, path } = await leaveLine(ann, spolu.url, 60);
  await (await write(context, path)).close();
  expect((await callerOf(ann.page)!.auth.signOut({ scope: 'global' })).error).toBeNull();

  await setLine(context, spolu.url, true);
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('button', SIGN_IN)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Before.')).toHaveCount(0);
  await signIn(page, ben.email);
  await expect(page.getByRole('heading', { name: 'You don’t have access to this document' })).toBeVisible();
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'Ben (you)' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plan', exact: true })).toHaveCount(0);
  await expect.poll(() => countTexts(page)).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Plan');

  await page.getByRole('button', { name: 'Ben (you)' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, ann.email);
  await page.getByRole('link', { name: 'Plan', exact: true }).click();
  await expect(textOf(page)).toHaveText('Before. Without a line.', { timeout: 60_000 });
  await waitUntilSaved(page, 60_000);
  const read = await readServerText(page, spolu.url);
  await expect.poll(read).toBe('Before. Without a line.');
});

test('thirty days after the last contact a device is locked, and loses nothing', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  const { context, path } = await leaveLine(ann, spolu.url, 29 * DAY_S);
  const before = await write(context, path);
  await age(before, 30 * DAY_S + 60);
  await before.close();

  for (const address of [path, '/documents']) {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByText(LOCKED)).toBeVisible({ timeout: 10_000 });
    await expect(textOf(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Plan', exact: true })).toHaveCount(0);
    await page.close();
  }

  await setLine(context, spolu.url, true);
  const page = await openByAddress(context, path);
  await expect(textOf(page)).toHaveText('Before. Without a line.', { timeout: 60_000 });
  await waitUntilSaved(page, 60_000);
  const read = await readServerText(page, spolu.url);
  await expect.poll(read).toBe('Before. Without a line.');
});
