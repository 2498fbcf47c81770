import { expect, test } from 'vitest';
import { Gathering } from '../../../../../src/app/room/company/gathering.ts';
import type { Person } from '../../../../../src/app/room/people.ts';

const person = (userId: string, isSelf = false): Person => ({
  userId,
  name: userId,
  color: '#000000',
  isSelf,
  sessions: [`${userId}-1`, `${userId}-2`],
  clients: [],
});
const PLACE = { type: null, tname: 'default', item: { client: 7, clock: 3 }, assoc: 0 };

test('a call goes to everyone else, and one in ten seconds is taken from a person', () => {
  let nowMs = 0;
  const calls: [string, unknown][] = [];
  const sent: (readonly string[])[] = [];
  const bob = new Gathering({ people: () => [], send: () => undefined, nowMs: () => nowMs });
  bob.takeCalls((userId, place) => calls.push([userId, place]));
  const ann = new Gathering({
    people: () => [person('ann', true), person('bob'), person('cleo')],
    nowMs: () => nowMs,
    send: (_name, bytes, sessions) => {
      sent.push(sessions);
      bob.receive({ userId: 'ann', sessionId: 'ann-1' }, bytes);
    },
  });
  ann.call(PLACE);
  expect(sent).toEqual([['bob-1', 'bob-2', 'cleo-1', 'cleo-2']]);
  ann.call(PLACE);
  nowMs = 9999;
  ann.call(PLACE);
  expect(calls).toEqual([['ann', PLACE]]);
  bob.receive(
    { userId: 'cleo', sessionId: 'cleo-1' },
    new TextEncoder().encode(JSON.stringify({ gather: PLACE })),
  );
  nowMs = 10_000;
  ann.call(PLACE);
  expect(calls.map(([userId]) => userId)).toEqual(['ann', 'cleo', 'ann']);
});

test('a call without a valid place is ignored', () => {
  const bob = new Gathering({ people: () => [], send: () => undefined, nowMs: () => 0 });
  bob.takeCalls(() => expect.unreachable());
  for (const words of ['', '{}', '{"gather":null}', '{"gather":{"item":{"client":-1,"clock":0}}}'])
    bob.receive({ userId: 'ann', sessionId: 'ann-1' }, new TextEncoder().encode(words));
});
