/** An editor loses the right while connected, and their page ignores it: what still gets through, and for how long. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { LANES, laneTopic } from '#contract/topics.ts';
import { SupabaseProvider } from '../../../src/yjs-supabase/index.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../../support/document-client.ts';
import {
  addMember,
  createDocument,
  signUpPerson,
  type LivePerson,
} from '../../support/open-live-document.ts';
import { openRawSocket, type RawSocket } from '../../support/open-raw-socket.ts';
import { startTestSupabase, type TestSupabase } from '../../support/start-test-supabase.ts';

const LIMIT_MS = 15_000;
/** Rounds of typing that the removed page must miss, one after the other, to count as deaf. */
const ROUNDS_MISSED = 5;
const OPEN = 1;
const SHOUT = 'shout of the removed page';

// Thousands of questions, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let supabase: TestSupabase;
let ann: LivePerson;
let ben: LivePerson;
let rita: DocumentClient;

/** When a shout of the removed page last reached somebody. */
let lastHeardAtMs: number;
let shoutsHeard: number;
class ListeningSocket extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols);
    // supabase-js asks for an ArrayBuffer where bytes come.
    this.on('message', (data: Buffer | ArrayBuffer) => {
      if (!Buffer.from(data as ArrayBuffer).includes(SHOUT)) return;
      shoutsHeard += 1;
      lastHeardAtMs = Date.now();
    });
  }
}

beforeAll(async () => {
  supabase = await startTestSupabase();
  [ann, ben] = await Promise.all([
    signUpPerson(supabase, 'Ann', ListeningSocket as typeof WebSocket),
    signUpPerson(supabase, 'Ben', ListeningSocket as typeof WebSocket),
  ]);
});
afterAll(async () => {
  for (const person of [ann, ben]) await person?.client.removeAllChannels();
  await supabase?.close();
});

beforeEach(async () => {
  // Somebody who has spent nothing of what they may save.
  rita = await signUp(supabase, 'Rita');
  [lastHeardAtMs, shoutsHeard] = [0, 0];
});

function open(person: LivePerson, documentId: string) {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(person.client, documentId, doc, {
    log: person.log,
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: 200 },
    settings: { eventsPerSecond: 500 },
  });
  return { doc, provider, read: () => doc.getXmlFragment(TEXT_ROOT).toJSON() };
}

const pass = () => new Promise((resolve) => setTimeout(resolve, 20));

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const endMs = Date.now() + LIMIT_MS;
  while (!isTrue()) {
    if (Date.now() > endMs) throw new Error(`not within ${LIMIT_MS} ms: ${what}`);
    await pass();
  }
}

async function openEar(documentId: string): Promise<RawSocket> {
  const { data } = await rita.client.auth.getSession();
  const ear = await openRawSocket(supabase.url, { apikey: supabase.publishableKey });
  for (const lane of LANES) {
    const topic = `realtime:${laneTopic(documentId, OPEN, lane)}`;
    const access_token = data.session!.access_token;
    ear.push(lane, lane, topic, 'phx_join', { config: { private: true }, access_token });
    const reply = await ear.nextReply(lane, LIMIT_MS);
    expect(reply.payload['status']).toBe('ok');
  }
  return ear;
}

/** Speaks and saves without a pause until told to stop; says when each save that worked had been begun. */
function goOn(ear: RawSocket, documentId: string, isOver: () => boolean) {
  const saved: number[] = [];
  return { saved, over: speakAndSave(ear, documentId, isOver, saved) };
}

async function speakAndSave(
  ear: RawSocket,
  documentId: string,
  isOver: () => boolean,
  saved: number[],
): Promise<void> {
  const room = await openByHand(rita, documentId);
  while (!isOver()) {
    const payload = { type: 'broadcast', event: 'u', payload: { words: SHOUT } };
    for (const lane of ['upd', 'aw'] as const)
      ear.push(lane, null, `realtime:${laneTopic(documentId, OPEN, lane)}`, 'broadcast', payload);
    writeParagraph(room.doc, 'of the removed page');
    const begunAtMs = Date.now();
    if ((await room.append()).status === 200) saved.push(begunAtMs);
    await pass();
  }
}

const heardText = ({ broadcasts }: RawSocket): number =>
  broadcasts.filter(({ topic }) => topic.endsWith(':upd')).length;

async function ask(person: Pick<LivePerson, 'client'>, name: string, args: object): Promise<void> {
  const { error } = await person.client.rpc(name, args);
  expect(error).toBeNull();
}

interface Way {
  readonly how: string;
  readonly come: (document: { readonly p_document: string }) => Promise<void>;
  readonly lose: (document: { readonly p_document: string }) => Promise<void>;
}

const invited: Way['come'] = ({ p_document }) => addMember(ann, p_document, rita, 'editor');
const WAYS: readonly Way[] = [
  {
    how: 'removed',
    come: invited,
    lose: (document) => ask(ann, 'remove_member', { ...document, p_user: rita.userId }),
  },
  {
    how: 'made a reader',
    come: invited,
    lose: (document) => ask(ann, 'set_member_role', { ...document, p_user: rita.userId, p_role: 'viewer' }),
  },
  {
    how: 'in by a link that is closed',
    come: async (document) => {
      await ask(ann, 'set_link_role', { ...document, p_role: 'editor' });
      await ask(rita, 'join_document', document);
    },
    lose: (document) => ask(ann, 'set_link_role', { ...document, p_role: null }),
  },
];

test.each(WAYS)(
  '$how: saving ends at once, hearing and being heard within 15 s',
  async ({ how, come, lose }) => {
    const documentId = await createDocument(ann);
    const document = { p_document: documentId };
    await addMember(ann, documentId, ben, 'editor');
    await come(document);
    const [writer, reader] = [open(ann, documentId), open(ben, documentId)];
    const ear = await openEar(documentId);
    let round = 0;
    const type = async () => {
      const words = `round ${(round += 1)}.`;
      writeParagraph(writer.doc, words);
      await until(() => reader.read().includes(words), 'the others go on');
    };
    for (const endMs = Date.now() + LIMIT_MS; heardText(ear) === 0 && Date.now() < endMs;) await type();
    expect(heardText(ear), 'what the editor hears before the removal').toBeGreaterThan(0);
    let isOver = false;
    const going = goOn(ear, documentId, () => isOver);
    await until(() => shoutsHeard > 0, 'the editor is heard before the removal');

    await until(() => going.saved.length > 0, 'the editor saves before the removal');
    await lose(document);
    const removedAtMs = Date.now();
    let [missed, heard, heardAtMs] = [0, heardText(ear), 0];
    while (missed < ROUNDS_MISSED) {
      await type();
      await ear.settle(LIMIT_MS);
      const now = heardText(ear);
      missed = now === heard ? missed + 1 : 0;
      if (now !== heard) heardAtMs = Date.now();
      heard = now;
      if (Date.now() - removedAtMs > 2 * LIMIT_MS) break;
    }
    const quiet = shoutsHeard;
    await type();
    isOver = true;
    await going.over;
    const saved = going.saved.filter((begunAtMs) => begunAtMs > removedAtMs);
    const after = (atMs: number) => Math.max(0, atMs - removedAtMs);
    process.stdout.write(
      `${how}: ${saved.length} saved, heard for ${after(heardAtMs)} ms, was heard for ${after(lastHeardAtMs)} ms\n`,
    );
    expect(saved).toEqual([]);
    expect(missed).toBe(ROUNDS_MISSED);
    expect(shoutsHeard).toBe(quiet);
    expect(after(heardAtMs)).toBeLessThanOrEqual(LIMIT_MS);
    expect(after(lastHeardAtMs)).toBeLessThanOrEqual(LIMIT_MS);
    for (const { provider, doc } of [writer, reader]) {
      provider.destroy();
      provider.awareness.destroy();
      doc.destroy();
    }
    ear.close();
  },
);
