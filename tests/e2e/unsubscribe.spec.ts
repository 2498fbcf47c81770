/** Links in mails that stop mails, opened by mail scanners and by people who are not signed in. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from './axe.ts';
import { interfaceText } from './interface-text.ts';
import { createDocument, expect, test, waitUntilSaved } from './spolu.ts';
import { inVariants } from './variants.ts';
import { withDatabase } from './with-database.ts';

const textOfRow = z.object({ rows: z.tuple([z.object({ text: z.nullable(z.string()) })]) });

/** The `text` of the one row that is asked for. */
const ask = (sql: string, values: readonly string[]): Promise<string | null> =>
  withDatabase(async (client) => textOfRow.parse(await client.query(sql, [...values])).rows[0].text);

const OF_EMAIL = '(select id from auth.users where email = $1)';

/** Of a link in a mail to this address. */
async function tokenOf(email: string, scope: 'a' | 'd' | 'k' | 's', target: string): Promise<string> {
  const subject = scope === 's' ? 'private.address_hash($1)' : `uuid_send(${OF_EMAIL})`;
  const bytes = scope === 'a' || scope === 'k' ? 'private.pad($2)' : 'uuid_send($2::uuid)';
  const sql = `select private.mail_token('${scope}', ${subject}, ${bytes}) as text`;
  return z.string().parse(await ask(sql, [email, target]));
}

const watchOf = (email: string, documentId: string): Promise<string | null> =>
  ask(`select (select level from private.watches where user_id = ${OF_EMAIL} and document_id = $2) as text`, [
    email,
    documentId,
  ]);

/** Opens a link as scanners do, with scripts running, and closes it again. */
async function scan(page: Page, link: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await page.goto(link);
    await expect(page.getByRole('main').getByRole('button')).toBeVisible();
    await page.goto('about:blank');
  }
}

for (const [language, width] of inVariants([
  ['cs', 390],
  ['en-US', 1280],
] as const)) {
  test(`a signed-out reader stops the mails about a document, and undoes it, in ${language} at ${width}`, async ({
    person,
    browser,
    spolu,
  }) => {
    const ann = await person('Ann');
    const path = await createDocument(ann.page, 'Guest list');
    await waitUntilSaved(ann.page);
    const documentId = path.split('/').at(-1)!;
    await expect
      .poll(() => ask('select title as text from public.documents where id = $1', [documentId]))
      .toBe('Guest list');
    const token = await tokenOf(ann.email, 'd', documentId);
    const options = { baseURL: spolu.url, locale: language, viewport: { width, height: 800 } };
    const page = await (await browser.newContext(options)).newPage();
    const { button, heading, text, link } = interfaceText(page, language);

    await scan(page, `/unsubscribe#${token}`);
    expect(await watchOf(ann.email, documentId)).toBeNull();

    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`/unsubscribe#${token}`);
    await expect(heading('unsubscribe:title.document', { title: 'Guest list' })).toBeVisible();
    await page.reload();
    await expect(heading('unsubscribe:title.document', { title: 'Guest list' })).toBeVisible();
    await expectAccessible(page, 'the question');
    await button('unsubscribe:stopDocument').click();
    await expect(heading('unsubscribe:stoppedDocument')).toBeVisible();
    await expect(text('unsubscribe:stoppedText.document', { title: 'Guest list' })).toBeVisible();
    await expectAccessible(page, 'the outcome');
    expect(await watchOf(ann.email, documentId)).toBe('none');
    expect(page.url()).toBe(`${spolu.url}/unsubscribe`);
    expect(urls.filter((url) => url.includes(token))).toEqual([]);

    await button('unsubscribe:undo').click();
    await expect(heading('unsubscribe:undone')).toBeVisible();
    expect(await watchOf(ann.email, documentId)).toBeNull();

    await link('unsubscribe:settings').click();
    await page.waitForURL(/\/sign-in\?next=%2Faccount/);
  });

  test(`an address without an account blocks who invited it, in ${language} at ${width}`, async ({
    person,
    browser,
    spolu,
  }) => {
    const ann = await person('Ann');
    const stranger = `stranger-${Date.now()}@example.com`;
    const id = await ask(`select id::text as text from auth.users where email = $1`, [ann.email]);
    const token = await tokenOf(stranger, 's', z.string().parse(id));
    const isBlocked = (): Promise<string | null> =>
      ask(
        `select count(*)::text as text from private.blocked_senders where address_hash = private.address_hash($1)`,
        [stranger],
      );
    const options = { baseURL: spolu.url, locale: language, viewport: { width, height: 800 } };
    const page = await (await browser.newContext(options)).newPage();
    const { button, heading } = interfaceText(page, language);

    await page.goto(`/unsubscribe#${token}`);
    await expect(heading('unsubscribe:title.sender', { name: 'Ann' })).toBeVisible();
    expect(await isBlocked()).toBe('0');
    await button('unsubscribe:stopInvitations').click();
    await expect(heading('unsubscribe:stoppedInvitations')).toBeVisible();
    expect(await isBlocked()).toBe('1');
    await button('unsubscribe:undo').click();
    await expect(heading('unsubscribe:undone')).toBeVisible();
    expect(await isBlocked()).toBe('0');

    await page.goto(`/unsubscribe#${token.slice(0, -2)}`);
    await expect(heading('unsubscribe:invalid')).toBeVisible();
  });
}
