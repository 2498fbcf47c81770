/**
 * A hostile editor, Mallory, sends updates that the app never sends, to the log and live. Other members keep reading and
 * writing, no hostile update is applied, and the database records the user.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { MAX_BROADCAST_BYTES } from '#contract/limits.ts';
import { LANES, laneTopic, type Lane } from '#contract/topics.ts';
import { SupabaseProvider } from '#yjs-supabase';
import { proveTo } from '../../../src/yjs-supabase/src/protocol/proof.ts';
import { encodeWireFrame, type WireKind } from '../../../src/yjs-supabase/src/protocol/frame.ts';
import { openByHand, signUp, type DocumentClient, type HandRoom } from '../../support/document-client.ts';
import { createDocument, signUpPerson, type LivePerson } from '../../support/open-live-document.ts';
import { letIn } from '../../support/new-document.ts';
import { claimClocks } from '../../support/claim-clocks.ts';
import { encodePush, openRawSocket, type RawSocket } from '../../support/open-raw-socket.ts';
import { startTestSupabase, type TestSupabase } from '../../support/start-test-supabase.ts';
import { HOSTILE_UPDATES, makeUpdate } from './hostile-updates.ts';

/** The promised limit: all members converge within half a minute after the last fault. */
const LIMIT_MS = 30_000;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let supabase: TestSupabase;
let people: readonly LivePerson[];
let mallory: DocumentClient;
let documentId: string;
let seats: readonly Seat[];
let room: HandRoom;
let malloryLanes: RawSocket;

type Seat = ReturnType<typeof open>;

function open(person: LivePerson) {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(person.client, documentId, doc, {
    log: person.log,
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: 200 },
    gate: createUpdateGate(),
    settings: { eventsPerSecond: 500 },
  });
  const text = doc.getXmlFragment(TEXT_ROOT);
  const write = (content: string) => {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(content)]);
    text.insert(text.length, [paragraph]);
  };
  return { doc, provider, write, read: () => text.toJSON() };
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const endMs = Date.now() + LIMIT_MS;
  while (!isTrue()) {
    if (Date.now() > endMs) throw new Error(`not within ${LIMIT_MS} ms: ${what}\n${describeSeats()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** State of all seats for the message of a timeout. */
const describeSeats = (): string =>
  seats.map(({ read, provider }) => `${JSON.stringify(provider.view)} ${read().slice(-300)}`).join('\n');

beforeAll(async () => {
  supabase = await startTestSupabase();
  people = await Promise.all(['Ann', 'Ben'].map((name) => signUpPerson(supabase, name)));
  mallory = await signUp(supabase, 'Mallory');
  documentId = await createDocument(people[0]!);
  for (const guest of [people[1]!, mallory]) await letIn(people[0]!, guest, documentId, 'editor');
  seats = people.map(open);
  await until(() => seats.every(({ provider }) => provider.view.live), 'both are live');
  room = await openByHand(mallory, documentId);
  malloryLanes = await joinLanes(mallory);
});
afterAll(async () => {
  malloryLanes?.close();
  for (const { provider, doc } of seats ?? []) {
    provider.destroy();
    provider.awareness.destroy();
    doc.destroy();
  }
  for (const { client } of people ?? []) await client.removeAllChannels();
  await supabase?.close();
});

/** Joins every lane without a provider. */
async function joinLanes({ client }: DocumentClient): Promise<RawSocket> {
  const socket = await openRawSocket(supabase.url, { apikey: supabase.publishableKey });
  const { data } = await client.auth.getSession();
  for (const lane of LANES) {
    const topic = `realtime:${laneTopic(documentId, 1, lane)}`;
    const access_token = data.session!.access_token;
    socket.push(lane, lane, topic, 'phx_join', { config: { private: true }, access_token });
    expect((await socket.nextReply(lane, LIMIT_MS)).payload['status']).toBe('ok');
  }
  return socket;
}

let counter = 0;
/** Broadcasts under any session, with proofs made from Mallory's own secret. */
function broadcast(
  lane: Lane,
  kind: WireKind,
  bytes: Uint8Array,
  sessionId = room.sessionId,
  socket = malloryLanes,
): void {
  counter += 1;
  const said = { kind, counter: 1000 + counter, bytes } as const;
  const readers = seats.map(({ provider }) => provider.sessionId);
  const fields = { ...said, sessionId, head: 0, proofs: proveTo(room.tagKey, readers, said) };
  const frame = encodeWireFrame(
    kind === 'update' ? { ...fields, kind, tag: new Uint8Array(16) } : { ...fields, kind },
  );
  const topic = `realtime:${laneTopic(documentId, 1, lane)}`;
  const event = kind === 'update' ? 'u' : 'a';
  socket.send(encodePush({ joinRef: lane, ref: String(counter), topic, event, payload: frame }));
}

let round = 0;
/** Expects that the other members still receive each other's text, and that their documents are equal. */
async function expectConvergence(): Promise<void> {
  await malloryLanes.settle(LIMIT_MS);
  round += 1;
  for (const [at, seat] of seats.entries()) seat.write(`round ${round} of ${at}.`);
  const isWhole = ({ read }: Seat) => seats.every((_, at) => read().includes(`round ${round} of ${at}.`));
  await until(() => seats.every(isWhole), 'all read all');
  expect(seats[0]!.read()).toBe(seats[1]!.read());
  for (const { provider } of seats)
    expect(provider.view).toMatchObject({ phase: 'open', ended: null, refused: null });
}

function watchRejected({ provider }: Seat): { readonly times: number } {
  const seen = { times: 0 };
  provider.on('rejected', () => (seen.times += 1));
  return seen;
}

async function readNoted(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await supabase.database.query<{ user_id: string; reason: string; attempts: string }>(
    'select user_id, reason, attempts from private.refused_writes where document_id = $1',
    [documentId],
  );
  expect(rows.filter((row) => row.user_id !== mallory.userId)).toEqual([]);
  return new Map(rows.map(({ reason, attempts }) => [reason, Number(attempts)]));
}

const update = (change: (doc: Y.Doc) => void, clientId = room.doc.clientID): Uint8Array =>
  makeUpdate(clientId, change);

test.each(HOSTILE_UPDATES)('%s', async (_what, reason, make) => {
  const { doc } = seats[0]!;
  const bytes = make(room.doc.clientID, {
    clientId: doc.clientID,
    clock: Y.getState(doc.store, doc.clientID),
  });
  const before = await readNoted();
  expect(await room.append({ updates: [bytes] })).toMatchObject({
    status: 422,
    body: { error: { code: 'update_rejected' } },
  });
  expect((await readNoted()).get(reason)).toBe((before.get(reason) ?? 0) + 1);
  if (bytes.length <= MAX_BROADCAST_BYTES) {
    const rejected = watchRejected(seats[1]!);
    for (const lane of LANES) broadcast(lane, 'update', bytes);
    // Under another session its proof fails before it is judged.
    broadcast('upd', 'update', bytes, seats[0]!.provider.sessionId);
    // After a gap of clocks it waits for the missing ones, and is not judged yet.
    const times = Number(reason !== 'clock');
    await until(() => rejected.times === times, `left out ${times} times`);
  }
  await expectConvergence();
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
});

test('an append under another user’s session', async () => {
  const [ann] = seats as [Seat];
  const forged = update((doc) => doc.getText(TITLE_ROOT).insert(0, 'x'), ann.doc.clientID);
  const reply = await room.append({ sessionId: ann.provider.sessionId, updates: [forged] });
  expect(reply).toMatchObject({ status: 403, body: { error: { code: 'session_invalid' } } });
  expect((await readNoted()).get('session of somebody else')).toBe(1);
  await expectConvergence();
});

test('live updates and carets under another user’s session', async () => {
  const [ann, ben] = seats as [Seat, Seat];
  const { clientID } = ann.doc;
  const clock = Y.getState(ann.doc.store, clientID);
  broadcast('upd', 'update', claimClocks(clientID, clock), ann.provider.sessionId);
  const caret = new TextEncoder().encode('{"anchor":{},"head":{}}');
  counter += 1_000_000;
  broadcast('aw', 'awareness', caret, ann.provider.sessionId);
  await expectConvergence();
  expect(Y.getState(ben.doc.store, clientID)).toBe(Y.getState(ann.doc.store, clientID));
  expect(ben.provider.awareness.meta.get(clientID)?.clock ?? 0).toBeLessThan(1_000_000);
});

test('updates of a viewer are not applied, on any lane or under any session', async () => {
  const vera = await signUp(supabase, 'Vera');
  await letIn(people[0]!, vera, documentId, 'viewer');
  const reading = await openByHand(vera, documentId);
  const veraLanes = await joinLanes(vera);
  const smuggle = (clientId: number) =>
    update((doc) => doc.getText(TITLE_ROOT).insert(0, 'smuggled'), clientId);
  expect(await reading.append({ updates: [smuggle(reading.doc.clientID)] })).toMatchObject({
    status: 403,
    body: { error: { code: 'forbidden' } },
  });
  for (const lane of LANES)
    for (const { doc, sessionId } of [reading, room])
      broadcast(lane, 'update', smuggle(doc.clientID), sessionId, veraLanes);
  await veraLanes.settle(LIMIT_MS);
  await expectConvergence();
  const titles = () => seats.map(({ doc }) => doc.getText(TITLE_ROOT).toJSON());
  for (const title of titles()) expect(title).not.toContain('smuggled');
  // Live updates of an editor are applied, so the viewer's were refused for the missing right.
  const before = Y.encodeStateVector(room.doc);
  room.doc.getText(TITLE_ROOT).insert(0, 'allowed');
  broadcast('upd', 'update', Y.encodeStateAsUpdate(room.doc, before));
  await until(() => titles().every((title) => title.includes('allowed')), 'an editor’s update is applied');
  expect(await room.append()).toMatchObject({ status: 200 });
  veraLanes.close();
});

test('random bytes, and updates with corrupted bytes', async () => {
  const good = update((doc) => doc.getText(TITLE_ROOT).insert(0, 'corrupted'));
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let at = 0; at < 300; at += 1) {
    const bytes = at % 3 === 0 ? new Uint8Array(random(80)).map(() => random(256)) : Uint8Array.from(good);
    if (at % 3 > 0) for (let turns = 0; turns < 3; turns += 1) bytes[random(bytes.length)] = random(256);
    broadcast('upd', at % 2 === 0 ? 'update' : 'awareness', bytes);
    broadcast('aw', at % 2 === 0 ? 'update' : 'awareness', bytes);
  }
  await expectConvergence();
});

test('a caret that claims another name is shown with the name of its session’s user', async () => {
  const named = new TextEncoder().encode(
    JSON.stringify({ anchor: {}, head: {}, user: { name: 'The owner', color: 'url(evil)' } }),
  );
  for (const sessionId of [room.sessionId, ...seats.map(({ provider }) => provider.sessionId)])
    broadcast('aw', 'awareness', named, sessionId);
  await expectConvergence();
  const names = (seat: Seat) =>
    [...seat.provider.awareness.getStates().values()].flatMap(({ user }) =>
      user === undefined ? [] : [(user as { name: string }).name],
    );
  await until(() => names(seats[1]!).includes('Mallory'), 'her caret is shown');
  for (const seat of seats)
    expect(names(seat).every((name) => ['Ann', 'Ben', 'Mallory'].includes(name))).toBe(true);
});

test('a deletion of the whole text is recorded with its author and can be restored', async () => {
  const [ann, ben] = seats as [Seat, Seat];
  ann.write('deleted and brought back.');
  await until(() => ben.read().includes('brought back'), 'it is there');
  await until(() => seats.every(({ provider }) => provider.view.unsaved === 0), 'all is saved');
  const saved = await people[0]!.client.functions.invoke<{ versionId: string }>('save-snapshot', {
    body: { documentId, name: 'Before' },
  });
  await room.load();
  const text = room.doc.getXmlFragment(TEXT_ROOT);
  text.delete(0, text.length);
  expect(await room.append()).toMatchObject({ status: 200 });
  await until(() => seats.every(({ read }) => !read().includes('brought back')), 'it is gone');
  const { rows } = await supabase.database.query<{ author_id: string }>(
    'select author_id from public.document_updates where document_id = $1 order by seq desc limit 1',
    [documentId],
  );
  expect(rows).toEqual([{ author_id: mallory.userId }]);
  const restored = await people[0]!.client.functions.invoke('restore-version', {
    body: { documentId, versionId: saved.data?.versionId },
  });
  expect(restored.error).toBeNull();
  await until(() => seats.every(({ read }) => read().includes('brought back')), 'it is back');
  await expectConvergence();
  await until(() => seats.every(({ provider }) => provider.view.unsaved === 0), 'all is saved');
  const late = await openByHand(mallory, documentId);
  expect(late.doc.getXmlFragment(TEXT_ROOT).toJSON()).toBe(ann.read());
});
