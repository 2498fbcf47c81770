/**
 * A few bytes that claim the next million clocks of somebody's Yjs client: who takes them in believes to know everything
 * that client will write, and drops it without a word. Only the log can tell who said it live (docs/decisions/0005).
 */
import { createEncoder, toUint8Array, writeUint8, writeVarUint } from 'lib0/encoding';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createUpdateGate } from '../../../supabase/functions/_shared/contract/update-gate.ts';
import { encodeWireFrame } from '../../../src/yjs-supabase/wire.ts';
import { createWorld, DOCUMENT_ID, type Client, type World } from '../../support/provider-world.ts';

const MINUTE = 60_000;
const GC = 0;
const CLAIMED = 1_000_000;

let world: World;
afterEach(() => world.close());

const open = (name: string): Client => world.open(name, 'editor', { gate: createUpdateGate() });
const words = ({ doc }: Client): string => doc.getText('title').toJSON();
const write = ({ doc }: Client, text: string): void => doc.getText('title').insert(0, text);

/** As if it came from this client's page next. */
function bombFor({ doc }: Client): Uint8Array {
  const encoder = createEncoder();
  for (const value of [1, 1, doc.clientID, Y.getState(doc.store, doc.clientID)]) writeVarUint(encoder, value);
  writeUint8(encoder, GC);
  for (const value of [CLAIMED, 0]) writeVarUint(encoder, value);
  return toUint8Array(encoder);
}

async function say(sessionId: string, bytes: Uint8Array): Promise<void> {
  const topic = `doc:${DOCUMENT_ID}:1:upd`;
  const lane = world.realtime.opener()({ topic, onEvent: () => undefined });
  await world.run(0);
  const frame = { kind: 'update', sessionId, counter: 900, head: 0, tag: new Uint8Array(16), bytes } as const;
  lane.send('u', encodeWireFrame(frame));
}

test('under the session of whoever says it, it is left out, and nobody misses a word', async () => {
  world = createWorld();
  const [ann, ben, eve] = ['ann', 'ben', 'eve'].map(open) as [Client, Client, Client];
  await world.run(2000);
  write(ann, 'first ');
  await world.run(2000);
  const rejected: Uint8Array[] = [];
  ben.provider.on('rejected', (update) => rejected.push(update));
  const bomb = bombFor(ann);
  await say(eve.provider.sessionId, bomb);
  await world.run(1000);
  expect(rejected).toEqual([bomb]);
  write(ann, 'second ');
  await world.run(1000);
  for (const client of [ann, ben, eve]) expect(words(client)).toBe('second first ');
});

test('under the session of its victim, it is not logged, and copies that believe it are found out and read anew', async () => {
  world = createWorld();
  const [ann, ben] = ['ann', 'ben'].map(open) as [Client, Client];
  await world.run(2000);
  write(ann, 'first ');
  await world.run(2000);
  let diverged = 0;
  ben.provider.on('diverged', () => (diverged += 1));
  await say(ann.provider.sessionId, bombFor(ann));
  await world.run(1000);
  write(ann, 'second ');
  await world.run(30_000);
  expect(words(ben), 'what cannot be prevented').toBe('first ');
  expect(ann.provider.view.unsaved, 'and takes nothing from the log').toBe(0);
  await world.run(25 * MINUTE);
  expect(diverged).toBe(1);
  // As the app does then.
  ben.provider.destroy();
  const fresh = open('ben');
  await world.run(2000);
  write(fresh, 'third ');
  await world.run(2000);
  for (const client of [ann, fresh, open('cid')]) {
    await world.run(1000);
    expect(words(client)).toBe('third second first ');
  }
});
