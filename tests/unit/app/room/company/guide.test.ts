import { beforeEach, expect, test } from 'vitest';
import { Guide } from '../../../../../src/app/room/company/guide.ts';
import type { Person } from '../../../../../src/app/room/people.ts';

let nowMs: number;
let here: Set<string>;
let guides: Record<string, Guide>;
let views: [string, unknown][];
let ends: [string, string][];
let said: number;

const person = (userId: string): Person => ({
  userId,
  name: userId,
  color: '#000000',
  isSelf: false,
  sessions: [`${userId}-1`],
  clients: [1],
});

/** Ann, Bob and Cleo hear each other at once. */
beforeEach(() => {
  nowMs = 0;
  said = 0;
  here = new Set(['ann', 'bob', 'cleo']);
  [views, ends, guides] = [[], [], {}];
  for (const userId of here) {
    const guide = new Guide({
      people: () => [...here].map(person),
      nowMs: () => nowMs,
      send: (_name, bytes, sessions) => {
        said += 1;
        for (const session of sessions)
          guides[session.slice(0, -2)]?.receive({ userId, sessionId: `${userId}-1` }, bytes);
      },
    });
    guide.takeViews((place) => views.push([userId, place]));
    guide.takeEnd((reason, whom) => ends.push([`${userId} ${reason}`, whom]));
    guides[userId] = guide;
  }
});

const place = (clock: number) => ({ type: null, tname: 'default', item: { client: 7, clock }, assoc: 0 });
const wait = (ms: number): void => {
  for (const end = nowMs + ms; nowMs < end; nowMs += 1000)
    for (const guide of Object.values(guides)) guide.tick();
};

test('a follower receives the leader’s view, from the moment of following until leaving', () => {
  const { ann, bob } = guides;
  bob!.showOwn(place(1));
  expect(said).toBe(0);
  ann!.follow('bob');
  expect(bob!.state().followers).toEqual(['ann']);
  expect(ann!.state().leader).toEqual({ userId: 'bob', phase: 'with' });
  bob!.showOwn(place(2));
  expect(views).toEqual([
    ['ann', place(1)],
    ['ann', place(2)],
  ]);
  ann!.leave();
  expect(bob!.state().followers).toEqual([]);
  bob!.showOwn(place(3));
  expect(views).toHaveLength(2);
});

test('a follower who moves stays where they are, and comes back to the leader’s current view', () => {
  const { ann, bob } = guides;
  bob!.showOwn(place(1));
  ann!.follow('bob');
  ann!.wander();
  expect(ann!.state().leader?.phase).toBe('away');
  bob!.showOwn(place(2));
  expect(views).toHaveLength(1);
  ann!.comeBack();
  expect(views.at(-1)).toEqual(['ann', place(2)]);
});

test('the leader ends following for all, and a request in flight does not start it again', () => {
  const { ann, bob, cleo } = guides;
  ann!.follow('bob');
  cleo!.follow('bob');
  expect(bob!.state().followers).toEqual(['ann', 'cleo']);
  bob!.dismiss();
  expect(ends).toEqual([
    ['ann stopped', 'bob'],
    ['cleo stopped', 'bob'],
  ]);
  expect(ann!.state().leader).toBeNull();
  ann!.follow('bob');
  expect(bob!.state().followers).toEqual([]);
  wait(11_000);
  ann!.follow('bob');
  expect(bob!.state().followers).toEqual(['ann']);
});

test('two users cannot follow each other', () => {
  const { ann, bob } = guides;
  ann!.follow('bob');
  bob!.follow('ann');
  expect(ends).toEqual([['bob loop', 'ann']]);
  expect(bob!.state().leader).toBeNull();
  // Nor at the same moment: each receives the other’s request.
  ann!.receive({ userId: 'bob', sessionId: 'bob-1' }, new TextEncoder().encode('{"follow":true}'));
  expect(ann!.state().followers).toEqual([]);
});

test('a follower whose page is gone is forgotten, and one who stays is not', () => {
  const { ann, bob, cleo } = guides;
  ann!.follow('bob');
  cleo!.follow('bob');
  const silent = guides['ann']!;
  delete guides['ann'];
  wait(25_000);
  expect(bob!.state().followers).toEqual(['cleo']);
  guides['ann'] = silent;
});

test('while the leader is gone the view stays, and goes on when they return', () => {
  const { ann, bob } = guides;
  ann!.follow('bob');
  here.delete('bob');
  wait(2000);
  expect(ann!.state().leader).toEqual({ userId: 'bob', phase: 'gone' });
  here.add('bob');
  wait(10_000);
  bob!.showOwn(place(9));
  expect(views.at(-1)).toEqual(['ann', place(9)]);
});

test('only the leader moves a view, and only by a place', () => {
  const { ann } = guides;
  ann!.follow('bob');
  const hear = (userId: string, text: string): void =>
    ann!.receive({ userId, sessionId: `${userId}-1` }, new TextEncoder().encode(text));
  hear('cleo', JSON.stringify({ view: place(1) }));
  hear('cleo', '{"stop":true}');
  for (const bad of [
    '',
    '{',
    'null',
    '[]',
    '{"view":null}',
    '{"view":{"item":{"client":-1,"clock":0}}}',
    '{"stop":false}',
  ])
    hear('bob', bad);
  expect(views).toEqual([]);
  expect(ann!.state().leader?.phase).toBe('with');
});

test('a user who allows no followers has none, and sends the reason', () => {
  const { ann, bob, cleo } = guides;
  ann!.follow('bob');
  bob!.setOpen(false);
  expect(bob!.state().followers).toEqual([]);
  cleo!.follow('bob');
  expect(ends).toEqual([
    ['ann private', 'bob'],
    ['cleo private', 'bob'],
  ]);
  expect(cleo!.state().leader).toBeNull();
  bob!.setOpen(true);
  cleo!.follow('bob');
  expect(bob!.state().followers).toEqual(['cleo']);
});

test('a view that has not changed is sent to new followers only', () => {
  const { ann, bob, cleo } = guides;
  ann!.follow('bob');
  bob!.showOwn(place(1));
  bob!.showOwn(place(1));
  expect(views).toEqual([['ann', place(1)]]);
  cleo!.follow('bob');
  expect(views.at(-1)).toEqual(['cleo', place(1)]);
  expect(views).toHaveLength(2);
});

test('following is not offered where it would be refused: of a follower, and right after the leader has ended it', () => {
  const { ann, bob } = guides;
  expect(ann!.mayFollow('bob')).toBe(true);
  ann!.follow('bob');
  expect(bob!.mayFollow('ann')).toBe(false);
  expect(bob!.mayFollow('cleo')).toBe(true);
  bob!.dismiss();
  expect(ann!.mayFollow('bob')).toBe(false);
  expect(bob!.mayFollow('ann')).toBe(true);
  wait(10_000);
  expect(ann!.mayFollow('bob')).toBe(true);
});
