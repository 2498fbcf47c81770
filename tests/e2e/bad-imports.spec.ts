/** Files that must not come in: each is named, with what is wrong and what to do, and nothing of it stays. */
import { mkdirSync, openSync, closeSync, ftruncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imports } from '../../src/app/i18n/en-us/imports.ts';
import { makeBadFiles, TOO_LARGE_BYTES } from '../formats/bad-files.ts';
import { expect, test } from './spolu.ts';

/** More than a browser reads at once. */
const HUGE_BYTES = 4 * 2 ** 30;

test('bad files are refused, each with its sentence, and nothing of them stays', async ({ person }, info) => {
  const folder = info.outputPath('bad');
  mkdirSync(folder, { recursive: true });
  const bad = makeBadFiles();
  for (const { name, bytes } of bad) writeFileSync(join(folder, name), bytes);
  const large = { 'large.docx': TOO_LARGE_BYTES, 'huge.txt': HUGE_BYTES };
  for (const [name, bytes] of Object.entries(large)) {
    // Takes no place on the disk.
    const file = openSync(join(folder, name), 'w');
    ftruncateSync(file, bytes);
    closeSync(file);
  }
  const { page } = await person('Ann');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/documents');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (
    await chooser
  ).setFiles([...bad.map(({ name }) => name), ...Object.keys(large)].map((name) => join(folder, name)));

  const dialog = page.getByRole('dialog', { name: 'Nothing can be imported' });
  const rows = dialog.getByRole('listitem');
  // Some are read for seconds, one after the other.
  await expect(rows).toHaveCount(bad.length + 2, { timeout: 120_000 });
  const { failure } = imports;
  expect(await rows.allInnerTexts()).toEqual([
    ...bad.map(({ name, code, part }) => {
      const sentence = failure[code];
      return `${name}\n${part === '' ? sentence : `In “${part}”: ${sentence}`}`;
    }),
    ...Object.keys(large).map((name) => `${name}\n${failure.file_too_large}`),
  ]);
  await expect(dialog.getByRole('button', { name: /^Create/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  expect(page.workers()).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
  expect(problems).toEqual([]);
});
