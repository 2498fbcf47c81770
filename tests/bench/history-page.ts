/**
 * Measures a document with a long log in a browser: opening its page and its history, and drawing a moment of its playback.
 * Edits are synthetic, in the numbers of a known trace: the LaTeX source of a paper, 259,778 edits.
 */
import { createHash } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import * as Y from 'yjs';
import { connectToSpolu } from '../support/connect-to-spolu.ts';
import { removeData, startSpolu } from '../support/start-spolu.ts';
import { signUpForBrowser } from '../support/sign-up-for-browser.ts';
import { writeRows } from './write-rows.ts';

const FEW_ROWS = 200;
const PAGE_ROWS = 50_000;
const PLAYED_ROWS = 259_778;
const SEEKS = 300;

/** Milliseconds: until the text shows, then the list of versions, then a version. */
interface Opened {
  readonly textMs: number;
  readonly listMs: number;
  readonly versionMs: number;
}

export interface HistoryPage {
  /** With a filled cache, by turns, the median of three; `floor` is a short document. */
  readonly floor: Opened;
  readonly opened: Opened;
  readonly playback: {
    readonly readMs: number;
    /** Script of one drag: finding the moment and drawing it. */
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly heapMb: number;
  };
}

export async function measureHistoryPage(note: (line: string) => void): Promise<HistoryPage> {
  const spolu = await startSpolu();
  const executablePath = process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium';
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--enable-precise-memory-info',
  ];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const { caller, storageState } = await signUpForBrowser(spolu.url);
    const create = async (rows: number): Promise<Written> => {
      const { data, error } = await caller.rpc('create_document', {
        p_key: crypto.randomUUID(),
        p_language: 'en-US',
      });
      if (error) throw error;
      return writeLog(spolu.dataDir, (data as { id: string }).id, rows);
    };
    const context = await browser.newContext({ storageState, locale: 'en-US' });
    const page = await context.newPage();
    const [few, many] = [await create(FEW_ROWS), await create(PAGE_ROWS)];
    const visits: { readonly floor: Opened; readonly opened: Opened }[] = [];
    for (let visit = 0; visit < 4; visit += 1)
      visits.push({
        floor: await visitPage(page, spolu.url, few),
        opened: await visitPage(page, spolu.url, many),
      });
    const { floor, opened } = visits.slice(1).toSorted((a, b) => a.opened.listMs - b.opened.listMs)[1]!;
    note(`${FEW_ROWS} rows: ${JSON.stringify(floor)}`);
    note(`${PAGE_ROWS} rows: ${JSON.stringify(opened)}`);
    const playback = await play(page, spolu.url, await create(PLAYED_ROWS));
    note(`playback of ${PLAYED_ROWS} rows: ${JSON.stringify(playback)}`);
    return { floor, opened, playback };
  } finally {
    await browser.close();
    await spolu.stop();
    removeData(spolu);
  }
}

interface Written {
  readonly documentId: string;
  readonly versionId: string;
}

/** The rows of two sessions of the owner, folded, with a named version at their end. */
async function writeLog(dataDir: string, documentId: string, count: number): Promise<Written> {
  const rows = writeRows(count, 2);
  const client = await connectToSpolu(dataDir);
  try {
    const sessions = new Map<number, string>();
    for (const clientId of new Set(rows.map((row) => row.client))) {
      const { rows: made } = await client.query<{ id: string }>(
        `insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
         select gen_random_uuid(), d.id, m.user_id, 1, $2 from public.documents d
         join public.members m on m.document_id = d.id where d.id = $1 returning id`,
        [documentId, clientId],
      );
      sessions.set(clientId, made[0]!.id);
    }
    await client.query('delete from public.document_updates where document_id = $1', [documentId]);
    for (let from = 0; from < rows.length; from += 2000) {
      const part = rows.slice(from, from + 2000);
      await client.query(
        `insert into public.document_updates (document_id, seq, generation, session_id, counter, kind, sha256, bytes, created_at)
         select $1, $2 + r.at, 1, r.session, $2 + r.at, 'edit', sha256(r.bytes), r.bytes, now() - interval '1 day' + ($2 + r.at) * interval '200 ms'
         from unnest($3::uuid[], $4::bytea[]) with ordinality as r (session, bytes, at)`,
        [
          documentId,
          from,
          part.map((row) => sessions.get(row.client)),
          part.map((row) => Buffer.from(row.update)),
        ],
      );
    }
    const doc = new Y.Doc();
    doc.transact(() => rows.forEach(({ update }) => Y.applyUpdate(doc, update)));
    const state = Buffer.from(Y.encodeStateAsUpdate(doc));
    await client.query(
      `insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
       values ($1, $2, 1, $3, $4, repeat('0', 32))`,
      [documentId, count, createHash('sha256').update(state).digest(), state],
    );
    await client.query(
      'update public.document_logs set head_seq = $2, snapshot_seq = $2 where document_id = $1',
      [documentId, count],
    );
    await client.query('update public.documents set title = $2 where id = $1', [documentId, 'A long paper']);
    const { rows: versions } = await client.query<{ id: string }>(
      `insert into public.versions (document_id, seq, kind, name) values ($1, $2, 'named', 'At last') returning id`,
      [documentId, count],
    );
    return { documentId, versionId: versions[0]!.id };
  } finally {
    await client.end();
  }
}

/** From the open document: the list by the clock in its bar, then the version from the list. */
async function visitPage(page: Page, url: string, { documentId }: Written): Promise<Opened> {
  const time = async (act: () => Promise<unknown>, shown: string): Promise<number> => {
    const start = performance.now();
    await act();
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
    return Math.round(performance.now() - start);
  };
  await page.goto('about:blank');
  const open = () => page.goto(`${url}/documents/${documentId}`, { waitUntil: 'commit' });
  const textMs = await time(open, '.document-text p:has-text("e")');
  await page.getByText('Saved', { exact: true }).waitFor();
  const listMs = await time(
    () => page.getByRole('button', { name: 'Version history' }).click(),
    '.history-panel li',
  );
  const versionMs = await time(
    () => page.locator('.history-panel li button').first().click(),
    '.document-text.is-read-only p',
  );
  return { textMs, listMs, versionMs };
}

async function play(
  page: Page,
  url: string,
  { documentId, versionId }: Written,
): Promise<HistoryPage['playback']> {
  const start = performance.now();
  await page.goto(`${url}/documents/${documentId}/history?play=@0..${versionId}`);
  const slider = page.getByRole('slider');
  await slider.waitFor({ timeout: 300_000 });
  const readMs = Math.round(performance.now() - start);
  const times = await slider.evaluate(async (input: HTMLInputElement, seeks) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
    const taken: number[] = [];
    for (let seek = 0; seek < seeks; seek += 1) {
      // A drag to and fro over the whole history, and jumps.
      const at = seek % 3 === 0 ? Math.random() : Math.abs(1 - (seek / seeks) * 2);
      const startMs = performance.now();
      setValue.call(input, String(Math.round(at * Number(input.max))));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      // React renders the changes of an event before the next task.
      await Promise.resolve();
      taken.push(performance.now() - startMs);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return taken;
  }, SEEKS);
  const sorted = times.toSorted((a, b) => a - b);
  const heapMb = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20,
  );
  const at = (part: number): number => Math.round(sorted[Math.floor(part * SEEKS)]! * 10) / 10;
  return { readMs, p50Ms: at(0.5), p95Ms: at(0.95), heapMb: Math.round(heapMb) };
}
