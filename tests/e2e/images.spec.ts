import type { Locator, Page } from '@playwright/test';
import { chooseFile, picture, plainPng } from './picture.ts';
import { createDocument, expect, saveState, share, test, textOf, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const drawnWidth = (image: Locator): Promise<number> =>
  image.evaluate((element: HTMLImageElement) => (element.complete ? element.naturalWidth : 0));

test('an image is uploaded, described, resized by keyboard, and the other author sees it complete', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Hills');
  await share(ann.page, bob.email, 'Viewer');
  await bob.page.goto(path);
  await textOf(ann.page).click();
  const hills = await picture(ann.page, 'hills.png', 640, 480);
  await chooseFile(ann.page, () => ann.page.keyboard.press('Alt+Shift+KeyP'), hills);

  const seen = textOf(bob.page).getByRole('img');
  await expect.poll(() => drawnWidth(seen)).toBe(640);
  await expect(seen).toHaveAttribute('alt', 'Image without alt text');

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
  const handle = textOf(ann.page).getByRole('slider', { name: 'Width' });
  await expect(handle).toHaveAttribute('aria-valuenow', '75');
  const edge = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const from = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 };
  await ann.page.mouse.move(from.x, from.y);
  await ann.page.mouse.down();
  await ann.page.mouse.move(from.x - column * 0.25, from.y, { steps: 4 });
  await ann.page.mouse.up();
  await expect
    .poll(async () => Math.abs(((await seen.boundingBox())?.width ?? 0) / column - 0.5))
    .toBeLessThan(0.02);
  await expect(handle).toHaveAttribute('aria-valuenow', '50');

  await ann.page.keyboard.press('Delete');
  await expect(seen).toHaveCount(0);
  await ann.page.keyboard.press('Control+z');
  await expect.poll(() => drawnWidth(seen)).toBe(640);
  await waitUntilSaved(ann.page);
});

/** The next image of a document that the page loads. */
const nextImage = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/object/authenticated/document-images/'));

/** A photo as from a phone: rotated by EXIF, with a location in its metadata. */
async function photo(page: Page, width: number, height: number) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w, h];
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  const jpeg = Buffer.from(base64, 'base64');
  const onItsSide = '4d4d002a00000008000101120003000000010006000000000000';
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    Buffer.from(onItsSide, 'hex'),
    Buffer.from('GPS 49.19 16.61'),
  ]);
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)]),
  };
}

test('a photo is upright, downscaled, and without its location', async ({ person }) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Hills');
  await textOf(ann.page).click();
  const file = await photo(ann.page, 5000, 1000);
  expect(file.buffer.includes('GPS')).toBe(true);
  const stored = nextImage(ann.page);
  await ann.page.locator('input[type=file]').setInputFiles(file);
  await expect(ann.page.getByText('It was scaled down to 819 × 4,096 pixels.')).toBeVisible();
  const image = textOf(ann.page).getByRole('img', { name: 'Image without alt text' });
  await expect.poll(() => drawnWidth(image)).toBe(819);
  // The page cannot read the image's bytes, so the request is repeated.
  const asked = (await stored).request();
  const again = await ann.page.request.get(asked.url(), { headers: await asked.allHeaders() });
  const bytes = await again.body();
  expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(bytes.includes('GPS')).toBe(false);
  expect(bytes.includes('Exif')).toBe(false);
  await waitUntilSaved(ann.page);
});

test('a small file that decodes to 400 megapixels is neither uploaded nor rendered', async ({ person }) => {
  const ann = await person('Ann');
  const path = await createDocument(ann.page, 'Hills');
  await textOf(ann.page).click();
  const bomb = plainPng(20_000);
  expect(bomb.length).toBeLessThan(100_000);
  const input = ann.page.locator('input[type=file]');
  await input.setInputFiles({ name: 'bomb.png', mimeType: 'image/png', buffer: bomb });
  await expect(ann.page.getByText('bomb.png has too many pixels.')).toBeVisible();
  await input.setInputFiles(await picture(ann.page, 'hills.png', 64, 48));
  await expect.poll(() => drawnWidth(textOf(ann.page).getByRole('img'))).toBe(64);
  await waitUntilSaved(ann.page);

  // Simulates a file that another client has stored.
  await ann.page.route('**/storage/v1/object/authenticated/document-images/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: bomb }),
  );
  await ann.page.goto('/documents');
  await ann.page.goto(path);
  await expect(textOf(ann.page).getByText('The image has too many pixels to be displayed.')).toBeVisible();
  await expect(textOf(ann.page).locator('img')).toHaveCount(0);
});

test('an image added offline waits in place; an SVG is rejected with a message', async ({ person }) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Hills');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Above');
  const file = await picture(ann.page, 'hills.png', 64, 48);
  const input = ann.page.locator('input[type=file]');
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(ann.page.getByText('SVG images aren’t supported')).toBeVisible();

  await ann.page.context().setOffline(true);
  await input.setInputFiles(file);
  await expect(ann.page.getByText('The image will be uploaded when you’re back')).toBeVisible();
  await expect(saveState(ann.page)).toHaveText('Not saved');
  await ann.page.context().setOffline(false);
  const image = textOf(ann.page).getByRole('img', { name: 'Image without alt text' });
  await expect.poll(() => drawnWidth(image)).toBe(64);
  await waitUntilSaved(ann.page);
  await ann.page.reload();
  await expect.poll(() => drawnWidth(image)).toBe(64);
});

test('an image pasted into another document is copied for its readers', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await createDocument(ann.page, 'Hills');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Above');
  await ann.page.locator('input[type=file]').setInputFiles(await picture(ann.page, 'hills.png', 64, 48));
  const image = textOf(ann.page).getByRole('img', { name: 'Image without alt text' });
  await expect.poll(() => drawnWidth(image)).toBe(64);
  await waitUntilSaved(ann.page);
  await textOf(ann.page).press('Control+a');
  await ann.page.keyboard.press('Control+c');

  const path = await createDocument(ann.page, 'Valleys');
  await share(ann.page, bob.email, 'Viewer');
  await bob.page.goto(path);
  await textOf(ann.page).click();
  const loaded = nextImage(bob.page);
  await ann.page.keyboard.press('Control+v');
  const seen = textOf(bob.page).getByRole('img', { name: 'Image without alt text' });
  await expect.poll(() => drawnWidth(seen)).toBe(64);
  await expect(textOf(bob.page)).toContainText('Above');
  expect((await loaded).url()).toContain(path.split('/').at(-1));
  await waitUntilSaved(ann.page);
});
