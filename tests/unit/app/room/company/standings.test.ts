import { beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../../../src/app/room/people.ts';
import { Standings } from '../../../../../src/app/room/company/standings.ts';

type Tab = `${string}-${number}`;
let here: Tab[];
let pages: Record<Tab, Standings>;
let said: [Tab, readonly string[]][];

const userOf = (tab: string): string => tab.slice(0, -2);
const peopleFor = (tab: Tab): Person[] =>
  [...new Set(here.map(userOf))].map((userId) => ({
    userId,
    name: userId,
    color: '#000000',
    isSelf: userId === userOf(tab),
    sessions: here.filter((one) => userOf(one) === userId),
    clients: [],
  }));

function open(tab: Tab): Standings {
  here.push(tab);
  const page = new Standings({
    people: () => peopleFor(tab),
    nowMs: () => 0,
    send: (_name, bytes, sessions) => {
      said.push([tab, sessions]);
      for (const session of sessions)
        pages[session as Tab]?.receive({ userId: userOf(tab), sessionId: tab }, bytes);
    },
  });
  pages[tab] = page;
  return page;
}
const seenBy = (tab: Tab, userId: string) =>
  pages[tab]!.of(peopleFor(tab).find((person) => person.userId === userId)!);
const AWAY = { away: true, unsaved: false, private: false };
const USUAL = { away: false, unsaved: false, private: false };

beforeEach(() => {
  [here, pages, said] = [[], {}, []];
});

test('nothing is sent while alone, nor to the other tabs of the same user', () => {
  open('ann-1').setOwn(AWAY);
  open('ann-2');
  pages['ann-1']!.tick();
  expect(said).toEqual([]);
});

test('others receive a change at once, and only once', () => {
  const ann = open('ann-1');
  open('bob-1');
  open('cleo-1');
  ann.tick();
  expect(seenBy('bob-1', 'ann')).toEqual(USUAL);
  ann.setOwn(AWAY);
  ann.setOwn({ ...AWAY });
  ann.tick();
  expect(seenBy('bob-1', 'ann')).toEqual(AWAY);
  expect(seenBy('cleo-1', 'ann')).toEqual(AWAY);
  expect(said).toEqual([['ann-1', ['bob-1', 'cleo-1']]]);
  ann.setOwn(USUAL);
  expect(seenBy('bob-1', 'ann')).toEqual(USUAL);
});

test('a user who joins later receives it too, except the default', () => {
  const ann = open('ann-1');
  const bob = open('bob-1');
  ann.setOwn(AWAY);
  open('cleo-1');
  for (const page of [ann, bob, ann, bob]) page.tick();
  expect(seenBy('cleo-1', 'ann')).toEqual(AWAY);
  expect(said).toEqual([
    ['ann-1', ['bob-1']],
    ['ann-1', ['cleo-1']],
  ]);
});

test('each is repeated once, because a message may be lost', () => {
  const ann = open('ann-1');
  const bob = open('bob-1');
  const seen: (boolean | undefined)[] = [];
  const lose = (one: number): void => {
    const hear = bob.receive.bind(bob);
    let at = 0;
    bob.receive = (from, bytes) => {
      at += 1;
      if (at !== one) hear(from, bytes);
    };
  };
  lose(1);
  ann.setOwn(AWAY);
  seen.push(seenBy('bob-1', 'ann').away);
  for (let tick = 0; tick < 9; tick += 1) ann.tick();
  seen.push(seenBy('bob-1', 'ann').away);
  ann.setOwn(USUAL);
  for (let tick = 0; tick < 9; tick += 1) ann.tick();
  seen.push(seenBy('bob-1', 'ann').away);
  expect(seen).toEqual([false, true, false]);
  expect(said).toHaveLength(4);
});

test('a person with two tabs is away when both are, and has unsaved changes when one has', () => {
  open('bob-1');
  open('ann-1').setOwn({ away: true, unsaved: true, private: false });
  open('ann-2').setOwn({ away: false, unsaved: false, private: true });
  pages['ann-1']!.tick();
  expect(seenBy('bob-1', 'ann')).toEqual({ away: false, unsaved: true, private: true });
  pages['ann-2']!.setOwn(AWAY);
  expect(seenBy('bob-1', 'ann')).toEqual({ away: true, unsaved: true, private: false });
});

test('a session that left is forgotten, and what cannot be read is ignored', () => {
  const bob = open('bob-1');
  open('ann-1').setOwn(AWAY);
  here = ['bob-1'];
  bob.tick();
  here = ['bob-1', 'ann-1'];
  expect(seenBy('bob-1', 'ann')).toEqual(USUAL);
  for (const words of ['', '{', '{"standing":{"away":1}}', '{"follow":true}'])
    bob.receive({ userId: 'ann', sessionId: 'ann-1' }, new TextEncoder().encode(words));
  expect(seenBy('bob-1', 'ann')).toEqual(USUAL);
});
