import type { Page } from '@playwright/test';

/** A picture as large as asked for, drawn by the browser itself. */
export async function picture(page: Page, name: string, width: number, height: number) {
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

type File = Awaited<ReturnType<typeof picture>>;

/** Answers the browser's question for a file, which `open` brings up. */
export async function chooseFile(page: Page, open: () => Promise<void>, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // Keys overtake the word that the question will be answered by us; what is evaluated comes after it.
  await page.evaluate(() => null);
  await open();
  await (await chooser).setFiles(file);
}
