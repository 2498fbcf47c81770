/** With SPOLU_SHOTS=folder: pictures of a comment beside its text, to look at. */
import { join } from 'node:path';
import { expect, textOf, type Person } from './spolu.ts';
import { bring } from './writer.ts';

const FOLDER = process.env['SPOLU_SHOTS'];
const LANGUAGES = ['en-US', 'cs'] as const;
const WIDTHS = [1280, 900, 390] as const;

export type Shoot = (name: string) => Promise<void>;

/** Further people watch, one in each language. */
export async function openCamera(
  person: (name: string) => Promise<Person>,
  owner: Person,
  documentPath: string,
): Promise<Shoot> {
  if (FOLDER === undefined) return () => Promise.resolve();
  const watchers = [await person('Wanda'), await person('Václav')];
  for (const [at, watcher] of watchers.entries()) {
    await bring(owner, watcher, documentPath);
    await watcher.page.evaluate((value) => localStorage.setItem('spolu.language', value), LANGUAGES[at]!);
    await watcher.page.emulateMedia({ reducedMotion: 'reduce' });
    await watcher.page.reload();
  }
  return async (name) => {
    for (const [at, { page }] of watchers.entries())
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 720 });
        const marks = textOf(page).locator('.comment-mark');
        await expect.poll(async () => (await marks.allTextContents()).join('')).toBe('next quarter');
        if (width < 1280) await marks.first().click();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.waitForTimeout(400);
          await page.screenshot({
            path: join(FOLDER, `${name}-${width}-${colorScheme}-${LANGUAGES[at]}.png`),
          });
        }
        if (width < 1280) await page.keyboard.press('Escape');
        const close = page.getByRole('button', { name: /^(Close comment|Zavřít komentář)$/ });
        if (await close.isVisible()) await close.click();
      }
  };
}
