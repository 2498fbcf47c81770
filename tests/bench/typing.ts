/**
 * Measures the script time of one keystroke in a long document in which three remote users type, and, in the same run, in
 * plain Tiptap without collaboration. The time is Chromium's ScriptDuration until the page is idle.
 *
 *     npx tsx tests/bench/typing.ts [WORDS] [KEYSTROKES]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { build } from 'vite';
import { summarize, type Latency } from './summarize.ts';

const ROOT = join(import.meta.dirname, '../..');
const WARM_UP = 30;
/** Long enough for the immediate work of a keystroke. Debounced work, such as counting words, runs later. */
const SETTLE_MS = 60;

export interface Typing {
  readonly words: number;
  readonly ours: Latency;
  readonly plain: Latency;
  /** One character of each of the three remote users, with their carets. */
  readonly others: Latency;
  /** Our p95 divided by that of plain Tiptap. */
  readonly ratio: number;
}

export async function measureTyping(words = 20_000, keystrokes = 200): Promise<Typing> {
  return withBrowser(words, async (open) => {
    // Alternating, so that a busy machine affects both.
    const seats = { ours: await open('ours'), plain: await open('plain') };
    const times = { ours: [] as number[], plain: [] as number[], others: [] as number[] };
    for (let typed = -WARM_UP; typed < keystrokes; typed += 1) {
      const others = await spend(seats.ours, () => letOthersWrite(seats.ours));
      const ours = await spend(seats.ours, () => press(seats.ours.page, typed));
      const plain = await spend(seats.plain, () => press(seats.plain.page, typed));
      if (typed < 0) continue;
      times.ours.push(ours);
      times.plain.push(plain);
      times.others.push(others);
    }
    const [ours, plain, others] = [times.ours, times.plain, times.others].map(summarize) as [
      Latency,
      Latency,
      Latency,
    ];
    return { words, ours, plain, others, ratio: ours.p95Ms / plain.p95Ms };
  });
}

/** Measures our editor only, while three remote users type. */
export async function measureOurTyping(words: number, keystrokes: number): Promise<Latency> {
  return withBrowser(words, async (open) => {
    const seat = await open('ours');
    const times: number[] = [];
    for (let typed = -WARM_UP; typed < keystrokes; typed += 1) {
      await spend(seat, () => letOthersWrite(seat));
      const ours = await spend(seat, () => press(seat.page, typed));
      if (typed >= 0) times.push(ours);
    }
    return summarize(times);
  });
}

type Open = (kind: 'ours' | 'plain') => Promise<Seat>;

async function withBrowser<T>(words: number, measure: (open: Open) => Promise<T>): Promise<T> {
  const files = await buildPage();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.setHeader('content-type', file?.type ?? 'text/plain');
    response.statusCode = file ? 200 : 404;
    response.end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: process.env['SPOLU_CHROMIUM'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await measure(async (kind) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(180_000);
      page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
      await page.goto(`http://127.0.0.1:${port}/`);
      return openSeat(page, kind, words);
    });
  } finally {
    await browser.close();
    server.close();
  }
}

interface Seat {
  readonly page: Page;
  readonly devtools: CDPSession;
}

async function openSeat(page: Page, kind: 'ours' | 'plain', words: number): Promise<Seat> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(([what, size]) => window.bench.open(what, size), [kind, words] as const);
  const text = page.getByRole('textbox').last();
  await text.waitFor({ state: 'attached' });
  // In the middle of the text, at the end of a paragraph.
  const paragraph = text.locator('p').nth(Math.floor(words / 80 / 2));
  await paragraph.scrollIntoViewIfNeeded();
  await paragraph.click();
  await page.keyboard.press('End');
  return { page, devtools };
}

const letOthersWrite = ({ page }: Seat): Promise<void> => page.evaluate(() => void window.bench.others());

const press = (page: Page, at: number): Promise<void> => page.keyboard.press(at % 6 === 5 ? 'Space' : 'o');

/** Milliseconds of script time, from the event until the page is idle. */
async function spend({ page, devtools }: Seat, act: () => Promise<unknown>): Promise<number> {
  const before = await scriptMs(devtools);
  await act();
  await page.evaluate(
    (ms) => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, ms))),
    SETTLE_MS,
  );
  return (await scriptMs(devtools)) - before;
}

async function scriptMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

interface File {
  readonly type: string;
  readonly text: string | Uint8Array;
}

async function buildPage(): Promise<ReadonlyMap<string, File>> {
  const built = await build({
    root: ROOT,
    logLevel: 'error',
    configFile: false,
    resolve: { alias: { 'y-prosemirror': '@tiptap/y-tiptap' }, dedupe: ['yjs', 'y-protocols'] },
    // Without the plugins that leave out library parts, because plain Tiptap calls some of them.
    plugins: [react(), tailwindcss()],
    build: { write: false, rolldownOptions: { input: join(ROOT, 'tests/bench/typing-page.tsx') } },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('more than one build');
  const files = new Map<string, File>();
  let head = '';
  for (const file of built.output) {
    const url = `/${file.fileName}`;
    const isScript = file.type === 'chunk';
    files.set(url, {
      type: isScript ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'application/octet-stream',
      text: isScript ? file.code : file.source,
    });
    if (isScript && file.isEntry) head += `<script type="module" src="${url}"></script>`;
    if (url.endsWith('.css')) head += `<link rel="stylesheet" href="${url}">`;
  }
  const text = `<!doctype html><meta charset="utf-8"><body><div id="root"></div>${head}`;
  return files.set('/', { type: 'text/html', text });
}

if (process.argv[1] === import.meta.filename) {
  const [words = '20000', keystrokes = '200'] = process.argv.slice(2);
  const { ours, plain, others, ratio } = await measureTyping(Number(words), Number(keystrokes));
  const row = (name: string, { p50Ms, p95Ms }: Latency): string =>
    `${name.padEnd(24)} p50 ${p50Ms.toFixed(2)} ms   p95 ${p95Ms.toFixed(2)} ms\n`;
  process.stdout.write(
    `${words} words, ${keystrokes} keystrokes, script only\n` +
      row('keystroke', ours) +
      row('plain Tiptap', plain) +
      row('a letter of each of three', others) +
      `p95, ours by plain       ${ratio.toFixed(2)}×\n`,
  );
}
