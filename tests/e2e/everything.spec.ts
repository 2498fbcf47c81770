/** All documents of a person in one zip: prepared with an interruption, saved, read from disk without a server, and read again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import * as Y from 'yjs';
import { z } from 'zod';
import { applyUpdates } from '#contract/apply-updates.ts';
import { archivedHistory, archiveManifest, readArchived } from '#contract/formats/archive.ts';
import type { Frame } from '#contract/frame.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { readArchive } from '../../src/app/formats/archive/read-archive.ts';
import { watchBusyTasks } from '../support/busy-tasks.ts';
import { connectToSpolu } from '../support/connect-to-spolu.ts';
import { openByHand, signIn, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { p } from '../support/document-nodes.ts';
import { expect, test, type Person } from './spolu.ts';

const COUNT = process.env['SPOLU_TEST_ALL'] === undefined ? 10 : 200;
const BEFORE_THE_CUT = Math.floor(COUNT / 3);

const titleOfDocument = (number: number): string => `Dokument č. ${number}`;
const textOfDocument = (number: number): string => `Text of document ${number}.`;
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);

async function signInByHand({ page, email }: Person, url: string): Promise<DocumentClient> {
  await page.goto('/account');
  const config = await page.locator('#supabase-config').textContent();
  const { publishableKey } = JSON.parse(config ?? '') as { publishableKey: string };
  return signIn({ url, publishableKey }, email);
}

/** At the pace that the server allows. */
async function create({ client }: DocumentClient): Promise<string> {
  for (;;) {
    const { data, error } = await client.rpc('create_document', { p_key: crypto.randomUUID() });
    if (error === null) return (data as { id: string }).id;
    if (error.message !== 'rate_limited') throw error;
    await sleep(2000);
  }
}

const MOST_TRIES = 5;

/** As the page does, it asks again where the server cannot answer now. */
async function load(ann: DocumentClient, documentId: string): Promise<Frame> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await ann.call('load-document', { documentId, after: null });
    if (status === 200) return body as Frame;
    const isForNow = status === 429 || status >= 500;
    if (!isForNow || tries === MOST_TRIES)
      throw new Error(`load-document replied ${status} ${JSON.stringify(body)}`);
    await sleep(2000);
  }
}

async function writeDocuments(ann: DocumentClient): Promise<readonly string[]> {
  const written: string[] = [];
  for (const number of numbers) {
    const documentId = await create(ann);
    written.push(documentId);
    const room = await openByHand(ann, documentId);
    room.doc.getText('title').insert(0, titleOfDocument(number));
    writeParagraph(room.doc, textOfDocument(number));
    const { status } = await room.append({ title: titleOfDocument(number) });
    expect(status).toBe(200);
    if (number === 1) await ann.call('save-snapshot', { documentId, name: 'Návrh', version: true });
  }
  const folder = crypto.randomUUID();
  await ann.client.rpc('save_folder', { p_folder: folder, p_name: 'Práce' });
  await ann.client.rpc('move_to_folder', { p_document: written[0]!, p_folder: folder });
  return written;
}

/** A browser without the file picker downloads the zip. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined });
  });

const loadsOf = (page: Page): string[] => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/load-document')) loaded.push(request.postData() ?? '');
  });
  return loaded;
};

/** Two hundred documents are more than a person opens within an hour. */
test.beforeAll(async () => {
  if (COUNT === 10) return;
  const client = await connectToSpolu(z.string().parse(process.env['SPOLU_DATA_DIR']));
  await client.query(
    `update private.rate_limits set burst = 1000 where action in ('open_session', 'create_document', 'organize')`,
  );
  await client.end();
});

test('everything of a person is prepared with an interruption, saved, and read from disk', async ({
  person,
  spolu,
  browser,
}, info) => {
  test.setTimeout(COUNT * 12_000 + 120_000);
  const ann = await person('Ann');
  const anna = await signInByHand(ann, spolu.url);
  const written = await writeDocuments(anna);

  await test.step('the tab is closed in the middle', async () => {
    await ann.page.reload();
    let loads = 0;
    // The next one gets no answer any more.
    await ann.page.route('**/load-document', async (route) => {
      loads += 1;
      if (loads <= BEFORE_THE_CUT) await route.continue();
    });
    await ann.page.getByRole('button', { name: 'Prepare download' }).click();
    await expect(ann.page.getByText(`${BEFORE_THE_CUT} of ${COUNT}`)).toBeVisible({
      timeout: COUNT * 2000,
    });
    await ann.page.close();
  });

  const page = await ann.page.context().newPage();
  await withoutPicker(page);
  const loaded = loadsOf(page);
  await test.step('another tab goes on there', async () => {
    await page.goto('/account');
    await expect(page.getByText(/documents are ready on this device since last time/)).toBeVisible();
    await page.getByRole('button', { name: 'Continue preparing' }).click();
    await expect(page.getByText(new RegExp(`^${COUNT} documents, .* are ready`))).toBeVisible({
      timeout: COUNT * 2000 + 40_000,
    });
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.length).toBeLessThanOrEqual(COUNT - BEFORE_THE_CUT);
  });

  const path = info.outputPath('everything.zip');
  await test.step('a reload later the zip is saved', async () => {
    await page.reload();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save zip' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(/^Spolu documents \d{4}-\d\d-\d\d\.zip$/);
    await download.saveAs(path);
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Prepare download' })).toBeVisible();
  });

  const zip = readFileSync(path);
  const files = unzipSync(zip);
  await test.step('it has every text, and a history that can be read', () => {
    const manifest = readArchived(archiveManifest, files['manifest.json'])!;
    expect(manifest.documents.map(({ title }) => title).toSorted()).toEqual(
      numbers.map(titleOfDocument).toSorted(),
    );
    for (const { title, folder } of manifest.documents) {
      const number = Number(title.split(' ').at(-1));
      expect(strFromU8(files[`${folder}text.md`]!)).toContain(textOfDocument(number));
      const history = readArchived(archivedHistory, files[`${folder}history.json`]);
      expect(history?.versions[0]?.author?.name ?? history?.versions[0]?.authors[0]?.name).toBe('Ann');
      if (number === 1) expect(history?.versions.map(({ name }) => name)).toContain('Návrh');
    }
  });

  await test.step('read again, the texts are equal', async () => {
    const read = await readArchive(zip);
    if (!read.ok) throw new Error(read.code);
    expect([read.damaged, read.unreadable]).toEqual([[], []]);
    expect(new Map(read.texts.map(({ title, nodes }) => [title, nodes!.at(-1)]))).toEqual(
      new Map(numbers.map((number) => [titleOfDocument(number), p(textOfDocument(number))])),
    );
  });

  await test.step('imported, it becomes documents with equal texts', async () => {
    await page.goto('/documents');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await (await chooser).setFiles(path);
    const dialog = page.getByRole('dialog', { name: `Import ${COUNT} documents?` });
    await dialog.getByRole('button', { name: `Create ${COUNT} documents` }).click({ timeout: 120_000 });
    await expect(page.getByRole('status').filter({ hasText: `${COUNT} documents imported.` })).toBeVisible({
      timeout: COUNT * 6000,
    });
    const { data } = await anna.client.rpc('list_my_documents');
    const rows = (data as { id: string; title: string; folder_id: string }[]).filter(
      ({ id }) => !written.includes(id),
    );
    const listed = rows.map(({ id }) => id);
    expect(listed).toHaveLength(COUNT);
    const { data: folders } = await anna.client.rpc('list_my_folders');
    const folderNames = new Map(
      (folders as { id: string; name: string }[]).map(({ id, name }) => [id, name]),
    );
    expect(new Map(rows.map((row) => [row.title, folderNames.get(row.folder_id)]))).toEqual(
      new Map(numbers.map((number) => [titleOfDocument(number), number === 1 ? 'Práce' : 'everything'])),
    );
    const texts = new Map<string, unknown>();
    for (const documentId of listed) {
      const doc = new Y.Doc();
      applyUpdates(doc, (await load(anna, documentId)).parts);
      texts.set(readTitle(doc), readDocument(doc.getXmlFragment('default')).content?.at(-1));
    }
    expect(texts).toEqual(
      new Map(numbers.map((number) => [titleOfDocument(number), p(textOfDocument(number))])),
    );
  });

  await test.step('its page opens from disk and shows all', async () => {
    const folder = info.outputPath('everything');
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const reader = await (await browser.newContext()).newPage();
    const problems: string[] = [];
    reader.on('console', (message) => problems.push(message.text()));
    reader.on('pageerror', (error) => problems.push(error.message));
    await reader.goto(pathToFileURL(join(folder, 'index.html')).href);
    const links = reader.getByRole('navigation').getByRole('link');
    expect(await links.allTextContents()).toEqual(
      numbers.map(titleOfDocument).toSorted((a, b) => a.localeCompare(b, 'en-US')),
    );
    await reader.getByRole('searchbox').fill('DOKUMENT C. 1');
    await expect(links.filter({ visible: true }).first()).toHaveText(titleOfDocument(1));
    await reader.getByRole('searchbox').fill('nothing like that');
    await expect(reader.getByText('No document has this title.')).toBeVisible();
    await reader.getByRole('searchbox').fill('');
    await links.filter({ hasText: new RegExp(`^${titleOfDocument(1)}$`) }).click();
    const shown = reader.getByRole('article', { name: titleOfDocument(1), exact: true });
    await expect(shown.frameLocator('iframe').getByText(textOfDocument(1))).toBeVisible();
    await shown.getByText(/^Versions/).click();
    await expect(shown.getByText('Návrh')).toBeVisible();
    expect(problems).toEqual([]);
  });
});

test('the page answers while a long document is prepared', async ({ person, spolu }) => {
  const ann = await person('Ann');
  const anna = await signInByHand(ann, spolu.url);
  const room = await openByHand(anna, await create(anna));
  room.doc.transact(() => {
    room.doc.getText('title').insert(0, 'Long');
    for (let at = 0; at < 1000; at += 1) writeParagraph(room.doc, `${at} ${'words of a text '.repeat(6)}`);
  });
  expect((await room.append({ title: 'Long' })).status).toBe(200);
  const { page } = ann;
  await withoutPicker(page);
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Prepare download' })).toBeVisible();
  const tasksUntilNow = await watchBusyTasks(page);
  await page.getByRole('button', { name: 'Prepare download' }).click();
  await expect(page.getByText(/^1 document, .* is ready/)).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save zip' }).click();
  const files = unzipSync(readFileSync(await (await saving).path()));
  expect((await tasksUntilNow()).filter((ms) => ms > 100)).toEqual([]);
  expect(Object.keys(files).filter((name) => name.endsWith('document.docx'))).toHaveLength(1);
});
