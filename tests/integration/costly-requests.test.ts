/** The most expensive requests to each function by one account, while another types: no answer of the other's is late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import {
  openByHand,
  signUp,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
} from '../support/document-client.ts';
import { newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

/**
 * Requests at once, repetitions of each, and the longest reply. In `npm test` the stories use the processors at the same
 * time: there the limit only catches unbounded work.
 */
const [AT_ONCE, ROUNDS, LIMIT_MS, LONGEST_MS] =
  process.env['SPOLU_TEST_ALL'] === undefined ? [2, 1, 120_000, 10_000] : [2, 3, 600_000, 2000];
/** Three structs each: a document that is nearly full. */
const PARAGRAPHS = process.env['SPOLU_TEST_ALL'] === undefined ? 4000 : 13_500;

let supabase: TestSupabase;
let ann: DocumentClient;
let eve: DocumentClient;
let documentId: string;
let room: HandRoom;
let mine: HandRoom;
let seq: number;
let versionId: string;
/** Deletion of all paragraphs. Made once, because this process also measures. */
let deletion: Uint8Array;

beforeAll(async () => {
  supabase = await startTestSupabase();
  [ann, eve] = await Promise.all([signUp(supabase, 'Ann'), signUp(supabase, 'Eve')]);
  mine = await openByHand(ann, await newDocument(ann.client));
  documentId = await newDocument(eve.client);
  room = await openByHand(eve, documentId);
  room.doc.transact(() => {
    for (let at = 0; at < PARAGRAPHS; at += 1) writeParagraph(room.doc, `paragraph ${at} of many`);
  });
  const reply = await room.append();
  expect(reply.status).toBe(200);
  seq = (reply.body as { head: number }).head;
  const saved = await eve.call('save-snapshot', { documentId, name: 'all paragraphs' });
  deletion = deleteAll();
  versionId = (saved.body as { versionId: string }).versionId;
}, 120_000);
afterAll(() => supabase.close());

/** Peak memory of the functions' processes, in MB. */
function readPeak(): number {
  const isOfThisServer = (pid: string) => {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words[0]?.endsWith('/deno') === true && words.join(' ').includes(supabase.dataDir);
  };
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!isOfThisServer(pid)) return [];
        return [Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024];
      } catch (error) {
        // The process has ended in the meantime.
        if (error instanceof Error && 'code' in error) return [];
        throw error;
      }
    });
  return Math.round(sizes.reduce((sum, size) => sum + size, 0));
}

const lastBlocks = () => Array.from({ length: 2000 }, () => ({ from: 0, to: 1000 }));
const header = (changes: object) => ({
  documentId,
  sessionId: room.sessionId,
  generation: 1,
  schema: 1,
  ...changes,
});
const otherWords = () =>
  Array.from({ length: PARAGRAPHS }, (_, at) => ({
    block: { type: 'paragraph', content: [{ type: 'text', text: `another ${at % 7}` }] },
  }));
function deleteAll(): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(room.doc));
  const before = Y.encodeStateVector(copy);
  copy.getXmlFragment('default').delete(0, PARAGRAPHS);
  return Y.encodeStateAsUpdate(copy, before);
}

const COSTLY: Readonly<Record<string, readonly [string, () => unknown]>> = {
  'a short text that stands for a long one': [
    'restore-part',
    () => ({ documentId, seq, text: lastBlocks() }),
  ],
  'a text without a common word': ['restore-part', () => ({ documentId, seq, text: otherWords() })],
  'a million values': ['restore-part', () => ({ documentId, seq, text: '[],'.repeat(300_000).split('') })],
  'a version of the whole': ['save-snapshot', () => ({ documentId, name: 'whole' })],
  'all rows': ['load-document', () => ({ documentId, after: 0 })],
  'the log': ['read-log', () => ({ documentId, after: 0, until: seq })],
  'a state': ['read-state', () => ({ documentId, seq })],
  'a version': ['read-version', () => ({ documentId, versionId })],
  'a session': [
    'open-session',
    () => ({ documentId, sessionId: crypto.randomUUID(), clientId: 12_345, schema: 1 }),
  ],
  'a signature': ['sign-history', () => ({ documentId })],
  'an erasure of all': [
    'erase-text',
    () => ({
      documentId,
      erasureId: crypto.randomUUID(),
      ranges: Array.from({ length: 5000 }, (_, at) => [room.doc.clientID, at * 40, 40]),
      text: 'x',
    }),
  ],
  'a frame of empty parts': [
    'append-updates',
    () => new Uint8Array([...encodeFrame(header({ firstCounter: 9 }), []), ...new Uint8Array(3_000_000)]),
  ],
  'a header of a megabyte': [
    'append-updates',
    () => encodeFrame(header({ said: Array.from({ length: 500_000 }, () => []) }), []),
  ],
  'the deletion of all': ['append-updates', () => encodeFrame(header({ firstCounter: 2 }), [deletion])],
  'the return of all': ['restore-version', () => ({ documentId, versionId, seenHead: seq })],
};

test.each(Object.entries(COSTLY))('%s', { timeout: LIMIT_MS }, async (_, [name, body]) => {
  const over = new AbortController();
  const ask = async () => {
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) statuses.push((await eve.call(name, body())).status);
    return statuses;
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, ask)).finally(() => over.abort());
  const waits: number[] = [];
  do {
    writeParagraph(mine.doc, 'typed');
    const started = Date.now();
    expect((await mine.append()).status).toBe(200);
    waits.push(Date.now() - started);
    await sleep(100);
  } while (!over.signal.aborted);
  const statuses = (await all).flat();
  console.log(`${name}: ${statuses.join(' ')}; longest answer ${Math.max(...waits)} ms; ${readPeak()} MB`);
  expect(Math.max(...waits)).toBeLessThan(LONGEST_MS);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
