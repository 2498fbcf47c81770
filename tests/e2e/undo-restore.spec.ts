/** A restore and its undo, while another author types in the same paragraph on a slow line. */
import type { Page } from '@playwright/test';
import { slowDownLanes } from './slow-down.ts';
import { createDocument, expect, linesOf, nameCurrent, test, textOf, waitUntilSaved } from './spolu.ts';
import { inVariants } from './variants.ts';
import { bring } from './writer.ts';

const SAVED = 'Base sentence.';
const LATER = ' One. Two. Three. Four. Five. Six. Seven. Eight.';
const BEFORE = `${SAVED}${LATER}`;
const TYPED = 'and Boris writes on while she restores, then he writes on as she takes it back ';
const KEY_MS = 110;
/** Where Boris types: at the edges of the paragraph, and within what the restore takes away. */
const PLACES = { start: 0, middle: BEFORE.indexOf('Three'), end: BEFORE.length } as const;

const RUNS = [80, 130, 190, 250].flatMap((delayMs) =>
  (['middle', 'start', 'end'] as const).map((place) => ({ delayMs, place })),
);

for (const { delayMs, place } of inVariants(RUNS)) {
  test(`undo of a restore under typing at the ${place} of the paragraph, ${delayMs} ms`, async ({
    person,
  }) => {
    const [anna, boris] = [await person('Anna'), await person('Boris')];
    const path = await createDocument(anna.page, 'Plan');
    await textOf(anna.page).click();
    await anna.page.keyboard.type(SAVED);
    await waitUntilSaved(anna.page);
    await anna.page.getByRole('button', { name: 'Version history' }).click();
    await saveVersion(anna.page, 'First');
    await textOf(anna.page).click();
    await anna.page.keyboard.press('Control+End');
    await anna.page.keyboard.type(LATER);
    await waitUntilSaved(anna.page);
    await Promise.all([slowDown(anna.page, delayMs), slowDown(boris.page, delayMs)]);
    await anna.page.reload();
    await bring(anna, boris, path);
    await expect(textOf(anna.page)).toContainText('Eight.');
    await expect(textOf(boris.page)).toContainText('Eight.');
    await anna.page.getByRole('listitem').filter({ hasText: 'First' }).getByRole('button').click();
    await anna.page.getByRole('button', { name: 'Restore', exact: true }).click();

    await textOf(boris.page).click();
    await boris.page.keyboard.press('Control+Home');
    for (let step = 0; step < PLACES[place]; step += 1) await boris.page.keyboard.press('ArrowRight');
    const typing = boris.page.keyboard.type(TYPED, { delay: KEY_MS });
    await anna.page.waitForTimeout(KEY_MS * 12);
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(textOf(anna.page)).not.toContainText('Eight.');
    await anna.page.waitForTimeout(KEY_MS * 20);
    await anna.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await typing;

    const whole = BEFORE.slice(0, PLACES[place]) + TYPED + BEFORE.slice(PLACES[place]);
    for (const page of [anna.page, boris.page]) await expect.poll(() => linesOf(page)).toEqual([whole]);
    await Promise.all([waitUntilSaved(anna.page), waitUntilSaved(boris.page)]);
    await boris.page.reload();
    await expect.poll(() => linesOf(boris.page)).toEqual([whole]);
  });
}

async function saveVersion(page: Page, name: string): Promise<void> {
  await nameCurrent(page, name);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
}

/** Delays every message of the live lanes and every call of the server, in both directions. */
async function slowDown(page: Page, delayMs: number): Promise<void> {
  const wait = () => new Promise((resolve) => setTimeout(resolve, delayMs));
  await slowDownLanes(page, delayMs);
  await page.route(/\/(?:functions|rest)\/v1\//, async (route) => {
    await wait();
    const response = await route.fetch().catch(() => null);
    await wait();
    await (response === null ? route.abort() : route.fulfill({ response })).catch(() => undefined);
  });
}
