/**
 * A malicious editor: forged and malformed frames on every lane, updates in victims' names, and requests that the
 * functions must refuse. Permitted edits, such as deleting text, are left out.
 */
import * as Y from 'yjs';
import type { RealtimeChannel, ReceivedUpdate } from '#yjs-supabase';
import { proveTo } from '../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../src/yjs-supabase/src/protocol/tag.ts';
import {
  decodeWireFrame,
  encodeWireFrame,
  makeUuid,
  type UpdateFrame,
  type WireKind,
} from '../../src/yjs-supabase/src/protocol/frame.ts';
import {
  decodeSignedFrame,
  encodeBody,
  sealBody,
  type SignedUpdateFrame,
} from '../../src/yjs-supabase/src/protocol/signed-frame.ts';
import { secretOf } from '../support/make-tag.ts';
import { createDice, type Dice } from './dice.ts';
import { claimNext, forge } from './forge.ts';
import { aimAtTitle, SIGNED_FORGERIES } from './signed-forgeries.ts';
import { openLog } from './model/functions.ts';
import type { Socket } from './model/realtime.ts';
import { makeKeyPair, type KeyPair } from './model/signatures.ts';
import { takeRights } from './rights.ts';
import { count, createLine } from './model/weather.ts';
import type { Page } from './page.ts';
import { DOCUMENT_ID, type World } from './world.ts';

export const MALLORY = 'user mallory';

export interface Mallory {
  readonly dice: Dice;
  readonly socket: Socket;
  readonly sessionId: string;
  readonly clientId: number;
  readonly pair: KeyPair;
  /** Sessions for which she can make proofs, of her own authorship only. */
  readonly readers: () => readonly string[];
  readonly heard: Uint8Array[];
  readonly lanes: Map<string, RealtimeChannel>;
  /** Time of her removal. */
  expelledAtMs: number | null;
}

export function inviteMallory(world: World): Mallory {
  const dice = createDice(world.seed, 'mallory');
  const socket: Socket = { userId: MALLORY, line: createLine(20), deliver: (run) => run() };
  const mallory: Mallory = {
    dice,
    socket,
    sessionId: makeUuid(dice.bytes(16)),
    clientId: dice.whole(1000, 2 ** 32 - 1),
    pair: makeKeyPair(createDice(world.seed, 'mallory signs')),
    readers: () => world.pages.map(({ provider }) => provider.sessionId).slice(-20),
    heard: [],
    lanes: new Map(),
    expelledAtMs: null,
  };
  world.database.addMember(MALLORY, 'editor');
  world.truth.editors.add(MALLORY);
  world.truth.clientOwners.set(mallory.clientId, MALLORY);
  const { sessionId, clientId } = mallory;
  void openLog(socket, world.functions).openSession({
    documentId: DOCUMENT_ID,
    sessionId,
    clientId,
    schema: 1_000_000,
    ...(world.plan.signing.pages === 'all' ? { publicKey: mallory.pair.publicKey } : {}),
  });
  return mallory;
}

/** Joins the lanes of the epoch and receives everything; then runs one kind of attack a few times. */
export function attack(world: World, mallory: Mallory, how: number): void {
  const { epoch } = world.database.tables;
  for (const lane of ['ctl', 'upd', 'aw']) {
    const topic = `doc:${DOCUMENT_ID}:${epoch}:${lane}`;
    if (mallory.lanes.has(topic)) continue;
    const onEvent = (event: { kind: string; bytes?: Uint8Array }) => {
      if (event.kind === 'joined') mallory.lanes.get(topic)?.announce();
      if (event.kind === 'bytes' && event.bytes) listen(world, mallory, lane, event.bytes);
    };
    const presenceKey = lane === 'ctl' ? { presenceKey: mallory.sessionId } : {};
    mallory.lanes.set(topic, world.realtime.open(mallory.socket, { topic, onEvent, ...presenceKey }));
  }
  const deed = DEEDS[Math.floor(how * DEEDS.length)];
  for (let time = 0; time < 5; time += 1) {
    world.schedule.after(500 + time * mallory.dice.between(10, 2000), () => {
      const victims = world.pages.filter((page) => page.isAlive && page.provider.view.loaded);
      if (!deed || victims.length === 0) return;
      count(world.counts, 'attacks');
      deed(world, mallory, mallory.dice.pick(victims));
    });
  }
}

const MOST_HEARD = 200;

/** Honest pages leave the old lanes within this time; until then a removed member may receive from them. */
const MOVE_MS = 20_000;

function listen(world: World, mallory: Mallory, lane: string, bytes: Uint8Array): void {
  const sinceMs = mallory.expelledAtMs ?? Infinity;
  if (lane === 'upd' && isCalm(world) && world.schedule.nowMs() - sinceMs > MOVE_MS)
    world.truth.fail('removed members receive nothing', 'an update was sent to a member removed long before');
  mallory.heard.push(bytes);
  if (mallory.heard.length > MOST_HEARD) mallory.heard.shift();
}

/** Without faults that delay the news of a removal: sleeping or disconnected pages may send on old lanes for longer. */
const isCalm = (world: World): boolean =>
  !world.plan.faults.some(
    (fault) => !['malice', 'removal', 'roles', 'folds', 'prune', 'crash'].includes(fault),
  );

export function expel(world: World, mallory: Mallory): void {
  if (mallory.expelledAtMs !== null) return;
  mallory.expelledAtMs = world.schedule.nowMs();
  takeRights(world, MALLORY);
}

function say(world: World, mallory: Mallory, lane: 'ctl' | 'upd' | 'aw', bytes: Uint8Array): void {
  const topic = `doc:${DOCUMENT_ID}:${world.database.tables.epoch}:${lane}`;
  mallory.lanes.get(topic)?.send(lane === 'aw' ? 'a' : 'u', bytes);
}

function frame(
  mallory: Mallory,
  kind: WireKind,
  bytes: Uint8Array,
  sessionId = mallory.sessionId,
): Uint8Array {
  const { dice } = mallory;
  const said = { kind, counter: dice.whole(1, 1_000_000), bytes } as const;
  const proofs = proveTo(openTagKey(secretOf(mallory.sessionId)), mallory.readers(), said);
  const fields = { ...said, sessionId, head: dice.whole(0, 1_000_000), proofs };
  return encodeWireFrame(kind === 'update' ? { ...fields, kind, tag: dice.bytes(16) } : { ...fields, kind });
}

/** An update of her own client: valid only on `upd` and in the current version. */
function makeWords({ clientId }: Mallory): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('words that were never said')]);
  doc.getXmlFragment('default').insert(0, [paragraph]);
  return Y.encodeStateAsUpdate(doc);
}

type Deed = (world: World, mallory: Mallory, victim: Page) => void;

const send =
  (lane: 'ctl' | 'upd' | 'aw', make: (mallory: Mallory, victim: Page) => Uint8Array): Deed =>
  (world, mallory, victim) =>
    say(world, mallory, lane, make(mallory, victim));

const append =
  (make: (mallory: Mallory, victim: Page) => { sessionId: string; firstCounter: number }): Deed =>
  (world, mallory, victim) => {
    const request = { documentId: DOCUMENT_ID, generation: 1, schema: 1_000_000, updates: [forge(victim)] };
    void openLog(mallory.socket, world.functions).append({ ...request, ...make(mallory, victim) });
  };

const namedCursor = new TextEncoder().encode('{"anchor":{},"head":{},"user":{"name":"The owner"}}');

const brokenCursor = new TextEncoder().encode('{"anchor":7,"head":"there"}');

const DEEDS: readonly Deed[] = [
  ...SIGNED_FORGERIES.map(([lane, make]) => send(lane, make)),
  sayAgain,
  sayAgain,
  send('upd', ({ dice }) => dice.bytes(dice.whole(0, 300))),
  send('aw', (mallory) => frame(mallory, 'awareness', namedCursor).slice(0, mallory.dice.whole(0, 60))),
  send('upd', (mallory) => frame(mallory, 'update', mallory.dice.bytes(mallory.dice.whole(0, 300)))),
  send('upd', (mallory, victim) => frame(mallory, 'update', forge(victim))),
  send('upd', (mallory, victim) => frame(mallory, 'update', forge(victim), makeUuid(mallory.dice.bytes(16)))),
  send('aw', (mallory) => frame(mallory, 'update', makeWords(mallory))),
  send('upd', (mallory, victim) => frame(mallory, 'update', forge(victim), victim.provider.sessionId)),
  sayAgain,
  send('aw', (mallory, victim) => frame(mallory, 'awareness', namedCursor, victim.provider.sessionId)),
  send('ctl', (mallory, victim) => frame(mallory, 'update', forge(victim), victim.provider.sessionId)),
  send('upd', (mallory) => frame(mallory, 'update', new Uint8Array(300 * 1024))),
  send('upd', (mallory) => mallory.heard.at(-1) ?? mallory.dice.bytes(40)),
  send('aw', (mallory) => frame(mallory, 'awareness', namedCursor)),
  send('aw', (mallory) => frame(mallory, 'awareness', mallory.dice.bytes(60))),
  send('upd', (mallory) => {
    const bytes = frame(mallory, 'update', makeWords(mallory));
    bytes[0] = 1;
    return bytes;
  }),
  append(({ sessionId }) => ({ sessionId, firstCounter: 1 })),
  append(({ sessionId, dice }) => ({ sessionId, firstCounter: dice.whole(2, 1000) })),
  append((_mallory, victim) => ({ sessionId: victim.provider.sessionId, firstCounter: 1 })),
  append(({ dice }) => ({ sessionId: makeUuid(dice.bytes(16)), firstCounter: 1 })),
  relayFor,
  relayFor,
  relayFor,
  send('aw', (mallory) => frame(mallory, 'awareness', brokenCursor)),
  writeWithHoles,
];

/** Relays for the victim: a forged next update, and replayed earlier ones. */
function relayFor(world: World, mallory: Mallory, victim: Page): void {
  const { sessionId } = victim.provider;
  const session = world.database.tables.sessions.get(sessionId);
  if (!session) return;
  const { dice } = mallory;
  const counter = session.lastCounter + 1;
  const said = heardFrom(mallory, sessionId).filter((each) => each.counter !== counter);
  const tag = said.length > 0 && dice.hits(0.5) ? dice.pick(said).tag : dice.bytes(16);
  const again = said.map((each) => ({ counter, tag: each.tag, bytes: each.bytes }));
  relay(world, mallory.socket, sessionId, [{ counter, tag, bytes: forge(victim) }, ...again]);
}

/** A forged frame with the proofs or the signature of a real one. */
function sayAgain(world: World, mallory: Mallory, victim: Page): void {
  const said = heardFrom(mallory, victim.provider.sessionId).at(-1);
  if (!said) return;
  const counter = said.counter + mallory.dice.whole(0, 1);
  const update: Uint8Array = mallory.dice.hits(0.5) ? forge(victim) : claimNext(victim);
  const next = { ...said, counter, bytes: update };
  const cursor = { clock: 1_000_000, bytes: aimAtTitle };
  say(
    world,
    mallory,
    'upd',
    'body' in next ? sealBody(encodeBody(next, cursor), next.signature) : encodeWireFrame(next),
  );
}

const heardFrom = ({ heard }: Mallory, sessionId: string): (UpdateFrame | SignedUpdateFrame)[] =>
  heard.flatMap((bytes) => {
    const said = decodeWireFrame(bytes) ?? decodeSignedFrame(bytes);
    return said?.kind === 'update' && said.sessionId === sessionId ? [said] : [];
  });

function relay(world: World, socket: Socket, sessionId: string, updates: readonly ReceivedUpdate[]): void {
  const request = { documentId: DOCUMENT_ID, sessionId, generation: 1, schema: 1_000_000, updates };
  void openLog(socket, world.functions).relay(request);
}

/** Appends to her own session, but not with the next counter. */
function writeWithHoles(world: World, { socket, sessionId, clientId, dice }: Mallory): void {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  doc.getText('title').insert(0, 'x');
  const updates = [Y.encodeStateAsUpdate(doc)];
  const request = { documentId: DOCUMENT_ID, sessionId, generation: 1, schema: 1_000_000, updates };
  void openLog(socket, world.functions).append({ ...request, firstCounter: dice.whole(2, 9) });
}
