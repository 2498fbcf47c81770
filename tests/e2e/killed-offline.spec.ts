/** Tabs killed without a line, at each step from the opening to the reply of the server. */
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { createRandom } from '../support/random.ts';
import { crash } from './crash.ts';
import { createMarks, expectOnServer, waitForMarks, type Marks } from './marks.ts';
import { untilOnDevice } from './on-device.ts';
import { readServerText, type ReadText } from './server-text.ts';
import { createDocument, expect, test, textOf, titleOf, waitUntilKept, waitUntilSaved } from './spolu.ts';
import { keepAppHere, openByAddress, setLine } from './without-line.ts';
import { bring } from './writer.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

/** Input this long before a kill must survive it. */
const SURVIVES_AFTER_MS = 50;
const OPENS_WITHIN_MS = 1500;
/** Of twelve kills each. `npm run test:all` runs five. */
const ROUNDS = process.env['SPOLU_TEST_ALL'] === undefined ? 1 : 5;

/** A person whose tabs are killed, and what must be there after it. */
interface Victim {
  readonly context: BrowserContext;
  readonly url: string;
  readonly path: string;
  readonly marks: Marks;
  readonly survivors: string[];
  readonly readText: ReadText;
  readonly chance: () => number;
}

type Step = (page: Page, victim: Victim) => Promise<void>;

async function typeAtEnd(page: Page, { marks }: Victim): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await marks.type(page);
}

const STEPS: Readonly<Record<string, Step>> = {
  'after the first key': async (page, { survivors }) => {
    // One letter, which no other step types.
    const letter = String.fromCodePoint('一'.codePointAt(0)! + survivors.length);
    await textOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(letter);
    survivors.push(letter);
    await wait(SURVIVES_AFTER_MS);
  },
  'in a word': async (page, victim) => {
    await typeAtEnd(page, victim);
    const typing = victim.marks.start(page);
    await waitForMarks(victim.marks, 1);
    await wait(victim.chance() * 300);
    void typing.stop();
  },
  'when the device has it': async (page, victim) => {
    await typeAtEnd(page, victim);
    await waitUntilKept(page);
  },
  'while the line comes back': async (page, victim) => {
    await typeAtEnd(page, victim);
    await setLine(victim.context, victim.url, true);
    await wait(victim.chance() * OPENS_WITHIN_MS);
  },
  'after the append, before its reply': async (page, victim) => {
    const isAppended = new Promise<void>((resolve) => {
      void page.route(/append-updates/, async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await typeAtEnd(page, victim);
    await setLine(victim.context, victim.url, true);
    await isAppended;
  },
  'while the text is written to the device': async (page, victim) => {
    const isWritten = new Promise<void>((resolve) => void page.exposeFunction('tellWritten', resolve));
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...row) {
        if (this.name === 'texts') (window as unknown as { tellWritten: () => void }).tellWritten();
        return put.apply(this, row);
      };
    });
    await typeAtEnd(page, victim);
    await setLine(victim.context, victim.url, true);
    await isWritten;
  },
};

async function killWhileOpening({ context, path, chance }: Victim): Promise<void> {
  const page = await context.newPage();
  const opening = page.goto(path, { waitUntil: 'commit' }).catch(() => 'killed');
  await wait(chance() * OPENS_WITHIN_MS);
  await crash(page);
  await opening;
}

/** The page has each of them, and once. */
async function expectOnce(page: Page, words: readonly string[], about: string): Promise<void> {
  const counts = async (): Promise<Record<string, number>> => {
    const text = await textOf(page).innerText();
    return Object.fromEntries(words.map((word) => [word, text.split(word).length - 1]));
  };
  const once = Object.fromEntries(words.map((word) => [word, 1]));
  await expect.poll(counts, { message: about, timeout: 30_000 }).toEqual(once);
}

async function killAt(name: string, step: Step, victim: Victim): Promise<void> {
  const { context, url, path, marks, survivors } = victim;
  await setLine(context, url, false);
  await killWhileOpening(victim);
  const page = await openByAddress(context, path);
  await expectOnce(page, survivors, `opened without a line before the kill ${name}`);
  const from = marks.typed.length;
  await step(page, victim);
  const killMs = performance.now();
  await crash(page);
  const typed = marks.typed.slice(from).filter(({ atMs }) => atMs < killMs - SURVIVES_AFTER_MS);
  survivors.push(...typed.map(({ word }) => word));
}

test('tabs that are killed without a line lose nothing that was typed', async ({ person, spolu }) => {
  test.setTimeout(600_000);
  const seed = Date.now() % 1_000_000;
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const ann = await person('Ann');
  const path = await createDocument(ann.page, 'Killed');
  await waitUntilSaved(ann.page, 60_000);
  const readText = await readServerText(ann.page, spolu.url);
  const context = ann.page.context();
  const victim: Victim = {
    ...{ context, url: spolu.url, path, readText, survivors: [] },
    marks: createMarks('ann'),
    chance: createRandom(seed),
  };
  await keepAppHere(ann.page);
  await untilOnDevice(ann.page);
  await ann.page.close();

  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, step] of Object.entries(STEPS)) await killAt(name, step, victim);

  await setLine(context, spolu.url, true);
  const page = await openByAddress(context, path);
  await expectOnce(page, victim.survivors, 'opened with a line');
  await expectOnServer(readText, victim.survivors);
  await expect(titleOf(page)).toHaveValue('Killed');
  await waitUntilSaved(page, 60_000);
  const ben = await person('Ben');
  await bring({ ...ann, page }, ben, path);
  await expectOnce(ben.page, victim.survivors, 'opened by another person');
  await expect(textOf(ben.page)).toHaveText(await textOf(page).innerText());
});
