import type { Page } from '@playwright/test';
import { createDocument, expect, linesOf, share, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

/** Asks the server as the person signed in on a page would, without the app in between. */
function ask(page: Page, path: string, body: unknown): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([path, body]) => {
      const config = JSON.parse(document.querySelector('#spolu-config')?.textContent ?? '{}') as {
        publishableKey: string;
      };
      const stored = Object.entries(localStorage).find(([key]) => key.endsWith('auth-token'))?.[1];
      const session = JSON.parse(stored ?? '{}') as { access_token?: string };
      const reply = await fetch(path, {
        method: body === null ? 'GET' : 'POST',
        headers: {
          apikey: config.publishableKey,
          authorization: `Bearer ${session.access_token}`,
          'content-type': 'application/json',
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      return { status: reply.status, text: await reply.text() };
    },
    [path, body] as const,
  );
}

test('a viewer reads live and can write nothing', async ({ person }) => {
  const ann = await person('Ann');
  const vera = await person('Vera');
  const path = await createDocument(ann.page, 'For reading');
  const documentId = path.split('/').at(-1)!;
  await share(ann.page, vera.email, 'Viewer');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('First. ');
  await waitUntilSaved(ann.page);
  await vera.page.goto(path);
  await expect(textOf(vera.page)).toContainText('First.');
  await ann.page.keyboard.type('Live.');
  await expect(textOf(vera.page)).toContainText('First. Live.');

  await expect(textOf(vera.page)).toHaveAttribute('contenteditable', 'false');
  await expect(titleOf(vera.page)).not.toBeEditable();
  await expect(vera.page.getByText('View only')).toBeVisible();
  await textOf(vera.page).click();
  await vera.page.keyboard.type('not mine to write');
  await vera.page.waitForTimeout(500);
  expect(await linesOf(ann.page)).toEqual(['First. Live.']);

  const refused = await ask(vera.page, '/functions/v1/save-snapshot', { documentId });
  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('forbidden') });
  const rows = await ask(vera.page, `/rest/v1/document_updates?document_id=eq.${documentId}`, null);
  expect(rows.status).toBe(403);
});

test('a stranger gets nothing: page, REST, function', async ({ person }) => {
  const ann = await person('Ann');
  const sam = await person('Sam');
  const path = await createDocument(ann.page, 'Private');
  const documentId = path.split('/').at(-1)!;
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Nobody else sees this.');
  await waitUntilSaved(ann.page);

  await sam.page.goto(path);
  await expect(sam.page.getByRole('heading', { name: /not available|no access|access/i })).toBeVisible();
  expect(await sam.page.content()).not.toContain('Nobody else');
  expect(await textOf(sam.page).count()).toBe(0);
  for (const table of ['documents', 'members', 'editing_sessions', 'versions']) {
    const rows = await ask(sam.page, `/rest/v1/${table}?select=${table === 'members' ? 'role' : 'id'}`, null);
    expect(rows, table).toEqual({ status: 200, text: '[]' });
  }
  for (const name of ['load-document', 'open-session', 'save-snapshot']) {
    const reply = await ask(sam.page, `/functions/v1/${name}`, {
      documentId,
      after: null,
      sessionId: documentId,
      clientId: 1,
      schema: 1,
    });
    expect(reply.status, name).toBe(403);
  }
});
