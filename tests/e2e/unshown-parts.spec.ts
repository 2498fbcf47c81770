import { z } from 'zod';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { openByHand, signIn } from '../support/document-client.ts';
import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

/** 720 kB of HTML if its macros were expanded. */
const BOMB = String.raw`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\c\c\c`;

function putPoison(doc: Y.Doc): void {
  const formulas = Array.from({ length: 200 }, () => {
    const formula = new Y.XmlElement('blockMath');
    formula.setAttribute('latex', BOMB);
    return formula;
  });
  const last = new Y.XmlElement('paragraph');
  last.insert(0, [new Y.XmlText('The end.')]);
  // Behind a block an update does not name the parent, so the linter cannot judge it.
  doc.getXmlFragment(TEXT_ROOT).insert(1, [new Y.XmlText('poison'), ...formulas, last]);
}

test('a document with a part that cannot be shown and 200 hostile formulas is opened and edited by two people', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Before.');
  await waitUntilSaved(ann.page);
  const publishableKey = await ann.page.evaluate(
    () => document.getElementById('supabase-config')?.textContent ?? '',
  );
  const server = {
    url: spolu.url,
    ...z.object({ publishableKey: z.string() }).parse(JSON.parse(publishableKey)),
  };
  const room = await openByHand(await signIn(server, bob.email), path.split('/').at(-1) ?? '');
  room.doc.transact(() => putPoison(room.doc));
  expect(await room.append()).toMatchObject({ status: 200 });

  await bob.page.goto(path);
  for (const { page } of [ann, bob]) {
    await expect(textOf(page).getByText('This part can’t be shown.')).toBeVisible({ timeout: 10_000 });
    await expect(textOf(page)).toContainText('The end.');
  }
  await textOf(bob.page).press('Control+End');
  await bob.page.keyboard.type(' Bob.');
  await textOf(ann.page).getByText('Before.').click();
  await ann.page.keyboard.press('End');
  await ann.page.keyboard.type(' Ann.');
  for (const { page } of [ann, bob]) {
    await expect(textOf(page).locator('p').first()).toHaveText('Before. Ann.');
    await expect(textOf(page).locator('p').last()).toHaveText('The end. Bob.');
  }
  await textOf(ann.page).getByRole('button', { name: 'Delete part' }).click();
  await expect(textOf(bob.page).getByText('This part can’t be shown.')).toHaveCount(0);
  await waitUntilSaved(ann.page);
  await waitUntilSaved(bob.page);
});
