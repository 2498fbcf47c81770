import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { proveTo } from '../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../src/yjs-supabase/src/protocol/tag.ts';
import { encodeWireFrame } from '../../../src/yjs-supabase/src/protocol/frame.ts';
import { secretOf } from '../../support/make-tag.ts';
import { createWorld, type World } from '../../support/provider-world.ts';

let world: World;
const start = (seed?: number): World => {
  world = createWorld(seed);
  return world;
};
afterEach(() => world.close());

describe('faults', () => {
  test('closed lanes are rejoined, and frames missed in between are pulled (S12)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    world.realtime.closeAll('Token has expired');
    await run(0);
    ann.text.insert(0, 'meanwhile');
    await run(20_000);
    expect(ben.text.toJSON()).toBe('meanwhile');
    expect(ben.provider.view.live).toBe(true);
  });

  test('without Realtime all changes still arrive over the log (S14, S14a)', async () => {
    const { run } = start();
    world.realtime.setDown(true);
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    ann.text.insert(0, 'slowly');
    await run(9000);
    expect(ben.text.toJSON()).toBe('slowly');
    await run(60_000);
    expect(ann.provider.view).toMatchObject({ live: false, livePaused: true, unsaved: 0 });
    world.realtime.setDown(false);
    await run(40_000);
    expect(ann.provider.view).toMatchObject({ live: true, livePaused: false });
  });

  test('rows written between loading and joining are pulled on joining (S11a)', async () => {
    const { run } = start();
    world.realtime.setDown(true);
    const ann = world.open('ann');
    await run(100);
    const other = new Y.Doc();
    other.getText('text').insert(0, 'in between');
    world.log.write('restore', Y.encodeStateAsUpdate(other));
    world.realtime.setDown(false);
    for (let waitedMs = 0; !ann.provider.view.live && waitedMs < 3000; waitedMs += 50) await run(50);
    await run(50);
    expect(ann.text.toJSON()).toBe('in between');
  });

  test('a lost last message is found by polling the head (S9)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    world.faults = { drop: 1, duplicate: 0, reorder: 0 };
    ann.text.insert(0, 'unheard');
    await run(1000);
    expect(ben.text.toJSON()).toBe('');
    await run(20_000);
    expect(ben.text.toJSON()).toBe('unheard');
  });

  test('a hole in the counters of a peer is pulled soon after the log has it (S7a)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    ann.text.insert(0, 'a');
    await run(500);
    world.faults = { drop: 1, duplicate: 0, reorder: 0 };
    ann.text.insert(1, 'b');
    await run(500);
    world.faults = null;
    ann.text.insert(2, 'c');
    await run(1500);
    expect(ben.text.toJSON()).toBe('abc');
  });

  test('a document that was pruned while disconnected is continued from the snapshot', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    ben.provider.disconnect();
    ann.text.insert(0, 'long ago');
    await run(3000);
    world.log.prune();
    ben.provider.connect();
    await run(3000);
    expect(ben.text.toJSON()).toBe('long ago');
    expect(ben.provider.view.behind).toBe(false);
  });

  test('a failed first load settles, shows nothing and is retried', async () => {
    const { run } = start();
    world.logFault = () => 'lost-request';
    const ann = world.open('ann');
    let settled = false;
    void ann.provider.whenSynced.then(() => {
      settled = true;
    });
    await run(1000);
    expect(settled).toBe(true);
    expect(ann.provider.synced).toBe(false);
    expect(ann.provider.view.reachable).toBe(false);
    world.logFault = () => null;
    await run(30_000);
    expect(ann.provider.synced).toBe(true);
  });

  test('garbage on the wire is left out (W3, W4, W4b)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    const rejected: Uint8Array[] = [];
    ben.provider.on('rejected', (update) => rejected.push(update));
    await run(1000);
    const send = world.realtime.opener()({
      topic: `doc:${ann.provider.documentId}:1:upd`,
      onEvent: () => undefined,
    });
    await run(0);
    const { sessionId } = ann.provider;
    send.send('u', new Uint8Array([9, 9, 9]));
    const key = openTagKey(secretOf(sessionId));
    const say = (counter: number, bytes: Uint8Array) => {
      const said = { kind: 'update', counter, bytes } as const;
      const proofs = proveTo(key, [ben.provider.sessionId], said);
      send.send('u', encodeWireFrame({ ...said, sessionId, head: 0, tag: new Uint8Array(16), proofs }));
    };
    say(1, new Uint8Array([255, 1, 7]));
    const foreign = new Y.Doc();
    foreign.getText('text').insert(0, 'in the name of ann');
    say(2, Y.encodeStateAsUpdate(foreign));
    await run(0);
    expect(rejected).toHaveLength(2);
    expect(ben.text.toJSON()).toBe('');
  });
});
