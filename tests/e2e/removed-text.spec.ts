import type { Page } from '@playwright/test';
import { expectOnServer, waitForMarks, wordsOf } from './marks.ts';
import { createDocument, expect, linesOf, test, textOf, waitUntilSaved, type Person } from './spolu.ts';
import { inVariants } from './variants.ts';
import { bring, goToEnd, watchWriter, type Writer } from './writer.ts';

/** Counts characters instead of words: a change can split a word, but loses none of its characters. */
const lettersOf = (text: string): string =>
  text
    .replaceAll(/[^\d;]/g, '')
    .split('')
    .toSorted()
    .join('');

const tray = (page: Page) => page.getByRole('region', { name: 'Removed text' });

/** At most a third of the page, even on a phone with its keyboard open. */
async function expectSmall(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const size of [before, { width: 390, height: 844 }, { width: 390, height: 480 }]) {
    await page.setViewportSize(size);
    const box = await tray(page).locator('> *').boundingBox();
    expect(box?.height).toBeGreaterThan(60);
    expect(box?.height).toBeLessThanOrEqual(size.height / 3 + 1);
  }
  await page.setViewportSize(before);
}

/** Two authors in a document of three paragraphs; Ann's caret is at the end of the second one. */
async function openParagraphs(ann: Person, bob: Person, url: string): Promise<readonly [Writer, Writer]> {
  const path = await createDocument(ann.page, 'Removed');
  await goToEnd(ann.page);
  await ann.page.keyboard.type('First.');
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.type('Second. ');
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.type('Third.');
  await bring(ann, bob, path);
  await expect(textOf(bob.page)).toContainText('Third.');
  await goToEnd(ann.page);
  await ann.page.keyboard.press('ArrowUp');
  await ann.page.keyboard.press('End');
  return [await watchWriter(ann, url), await watchWriter(bob, url)];
}

test('recent text that another author deletes is offered and inserted at the caret', async ({
  person,
  spolu,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const [writer, { page: other }] = await openParagraphs(ann, bob, spolu.url);
  await writer.marks.type(writer.page);
  await writer.marks.type(writer.page);
  await waitUntilSaved(writer.page);
  await expect(textOf(other)).toContainText(wordsOf(writer.marks).join(' '));
  await textOf(other).getByText('Second.').click({ clickCount: 3 });
  await other.keyboard.press('Backspace');
  await other.keyboard.press('Backspace');
  await expect.poll(() => linesOf(writer.page)).toEqual(['First.', 'Third.']);
  for (const word of wordsOf(writer.marks)) await expect(tray(writer.page)).toContainText(word);
  await expect(tray(writer.page).getByRole('listitem')).toHaveCount(1);
  await expect(tray(writer.page)).toContainText('Bob removed this');
  await expectSmall(writer.page);

  await goToEnd(writer.page);
  await tray(writer.page).getByRole('button', { name: 'Insert at the cursor' }).click();
  await expectOnServer(writer.readText, wordsOf(writer.marks));
  await expect(tray(writer.page)).toBeEmpty();
  await expect.poll(() => linesOf(other)).toEqual(await linesOf(writer.page));
});

for (const [how, change] of inVariants([
  ['joins', (page: Page) => page.keyboard.press('Backspace')],
  [
    'deletes',
    async (page: Page) => {
      await page.keyboard.press('Shift+End');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
    },
  ],
] as const)) {
  test(`no character typed into a paragraph that another author ${how} concurrently is lost`, async ({
    person,
    spolu,
  }) => {
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    const [writer, { page: other }] = await openParagraphs(ann, bob, spolu.url);
    await textOf(other).getByText('Second.').click();
    await other.keyboard.press('Home');
    const typing = writer.marks.start(writer.page);
    await waitForMarks(writer.marks, 3);
    await change(other);
    await waitForMarks(writer.marks, 3);
    await typing.stop();
    await expect.poll(() => linesOf(other)).toEqual(await linesOf(writer.page));
    const found = async (): Promise<string> => {
      const offered = await tray(writer.page).getByRole('paragraph').allInnerTexts();
      return lettersOf([await writer.readText(), ...offered].join(''));
    };
    await expect.poll(found).toBe(lettersOf(wordsOf(writer.marks).join('')));
  });
}
