/** Pages of users who may only read (PROTOCOL.md, R1–R3). */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { DocumentLog, LoadRequest, RealtimeChannel } from '#yjs-supabase';
import { encodeWireFrame } from '../../../src/yjs-supabase/src/protocol/frame.ts';
import { proveTo } from '../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../src/yjs-supabase/src/protocol/tag.ts';
import { secretOf } from '../../support/make-tag.ts';
import { createWorld, DOCUMENT_ID, foldLog, type Client, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

const NO_FAULTS = { drop: 0, duplicate: 0, reorder: 0 };

const loads = (): number => world.log.count('load');
const isLevel = ({ text }: Client): boolean => text.toJSON() === foldLog(world.log).getText('text').toJSON();

/** A log that records requests and replies. */
function record(log: DocumentLog) {
  const asked: LoadRequest[] = [];
  const received: Uint8Array[] = [];
  const recording: DocumentLog = {
    ...log,
    load: async (request) => {
      asked.push(request);
      const outcome = await log.load(request);
      if (outcome.ok)
        received.push(
          ...outcome.value.rows.map(({ bytes }) => bytes),
          ...(outcome.value.snapshot ? [outcome.value.snapshot.bytes] : []),
        );
      return outcome;
    },
  };
  return { asked, received, recording };
}

test('opening costs one load, and reading none, however many join later (R2a)', async () => {
  world = createWorld();
  const ann = world.open('ann');
  ann.text.insert(0, 'before ');
  await world.run(5000);
  const { asked, recording } = record(world.log.as('vera'));
  const vera = world.open('vera', 'viewer', { log: recording });
  await world.run(20_000);
  expect(asked).toHaveLength(1);
  const ben = world.open('ben');
  await world.run(2000);
  for (let key = 0; key < 100; key += 1) {
    ben.text.insert(ben.text.length, 'b');
    ann.text.insert(0, 'a');
    await world.run(200);
  }
  await world.run(10_000);
  expect(asked).toHaveLength(1);
  expect(isLevel(vera)).toBe(true);
  expect(vera.provider.view).toMatchObject({ behind: false, live: true });
});

test('text that was typed and deleted before is not loaded (R1, R1a)', async () => {
  world = createWorld();
  const ann = world.open('ann');
  ann.text.insert(0, 'kept, a secret');
  await world.run(5000);
  ann.text.delete(4, 10);
  await world.run(5000);
  const { received, recording } = record(world.log.as('vera'));
  const vera = world.open('vera', 'viewer', { log: recording });
  await world.run(5000);
  expect(vera.text.toJSON()).toBe('kept');
  expect(received).toHaveLength(1);
  expect(Buffer.concat(received).includes('secret')).toBe(false);
});

describe('a reader that missed rows', () => {
  async function openWithGap() {
    world = createWorld();
    const ann = world.open('ann');
    ann.text.insert(0, 'before ');
    await world.run(5000);
    const { asked, received, recording } = record(world.log.as('vera'));
    const vera = world.open('vera', 'viewer', { log: recording });
    await world.run(8000);
    world.faults = { ...NO_FAULTS, drop: 1 };
    ann.text.insert(ann.text.length, 'missed ');
    await world.run(4000);
    world.faults = null;
    return { ann, vera, asked, received };
  }

  test('loads what it lacks, by its state vector (R1b, R2b)', async () => {
    const { ann, vera, asked, received } = await openWithGap();
    ann.text.insert(ann.text.length, 'after ');
    await world.run(15_000);
    expect(isLevel(vera)).toBe(true);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.stateVector).toBeInstanceOf(Uint8Array);
    const texts = Y.decodeUpdate(received[1]!).structs.map((struct) => (struct as Y.Item).content);
    expect(texts.map((content) => (content as Y.ContentString).str).join('')).not.toContain('before');
  });

  test('then reads live again, without another load (R1c)', async () => {
    const { ann, vera, asked } = await openWithGap();
    ann.text.insert(ann.text.length, 'after ');
    await world.run(15_000);
    const before = asked.length;
    for (let key = 0; key < 60; key += 1) {
      ann.text.insert(ann.text.length, 'x');
      await world.run(200);
    }
    await world.run(10_000);
    expect(asked.length - before).toBe(0);
    expect(isLevel(vera)).toBe(true);
    expect(vera.provider.view).toMatchObject({ behind: false });
  });

  test('loads at most once in five seconds (R2)', async () => {
    const { ann, vera, asked } = await openWithGap();
    world.faults = { ...NO_FAULTS, drop: 0.5 };
    const before = asked.length;
    for (let key = 0; key < 150; key += 1) {
      ann.text.insert(ann.text.length, 'x');
      await world.run(200);
    }
    expect(asked.length - before).toBeLessThanOrEqual(30 / 5 + 1);
    world.faults = null;
    await world.run(15_000);
    expect(isLevel(vera)).toBe(true);
  });
});

describe('a forged update that a reader keeps', () => {
  function openLane(): RealtimeChannel {
    const topic = `doc:${DOCUMENT_ID}:1:upd`;
    return world.realtime.opener()({ topic, onEvent: () => undefined });
  }

  /** Sends a first update of `author` that nobody typed, with proofs of `prover`. */
  function sendForged(lane: RealtimeChannel, author: Client, session: string, prover: string): void {
    const forged = new Y.Doc();
    forged.clientID = author.doc.clientID;
    forged.getText('text').insert(0, 'never said');
    const update = { kind: 'update', counter: 1, bytes: Y.encodeStateAsUpdate(forged) } as const;
    const proofs = proveTo(openTagKey(secretOf(prover)), world.log.sessions(), update);
    const frame = { ...update, sessionId: session, head: 0, tag: new Uint8Array(16), proofs };
    lane.send('u', encodeWireFrame(frame));
  }

  /** The reader misses a row of each writer and loads the difference. */
  async function missRows(...writers: readonly Client[]): Promise<void> {
    world.faults = { ...NO_FAULTS, drop: 1 };
    for (const { text } of writers) text.insert(0, 'missed ');
    await world.run(4000);
    world.faults = null;
    writers[0]!.text.insert(0, 'seen ');
    await world.run(15_000);
  }

  test('is not applied with a difference, because the log did not send its bytes (R1d)', async () => {
    world = createWorld();
    const [ann, eve, vera] = [world.open('ann'), world.open('eve'), world.open('vera', 'viewer')];
    const lane = openLane();
    await world.run(8000);
    sendForged(lane, ann, eve.provider.sessionId, eve.provider.sessionId);
    await world.run(100);
    await missRows(ann, eve);
    expect(isLevel(vera)).toBe(true);
    expect(vera.text.toJSON()).not.toContain('never said');
  });

  test('is not applied with a difference if its author was unknown when it came (R1d)', async () => {
    world = createWorld();
    const [eve, vera] = [world.open('eve'), world.open('vera', 'viewer')];
    const lane = openLane();
    await world.run(8000);
    world.faults = { ...NO_FAULTS, drop: 1 };
    const ann = world.open('ann');
    await world.run(300);
    world.faults = null;
    sendForged(lane, ann, ann.provider.sessionId, eve.provider.sessionId);
    await world.run(0);
    await missRows(ann, eve);
    expect(isLevel(vera)).toBe(true);
    expect(vera.text.toJSON()).not.toContain('never said');
  });
});

test('an editor who may only read from now on keeps the document, and loads as a reader (R3)', async () => {
  world = createWorld();
  const ann = world.open('ann');
  const { asked, received, recording } = record(world.log.as('edita'));
  const edita = world.open('edita', 'editor', { log: recording });
  await world.run(3000);
  ann.text.insert(0, 'text ');
  await world.run(5000);
  world.log.setRole('edita', 'viewer');
  world.log.raiseEpoch();
  await world.run(15_000);
  expect(edita.text.toJSON()).toBe('text ');
  const before = received.length;
  world.faults = { ...NO_FAULTS, drop: 1 };
  ann.text.insert(5, 'secret');
  await world.run(5000);
  ann.text.delete(5, 6);
  ann.text.insert(5, 'more');
  await world.run(5000);
  world.faults = null;
  await world.run(30_000);
  expect(edita.text.toJSON()).toBe('text more');
  expect(asked.at(-1)?.stateVector).toBeDefined();
  expect(Buffer.concat(received.slice(before)).includes('secret')).toBe(false);
});

test('a reader whose page wakes up rejoins the lanes and has the text, after a poll (S24a)', async () => {
  world = createWorld();
  const [ann, vera] = [world.open('ann'), world.open('vera', 'viewer')];
  await world.run(5000);
  vera.provider.hide();
  await world.run(120_000);
  expect(vera.provider.view.live).toBe(false);
  const before = loads();
  vera.provider.wake();
  await world.run(5000);
  expect(vera.provider.view.live).toBe(true);
  expect(loads()).toBe(before);
  ann.text.insert(0, 'later');
  await world.run(5000);
  expect(isLevel(vera)).toBe(true);
});
