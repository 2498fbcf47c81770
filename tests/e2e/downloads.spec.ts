/** A document leaves in each format, from its menu, from a version and from the list. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { comment, highlights, writeAlone } from './commenting.ts';
import { chooseFile, picture } from './picture.ts';
import { createDocument, expect, nameCurrent, test, textOf, waitUntilSaved } from './spolu.ts';

interface Downloaded {
  readonly name: string;
  readonly bytes: Uint8Array;
}

async function download(page: Page, format: string): Promise<Downloaded> {
  const dialog = page.getByRole('dialog', { name: /^Download/ });
  await dialog.getByRole('radio', { name: format }).check();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Document menu', exact: true }).click();
};

test('a document with a comment and a picture is downloaded in each format', async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await writeAlone(ann);
  await comment(page, 'budget', 'Is this right?');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  const hills = await picture(page, 'hills.png', 40, 20);
  await chooseFile(page, () => page.keyboard.press('Alt+Shift+KeyP'), hills);
  await expect(textOf(page).locator('img')).toBeVisible();
  await waitUntilSaved(page);

  const openDialog = async (): Promise<void> => {
    await openMenu(page);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
  };
  await openDialog();
  const page1 = await download(page, 'Web page');
  expect(page1.name).toBe('Plan.html');
  await expect(page.getByText('Downloaded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy as Markdown' })).toBeHidden();
  const html = strFromU8(page1.bytes);
  expect(html).toContain('Is this right?');
  expect(html).toContain('src="data:image/png;base64,');

  // The file alone shows all, and runs and loads nothing.
  const alone = await page.context().newPage();
  const problems: string[] = [];
  alone.on('console', (message) => problems.push(message.text()));
  await alone.route('**', (route) =>
    route.fulfill({ body: Buffer.from(page1.bytes), contentType: 'text/html' }),
  );
  await alone.goto('http://plan.test/');
  await expect(alone.getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible();
  await expect(alone.getByRole('complementary')).toContainText('Is this right?');
  await expect(alone.locator('[data-comments]').first()).toHaveText('budget');
  expect(await alone.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  expect(problems).toEqual([]);
  await alone.close();

  await openDialog();
  const word = await download(page, 'Word');
  expect(word.name).toBe('Plan.docx');
  const parts = unzipSync(word.bytes);
  expect(strFromU8(parts['word/document.xml']!)).toContain('Friday');
  expect(strFromU8(parts['word/comments.xml']!)).toContain('Is this right?');
  await expect(page.getByText('Downloaded.').first()).toBeVisible();

  await openDialog();
  const zip = await download(page, 'Markdown');
  expect(zip.name).toBe('Plan.zip');
  const files = unzipSync(zip.bytes);
  expect(Object.keys(files).toSorted()).toEqual(['Plan.md', 'pictures/1.png']);
  const markdown = strFromU8(files['Plan.md']!);
  expect(markdown).toContain('The budget[^c1] of the next quarter');
  expect(markdown).toContain('pictures/1.png');
  expect(markdown).toContain('Is this right?');

  await openDialog();
  const dialog = page.getByRole('dialog', { name: 'Download “Plan”' });
  await dialog.getByRole('checkbox', { name: 'Include comments' }).uncheck();
  const plain = await download(page, 'Plain text');
  expect(plain.name).toBe('Plan.txt');
  expect(strFromU8(plain.bytes)).toContain('The budget of the next quarter is not final yet.\n\n');
  // Plain text keeps no pictures, and the dialog names that loss.
  await expect(dialog.getByRole('status')).toContainText('1 picture');
  await dialog.getByText('Details').click();
  await expect(dialog.getByRole('heading', { name: 'Left out' })).toBeVisible();
});

test('a version, and several documents of the list, are downloaded', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Minutes');
  await textOf(page).click();
  await page.keyboard.insertText('As it was.');
  await waitUntilSaved(page);
  await page.getByRole('button', { name: 'Version history', exact: true }).first().click();
  await nameCurrent(page, 'First');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' And as it is.');
  await waitUntilSaved(page);
  await page
    .getByRole('button', { name: /^First/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const version = await download(page, 'Markdown');
  expect(version.name).toBe('Minutes – First.md');
  expect(strFromU8(version.bytes)).toContain('As it was.\n');

  await createDocument(page, 'Minutes');
  await page.goto('/documents');
  await expect(page.getByRole('checkbox', { name: 'Select Minutes' })).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select Minutes' }).first().check();
  await page.getByRole('checkbox', { name: 'Select Minutes' }).last().check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
  const both = await download(page, 'Markdown');
  expect(both.name).toBe('Documents.zip');
  const files = unzipSync(both.bytes);
  expect(Object.keys(files).toSorted()).toEqual(['Minutes (2).md', 'Minutes.md']);
  const texts = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('');
  expect(texts).toContain('As it was. And as it is.');
});

test('a comparison is downloaded as a web page with its changes marked and named', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Minutes');
  await textOf(page).click();
  await page.keyboard.insertText('The budget is final.');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('We meet on Friday.');
  await waitUntilSaved(page);
  await page.getByRole('button', { name: 'Version history', exact: true }).first().click();
  await nameCurrent(page, 'First');
  await textOf(page).getByText('The budget is final.').dblclick();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 'The budget is '.length; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('not yet ');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Backspace');
  await waitUntilSaved(page);
  await page
    .getByRole('button', { name: /^First/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByLabel('Changes since:').selectOption({ label: 'Compare with the current version' });
  await expect(page.locator('ins.change').first()).toHaveText(/not yet/);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const file = await download(page, 'Web page with the changes marked');
  expect(file.name).toBe('Minutes – changes.html');

  const alone = await page.context().newPage();
  const problems: string[] = [];
  alone.on('console', (message) => problems.push(message.text()));
  await alone.route('**', (route) =>
    route.fulfill({ body: Buffer.from(file.bytes), contentType: 'text/html' }),
  );
  await alone.goto('http://minutes.test/');
  await expect(alone.locator('main ins').first()).toHaveText(/not yet/);
  await expect(alone.locator('main del')).toHaveText('We meet on Friday.');
  await expect(alone.locator('section')).toContainText('Earlier text: First, ');
  await expect(alone.locator('section')).toContainText('Later text: the current text, ');
  await expect(alone.locator('section')).toContainText(/Ann: \d changes/);
  await expect(alone.locator('main ins').first()).toHaveAttribute('title', 'Added by Ann');
  expect(problems).toEqual([]);
});

test('a web page that was downloaded here brings its comment back to its place', async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await writeAlone(ann);
  await comment(page, 'budget', 'Is this right?');
  await waitUntilSaved(page);
  await openMenu(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await download(page, 'Web page');
  await page.goto('/documents');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const buffer = Buffer.from(file.bytes);
  await (await choosing).setFiles([{ name: file.name, mimeType: 'text/html', buffer }]);
  const dialog = page.getByRole('dialog', { name: 'Import “Plan”?' });
  await expect(dialog).toContainText('1 comment');
  await dialog.getByRole('button', { name: 'Create document' }).click();
  await expect(textOf(page)).toContainText('The budget of the next quarter');
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click();
  await expect(page.getByText('Is this right?').first()).toBeVisible();
  await expect(page.getByText('Ann (from a file)').first()).toBeVisible();
  await expect(highlights(page)).toHaveText('budget');
});
