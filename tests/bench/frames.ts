/**
 * `npm run bench -- frames [--people 10,50] [--rounds 20]`: the time that live frames take on one page in Chromium, proven to
 * each reader or signed (PROTOCOL.md, W10, W12). It measures sending a key with its caret, and receiving one from each other
 * person. Nothing else runs on the page, and there is no network: authors and reader share it, and the log is in memory.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import type { FramesOptions, FrameTimes } from './frames-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const MANY = 1000;

export interface MeasuredFrames {
  readonly people: number;
  readonly way: 'proven' | 'signed';
  /** Medians. */
  readonly sendUs: number;
  readonly receiveUs: number;
  readonly bytes: number;
}

async function buildScript(): Promise<string> {
  const built = await build({
    root: ROOT,
    logLevel: 'error',
    configFile: false,
    resolve: { dedupe: ['yjs', 'y-protocols'] },
    build: {
      write: false,
      rolldownOptions: { input: join(ROOT, 'tests/bench/frames-page.ts'), output: { format: 'iife' } },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('more than one build');
  const script = built.output.find((file) => file.type === 'chunk');
  if (!script) throw new Error('the build has no script');
  return script.code;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function measureFrames(
  sizes: readonly number[],
  rounds: number,
  say: (measured: MeasuredFrames) => void,
): Promise<MeasuredFrames[]> {
  const script = await buildScript();
  // Web Crypto exists on localhost, as on pages with HTTPS.
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    // An isolated page has a clock of 5 µs instead of 100 µs.
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.end('<!doctype html><meta charset="utf-8"><title>frames</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env['SPOLU_CHROMIUM'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const all: MeasuredFrames[] = [];
  try {
    for (const people of sizes)
      for (const way of ['proven', 'signed'] as const) {
        const page = await browser.newPage();
        page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
        await page.addScriptTag({ content: script });
        const options: FramesOptions = { people, rounds, maxProofs: way === 'proven' ? MANY : 0 };
        const times: FrameTimes = await page.evaluate((wanted) => window.measureFrames(wanted), options);
        const { sendUs, receiveUs, bytes } = times;
        const measured = { people, way, sendUs: median(sendUs), receiveUs: median(receiveUs), bytes };
        all.push(measured);
        say(measured);
        await page.close();
      }
  } finally {
    await browser.close();
    server.close();
  }
  return all;
}

export const describeFrames = ({ people, way, sendUs, receiveUs, bytes }: MeasuredFrames): string =>
  `${people} people, ${way}`.padEnd(20) +
  `a key sent ${sendUs.toFixed(0)} µs, one received ${receiveUs.toFixed(0)} µs, ${bytes} B with its caret\n`;
