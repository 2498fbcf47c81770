/** Providers in a room that signs its frames (PROTOCOL.md, W12). */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { OpenChannel } from '#yjs-supabase';
import { fakeSignatures } from '../../support/fake-signatures.ts';
import { createWorld, type Client, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

interface Sent {
  readonly lane: string;
  readonly version: number;
}

/** All are signing, whatever their number. */
function openSigning(name: string, frames: Sent[] = [], ...delay: Parameters<typeof fakeSignatures>[1][]) {
  const publicKey = new Uint8Array(32).fill(name.charCodeAt(0));
  const open = world.realtime.opener();
  const openChannel: OpenChannel = (request) => {
    const channel = open(request);
    const send = (event: string, bytes: Uint8Array): void => {
      frames.push({ lane: request.topic.split(':').at(-1) ?? '', version: bytes[0] ?? 0 });
      channel.send(event, bytes);
    };
    return { ...channel, send };
  };
  const signatures = fakeSignatures(publicKey, delay[0]);
  const settings = { maxProofs: 0, eventsPerSecond: 100_000 };
  return world.open(name, 'editor', { signatures, settings, openChannel });
}

/** Types as an editor does: the caret follows the text in the same task. */
function type({ text, provider }: Client, words: string): void {
  text.insert(text.length, words);
  const position = Y.createRelativePositionFromTypeIndex(text, text.length - 1);
  provider.awareness.setLocalStateField('cursor', { anchor: position, head: position });
}

const caretAt = (reader: Client, { doc, text }: Client): number | undefined => {
  const cursor = reader.provider.awareness.getStates().get(doc.clientID)?.['cursor'] as
    | { head: object }
    | undefined;
  const head = cursor && Y.createRelativePositionFromJSON(cursor.head);
  return head && Y.createAbsolutePositionFromRelativePosition(head, reader.doc)?.index === text.length - 1
    ? text.length
    : undefined;
};

test('text and caret go in one frame, as they are after the change (W12, W12e, A1)', async () => {
  world = createWorld();
  const frames: Sent[] = [];
  const [ann, ben] = [openSigning('ann', frames), openSigning('ben')];
  await world.run(5000);
  frames.length = 0;
  for (const word of ['one', ' two', ' three']) {
    type(ann, word);
    await world.run(50);
    expect(ben.text.toJSON()).toBe(ann.text.toJSON());
    expect(caretAt(ben, ann)).toBe(ann.text.length);
  }
  expect(frames).toEqual(Array.from({ length: 3 }, () => ({ lane: 'upd', version: 4 })));
  const user = ben.provider.awareness.getStates().get(ann.doc.clientID)?.['user'];
  expect(user).toEqual({ name: 'Name of ann', color: '#0079a8' });
});

test('a caret that moves alone goes in a separate frame', async () => {
  world = createWorld();
  const frames: Sent[] = [];
  const [ann, ben] = [openSigning('ann', frames), openSigning('ben')];
  await world.run(5000);
  type(ann, 'words');
  await world.run(500);
  frames.length = 0;
  ann.provider.awareness.setLocalStateField('cursor', null);
  await world.run(500);
  expect(frames[0]).toEqual({ lane: 'aw', version: 4 });
  expect(ben.provider.awareness.getStates().get(ann.doc.clientID)?.['cursor']).toBeNull();
});

test('frames arrive in the order of their changes, however long each signature takes (W12d, W12f)', async () => {
  world = createWorld();
  const waiting: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => waiting.push(resolve));
  const [ann, ben] = [
    openSigning('ann', [], (what) => (what === 'sign' ? slow() : Promise.resolve())),
    openSigning('ben', [], (what) => (what === 'verify' ? slow() : Promise.resolve())),
  ];
  await world.run(5000);
  const settle = async (): Promise<void> => {
    for (const resolve of waiting.splice(0).toReversed()) resolve();
    await world.run(1);
  };
  await settle();
  await settle();
  const seen: string[] = [];
  ben.text.observe(() => seen.push(ben.text.toJSON()));
  for (const letter of 'abc') {
    type(ann, letter);
    await world.run(60);
  }
  expect(seen).toEqual([]);
  await settle();
  await settle();
  expect(seen).toEqual(['a', 'ab', 'abc']);
});

test('nothing leaves on lanes that were left while it was being signed (W12f)', async () => {
  world = createWorld();
  const frames: Sent[] = [];
  const waiting: (() => void)[] = [];
  const ann = openSigning('ann', frames, (what) =>
    what === 'sign' ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(),
  );
  openSigning('ben');
  await world.run(5000);
  for (const resolve of waiting.splice(0)) resolve();
  await world.run(100);
  frames.length = 0;
  type(ann, 'last words');
  const retired = ann.provider.retire();
  await world.run(50);
  for (const resolve of waiting.splice(0)) resolve();
  await world.run(3000);
  expect(await retired).toBe(true);
  expect(frames).toEqual([]);
});

test('a page without signatures receives proofs, and text reaches everybody live (W12, W3)', async () => {
  world = createWorld();
  const frames: Sent[] = [];
  const [ann, ben, old] = [openSigning('ann', frames), openSigning('ben'), world.open('old')];
  await world.run(5000);
  frames.length = 0;
  type(ann, 'for all');
  await world.run(50);
  expect([ben, old].map(({ text }) => text.toJSON())).toEqual(['for all', 'for all']);
  expect(new Set(frames.map(({ version }) => version))).toEqual(new Set([3]));
  await old.provider.retire();
  await world.run(5000);
  frames.length = 0;
  type(ann, ', and on');
  await world.run(50);
  expect(ben.text.toJSON()).toBe('for all, and on');
  expect(frames.map(({ version }) => version)).toEqual([4]);
});
