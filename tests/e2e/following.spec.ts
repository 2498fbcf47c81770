/** Following a person, in windows of two widths, through what moves the text: a table, a closed section, a restore. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { inLanguages } from './variants.ts';
import {
  createDocument,
  expect,
  nameCurrent,
  share,
  test,
  textOf,
  waitUntilSaved,
  type Person,
} from './spolu.ts';

const row = (at: number) => `<tr><td>Cell ${at}</td><td>Sum ${at}</td></tr>`;
const lines = (from: number, count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<p>Line ${from + at} with words enough for two on a phone</p>`,
  ).join('');
const TEXT = `<h1>Start</h1>${lines(0, 30)}<h1>Figures</h1>
<table>${Array.from({ length: 30 }, (_, at) => row(at)).join('')}</table>
<h1>Details</h1><details><summary>Folded</summary><div data-type="detailsContent">${lines(100, 30)}</div></details>
${lines(200, 30)}`;

for (const words of inLanguages('en-US', [
  {
    language: 'en-US',
    follow: 'Follow',
    following: (name: string) => `You’re following ${name}`,
    back: (name: string) => `Back to ${name}`,
    followers: '2 people are following you',
    stop: 'Stop',
    figures: 'In “Figures”',
    stopped: 'You’re no longer following Ann.',
  },
  {
    language: 'cs',
    follow: 'Sledovat',
    following: (name: string) => `Sledujete: ${name}`,
    back: (name: string) => `Vrátit se: ${name}`,
    followers: 'Sledují vás 2 lidé',
    stop: 'Ukončit',
    figures: 'V části „Figures“',
    stopped: 'Už nesledujete: Ann.',
  },
])) {
  test(`four people follow each other through a table, a closed section and a restore (${words.language})`, async ({
    person,
  }) => {
    test.setTimeout(180_000);
    const [ann, bob, cleo, dan] = [
      await person('Ann'),
      await person('Bob'),
      await person('Cleo'),
      await person('Dan'),
    ];
    const path = await createDocument(ann.page, 'Plan');
    await paste(ann.page, TEXT);
    await waitUntilSaved(ann.page);
    await ann.page.getByRole('button', { name: 'Version history' }).click();
    await nameCurrent(ann.page);
    await expect(ann.page.getByText('Version saved.')).toBeVisible();
    await ann.page.getByRole('button', { name: 'Close version history' }).click();
    for (const other of [bob, cleo]) await share(ann.page, other.email, 'Editor');
    await share(ann.page, dan.email, 'Viewer');
    for (const { page } of [bob, dan]) await page.setViewportSize({ width: 390, height: 780 });
    for (const { page } of [ann, cleo]) await page.setViewportSize({ width: 1280, height: 800 });
    for (const { page } of [bob, cleo, dan]) {
      await page.addInitScript((chosen) => localStorage.setItem('spolu.language', chosen), words.language);
      await page.goto(path);
      await expect(page.locator('.document-text')).toContainText('Line 229');
    }

    await test.step('a phone and a wide window follow a wide one, through a table', async () => {
      for (const follower of [bob, cleo]) await startFollowing(follower.page, ann);
      await expect(ann.page.getByText('2 people are following you')).toBeVisible();
      if (words.language === 'en-US') {
        await expectAccessible(ann.page, 'followed');
        await expectAccessible(bob.page, 'following');
        await openCard(dan.page, 'Nobody');
        await expectAccessible(dan.page, 'list');
        await dan.page.keyboard.press('Escape');
      }
      await show(ann.page, 'Cell 20');
      for (const { page } of [bob, cleo]) await expect(place(page, 'Cell 20')).toBeInViewport();
    });

    await test.step('a section that is closed opens for who follows into it', async () => {
      await ann.page.getByRole('button', { name: 'Section: Folded' }).click();
      await show(ann.page, 'Line 115');
      for (const { page } of [bob, cleo]) await expect(place(page, 'Line 115')).toBeInViewport();
      await expect(place(dan.page, 'Line 115')).toBeHidden();
    });

    await test.step('a restore does not end it', async () => {
      await textOf(ann.page).evaluate((text) => (text as HTMLElement).focus({ preventScroll: true }));
      await ann.page.keyboard.press('Control+Home');
      await ann.page.keyboard.type('Soon gone. ');
      await expect(bob.page.locator('.document-text')).toContainText('Soon gone.');
      await waitUntilSaved(ann.page);
      await ann.page.getByRole('button', { name: 'Version history' }).click();
      await ann.page.getByRole('listitem').filter({ hasText: 'Version' }).last().getByRole('button').click();
      await ann.page.getByRole('button', { name: 'Restore' }).click();
      await ann.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
      await expect(bob.page.locator('.document-text')).not.toContainText('Soon gone.');
      await expect(ann.page.locator('.document-text')).toContainText('Line 229');
      await show(ann.page, 'Line 210');
      for (const { page } of [bob, cleo]) await expect(place(page, 'Line 210')).toBeInViewport();
    });

    await test.step('a click of one’s own ends it for that person alone', async () => {
      await place(bob.page, 'Line 210').click();
      await expect(bob.page.getByRole('button', { name: words.back('Ann') })).toBeVisible();
      await show(ann.page, 'Line 5');
      await expect(place(cleo.page, 'Line 5')).toBeInViewport();
      await expect(place(bob.page, 'Line 210')).toBeInViewport();
      await ann.page.getByRole('button', { name: 'Stop', exact: true }).click();
      for (const { page } of [bob, cleo]) {
        await expect(page.getByText(words.stopped)).toBeVisible();
        await expect(page.getByText(words.following('Ann'), { exact: true })).toBeHidden();
      }
    });

    await test.step('a wide window and a phone follow a phone', async () => {
      await startFollowing(cleo.page, bob);
      await startFollowing(dan.page, bob);
      await expect(bob.page.getByText(words.followers)).toBeVisible();
      for (const shown of ['Line 20', 'Cell 10', 'Line 220', 'Start']) {
        await show(bob.page, shown);
        for (const { page } of [cleo, dan]) await expect(place(page, shown)).toBeInViewport();
      }
    });

    await test.step('the section is named right after headings have moved', async () => {
      await place(bob.page, 'Cell 3').click();
      await openCard(cleo.page, 'Bob');
      const card = cleo.page.getByRole('dialog', { name: 'Bob' });
      await expect(card).toContainText(words.figures);
      await ann.page.getByRole('heading', { name: 'Figures' }).evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
      });
      await ann.page.keyboard.type('Numbers');
      await expect(card).toContainText('Numbers');
      await cleo.page.keyboard.press('Escape');
    });
  });

  async function openCard(page: Page, name: string): Promise<void> {
    const face = page.locator('header').getByRole('button', { name, exact: true });
    if (await face.isVisible()) return face.click();
    await page.locator('header').getByRole('button', { name: /^\d+ / }).click();
  }

  async function startFollowing(page: Page, { name }: Person): Promise<void> {
    await openCard(page, name);
    const dialog = page.getByRole('dialog');
    const inCard = dialog.getByRole('button', { name: words.follow, exact: true });
    const inRow = dialog.getByRole('button', { name: new RegExp(`^${words.follow}:? ${name}$`) });
    await inCard.or(inRow).click();
    await expect(page.getByText(words.following(name))).toBeVisible();
  }
}

const place = (page: Page, words: string) =>
  page
    .locator('.document-text:visible')
    .getByText(new RegExp(`^${words}( |$)`))
    .first();

/** Scrolls as with a wheel, to the middle. */
const show = (page: Page, words: string): Promise<void> =>
  place(page, words).evaluate((element) => element.scrollIntoView({ block: 'center' }));

async function paste(page: Page, html: string): Promise<void> {
  await textOf(page).click();
  await textOf(page).evaluate((text, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}
