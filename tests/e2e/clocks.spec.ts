/** An hour in a document with a wrong or jumping clock. Tokens of a minute stand for tokens of an hour. */
import { join } from 'node:path';
import type { Browser, Page, Request } from '@playwright/test';
import { startTestSupabase } from '../support/start-test-supabase.ts';
import { createDocument, expect, signUp, test, textOf, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MINUTES = 10;
const SAMPLE_MS = 50;
const LONGEST_WARNING_MS = 30_000;

interface Watched {
  readonly page: Page;
  /** Refresh tokens in the order sent. */
  readonly refreshes: string[];
  /** Refreshes without a reply. A page that is reloaded then has to send the same token again. */
  readonly open: Set<Request>;
  /** Texts of the status bar, with the longest time each was shown, in samples of 50 ms. */
  readonly said: Map<string, number>;
}

/** Runs in the page before its scripts. */
function moveClock(skewMs: number): void {
  const { now } = Date;
  const clock = { aheadMs: Number(sessionStorage.getItem('aheadMs') ?? skewMs) };
  const RealDate = Date;
  const shifted = (): number => now() + clock.aheadMs;
  class ShiftedDate extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [shifted()] : args) as [number]));
    }
    static override now = shifted;
  }
  const addToClock = (ms: number): void => {
    clock.aheadMs += ms;
    sessionStorage.setItem('aheadMs', String(clock.aheadMs));
  };
  Object.assign(globalThis, { Date: ShiftedDate, addToClock });
}

const pass = (page: Page, ms: number): Promise<void> =>
  page.evaluate((by) => (globalThis as unknown as { addToClock: (ms: number) => void }).addToClock(by), ms);

async function watch(browser: Browser, url: string, name: string, skewMs: number): Promise<Watched> {
  const { page } = await signUp(browser, url, name);
  await page.context().addInitScript(moveClock, skewMs);
  const watched: Watched = { page, refreshes: [], open: new Set(), said: new Map() };
  page.on('request', (request) => {
    if (!request.url().includes('grant_type=refresh_token')) return;
    watched.refreshes.push((request.postDataJSON() as { refresh_token: string }).refresh_token);
    watched.open.add(request);
  });
  const close = (request: Request): void => void watched.open.delete(request);
  page.on('requestfinished', close).on('requestfailed', close);
  await page.exposeBinding('tell', (_source, words: string, times: number) => {
    watched.said.set(words, Math.max(times, watched.said.get(words) ?? 0));
  });
  await page.context().addInitScript(() => {
    const { tell } = globalThis as unknown as { tell: (words: string, times: number) => void };
    let [before, times] = ['', 0];
    setInterval(() => {
      const words = document.querySelector('header output')?.textContent ?? '';
      times = words === before ? times + 1 : 1;
      before = words;
      tell(words, times);
    }, 50);
  });
  await createDocument(page, `With a clock of ${name}`);
  return watched;
}

const WRONG: readonly (readonly [name: string, skewMs: number, jumpMs: (minute: number) => number])[] = [
  ['Ahead', HOUR_MS, () => 0],
  ['Behind', -HOUR_MS, () => 0],
  ['Jumping', 0, (minute) => (minute % 20 === 0 ? HOUR_MS : -HOUR_MS)],
];

test('with a clock that is ahead, behind or jumps, no user is signed out in an hour and everything is saved', async ({
  browser,
}) => {
  // Three browsers: beside the other tests, two processors need minutes for what takes 40 s alone.
  test.setTimeout(480_000);
  let passedMs = 0;
  const supabase = await startTestSupabase({
    staticDir: join(import.meta.dirname, '../../dist'),
    clock: () => Date.now() + passedMs,
  });
  try {
    const all: Watched[] = [];
    for (const [name, skewMs] of WRONG) all.push(await watch(browser, supabase.url, name, skewMs));
    for (let minute = STEP_MINUTES; minute <= 60; minute += STEP_MINUTES) {
      passedMs += STEP_MINUTES * MINUTE_MS;
      await Promise.all(
        all.map(({ page }, at) => pass(page, STEP_MINUTES * MINUTE_MS + (WRONG[at]?.[2](minute) ?? 0))),
      );
      // One after the other: beside other stories, three pages at once wait longer than a request may take.
      for (const { page, open } of all) {
        await textOf(page).focus();
        await expect(textOf(page)).toBeFocused();
        await page.keyboard.press('End');
        await page.keyboard.type(` minute${minute}`);
        await expect(page.getByText(`minute${minute}`)).toBeVisible();
        // Requests of two other stories at once take their time too.
        await waitUntilSaved(page, 45_000);
        if (minute !== 30) continue;
        await expect.poll(() => open.size).toBe(0);
        await page.reload();
      }
    }
    for (const { page, refreshes, said } of all) {
      expect(new Set(refreshes).size, 'no refresh token is used twice').toBe(refreshes.length);
      expect(refreshes.length).toBeLessThanOrEqual(6);
      // The clock jumps ten minutes, as after sleep; the page may show a warning until the server replies, which takes
      // it seconds on a busy machine.
      const tooLong = [...said].filter(
        ([words, times]) => times > LONGEST_WARNING_MS / SAMPLE_MS && /offline|signed|not saved/i.test(words),
      );
      expect(tooLong).toEqual([]);
      await page.reload();
      await expect(textOf(page)).toContainText('minute10 minute20');
      await expect(textOf(page)).toContainText('minute60');
      await page.getByRole('link', { name: 'Back to documents' }).click();
      // The database's clock was not moved.
      await expect(page.getByRole('time')).toHaveText('1 hour ago');
    }
  } finally {
    await supabase.close();
  }
});
