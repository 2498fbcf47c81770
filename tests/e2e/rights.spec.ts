import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { encodeFrame } from '#contract/frame.ts';
import { LANES, laneTopic, type Lane } from '#contract/topics.ts';
import {
  createDocument,
  expect,
  linesOf,
  saveState,
  share,
  test,
  textOf,
  titleOf,
  waitUntilSaved,
} from './spolu.ts';

interface Credentials {
  readonly origin: string;
  readonly publishableKey: string;
  readonly token: string;
}

/** Server, key and token of the user signed in on a page. */
async function credentialsOf(page: Page): Promise<Credentials> {
  const found = await page.evaluate(() => {
    const config = JSON.parse(document.querySelector('#supabase-config')?.textContent ?? '{}') as {
      publishableKey: string;
    };
    const stored = Object.entries(localStorage).find(([key]) => key.endsWith('auth-token'))?.[1];
    const session = JSON.parse(stored ?? '{}') as { access_token?: string };
    return { publishableKey: config.publishableKey, token: session.access_token };
  });
  if (found.token === undefined) throw new Error('no user is signed in');
  return { ...found, token: found.token, origin: new URL(page.url()).origin };
}

/** Sends a request as the user signed in on a page, without the app. */
async function ask(page: Page, path: string, body: unknown): Promise<{ status: number; text: string }> {
  const { origin, publishableKey, token } = await credentialsOf(page);
  const bytes = body instanceof Uint8Array;
  const reply = await fetch(origin + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': bytes ? 'application/octet-stream' : 'application/json',
    },
    ...(body === null ? {} : { body: bytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

/** Requests to join every lane of a document over a separate socket; returns each reply. */
async function joinLanes(page: Page, documentId: string): Promise<Record<string, string>> {
  const { origin, publishableKey, token } = await credentialsOf(page);
  const client = createClient(origin, publishableKey, {
    accessToken: () => Promise.resolve(token),
    // The types of `ws` and of the browser's WebSocket differ only nominally.
    realtime: { transport: WebSocket as never },
  });
  await client.realtime.setAuth(token);
  const join = (lane: Lane): Promise<[Lane, string]> =>
    new Promise((resolve) => {
      client
        .channel(laneTopic(documentId, 1, lane), { config: { private: true } })
        .subscribe((status) => resolve([lane, status]));
    });
  const answers = await Promise.all(LANES.map(join));
  await client.realtime.disconnect();
  return Object.fromEntries(answers);
}

test('a viewer receives live changes and cannot write', async ({ person }) => {
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

test('a user without access receives nothing: page, REST, function, lane', async ({ person }) => {
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

  const saved = await ask(ann.page, '/functions/v1/save-snapshot', { documentId, name: 'Draft' });
  const { versionId } = JSON.parse(saved.text) as { versionId: string };
  const asks: readonly (readonly [string, unknown])[] = [
    ['load-document', { documentId, after: null }],
    ['open-session', { documentId, sessionId: randomUUID(), clientId: 7, schema: SCHEMA_MAJOR }],
    ['append-updates', emptyAppend(documentId)],
    ['save-snapshot', { documentId }],
    ['read-version', { documentId, versionId }],
    ['restore-version', { documentId, versionId }],
  ];
  for (const [name, body] of asks) {
    const reply = await ask(sam.page, `/functions/v1/${name}`, body);
    expect(reply, name).toMatchObject({ status: 403, text: expect.stringContaining('forbidden') });
  }
  // The same request succeeds for a member, so the user caused the refusal above.
  expect((await ask(ann.page, '/functions/v1/read-version', { documentId, versionId })).status).toBe(200);

  expect(await joinLanes(ann.page, documentId)).toEqual({
    ctl: 'SUBSCRIBED',
    upd: 'SUBSCRIBED',
    aw: 'SUBSCRIBED',
  });
  expect(await joinLanes(sam.page, documentId)).toEqual({
    ctl: 'CHANNEL_ERROR',
    upd: 'CHANNEL_ERROR',
    aw: 'CHANNEL_ERROR',
  });
  expect(await linesOf(ann.page)).toEqual(['Nobody else sees this.']);
});

/** A valid append of a Yjs update without changes. */
function emptyAppend(documentId: string): Uint8Array<ArrayBuffer> {
  const header = {
    documentId,
    sessionId: randomUUID(),
    generation: 1,
    schema: SCHEMA_MAJOR,
    firstCounter: 1,
  };
  return encodeFrame(header, [Uint8Array.of(0, 0)]);
}

test('a removed member is notified and offered no further actions', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Ours for now');
  await share(ann.page, bob.email, 'Editor');
  await bob.page.goto(path);
  await waitUntilSaved(bob.page);

  await ann.page.getByRole('button', { name: 'Share' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Remove Bob' }).click();
  await ann.page.getByRole('button', { name: 'Remove', exact: true }).click();

  await expect(bob.page.getByText('You no longer have access to this document.')).toBeVisible();
  await expect(textOf(bob.page)).toHaveAttribute('contenteditable', 'false');
  expect(await bob.page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  expect(await saveState(bob.page).count()).toBe(0);
  expect(await bob.page.getByText('View only').count()).toBe(0);
});

test('a document in the trash says who moved it there, and comes back by itself on each page', async ({
  person,
}) => {
  const ann = await person('Ann');
  const [bob, vera] = [await person('Bob'), await person('Vera')];
  const path = await createDocument(ann.page, 'Comes back');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Written before.');
  await share(ann.page, bob.email, 'Editor');
  await share(ann.page, vera.email, 'Viewer');
  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText('Written before.');
  await bob.page.getByRole('button', { name: 'Version history' }).click();
  await ann.page.getByRole('button', { name: 'Document menu' }).click();
  await ann.page.getByRole('button', { name: 'Move to trash' }).click();
  const question = ann.page.getByRole('dialog', { name: 'Comes back' });
  await question.getByRole('button', { name: 'Move to trash' }).click();
  const news = bob.page.getByText('Ann moved this document to the trash.');
  await expect(news).toBeVisible();
  await expect(bob.page.getByRole('button', { name: 'Version history' })).toHaveCount(0);
  await expect(bob.page.getByRole('complementary', { name: 'Version history' })).toHaveCount(0);
  // Also for who opens it meanwhile, and for its owner.
  await vera.page.goto(path);
  await expect(vera.page.getByText(/^Ann moved it there\./)).toBeVisible();
  await expect(vera.page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  const second = await ann.page.context().newPage();
  await second.goto(path);
  await expect(second.getByRole('heading', { name: 'This document is in your trash' })).toBeVisible();
  await expect(second.getByText('moved it there')).toHaveCount(0);

  await ann.page.getByRole('link', { name: 'Trash' }).click();
  await ann.page.getByRole('button', { name: 'Restore Comes back' }).click();
  for (const page of [bob.page, vera.page, second])
    await expect(page.locator('.document-text')).toContainText('Written before.', { timeout: 20_000 });
  await expect(news).toBeHidden();
  await expect(textOf(bob.page)).toHaveAttribute('contenteditable', 'true');
  await textOf(bob.page).click();
  await bob.page.keyboard.press('End');
  await bob.page.keyboard.type(' And after.');
  await waitUntilSaved(bob.page);
  await expect(textOf(bob.page)).toHaveText('Written before. And after.');
});
