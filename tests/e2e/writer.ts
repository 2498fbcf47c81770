/** An author who types marks that are looked up on the server, and whose save state is watched. */
import type { Page } from '@playwright/test';
import { createMarks, type Marks } from './marks.ts';
import { readServerText, type ReadText } from './server-text.ts';
import { letIn } from '../support/new-document.ts';
import { callerOf, expect, textOf, type Person } from './spolu.ts';
import { watchStatus, type StatusWatch } from './watch-status.ts';

export interface Writer {
  readonly page: Page;
  readonly marks: Marks;
  readonly status: StatusWatch;
  readonly readText: ReadText;
}

/** The page must already show the document. `url` is the server's own. */
export async function watchWriter(
  { page, name }: Pick<Person, 'page' | 'name'>,
  url: string,
): Promise<Writer> {
  const mark = name.toLowerCase();
  const readText = await readServerText(page, url);
  const status = await watchStatus(page, mark, readText);
  return { page, readText, status, marks: createMarks(mark) };
}

/** Adds the other user to the document, and opens it. */
export async function bring(
  owner: Person,
  other: Person,
  path: string,
  role: 'editor' | 'commenter' = 'editor',
): Promise<void> {
  const [client, guest] = [callerOf(owner.page), callerOf(other.page)];
  if (!client || !guest) throw new Error('a user was signed in without the API');
  const documentId = path.split('/').at(-1) ?? '';
  await letIn({ client }, { client: guest, email: other.email }, documentId, role);
  await other.page.goto(path);
  await expect(textOf(other.page)).toBeVisible();
}

/** Puts the caret at the end of the last line. */
export async function goToEnd(page: Page): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+End');
}
