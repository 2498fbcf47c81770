import { expect, test } from 'vitest';
import { bytesBroadcast, textMessage } from '../../../../src/embedded-supabase/realtime/outgoing.ts';
import { createRooms, type Member } from '../../../../src/embedded-supabase/realtime/rooms.ts';
import type { Vsn } from '../../../../src/embedded-supabase/realtime/serializer.ts';

interface TestMember extends Member {
  readonly frames: (string | Uint8Array)[];
}

function createMember(vsn: Vsn = '2.0.0', rights: Partial<Member> = {}): TestMember {
  const frames: (string | Uint8Array)[] = [];
  return {
    vsn,
    readsBroadcasts: true,
    readsPresence: true,
    hasReplayed: () => false,
    deliver: (frame) => frames.push(frame),
    delivered: () => {},
    frames,
    ...rights,
  };
}

const broadcast = (meta?: { id: string }) =>
  bytesBroadcast({
    topic: new TextEncoder().encode('realtime:a'),
    event: new Uint8Array([101]),
    encoding: 'json',
    payload: new TextEncoder().encode('{"a":1}'),
    ...(meta === undefined ? {} : { meta }),
  });

test('a broadcast is encoded once for each version, and all receivers of a version get the same bytes', () => {
  const room = createRooms().open('a', false);
  const members = [createMember(), createMember(), createMember('1.0.0'), createMember('1.0.0')];
  for (const member of members) room.join(member);
  room.broadcast(broadcast());
  const [first, second, third] = members.map(({ frames }) => frames[0]);
  expect(first).toBe(second);
  expect(JSON.parse(third as string)).toEqual({
    topic: 'realtime:a',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'e', payload: { a: 1 } },
    ref: null,
    join_ref: null,
  });
});

test('members without read rights, the sender, and members with a replay receive nothing', () => {
  const room = createRooms().open('a', false);
  const sender = createMember();
  const deaf = createMember('2.0.0', { readsBroadcasts: false });
  const replayed = createMember('2.0.0', { hasReplayed: (id) => id === 'x' });
  for (const member of [sender, deaf, replayed]) room.join(member);
  room.broadcast(broadcast({ id: 'x' }), sender);
  expect([sender.frames, deaf.frames, replayed.frames]).toEqual([[], [], []]);
  room.broadcast(textMessage('realtime:a', 'broadcast', {}), sender);
  expect([sender.frames, deaf.frames, replayed.frames.length]).toEqual([[], [], 1]);
});

test('a member that leaves during a broadcast does not stop it', () => {
  const room = createRooms().open('a', false);
  const last = createMember();
  const fragile: Member = createMember('2.0.0', { delivered: () => room.leave(fragile) });
  room.join(fragile);
  room.join(last);
  room.broadcast(broadcast());
  room.broadcast(broadcast());
  expect(last.frames).toHaveLength(2);
});

test('a leave is announced to the others; an empty room is removed', () => {
  const rooms = createRooms();
  const room = rooms.open('a', true);
  const [ann, bob, blind] = [createMember(), createMember(), createMember('2.0.0', { readsPresence: false })];
  for (const member of [ann, bob, blind]) room.join(member);
  room.presence.track(ann, 'ann', {}, 'r');
  room.leave(ann);
  expect(JSON.parse(bob.frames[0] as string)).toEqual([
    null,
    null,
    'realtime:a',
    'presence_diff',
    { joins: {}, leaves: { ann: { metas: [{ phx_ref: 'r' }] } } },
  ]);
  expect(blind.frames).toEqual([]);
  room.leave(bob);
  expect(rooms.find('a', true)).toBe(room);
  room.leave(blind);
  expect(rooms.find('a', true)).toBeUndefined();
  expect(rooms.find('a', false)).toBeUndefined();
});
