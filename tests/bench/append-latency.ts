/** Measures `append_updates`, called as the edge function does, by eight concurrent writers on a document of 1 MB. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import * as Y from 'yjs';
import { MAX_UPDATES_PER_APPEND } from '#contract/limits.ts';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import type { Addresses } from './saving.ts';

const WRITERS = 8;
const APPENDS = 40;
/** A page appends no more often while its user types. */
const PAUSE_MS = 400;
const DOCUMENT_BYTES = 1_000_000;
const PART_BYTES = 1000;

/** Named arguments, so that the order of the parameters does not matter. */
const APPEND = `select public.append_updates(
  p_actor => $1, p_auth_session => $2, p_document => $3, p_session => $4, p_generation => 1, p_schema => ${SCHEMA_MAJOR},
  p_first_counter => $5, p_updates => $6, p_client_ids => $7, p_clocks => $8, p_next_clocks => $9)`;

interface Document {
  readonly id: string;
  readonly owner: LivePerson;
  readonly authSession: string;
}

/** Latency of every append, in milliseconds. */
export async function measureAppends(
  addresses: Parameters<typeof signUpPerson>[0] & Pick<Addresses, 'databaseUrl'>,
): Promise<number[]> {
  const owner = await signUpPerson(addresses, 'Ann');
  const id = await createDocument(owner);
  const document: Document = { id, owner, authSession: await readAuthSession(owner) };
  await openLimits(addresses.databaseUrl);
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, () => openWriter(document, addresses.databaseUrl)),
  );
  await fill(writers[0]!);
  const latencies = await Promise.all(writers.map(write));
  await Promise.all(writers.map((writer) => writer.close()));
  return latencies.flat();
}

/** Lifts the rate limits, because all writers are one user. */
async function openLimits(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update private.rate_limits set per_second = 1e9, burst = 1000000000');
  await client.end();
}

async function readAuthSession({ client }: LivePerson): Promise<string> {
  const { data } = await client.auth.getClaims();
  if (!data) throw new Error('no user is signed in');
  return data.claims.session_id;
}

async function fill(writer: Writer): Promise<void> {
  const part = 'x'.repeat(PART_BYTES);
  const parts = DOCUMENT_BYTES / PART_BYTES;
  for (let sent = 0; sent < parts; sent += MAX_UPDATES_PER_APPEND)
    await writer.append(Array.from({ length: Math.min(MAX_UPDATES_PER_APPEND, parts - sent) }, () => part));
}

/** Appends a short text after every pause. Writers do not wait for each other. */
async function write(writer: Writer): Promise<number[]> {
  const latencies: number[] = [];
  for (let appended = 0; appended < APPENDS; appended += 1) {
    await sleep(PAUSE_MS * (0.5 + Math.random()));
    const startedMs = performance.now();
    await writer.append(['word ']);
    latencies.push(performance.now() - startedMs);
  }
  return latencies;
}

interface Writer {
  /** Inserts each text as one update, and appends all updates at once. */
  append(texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

async function openWriter(document: Document, databaseUrl: string): Promise<Writer> {
  const sessionId = randomUUID();
  const doc = new Y.Doc();
  const opened = await document.owner.log.openSession({
    documentId: document.id,
    sessionId,
    clientId: doc.clientID,
    schema: SCHEMA_MAJOR,
  });
  if (!opened.ok) throw new Error('the editing session was not opened');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const text = new Y.XmlText();
  const updates: Uint8Array[] = [];
  const clocks = [0];
  doc.on('update', (update: Uint8Array) => {
    updates.push(update);
    clocks.push(Y.getState(doc.store, doc.clientID));
  });
  doc.getXmlFragment(TEXT_ROOT).insert(0, [text]);
  const { id, owner, authSession } = document;
  let sent = 0;
  return {
    append: async (texts) => {
      for (const each of texts) text.insert(text.length, each);
      const ids = updates.slice(sent).map(() => doc.clientID);
      const values = [owner.userId, authSession, id, sessionId, sent + 1, updates.slice(sent), ids];
      await client.query(APPEND, [...values, clocks.slice(sent, -1), clocks.slice(sent + 1)]);
      sent = updates.length;
    },
    close: () => client.end(),
  };
}
