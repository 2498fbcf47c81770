/**
 * `npx tsx tests/bench/comments-page.ts`: how long 20,000 words with 500 threads take in a browser beside the same words without any:
 * opening, a keystroke, and the work of a frame while somebody types. By turns in one run.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import * as Y from 'yjs';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import { writeUnits } from '#contract/comments/unit-ranges.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { connectToSpolu } from '../support/connect-to-spolu.ts';
import { removeData, startSpolu } from '../support/start-spolu.ts';
import { signUpForBrowser } from '../support/sign-up-for-browser.ts';

const [BLOCKS, THREADS, TURNS, KEYS] = [400, 500, 5, 60];
const LINE = 'a word and another one of the fifty that stand here '.repeat(5).trim();
const CLIENT = 77;

interface Visit {
  /** Until the text shows, and until the highlights do. */
  readonly openMs: number;
  /** From a key to the frame after it: the median. */
  readonly keyMs: number;
  /** Callbacks of one animation frame while somebody types: the median, and the worst of a hundred. */
  readonly frameMs: number;
  readonly worstFrameMs: number;
}

function writeText(): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = CLIENT;
  doc.transact(() =>
    doc.getXmlFragment(TEXT_ROOT).insert(
      0,
      Array.from({ length: BLOCKS }, () => {
        const block = new Y.XmlElement('paragraph');
        block.insert(0, [new Y.XmlText(LINE)]);
        return block;
      }),
    ),
  );
  return doc;
}

type Database = Awaited<ReturnType<typeof connectToSpolu>>;

async function fill(database: Database, documentId: string, threads: number): Promise<void> {
  const doc = writeText();
  const update = Buffer.from(Y.encodeStateAsUpdate(doc));
  const { rows } = await database.query<{ id: string; user_id: string }>(
    `insert into public.editing_sessions (id, document_id, user_id, generation, client_id, last_counter)
     select gen_random_uuid(), d.id, d.owner_id, 1, $2, 1 from public.documents d where d.id = $1 returning id, user_id`,
    [documentId, CLIENT],
  );
  const session = rows[0]!;
  await database.query(
    `insert into public.document_updates (document_id, seq, generation, session_id, counter, kind, sha256, bytes)
     values ($1, 2, 1, $2, 1, 'edit', $3, $4)`,
    [documentId, session.id, createHash('sha256').update(update).digest(), update],
  );
  await database.query('update public.document_logs set head_seq = 2 where document_id = $1', [documentId]);
  if (threads === 0) return;
  const passages = readPassages(doc);
  await database.query('insert into private.comment_versions (document_id, version) values ($1, $2)', [
    documentId,
    threads,
  ]);
  for (let at = 0; at < threads; at += 1) {
    const { client, clock } = passages.pieces[(at * 7) % passages.pieces.length]!;
    const ranges = [{ client, clock: clock + 5 + (at % 30), length: 12 }];
    const { quote, before, after, heading } = describeRanges(passages, ranges);
    const thread = randomUUID();
    await database.query(
      `insert into private.comment_threads (id, document_id, version, generation, kind, units, anchor_seq, quote, before, after, heading, created_by, anchored_by)
       values ($1, $2, $3, 1, 'text', $4, 2, $5, $6, $7, $8, $9, $9)`,
      [thread, documentId, at + 1, writeUnits(ranges), quote, before, after, heading, session.user_id],
    );
    await database.query(
      'insert into private.comments (id, thread_id, is_first, author, body) values ($1, $2, true, $3, $4)',
      [
        randomUUID(),
        thread,
        session.user_id,
        { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Comment ${at}` }] }] },
      ],
    );
  }
}

/** Adds up the callbacks of each animation frame. */
const WATCH_FRAMES = `
  window.frames_ = [];
  const ask = window.requestAnimationFrame.bind(window);
  let open = null;
  window.requestAnimationFrame = (run) => ask((at) => {
    const start = performance.now();
    run(at);
    const took = performance.now() - start;
    if (open && open.at === at) open.ms += took;
    else { open = { at, ms: took }; window.frames_.push(open); }
  });`;

async function visit(page: Page, url: string, documentId: string, threads: number): Promise<Visit> {
  const startMs = performance.now();
  await page.goto(`${url}/documents/${documentId}`);
  const text = page.locator('.ProseMirror[contenteditable=true]');
  await text
    .locator('p')
    .nth(BLOCKS - 1)
    .waitFor({ state: 'attached' });
  const openMs = performance.now() - startMs;
  if (threads > 0) await text.locator('.comment-mark').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2500);
  await text.locator('p').nth(10).click();
  await page.evaluate(`window.keys_ = []; window.frames_.length = 0;
    document.addEventListener('keydown', () => {
      const start = performance.now();
      requestAnimationFrame(() => setTimeout(() => window.keys_.push(performance.now() - start)));
    }, { capture: true });`);
  await page.keyboard.type('typing on '.repeat(KEYS / 10), { delay: 80 });
  const keys = await page.evaluate<number[]>('window.keys_');
  const frames = await page.evaluate<{ ms: number }[]>('window.frames_');
  const sorted = frames.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    openMs,
    keyMs: medianOf(keys),
    frameMs: medianOf(sorted),
    worstFrameMs: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

const medianOf = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

const spolu = await startSpolu();
const browser = await chromium.launch({
  executablePath: process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const database = await connectToSpolu(spolu.dataDir);
try {
  const { caller, storageState } = await signUpForBrowser(spolu.url);
  const documents: [string, number][] = [];
  for (const threads of [0, THREADS]) {
    const { data, error } = await caller.rpc('create_document', { p_key: randomUUID(), p_language: 'en-US' });
    if (error) throw error;
    const { id } = data as { id: string };
    await fill(database, id, threads);
    documents.push([id, threads]);
  }
  const context = await browser.newContext({
    storageState,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  });
  await context.addInitScript(WATCH_FRAMES);
  const visits = new Map<number, Visit[]>([
    [0, []],
    [THREADS, []],
  ]);
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const [id, threads] of documents) {
      const page = await context.newPage();
      const seen = await visit(page, spolu.url, id, threads);
      // The first fills the cache.
      if (turn > 0) visits.get(threads)!.push(seen);
      await page.close();
    }
  for (const [threads, all] of visits) {
    const of = (what: keyof Visit): string => medianOf(all.map((one) => one[what])).toFixed(1);
    console.log(
      `${threads} threads: open ${of('openMs')} ms, key ${of('keyMs')} ms, frame ${of('frameMs')} ms (99 %: ${of('worstFrameMs')} ms)`,
    );
  }
} finally {
  await database.end();
  await browser.close();
  await spolu.stop();
  removeData(spolu);
}
