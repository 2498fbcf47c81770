/** An editor loses the right while connected, and their page ignores it: which messages still arrive, and how long. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { LANES, laneTopic } from '#contract/topics.ts';
import { SupabaseProvider } from '#yjs-supabase';
import {
  openByHand,
  openClient,
  signIn,
  signUp,
  writeParagraph,
  type DocumentClient,
} from '../../support/document-client.ts';
import {
  addMember,
  createDocument,
  signUpPerson,
  type LivePerson,
} from '../../support/open-live-document.ts';
import { openRawSocket, type RawSocket } from '../../support/open-raw-socket.ts';
import { startTestSupabase, type TestSupabase } from '../../support/start-test-supabase.ts';

const LIMIT_MS = 15_000;
/** After this many consecutive rounds of typing without a message, the removed page counts as disconnected. */
const ROUNDS_MISSED = 5;
const OPEN = 1;
const MARK = 'message of the removed page';

// Perhaps on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let supabase: TestSupabase;
let ann: LivePerson;
let ben: LivePerson;
let rita: DocumentClient;

/** Time at which a member last received a message of the removed page. */
let lastReceivedAtMs: number;
let marksReceived: number;
class ListeningSocket extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols);
    // supabase-js sets `binaryType` to ArrayBuffer.
    this.on('message', (data: Buffer | ArrayBuffer) => {
      if (!Buffer.from(data as ArrayBuffer).includes(MARK)) return;
      marksReceived += 1;
      lastReceivedAtMs = Date.now();
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
  // A new user, with full rate limits.
  rita = await signUp(supabase, 'Rita');
  [lastReceivedAtMs, marksReceived] = [0, 0];
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

async function joinLanes(documentId: string, person = rita): Promise<RawSocket> {
  const { data } = await person.client.auth.getSession();
  const socket = await openRawSocket(supabase.url, { apikey: supabase.publishableKey });
  for (const lane of LANES) {
    const topic = `realtime:${laneTopic(documentId, OPEN, lane)}`;
    const access_token = data.session!.access_token;
    socket.push(lane, lane, topic, 'phx_join', { config: { private: true }, access_token });
    const reply = await socket.nextReply(lane, LIMIT_MS);
    expect(reply.payload['status']).toBe('ok');
  }
  return socket;
}

/** Sends and appends without pause until `isOver`. `saved` has the start time of each successful append. */
function startSending(socket: RawSocket, documentId: string, isOver: () => boolean) {
  const saved: number[] = [];
  return { saved, over: sendAndAppend(socket, documentId, isOver, saved) };
}

async function sendAndAppend(
  socket: RawSocket,
  documentId: string,
  isOver: () => boolean,
  saved: number[],
): Promise<void> {
  const room = await openByHand(rita, documentId);
  while (!isOver()) {
    const payload = { type: 'broadcast', event: 'u', payload: { text: MARK } };
    for (const lane of ['upd', 'aw'] as const)
      socket.push(lane, null, `realtime:${laneTopic(documentId, OPEN, lane)}`, 'broadcast', payload);
    writeParagraph(room.doc, 'of the removed page');
    const begunAtMs = Date.now();
    if ((await room.append()).status === 200) saved.push(begunAtMs);
    await pass();
  }
}

const countUpdates = ({ broadcasts }: RawSocket): number =>
  broadcasts.filter(({ topic }) => topic.endsWith(':upd')).length;

async function callRpc(person: Pick<LivePerson, 'client'>, name: string, args: object): Promise<void> {
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
    lose: (document) => callRpc(ann, 'remove_member', { ...document, p_user: rita.userId }),
  },
  {
    how: 'made a viewer',
    come: invited,
    lose: (document) =>
      callRpc(ann, 'set_member_role', { ...document, p_user: rita.userId, p_role: 'viewer' }),
  },
  {
    how: 'joined by a link that is closed',
    come: async (document) => {
      await callRpc(ann, 'set_link_role', { ...document, p_role: 'editor' });
      await callRpc(rita, 'join_document', document);
    },
    lose: (document) => callRpc(ann, 'set_link_role', { ...document, p_role: null }),
  },
];

test.each(WAYS)(
  '$how: appends end at once, receiving and sending within 15 s',
  async ({ how, come, lose }) => {
    const documentId = await createDocument(ann);
    const document = { p_document: documentId };
    await addMember(ann, documentId, ben, 'editor');
    await come(document);
    const [writer, reader] = [open(ann, documentId), open(ben, documentId)];
    const socket = await joinLanes(documentId);
    let round = 0;
    const type = async () => {
      const content = `round ${(round += 1)}.`;
      writeParagraph(writer.doc, content);
      await until(() => reader.read().includes(content), 'the other members still receive text');
    };
    for (const endMs = Date.now() + LIMIT_MS; countUpdates(socket) === 0 && Date.now() < endMs;) await type();
    expect(countUpdates(socket), 'updates received before the removal').toBeGreaterThan(0);
    let isOver = false;
    const sending = startSending(socket, documentId, () => isOver);
    await until(() => marksReceived > 0, 'messages arrive before the removal');

    await until(() => sending.saved.length > 0, 'an append succeeds before the removal');
    await lose(document);
    const removedAtMs = Date.now();
    let [missed, received, receivedAtMs] = [0, countUpdates(socket), 0];
    while (missed < ROUNDS_MISSED) {
      await type();
      await socket.settle(LIMIT_MS);
      const now = countUpdates(socket);
      missed = now === received ? missed + 1 : 0;
      if (now !== received) receivedAtMs = Date.now();
      received = now;
      if (Date.now() - removedAtMs > 2 * LIMIT_MS) break;
    }
    const quiet = marksReceived;
    await type();
    isOver = true;
    await sending.over;
    const saved = sending.saved.filter((begunAtMs) => begunAtMs > removedAtMs);
    const after = (atMs: number) => Math.max(0, atMs - removedAtMs);
    process.stdout.write(
      `${how}: ${saved.length} appends, received for ${after(receivedAtMs)} ms, sent for ${after(lastReceivedAtMs)} ms\n`,
    );
    expect(saved).toEqual([]);
    expect(missed).toBe(ROUNDS_MISSED);
    expect(marksReceived).toBe(quiet);
    expect(after(receivedAtMs)).toBeLessThanOrEqual(LIMIT_MS);
    expect(after(lastReceivedAtMs)).toBeLessThanOrEqual(LIMIT_MS);
    for (const { provider, doc } of [writer, reader]) {
      provider.destroy();
      provider.awareness.destroy();
      doc.destroy();
    }
    socket.close();
  },
);

const admin = () => openClient({ url: supabase.url, publishableKey: supabase.secretKey }).auth.admin;

/** `elsewhere` is a second sign-in of the same user. */
type End = (person: DocumentClient, elsewhere: DocumentClient) => Promise<unknown>;
const ENDS: Readonly<Record<string, End>> = {
  'signed out': ({ client }) => client.auth.signOut({ scope: 'local' }),
  'signed out from another device': async (_, { client }) => {
    const { data } = await client.rpc('list_sessions');
    const other = (data as { id: string; is_current: boolean }[]).find(({ is_current }) => !is_current);
    return client.rpc('end_session', { p_session: other?.id });
  },
  banned: ({ userId }) => admin().updateUserById(userId, { ban_duration: '1h' }),
  deleted: ({ userId }) => admin().deleteUser(userId),
};

async function endSession(how: string, end: End) {
  const documentId = await createDocument(ann);
  const person = await signUp(supabase, 'Rita');
  await addMember(ann, documentId, person, 'editor');
  const elsewhere = await signIn(supabase, person.email);
  const [here, there] = [await joinLanes(documentId, person), await joinLanes(documentId, elsewhere)];
  await end(person, elsewhere);
  const closed = await Promise.all(LANES.map(() => here.nextEvent('phx_close', 5_000)));
  await there.settle(LIMIT_MS);
  const isClosed = there.messages.some(({ event }) => event === 'phx_close');
  for (const socket of [here, there]) socket.close();
  return { how, lanes: closed.map(({ joinRef }) => String(joinRef)).toSorted(), elsewhere: isClosed };
}

test('the channels of a session that ended end within 5 s, although its token is still valid', async () => {
  const ended = await Promise.all(Object.entries(ENDS).map(([how, end]) => endSession(how, end)));
  const lanes = LANES.toSorted();
  expect(ended).toEqual([
    { how: 'signed out', lanes, elsewhere: false },
    { how: 'signed out from another device', lanes, elsewhere: false },
    { how: 'banned', lanes, elsewhere: true },
    { how: 'deleted', lanes, elsewhere: true },
  ]);
});
