import { createDocument, expect, test, textOf, waitUntilSaved } from './spolu.ts';

test('a link to words opens the document at their first place, and the next key ends the marks', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Long');
  await textOf(page).click();
  for (let line = 0; line < 60; line += 1) await page.keyboard.type(`Line ${line}\n`);
  await page.keyboard.type('Smlouva o dílo');
  await waitUntilSaved(page);
  const { pathname } = new URL(page.url());
  await page.goto('/documents');
  await page.goto(`${pathname}#find=smlouvy%20o%20dilo`);
  const mark = textOf(page).locator('.find-current');
  await expect(mark).toHaveText('Smlouva');
  await expect(mark).toBeInViewport();
  await expect(textOf(page).locator('.find-match')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(mark).toHaveCount(0);
});
