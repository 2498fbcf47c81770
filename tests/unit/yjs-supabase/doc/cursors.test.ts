import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { showCursor } from '../../../../src/yjs-supabase/src/doc/cursors.ts';
import { createWorld, type World } from '../../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('cursors', () => {
  test('are sent as positions only; name and colour come from the server (A1, A1a)', async () => {
    world = createWorld();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await world.run(1000);
    const position = Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(ann.text, 0));
    ann.provider.awareness.setLocalState({
      user: { name: 'The boss', color: 'url(evil)' },
      cursor: { anchor: position, head: position },
    });
    await world.run(1000);
    expect(ben.provider.awareness.getStates().get(ann.doc.clientID)).toEqual({
      user: { name: 'Name of ann', color: '#0079a8' },
      cursor: { anchor: position, head: position },
    });
  });

  test('are sent to a new session (A3)', async () => {
    world = createWorld();
    const ann = world.open('ann');
    await world.run(1000);
    ann.provider.awareness.setLocalStateField('cursor', null);
    const ben = world.open('ben', 'viewer');
    await world.run(5000);
    expect(ben.provider.awareness.getStates().has(ann.doc.clientID)).toBe(true);
  });

  test('disappear at once when their session leaves, and return with it (A4)', async () => {
    world = createWorld();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await world.run(1000);
    ann.provider.awareness.setLocalStateField('cursor', null);
    await world.run(1000);
    const isShown = () => ben.provider.awareness.getStates().has(ann.doc.clientID);
    expect(isShown()).toBe(true);
    ann.provider.disconnect();
    await world.run(0);
    expect(isShown()).toBe(false);
    ann.provider.connect();
    await world.run(3000);
    expect(isShown()).toBe(true);
  });

  test.each([
    ['a string', 'anywhere'],
    ['a half', { anchor: { tname: 'text' } }],
    ['a clock that is no number', { anchor: { item: { client: 1, clock: 'x' } }, head: { tname: 'text' } }],
    ['a negative client', { anchor: { type: { client: -1, clock: 0 } }, head: { tname: 'text' } }],
  ])('that are %s are dropped (A2)', (_, cursor) => {
    world = createWorld();
    const { provider } = world.open('ann');
    const entry = { sessionId: 's', clientId: 5, userId: 'u', name: 'n', color: '#000000' };
    showCursor(provider.awareness, { entry, clock: 1, bytes: bytesOf(cursor), isBinary: false }, provider);
    expect(provider.awareness.getStates().has(5)).toBe(false);
  });

  test('and text are not sent while there is no peer (A5)', async () => {
    world = createWorld();
    const ann = world.open('ann');
    await world.run(1000);
    let heard = 0;
    world.realtime.opener()({
      topic: `doc:${ann.provider.documentId}:1:aw`,
      onEvent: (event) => {
        if (event.kind === 'bytes') heard += 1;
      },
    });
    await world.run(0);
    ann.provider.awareness.setLocalStateField('cursor', null);
    ann.text.insert(0, 'alone');
    await world.run(5000);
    expect(heard).toBe(0);
  });
});
