/**
 * Live updates forged in a victim's name (PROTOCOL.md, W10c). The worst are a few bytes that claim the next million
 * clocks of the victim's Yjs client: a receiver that applied them would silently drop everything that the victim writes
 * later.
 */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createUpdateGate } from '../../../supabase/functions/_shared/contract/update-gate.ts';
import { proveTo } from '../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../src/yjs-supabase/src/protocol/tag.ts';
import {
  decodeWireFrame,
  encodeWireFrame,
  type WireFrame,
} from '../../../src/yjs-supabase/src/protocol/frame.ts';
import { claimClocks } from '../../support/claim-clocks.ts';
import { secretOf } from '../../support/make-tag.ts';
import { createWorld, DOCUMENT_ID, type Client, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

const open = (name: string): Client => world.open(name, 'editor', { gate: createUpdateGate() });
const words = ({ doc }: Client): string => doc.getText('title').toJSON();
const write = ({ doc }: Client, text: string): void => doc.getText('title').insert(0, text);
const sessionOf = ({ provider }: Client): string => provider.sessionId;

/** An update that could be this client's next one. */
const bombFor = ({ doc }: Client): Uint8Array =>
  claimClocks(doc.clientID, Y.getState(doc.store, doc.clientID));

async function meet(): Promise<[Client, Client, Client]> {
  world = createWorld();
  const all = ['ann', 'ben', 'eve'].map(open) as [Client, Client, Client];
  await world.run(2000);
  write(all[0], 'first ');
  await world.run(2000);
  return all;
}

/** Joins a lane without a provider. */
async function tap(lane: 'upd' | 'aw') {
  const heard: WireFrame[] = [];
  const channel = world.realtime.opener()({
    topic: `doc:${DOCUMENT_ID}:1:${lane}`,
    onEvent: (event) => {
      const frame = event.kind === 'bytes' ? decodeWireFrame(event.bytes) : null;
      if (frame) heard.push(frame);
    },
  });
  await world.run(0);
  return {
    heard,
    say: (frame: WireFrame) => channel.send(lane === 'upd' ? 'u' : 'a', encodeWireFrame(frame)),
  };
}

/** Valid proofs of Eve for every session: they prove Eve as the author, whatever session the frame names. */
const proveAs = (eve: Client, said: Pick<WireFrame, 'kind' | 'counter' | 'bytes'>): Uint8Array =>
  proveTo(openTagKey(secretOf(sessionOf(eve))), world.log.sessions(), said);

async function say(eve: Client, sessionId: string, bytes: Uint8Array): Promise<void> {
  const said = { kind: 'update', counter: 900, bytes } as const;
  const { say: speak } = await tap('upd');
  speak({ ...said, sessionId, head: 0, tag: new Uint8Array(16), proofs: proveAs(eve, said) });
}

describe('an update that claims a million clocks', () => {
  test('under the attacker’s session is rejected, and no text is lost (W4b)', async () => {
    const [ann, ben, eve] = await meet();
    const rejected: Uint8Array[] = [];
    ben.provider.on('rejected', (update) => rejected.push(update));
    const bomb = bombFor(ann);
    await say(eve, sessionOf(eve), bomb);
    await world.run(1000);
    expect(rejected).toEqual([bomb]);
    write(ann, 'second ');
    await world.run(1000);
    for (const client of [ann, ben, eve]) expect(words(client)).toBe('second first ');
  });

  test('under the victim’s session is ignored', async () => {
    const [ann, ben, eve] = await meet();
    await say(eve, sessionOf(ann), bombFor(ann));
    await world.run(100);
    expect(Y.getState(ben.doc.store, ann.doc.clientID)).toBe(Y.getState(ann.doc.store, ann.doc.clientID));
    write(ann, 'second ');
    await world.run(100);
    for (const client of [ann, ben, eve]) expect(words(client), 'live').toBe('second first ');
  });

  test('with the proofs of a real update of the victim is ignored', async () => {
    const [ann, ben, eve] = await meet();
    const { heard, say: speak } = await tap('upd');
    write(ann, 'second ');
    await world.run(1000);
    const [said] = heard.filter(({ sessionId }) => sessionId === sessionOf(ann));
    if (said?.kind !== 'update') throw new Error('no frame was received');
    speak({ ...said, bytes: bombFor(ann) });
    speak({ ...said, counter: said.counter + 1 });
    write(ann, 'third ');
    await world.run(100);
    for (const client of [ann, ben, eve]) expect(words(client), 'live').toBe('third second first ');
  });

  test('sent before the roster has the victim is not applied later', async () => {
    world = createWorld();
    const [ben, eve] = ['ben', 'eve'].map(open) as [Client, Client];
    await world.run(2000);
    world.logFault = (request) => (request === 'roster' ? 'lost-request' : null);
    const ann = open('ann');
    await world.run(300);
    await say(eve, sessionOf(ann), bombFor(ann));
    world.logFault = () => null;
    await world.run(20_000);
    write(ann, 'first ');
    await world.run(100);
    for (const client of [ann, ben, eve]) expect(words(client), 'live').toBe('first ');
  });
});

test('a forged cursor is not shown, and does not hide the real one (W10c)', async () => {
  const [ann, ben, eve] = await meet();
  const { say: speak } = await tap('aw');
  const at = (clock: number) => ({ anchor: { item: { client: ann.doc.clientID, clock } }, head: {} });
  const bytes = new TextEncoder().encode(JSON.stringify(at(1)));
  const said = { kind: 'awareness', counter: 2 ** 40, bytes } as const;
  speak({ ...said, sessionId: sessionOf(ann), head: 0, proofs: proveAs(eve, said) });
  ann.provider.awareness.setLocalStateField('cursor', at(3));
  await world.run(1000);
  expect(ben.provider.awareness.getStates().get(ann.doc.clientID)?.['cursor']).toEqual(at(3));
});
