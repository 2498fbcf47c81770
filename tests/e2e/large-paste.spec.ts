import type { Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

const PARAGRAPHS = 1000;
const PARAGRAPH_CHARS = 1000;
/** The other stories may have both processors. */
const patient = { timeout: 60_000 };

function paste(page: Page, paragraphs: number): Promise<void> {
  return textOf(page).evaluate(
    (text, [count, chars]) => {
      const clipboardData = new DataTransfer();
      const lines = Array.from({ length: count }, (_, at) => `paragraph${at} `.padEnd(chars, 'some words '));
      clipboardData.setData('text/plain', lines.join('\n\n'));
      text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [paragraphs, PARAGRAPH_CHARS] as const,
  );
}

test('a pasted book is saved and undone as a whole; one that does not fit is refused, and writing goes on', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'A book');
  await share(ann.page, bob.email, 'Editor');
  await bob.page.goto(path);
  const last = (page: Page) => textOf(page).getByText(`paragraph${PARAGRAPHS - 1} `);
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Before the book');

  await paste(ann.page, PARAGRAPHS);
  await expect(last(bob.page)).toHaveCount(1, patient);
  await waitUntilSaved(ann.page);

  await ann.page.keyboard.press('Control+z');
  await expect(last(bob.page)).toHaveCount(0, patient);
  await expect(textOf(bob.page)).toHaveText('Before the book');
  await ann.page.keyboard.press('Control+Shift+z');
  await expect(last(bob.page)).toHaveCount(1, patient);
  await waitUntilSaved(ann.page);

  await paste(ann.page, PARAGRAPHS * 4);
  await expect(ann.page.getByText(/would be 1\d\d% full/)).toBeVisible(patient);
  await ann.page.keyboard.type(' and then words');
  await expect(textOf(bob.page)).toContainText(' and then words', patient);
  await waitUntilSaved(ann.page);
});
