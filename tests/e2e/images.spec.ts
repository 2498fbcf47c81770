import type { Locator, Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

/** A picture as large as asked for, drawn by the browser itself. */
async function picture(page: Page, name: string, width: number, height: number) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w, h];
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

const drawnWidth = (image: Locator): Promise<number> =>
  image.evaluate((element: HTMLImageElement) => (element.complete ? element.naturalWidth : 0));

test('an image is sent, described, made narrower by the keyboard, and seen by the other whole', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Hills');
  await share(ann.page, bob.email, 'Viewer');
  await bob.page.goto(path);
  await textOf(ann.page).click();
  const chooser = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('button', { name: 'Image', exact: true }).click();
  await (await chooser).setFiles(await picture(ann.page, 'hills.png', 640, 480));

  const seen = textOf(bob.page).getByRole('img');
  await expect.poll(() => drawnWidth(seen)).toBe(640);
  await expect(seen).toHaveAttribute('alt', 'Image without a description');

  await ann.page.getByRole('button', { name: 'Add alt text' }).click();
  await ann.page.getByLabel('Alt text').fill('Hills at dawn');
  await ann.page.keyboard.press('Enter');
  await expect(seen).toHaveAttribute('alt', 'Hills at dawn');

  await ann.page.keyboard.press('Alt+Enter');
  await ann.page.getByRole('radio', { name: '100%' }).focus();
  await ann.page.keyboard.press('ArrowLeft');
  const column = (await textOf(bob.page).boundingBox())?.width ?? 0;
  await expect
    .poll(async () => Math.abs(((await seen.boundingBox())?.width ?? 0) / column - 0.75))
    .toBeLessThan(0.02);

  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('Delete');
  await expect(seen).toHaveCount(0);
  await ann.page.keyboard.press('Control+z');
  await expect.poll(() => drawnWidth(seen)).toBe(640);
  await waitUntilSaved(ann.page);
});

test('offline a picture waits where it was put; an SVG is refused in words', async ({ person }) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Hills');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Above');
  const file = await picture(ann.page, 'hills.png', 64, 48);
  const input = ann.page.locator('input[type=file]');
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(ann.page.getByText('SVG images are not taken')).toBeVisible();

  await ann.page.context().setOffline(true);
  await input.setInputFiles(file);
  await expect(ann.page.getByText('The image is sent when you are back')).toBeVisible();
  await ann.page.context().setOffline(false);
  const image = textOf(ann.page).getByRole('img', { name: 'Image without a description' });
  await expect.poll(() => drawnWidth(image)).toBe(64);
  await waitUntilSaved(ann.page);
  await ann.page.reload();
  await expect.poll(() => drawnWidth(image)).toBe(64);
});
