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
  await expect(textOf(page).locator('.callout')).toContainText('Pozor');
  await page.reload();
  await expect(textOf(page)).toContainText('Přišla Jana a Eva.');
  // Nobody writes in it.
  await follow(page, 'Back to documents', 'Documents');
  await expect(async () => {
    await page.getByPlaceholder('Search').fill('');
    await page.getByPlaceholder('Search').fill('účasti');
    const found = page.getByRole('list', { name: 'In texts' }).getByRole('link');
    await expect(found).toHaveText(/^Zápis z porady/, { timeout: 6000 });
  }).toPass({ timeout: 30_000 });
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

async function drop(page: Page, onto: string, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([called, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], called));
      return transfer;
    },
    [name, content] as const,
  );
  const box = (await page.locator(onto).first().boundingBox())!;
  const at = { dataTransfer: data, clientX: box.x + 2, clientY: box.y + box.height / 2 };
  await page.dispatchEvent(onto, 'dragenter', at);
  await expect(page.getByText(/^Drop (?:the file|files) to /)).toBeVisible();
  await page.dispatchEvent(onto, 'dragover', at);
  await page.dispatchEvent(onto, 'drop', at);
  await expect(page.getByText(/^Drop (?:the file|files) to /)).toBeHidden();
}

test('a file that is dropped on the list is imported', async ({ person }) => {
  const { page } = await person('Ann');
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  await drop(page, 'h1', 'nabidka.html', '<!doctype html><title>Nabídka</title><p>Cena</p>');
  await dialogOf(page).getByRole('button', { name: 'Create document' }).click();
  await expect(titleOf(page)).toHaveValue('Nabídka');
  await expect(textOf(page)).toHaveText('Cena');
});

test('a file that is dropped on a text is inserted there, or becomes a document', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Kniha');
  await textOf(page).click();
  await page.keyboard.type('jedna');
  await page.keyboard.press('Enter');
  await page.keyboard.type('dva');
  await waitUntilSaved(page);
  await drop(page, '.ProseMirror p:last-of-type', 'vlozka.md', '# Vložka\n\n* bod');
  await dialogOf(page).getByRole('button', { name: 'Insert here' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(textOf(page)).toHaveText('jednaVložkaboddva');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(textOf(page)).toHaveText('jednadva');
  await drop(page, '.ProseMirror p:last-of-type', 'nova.txt', 'Nový text');
  await dialogOf(page).getByRole('button', { name: 'Create document' }).click();
  await expect(titleOf(page)).toHaveValue('nova');
  await expect(textOf(page)).toHaveText('Nový text');
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word file with a comment, a tracked change, and the mark of the document that it was exported from. */
function word(documentId: string): Uint8Array {
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="r${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (inner: string): Uint8Array =>
    strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`,
    );
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const property = (pid: number, name: string, value: string): string =>
    `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${pid}" name="${name}"><vt:lpwstr>${value}</vt:lpwstr></property>`;
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    '_rels/.rels': relations(
      relation(1, 'officeDocument', 'word/document.xml') +
        relation(2, 'custom-properties', 'docProps/custom.xml'),
    ),
    'word/_rels/document.xml.rels': relations(relation(1, 'comments', 'comments.xml')),
    'docProps/custom.xml': strToU8(
      `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">${property(2, 'SpoluDocument', documentId)}${property(3, 'SpoluSeq', '1')}</Properties>`,
    ),
    'word/comments.xml': strToU8(
      `<w:comments ${W}><w:comment w:id="0" w:author="Jana Nová" w:date="2026-01-02T10:00:00Z"><w:p>${run('Opravdu?')}</w:p></w:comment></w:comments>`,
    ),
    'word/document.xml': strToU8(
      `<w:document ${W}><w:body><w:p>${run('Cena je ')}<w:commentRangeStart w:id="0"/>${run('sto korun')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:ins w:id="1" w:author="Eva">${run(' denně')}</w:ins>${run('.')}</w:p></w:body></w:document>`,
    ),
  });
}

test('a Word file that was exported here is compared, its changes are refused, its comment comes along', async ({
  person,
}) => {
  const { page } = await person('Ann');
  const path = await createDocument(page, 'Smlouva');
  await textOf(page).click();
  await page.keyboard.type('Cena je deset korun.');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  await choose(page, [file('smlouva.docx', word(path.split('/').at(-1)!))]);
  const dialog = page.getByRole('dialog', { name: 'Import “smlouva”?' });
  await expect(dialog).toContainText('1 comment');
  await dialog.getByRole('button', { name: 'Compare with the current text' }).click();
  const compared = page.getByRole('dialog', { name: 'The file compared with “Smlouva”' });
  await expect(compared.locator('del').filter({ hasText: 'deset' })).toBeVisible();
  await expect(compared.locator('ins').filter({ hasText: 'sto' })).toBeVisible();
  await compared.getByRole('button', { name: 'Back' }).click();
  await dialog.getByText('Reject all').click();
  await dialog.getByRole('button', { name: 'Create document' }).click();
  await expect(textOf(page)).toHaveText('Cena je sto korun.');
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click();
  await expect(page.getByText('Opravdu?').first()).toBeVisible();
  await expect(page.getByText('Jana Nová', { exact: false }).first()).toBeVisible();
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
