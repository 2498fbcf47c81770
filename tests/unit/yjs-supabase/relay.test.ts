/** Updates that were received live and whose page is gone (PROTOCOL.md, S16, W8). */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { OutboxStore } from '../../../src/yjs-supabase/src/index.ts';
import { openMemoryOutbox } from '#yjs-supabase/testing';
import { proveTo } from '../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../src/yjs-supabase/src/protocol/tag.ts';
import {
  encodeWireFrame,
  decodeWireFrame,
  type UpdateFrame,
} from '../../../src/yjs-supabase/src/protocol/frame.ts';
import { secretOf } from '../../support/make-tag.ts';
import { createWorld, foldLog, type Client, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

/** Ann and peers have joined; from then on none of Ann's appends reaches the server. */
async function meet(...others: string[]): Promise<[Client, ...Client[]]> {
  world = createWorld();
  const ann = world.open('ann', 'editor', {
    log: { ...world.log.as('ann'), append: () => new Promise(() => undefined) },
  });
  const rest = others.map((name) => world.open(name));
  await world.run(2000);
  return [ann, ...rest];
}

/** Receives and sends frames on the lane `upd` without a provider. */
function tap({ provider }: Client) {
  const frames: UpdateFrame[] = [];
  const channel = world.realtime.opener()({
    topic: `doc:${provider.documentId}:1:upd`,
    onEvent: (event) => {
      const frame = event.kind === 'bytes' ? decodeWireFrame(event.bytes) : null;
      if (frame?.kind === 'update') frames.push(frame);
    },
  });
  return { frames, say: (frame: UpdateFrame) => channel.send('u', encodeWireFrame(frame)) };
}

/** A possible first update of Ann's page, except for the tag. */
function forge({ doc, provider }: Client): UpdateFrame {
  const forged = new Y.Doc();
  forged.clientID = doc.clientID;
  forged.getText('text').insert(0, 'never said');
  const said = { kind: 'update', counter: 1, bytes: Y.encodeStateAsUpdate(forged) } as const;
  const { sessionId } = provider;
  const proofs = proveTo(openTagKey(secretOf(sessionId)), world.log.sessions(), said);
  return { ...said, sessionId, head: 0, tag: new Uint8Array(16), proofs };
}

function vanish({ provider, doc }: Client): void {
  provider.destroy();
  doc.destroy();
}

const relayed = () => world.log.rows.filter((row) => row.kind === 'relay');

describe('an update that a page sent live before it disappeared', () => {
  test('is relayed although a listener on the receiving page throws (S16)', async () => {
    const [ann, ben] = await meet('ben');
    ben!.text.observe(() => {
      throw new Error('an extension fell over');
    });
    ann.text.insert(0, 'Hello');
    await expect(world.run(0)).rejects.toThrow('an extension fell over');
    vanish(ann);
    await world.run(17_000);
    expect(relayed()).toHaveLength(1);
    expect(foldLog(world.log).getText('text').toJSON()).toBe('Hello');
  });

  test('is relayed once within fifteen seconds, under its author’s session (S16)', async () => {
    const [ann, ben] = await meet('ben', 'cid');
    ann.text.insert(0, 'last words');
    await world.run(100);
    expect(ben!.text.toJSON()).toBe('last words');
    const { sessionId } = ann.provider;
    vanish(ann);
    await world.run(12_000);
    expect(relayed()).toEqual([]);
    await world.run(5000);
    expect(relayed()).toMatchObject([{ sessionId, counter: 1 }]);
    expect(foldLog(world.log).getText('text').toJSON()).toBe('last words');
    await world.run(60_000);
    expect(relayed()).toHaveLength(1);
  });

  test('is relayed although a forged one came first under its counter (S16a, S16f)', async () => {
    const [ann] = await meet('ben');
    const { frames, say } = tap(ann);
    await world.run(100);
    say(forge(ann));
    await world.run(100);
    ann.text.insert(0, 'true words');
    await world.run(100);
    expect(frames).toHaveLength(1);
    vanish(ann);
    await world.run(17_000);
    expect(foldLog(world.log).getText('text').toJSON()).toBe('true words');
  });

  test('is offered only once if it is forged (S16a)', async () => {
    const [ann] = await meet('ben');
    const { say } = tap(ann);
    await world.run(100);
    say(forge(ann));
    await world.run(120_000);
    expect(world.log.count('relay')).toBe(1);
    expect(foldLog(world.log).getText('text').toJSON()).toBe('');
  });

  test('is not offered at all if its proof is invalid (W10c)', async () => {
    const [ann] = await meet('ben');
    const { say } = tap(ann);
    await world.run(100);
    say({ ...forge(ann), proofs: new Uint8Array(8) });
    await world.run(60_000);
    expect(world.log.count('relay')).toBe(0);
  });

  test('is offered again after a request without a reply (S16)', async () => {
    world = createWorld();
    const log = world.log.as('ben');
    let asked = 0;
    const relay: typeof log.relay = (request) =>
      (asked += 1) === 1 ? new Promise(() => undefined) : log.relay(request);
    world.open('ben', 'editor', { log: { ...log, relay } });
    const append = () => new Promise<never>(() => undefined);
    const ann = world.open('ann', 'editor', { log: { ...world.log.as('ann'), append } });
    await world.run(2000);
    ann.text.insert(0, 'last words');
    await world.run(100);
    vanish(ann);
    await world.run(20_000);
    expect([asked, relayed().length]).toEqual([1, 0]);
    await world.run(90_000);
    expect(foldLog(world.log).getText('text').toJSON()).toBe('last words');
  });

  test('waits for a missing counter (S16a)', async () => {
    const [ann, ben] = await meet('ben');
    ann.text.insert(0, 'heard by nobody ');
    world.faults = { drop: 1, duplicate: 0, reorder: 0 };
    await world.run(100);
    world.faults = null;
    ann.text.insert(0, 'heard ');
    await world.run(100);
    vanish(ann);
    await world.run(30_000);
    expect(relayed()).toEqual([]);
    expect(ben!.provider.view.unsaved).toBe(0);
  });
});

describe('a remote update that local ones may depend on', () => {
  /** A durable store that records the order of its calls. */
  function openStore() {
    const memory = openMemoryOutbox();
    const asked: string[] = [];
    const store: OutboxStore = {
      ...memory,
      durable: true,
      intact: true,
      put: (item) => {
        asked.push(`put ${item.counter}`);
        return memory.put(item);
      },
      keepUnlogged: (items) => {
        asked.push(
          ...items.map(
            ({ counter, receivedBy }) => `heard ${counter} by ${receivedBy === self() ? 'me' : '?'}`,
          ),
        );
        return Promise.resolve();
      },
      forgetUnlogged: (_of, upTo) => {
        asked.push(`forget ${upTo}`);
        return Promise.resolve();
      },
    };
    let self = () => '';
    return { asked, store, belongTo: (client: Client) => (self = () => client.provider.sessionId) };
  }

  test('is stored before them, once, and deleted when it is logged (S26)', async () => {
    world = createWorld();
    const append = () => new Promise<never>(() => undefined);
    const ann = world.open('ann', 'editor', { log: { ...world.log.as('ann'), append } });
    const device = openStore();
    const ben = world.open('ben', 'editor', { store: device.store });
    device.belongTo(ben);
    await world.run(2000);
    ann.text.insert(0, 'one ');
    await world.run(100);
    ann.text.insert(4, 'two ');
    await world.run(100);
    expect(device.asked).toEqual([]);
    ben.text.insert(8, 'three');
    await world.run(100);
    expect(device.asked).toEqual(['heard 1 by me', 'heard 2 by me', 'put 1']);
    ben.text.insert(0, 'zero ');
    await world.run(25_000);
    expect(foldLog(world.log).getText('text').toJSON()).toBe('zero one two three');
    expect(device.asked.slice(3)).toEqual(['put 2', 'forget 1', 'forget 2']);
  });

  test('is stored again after the store has failed (S26)', async () => {
    world = createWorld();
    const append = () => new Promise<never>(() => undefined);
    const ann = world.open('ann', 'editor', { log: { ...world.log.as('ann'), append } });
    const device = openStore();
    let isFull = true;
    const put: OutboxStore['put'] = (item) =>
      isFull ? Promise.reject(new Error('full')) : device.store.put(item);
    const ben = world.open('ben', 'editor', { store: { ...device.store, put } });
    await world.run(2000);
    ann.text.insert(0, 'one ');
    await world.run(100);
    ben.text.insert(4, 'two');
    await world.run(100);
    isFull = false;
    device.asked.length = 0;
    ben.text.insert(7, '!');
    await world.run(100);
    expect(device.asked[0]).toMatch('heard 1');
  });
});

test('an update whose predecessor is lost is given up after five relays (S16g)', async () => {
  const [ann] = await meet('ben');
  world.faults = { drop: 1, duplicate: 0, reorder: 0 };
  ann.text.insert(0, 'heard by nobody ');
  await world.run(100);
  world.faults = null;
  ann.text.insert(0, 'heard ');
  await world.run(100);
  vanish(ann);
  await world.run(600_000);
  expect(world.log.count('relay')).toBe(5);
});

test('relays that do not reach the server do not count towards giving up (S16g)', async () => {
  const [ann] = await meet('ben');
  ann.text.insert(0, 'last words');
  await world.run(100);
  vanish(ann);
  world.logFault = () => 'lost-request';
  await world.run(1_800_000);
  world.logFault = () => null;
  await world.run(120_000);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('last words');
});

test('nothing is sent live before the session is open, because no peer could relay it (W8b)', async () => {
  world = createWorld();
  world.open('ben');
  world.logFault = (request) => (request === 'openSession' ? 'lost-request' : null);
  const ann = world.open('ann');
  const { frames } = tap(ann);
  await world.run(2000);
  expect(ann.provider.view.live).toBe(true);
  ann.text.insert(0, 'early');
  await world.run(1000);
  expect(frames).toEqual([]);
  world.logFault = () => null;
  await world.run(40_000);
  ann.text.insert(0, 'later ');
  await world.run(1000);
  expect(frames.map((frame) => frame.sessionId)).toContain(ann.provider.sessionId);
});
