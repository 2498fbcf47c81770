/** Files become documents. */
import { strToU8, zipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { plainPng } from './picture.ts';
import { createDocument, expect, follow, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const file = (name: string, content: string | Uint8Array): Chosen => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
});

async function choose(page: Page, files: readonly Chosen[]): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/documents');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles([...files]);
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Your documents' });
const dialogOf = (page: Page) => page.getByRole('dialog');

const MARKDOWN = `---
title: Zápis z porady
tags: [porada]
---
# Účast

Přišla **Jana** a [Eva](jinde.html).

- [x] hotovo
- [ ] zbývá

> [!WARNING]
> Pozor
`;

test('a Markdown file is shown with its losses, and becomes a document', async ({ person }) => {
  const { page } = await person('Ann');
  await choose(page, [file('zapis.md', MARKDOWN)]);
  const dialog = page.getByRole('dialog', { name: 'Import “Zápis z porady”?' });
  await expect(dialog).toContainText('8 words');
  await dialog.getByText('2 things won’t come in as they are').click();
  await expect(dialog).toContainText('1 link');
  await expect(dialog).toContainText('tags: [porada]');
  await dialog.getByRole('button', { name: 'Create document' }).click();
  await expect(titleOf(page)).toHaveValue('Zápis z porady');
  await expect(textOf(page).getByRole('heading', { name: 'Účast' })).toBeVisible();
  await expect(textOf(page).locator('strong')).toHaveText('Jana');
  await expect(textOf(page).getByRole('checkbox')).toHaveCount(2);
  await expect(textOf(page).locator('[data-type="callout"]')).toHaveText('Pozor');
  await page.reload();
  await expect(textOf(page)).toContainText('Přišla Jana a Eva.');
});

test('a zip becomes documents in a folder, with their picture and the link between them', async ({
  person,
}) => {
  const { page } = await person('Ann');
  const id = '0123456789abcdef0123456789abcdef';
  const zip = zipSync({
    [`Projekt ${id}.md`]: strToU8(
      `# Projekt\n\n[Plán](Projekt%20${id}/Plan%20${id}.md)\n\n![Graf](graf.png)`,
    ),
    [`Projekt ${id}/Plan ${id}.md`]: strToU8('# Plán\n\nText plánu'),
    'graf.png': new Uint8Array(plainPng(64)),
    'bad.txt': strToU8('%PDF-1.7'),
  });
  await choose(page, [file('Export.zip', zip)]);
  const dialog = page.getByRole('dialog', { name: 'Import 2 documents?' });
  await expect(dialog).toContainText('In “bad.txt”: PDF can’t be imported.');
  await dialog.getByRole('button', { name: 'Create 2 documents' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 documents imported.' })).toBeVisible();
  await page.getByRole('link', { name: /^Export/ }).click();
  await expect(listOf(page).getByRole('link')).toHaveCount(2);
  await listOf(page).getByRole('link', { name: 'Projekt', exact: true }).click();
  await expect(textOf(page).getByRole('img', { name: 'Graf' })).toBeVisible();
  const link = textOf(page).getByRole('link', { name: 'Plán' });
  await page.goto((await link.getAttribute('href'))!);
  await expect(titleOf(page)).toHaveValue('Projekt / Plán');
  await expect(textOf(page)).toHaveText('Text plánu');
});

test('bad files are named with the reason, and the others go on', async ({ person }) => {
  const { page } = await person('Ann');
  await choose(page, [
    file('smlouva.docx', '%PDF-1.7'),
    file('dobry.txt', 'Dobrý text'),
    file('prazdny.md', ''),
  ]);
  const dialog = page.getByRole('dialog', { name: 'Import “dobry”?' });
  await expect(dialog).toContainText('2 files can’t be imported');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'smlouva.docx' })).toContainText(
    'PDF can’t be imported.',
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'prazdny.md' })).toContainText(
    'The file is empty.',
  );
  await dialog.getByRole('button', { name: 'Create document' }).click();
  await expect(textOf(page)).toHaveText('Dobrý text');
  await follow(page, 'Back to documents', 'Documents');
  await choose(page, [file('a.zip', zipSync({ 'a.md': strToU8('text') }).slice(0, 30))]);
  await expect(page.getByRole('dialog', { name: 'Nothing can be imported' })).toContainText('a.zip');
});

test('files that are dropped on the list are imported', async ({ person }) => {
  const { page } = await person('Ann');
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['<!doctype html><title>Nabídka</title><p>Cena</p>'], 'nabidka.html'));
    return transfer;
  });
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await expect(page.getByText('Drop files to make documents of them')).toBeVisible();
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.getByText('Drop files to make documents of them')).toBeHidden();
  await dialogOf(page).getByRole('button', { name: 'Create document' }).click();
  await expect(titleOf(page)).toHaveValue('Nabídka');
  await expect(textOf(page)).toHaveText('Cena');
});

test('Cancel ends the making of documents, and nothing of them stays', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Jediný');
  await textOf(page).click();
  await page.keyboard.type('text');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  const files = Array.from({ length: 12 }, (_, at) => file(`text ${at}.txt`, 'Odstavec\n'.repeat(500)));
  await choose(page, files);
  await dialogOf(page).getByRole('button', { name: 'Create 12 documents' }).click();
  const making = page.getByRole('dialog', { name: 'Creating 12 documents…' });
  await expect(making.getByRole('progressbar')).not.toHaveAttribute('value', '0');
  await making.getByRole('button', { name: 'Cancel' }).click();
  await expect(making).toBeHidden({ timeout: 1000 });
  await expect(listOf(page).getByRole('link')).toHaveText(['Jediný'], { timeout: 20_000 });
  await page.goto('/documents?view=trash');
  await expect(page.getByText('Trash is empty')).toBeVisible();
});
