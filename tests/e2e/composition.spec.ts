import { expectOnServer, wordsOf } from './marks.ts';
import { createDocument, expect, linesOf, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring, goToEnd, watchWriter } from './writer.ts';

/**
 * Intermediate texts of a composition, and the result: with a Japanese input method, and with dead keys of a Czech
 * keyboard. Bob writes after the composition, moves before it once it has begun, and types there.
 */
const WORDS = [
  { steps: ['に', 'にh', 'にほ', 'にほn', 'にほん'], word: '日本', bobGoes: ['Control+End'] },
  { steps: ['ˇ'], word: 'č', bobGoes: ['Control+Home', ...'Far '.split('').map(() => 'ArrowRight')] },
  { steps: ['´'], word: 'á', bobGoes: [] },
];

test('remote edits around a composition do not interrupt it', async ({ person, spolu }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Composed');
  await goToEnd(ann.page);
  await ann.page.keyboard.type('Far left right. ');
  await bring(ann, bob, path);
  const colleague = await watchWriter(bob, spolu.url);
  await expect(textOf(bob.page)).toContainText('Far left right. ');
  await ann.page.evaluate(() => {
    const { dataset } = document.body;
    dataset['composed'] = '';
    document.addEventListener('compositionend', ({ data }) => {
      dataset['composed'] += `${data};`;
    });
  });
  await goToEnd(ann.page);
  for (const _ of 'right. ') await ann.page.keyboard.press('ArrowLeft');
  await goToEnd(bob.page);

  let ended = '';
  const devtools = await ann.page.context().newCDPSession(ann.page);
  for (const { steps, word, bobGoes } of WORDS) {
    for (const text of steps) {
      const [selectionStart, selectionEnd] = [text.length, text.length];
      await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
      for (const key of bobGoes) await bob.page.keyboard.press(key);
      await colleague.marks.type(bob.page);
      await expect(textOf(ann.page)).toContainText(wordsOf(colleague.marks).at(-1)!);
    }
    await expect(ann.page.locator('body')).toHaveAttribute('data-composed', ended);
    await devtools.send('Input.insertText', { text: word });
    ended += `${word};`;
    await expect(ann.page.locator('body')).toHaveAttribute('data-composed', ended);
  }
  const words = wordsOf(colleague.marks);
  const composed = WORDS.map(({ word }) => word).join('');
  const whole = `Far ${words.slice(-2).join(' ')} left ${composed}right. ${words.slice(0, -2).join(' ')} `;
  await expect.poll(() => linesOf(ann.page)).toEqual([whole]);
  await expect.poll(() => linesOf(bob.page)).toEqual([whole]);
  await expectOnServer(colleague.readText, [whole]);
  await waitUntilSaved(ann.page);
  await colleague.status.verify();
});
