/** Fixtures and helpers of the stories: users, documents, input, and visible content. */
import { randomBytes } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import { z } from 'zod';
import { newDocument } from '../support/new-document.ts';
import { openAccount, PASSWORD } from '../support/open-account.ts';
import { translateBrowser } from './translated-browser.ts';

export { expect, PASSWORD };

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly page: Page;
}

interface Fixtures {
  /** Creates a new user, signed in, in a separate browser context. */
  person: (name: string) => Promise<Person>;
  /** Closes all pages, which would otherwise keep running during later stories. */
  closed: void;
}

export interface StoryOptions {
  /** Whether a page translator is active in every page. */
  readonly translated: boolean;
  /** Whether pages load lazy parts only when they are used, as with Data Saver. It takes less of the machine. */
  readonly savesData: boolean;
}

export const test = base.extend<Fixtures, StoryOptions & { spolu: { readonly url: string } }>({
  translated: [false, { option: true, scope: 'worker' }],
  savesData: [true, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, savesData, translated }, use) => {
      if (savesData) saveData(browser);
      const problems = translated ? translateBrowser(browser) : [];
      await use(browser);
      expect(problems).toEqual([]);
    },
    { scope: 'worker' },
  ],
  spolu: [
    async ({}, use) => {
      await use({ url: z.url().parse(process.env['SPOLU_URL']) });
    },
    { scope: 'worker' },
  ],
  closed: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  person: async ({ browser, spolu }, use) => {
    await use((name) => signUp(browser, spolu.url, name));
  },
});

function saveData(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(() => {
      const { connection } = navigator as unknown as { connection: object };
      Object.defineProperty(connection, 'saveData', { value: true });
    });
    return context;
  };
}

/** API clients of the users who were signed in without the form. */
const callers = new WeakMap<BrowserContext, SupabaseClient>();

export const callerOf = (page: Page): SupabaseClient | null => callers.get(page.context()) ?? null;

/** Creates a user, signed in through the API. One story signs up through the form. */
export async function signUp(browser: Browser, url: string, name: string): Promise<Person> {
  const email = newAddress(name);
  const { caller, localStorage } = await openAccount(url, name, email);
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', storageState });
  callers.set(context, caller);
  return { name, email, page: await context.newPage() };
}

/** Creates a user through the sign-up form. */
export async function signUpByHand(browser: Browser, url: string, name: string): Promise<Person> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
  const page = await context.newPage();
  const email = newAddress(name);
  await page.goto('/sign-up');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectList(page);
  return { name, email, page };
}

const newAddress = (name: string): string =>
  `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}-${randomBytes(4).toString('hex')}@example.com`;

const expectList = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: 'New document' }).first()).toBeVisible();

/** Creates a document with a title and returns its URL path. From the list, unless the page is new. */
export async function createDocument(page: Page, title: string): Promise<string> {
  const caller = callerOf(page);
  if (caller && page.url() === 'about:blank') await page.goto(`/documents/${await newDocument(caller)}`);
  else {
    if (page.url() === 'about:blank') await page.goto('/documents');
    else if (new URL(page.url()).pathname !== '/documents')
      await follow(page, 'Back to documents', 'Documents');
    await page.getByRole('button', { name: 'New document' }).first().click();
  }
  await page.waitForURL(/\/documents\/[0-9a-f-]{36}$/);
  await titleOf(page).fill(title);
  await expect(textOf(page)).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Goes to another page by its link, without reloading the app. */
export async function follow(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
}

export const titleOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Title', exact: true });

/** The text: the multiline textbox labeled by the document's title. */
export const textOf = (page: Page): Locator =>
  page.locator('[role=textbox][aria-multiline=true].document-text');

export const saveState = (page: Page): Locator =>
  page.getByRole('status').filter({
    hasText: /^(Saved|Saving…|(Offline|Signed out) – kept on this device|View only|Can comment|Not saved)$/,
  });

export const waitUntilSaved = (page: Page, timeout = 15_000): Promise<void> =>
  expect(saveState(page)).toHaveText('Saved', { timeout });

const OFFLINE = 'Offline – kept on this device';

/** The save state can lag behind the last keystroke, so it is checked twice. */
export async function waitUntilKept(page: Page): Promise<void> {
  await expect(saveState(page)).toHaveText(OFFLINE, { timeout: 30_000 });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(saveState(page)).toHaveText(OFFLINE, { timeout: 30_000 });
}

export async function share(
  page: Page,
  email: string,
  role: 'Editor' | 'Commenter' | 'Viewer',
): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').first().selectOption({ label: role });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByLabel(`Role of ${email}`)).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Names the current version in the open history, or saves it without a name. */
export async function nameCurrent(page: Page, name = ''): Promise<void> {
  await page.getByRole('button', { name: 'Save version' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Version name').fill(name);
  await dialog.getByRole('button', { name: 'Save version' }).click();
  await expect(dialog).toBeHidden();
}

/** Names the version that is shown, in any language. */
export async function nameShown(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Name this version|Pojmenovat verzi)$/ }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(name);
  await field.press('Enter');
  await expect(field).toBeHidden();
}

/** Text of every block, one line each. */
export const linesOf = (page: Page): Promise<string[]> =>
  textOf(page).evaluate((root) => {
    const copy = root.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll(
      '.remote-caret, .collaboration-cursor__caret, .ProseMirror-widget',
    ))
      caret.remove();
    return [...copy.children].map((block) => (block.textContent ?? '').replaceAll('\u2060', ''));
  });
