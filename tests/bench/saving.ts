/**
 * Measures the time from the keystroke to *Saved* through the provider and the functions, while two users type. Also measures
 * the append alone, in the database, while eight writers append to a document of 1 MB. The server is a separate process, and
 * its database waits for the disk.
 *
 *     npx tsx tests/bench/saving.ts
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { roomStatus } from '../../src/app/room/room-status.ts';
import { startSupabase } from '../../src/embedded-supabase/node/start-supabase.ts';
import { SupabaseProvider } from '#yjs-supabase';
import { addMember, createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { measureAppends } from './append-latency.ts';
import { summarize, type Latency } from './summarize.ts';

const WORDS = 12;
const LETTERS = 8;
const LETTER_MS = 120;
/** A pause between words, after *Saved*. */
const PAUSE_MS = 300;
const PATIENCE_MS = 30_000;

export interface Addresses {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly databaseUrl: string;
}

export interface Saving {
  readonly append: Latency;
  readonly toSaved: Latency;
  readonly keystrokes: number;
}

interface Seat {
  readonly doc: Y.Doc;
  readonly provider: SupabaseProvider;
}

export async function measureSaving(): Promise<Saving> {
  const args = [...process.execArgv, import.meta.filename, '--serve'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const addresses = JSON.parse(line) as Addresses;
      const latencies = await measureToSaved(addresses);
      const append = summarize(await measureAppends(addresses));
      return { append, toSaved: summarize(latencies), keystrokes: latencies.length };
    }
    throw new Error('the server did not start');
  } finally {
    server.stdin.end();
  }
}

/** Two users type words in one document; returns for each character the milliseconds until their page shows *Saved*. */
async function measureToSaved(addresses: Addresses): Promise<number[]> {
  const ann = await signUpPerson(addresses, 'Ann');
  const ben = await signUpPerson(addresses, 'Ben');
  const documentId = await createDocument(ann);
  await addMember(ann, documentId, ben, 'editor');
  const seats = [ann, ben].map((person) => openSeat(person, documentId));
  await Promise.all(seats.map((seat) => until(seat, () => seat.provider.view.live && isSaved(seat))));
  const latencies = await Promise.all(seats.map(writeWords));
  for (const { provider, doc } of seats) {
    await provider.retire();
    provider.awareness.destroy();
    doc.destroy();
  }
  await Promise.all([ann, ben].map(({ client }) => client.removeAllChannels()));
  return latencies.flat();
}

function openSeat({ client, log }: LivePerson, documentId: string): Seat {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(client, documentId, doc, {
    log,
    schema: SCHEMA_MAJOR,
    settings: { eventsPerSecond: 500 },
  });
  return { doc, provider };
}

async function writeWords(seat: Seat): Promise<number[]> {
  const text = new Y.XmlText();
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [text]);
  seat.doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  await until(seat, () => isSaved(seat));
  const latencies: number[] = [];
  for (let word = 0; word < WORDS; word += 1) {
    const typedAtMs: number[] = [];
    for (let letter = 0; letter < LETTERS; letter += 1) {
      await sleep(letter === 0 ? PAUSE_MS : LETTER_MS);
      typedAtMs.push(performance.now());
      text.insert(text.length, 'x');
    }
    await until(seat, () => isSaved(seat));
    const savedAtMs = performance.now();
    latencies.push(...typedAtMs.map((atMs) => savedAtMs - atMs));
  }
  return latencies;
}

function isSaved({ provider }: Seat): boolean {
  const status = roomStatus(provider.view);
  return status.kind === 'open' && status.save === 'saved';
}

function until({ provider }: Seat, isDone: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it was not saved in time')), PATIENCE_MS);
    const look = () => {
      if (!isDone()) return;
      clearTimeout(timer);
      provider.off('view', look);
      resolve();
    };
    provider.on('view', look);
    look();
  });
}

async function serve(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spolu-bench-'));
  const supabase = await startSupabase({
    projectDir: join(import.meta.dirname, '../..'),
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: {},
    say: () => undefined,
    onError: (error) => console.error(error),
  });
  const { publishableKey, secretKey } = supabase.keys;
  const { projectUrl } = supabase.database;
  const addresses: Addresses = { url: supabase.url, publishableKey, secretKey, databaseUrl: projectUrl };
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
  process.stdin.resume();
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
  });
  await supabase.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function print({ append, toSaved, keystrokes }: Saving): void {
  const line = (what: string, { p50Ms, p95Ms }: Latency) =>
    `${what}  p50 ${p50Ms.toFixed(1)} ms   p95 ${p95Ms.toFixed(1)} ms\n`;
  process.stdout.write(line('append in the database', append));
  process.stdout.write(line(`keystroke to Saved (${keystrokes})`, toSaved));
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === '--serve') await serve();
  else print(await measureSaving());
}
