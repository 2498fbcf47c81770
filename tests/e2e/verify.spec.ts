/** A proof from the document to the page where anybody checks it, and what that page says about changed files. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { proofFile, signHistoryReply, type FullProofFile } from '#contract/proof/proof-file.ts';
import { z } from 'zod';
import { logOfTwo, openProver } from '../support/make-proof.ts';
import { STAMPED_AT, stampText } from '../support/time-stamp-authority.ts';
import { expectAccessible } from './axe.ts';
import { createDocument, expect, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring } from './writer.ts';

test('a proof of two people is genuine on /verify, and each changed file is refused in words', async ({
  person,
  browser,
  spolu,
}) => {
  test.slow();
  const [anna, boris] = [await person('Anna'), await person('Boris')];
  const path = await createDocument(anna.page, 'Costs <b>');
  await textOf(anna.page).click();
  await anna.page.keyboard.type('The rent is <i>high</i>.');
  await waitUntilSaved(anna.page);
  await bring(anna, boris, path);
  await textOf(boris.page).click();
  await boris.page.keyboard.press('Control+End');
  await boris.page.keyboard.type(' So we move.');
  await waitUntilSaved(boris.page);
  await anna.page.goto(`${path}/proof`);
  await expect(anna.page.getByText('Requested by')).toBeVisible();
  await expect(anna.page.getByText(anna.email).first()).toBeVisible();
  await expect(anna.page.getByText(boris.email)).toHaveCount(0);
  await expectAccessible(anna.page, 'proof');
  const full = await download(anna.page);
  await anna.page.getByText('Only the fingerprint of the text').click();
  const hashOnly = await download(anna.page);
  expect(hashOnly.text).not.toContain('rows');
  expect(await anna.page.locator('code').last().textContent()).toContain(`verify-history ${full.name} `);

  const page = await (await browser.newContext({ baseURL: spolu.url, locale: 'en-US' })).newPage();
  await page.goto('/verify');
  await expect(page.getByRole('heading', { name: 'The keys of this server' })).toBeVisible();
  await check(page, full.text);
  await expectVerdict(page, 'Genuine', 'This server signed it');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Anna').getByRole('cell').nth(1)).toHaveText('24');
  await expect(row('Boris').getByRole('cell').nth(1)).toHaveText('12');
  await expect(page.getByTitle('Boris')).toHaveText('2 So we move.');
  await expect(page.getByTitle('Anna')).toHaveText('1The rent is <i>high</i>.');
  await expect(page.getByText('Costs <b>')).toBeVisible();
  await expectAccessible(page, 'verify');
  await page.setViewportSize({ width: 390, height: 800 });
  const overflowing = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.outerHTML.slice(0, 90)),
  );
  expect(overflowing).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  const file = proofFile.parse(JSON.parse(full.text)) as FullProofFile;
  const [header = '', payload = '', signature = ''] = file.statement.split('.');
  const withRow = (change: (row: FullProofFile['rows'][number]) => unknown): unknown => ({
    ...file,
    rows: [...file.rows.slice(0, -1), change(file.rows.at(-1)!)],
  });
  const otherClient = file.rows.find(([, client]) => client !== null && client !== file.rows.at(-1)![1])![1];
  const prover = await openProver();
  const forged = await prover.prove(logOfTwo());
  const refusals: readonly (readonly [unknown, string])[] = [
    [
      withRow(([s, c, t, u]) => [s, c, t, flip(u)]),
      'The content, the author or the time of an edit was changed',
    ],
    [
      withRow(([s, , t, u]) => [s, otherClient, t, u]),
      'The content, the author or the time of an edit was changed',
    ],
    [
      withRow(([s, c, t, u]) => [s, c, t + 1, u]),
      'The content, the author or the time of an edit was changed',
    ],
    [{ ...file, rows: file.rows.slice(0, -1) }, `Edit ${file.rows.at(-1)![0]} is missing`],
    [{ ...file, rows: file.rows.toReversed() }, 'Edit 1 is missing, was added, or is out of order'],
    [{ ...file, text: file.text!.map(swapAuthors) }, 'The text in the file, or who wrote it'],
    [{ ...file, statement: [header, payload, flipFirst(signature)].join('.') }, 'The signature doesn’t fit'],
    [forged, 'It’s signed with another key'],
  ];
  for (const [content, reason] of refusals) {
    await check(page, JSON.stringify(content));
    await expectVerdict(page, 'Not genuine', reason);
  }
  for (const content of [full.text.slice(0, -5), JSON.stringify({ format: 'history-proof' })]) {
    await check(page, content);
    await expectVerdict(page, 'Not a proof of authorship', 'It’s another kind of file, or it’s damaged');
  }

  const large = join(mkdtempSync(join(tmpdir(), 'spolu-proof-')), 'large.json');
  writeFileSync(large, '');
  truncateSync(large, 64 * 1024 * 1024 + 1);
  await page.getByLabel('Choose the file').setInputFiles(large);
  await expect(page.getByText('This file is larger than 64 MB')).toBeVisible();
  rmSync(dirname(large), { recursive: true });

  await check(page, JSON.stringify(forged));
  await page.getByLabel('Compare its key with').selectOption('Nothing');
  await expectVerdict(page, 'Unchanged, but the key wasn’t checked', 'Anybody can make such a file');
  await page.getByLabel('Compare its key with').selectOption('A fingerprint');
  await page.getByLabel('Fingerprint of the key').fill(prover.keys[0]!.id);
  await expectVerdict(page, 'Genuine', 'the key of this fingerprint');
  await page.getByLabel('Fingerprint of the key').fill('another');
  await expectVerdict(page, 'Not genuine', 'It’s signed with another key');
  await page.getByLabel('Compare its key with').selectOption('A key file');
  await page.getByLabel('Choose the key file').setInputFiles(asFile(JSON.stringify(prover.jwk)));
  await expectVerdict(page, 'Genuine', 'a key from your key file');

  await page.getByLabel('Compare its key with').selectOption('The keys of this server');
  await check(page, hashOnly.text);
  await expectVerdict(page, 'Genuine', 'This server signed it');
  await expect(page.getByRole('heading', { name: 'Who took part' })).toBeVisible();
  await expect(page.getByText('So we move')).toHaveCount(0);
  await page.getByLabel('Compare with a text').fill('The rent is <i>high</i>.\n So we  move.');
  await expect(page.getByText('This is the text that was signed.')).toBeVisible();
  await page.getByLabel('Compare with a text').fill('The rent is <i>low</i>. So we move.');
  await expect(page.getByText('This isn’t the text that was signed.')).toBeVisible();
});

test('a proof gets a time stamp on a second attempt, and one of something else is refused', async ({
  person,
}) => {
  const { page } = await person('Anna');
  const path = await createDocument(page, 'Costs');
  await textOf(page).click();
  await page.keyboard.type('The rent is high.');
  await waitUntilSaved(page);
  // The authority of this server: none at first.
  let attempts = 0;
  await page.route('**/functions/v1/sign-history', async (route) => {
    const response = await route.fetch();
    const { signed } = signHistoryReply.parse(await response.json());
    const stamp = {
      token: await stampText(signed!.statement),
      atMs: STAMPED_AT.getTime(),
      authority: 'Example TSA',
    };
    await route.fulfill({
      response,
      json: { signed: { ...signed!, timeStamp: attempts++ > 0 ? stamp : null } },
    });
  });
  await page.goto(`${path}/proof`);
  await expect(page.getByText('No time stamp: the authority didn’t answer, or refused.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Example TSA')).toBeVisible();
  await expectAccessible(page, 'proof with a time stamp');
  const file = z
    .looseObject({ statement: z.string(), timeStamp: z.string() })
    .parse(JSON.parse((await download(page)).text));
  const token = await download(page, 'Download the time stamp');
  expect(token.name).toMatch(/^proof-of-authorship-\w{8}\.tst$/);
  expect(token.text).toBe(Buffer.from(file.timeStamp, 'base64').toString());
  const statement = await download(page, 'Download the signed statement');
  expect(statement).toEqual({ name: token.name.replace('.tst', '.jwt'), text: file.statement });
  await page.goto('/verify');
  await check(page, JSON.stringify(file));
  await expectVerdict(page, 'Genuine', 'This server signed it');
  await expect(page.getByText('Example Time Stamp Authority')).toBeVisible();
  await expect(
    page.getByText(`openssl ts -verify -token_in -in ${token.name} -data ${statement.name}`),
  ).toBeVisible();
  await check(page, JSON.stringify({ ...file, timeStamp: await stampText('another statement') }));
  await expectVerdict(
    page,
    'Not genuine',
    'The time stamp in it can’t be read, or belongs to something else.',
  );
});

async function download(
  page: Page,
  button = 'Download the file',
): Promise<{ readonly name: string; readonly text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

const asFile = (text: string) => ({
  name: 'proof.json',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

const check = (page: Page, text: string): Promise<void> =>
  page.getByLabel('Choose the file').setInputFiles(asFile(text));

async function expectVerdict(page: Page, verdict: string, reason: string): Promise<void> {
  const shown = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: verdict, exact: true }) });
  await expect(shown).toContainText(reason);
}

function flip(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length - 1]! ^= 1;
  return bytes.toString('base64');
}

const flipFirst = (text: string): string => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

const swapAuthors = ({ runs, ...block }: NonNullable<FullProofFile['text']>[number]) => ({
  ...block,
  runs: runs.map(([author, text]) => [author === null ? null : 1 - author, text]),
});
