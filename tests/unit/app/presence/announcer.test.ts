import { beforeEach, expect, test } from 'vitest';
import { Announcer, type News } from '../../../../src/app/presence/announcer.ts';

let nowMs: number;
let announcer: Announcer;
let here: Record<string, string | null>;

/** A look every second. */
function watch(seconds: number): News[] {
  return Array.from({ length: seconds }).flatMap(() => {
    nowMs += 1000;
    const seen = Object.entries(here).map(([name, section]) => [name, { name, section }] as const);
    return announcer.look(new Map(seen), nowMs) ?? [];
  });
}
const moved = (name: string, section: string) => ({ joined: [], left: [], moved: [{ name, section }] });

beforeEach(() => {
  nowMs = 0;
  announcer = new Announcer();
  here = { Jana: 'Budget', Petr: null };
  watch(5);
});

test('people present at the start are not announced, nor are carets above the first heading', () => {
  expect(watch(10)).toEqual([]);
  here['Jana'] = null;
  expect(watch(10)).toEqual([]);
});

test('a section is announced once a person has stayed in it', () => {
  here['Petr'] = 'Staff';
  expect(watch(2)).toEqual([]);
  expect(watch(10)).toEqual([moved('Petr', 'Staff')]);
});

test('a person who only passes through is not announced', () => {
  for (const section of ['Staff', 'Costs', 'Plan', 'Budget']) {
    here['Jana'] = section;
    expect(watch(2)).toEqual([]);
  }
  expect(watch(10)).toEqual([]);
});

test('at most one announcement in five seconds, with all that has happened', () => {
  here['Petr'] = 'Staff';
  expect(watch(4)).toHaveLength(1);
  here = { Jana: 'Staff', Petr: 'Staff', Eva: 'Plan' };
  expect(watch(4)).toEqual([]);
  expect(watch(4)).toEqual([
    {
      joined: ['Eva'],
      left: [],
      moved: [
        { name: 'Jana', section: 'Staff' },
        { name: 'Eva', section: 'Plan' },
      ],
    },
  ]);
});

test('many who move are not read out one by one', () => {
  for (let n = 0; n < 20; n += 1) here[`Person ${n}`] = null;
  watch(10);
  for (let n = 0; n < 20; n += 1) here[`Person ${n}`] = 'Plan';
  expect(watch(10).map((news) => news.moved.length)).toEqual([3]);
});

test('a pause, as without a connection, is not news', () => {
  here = {};
  watch(2);
  announcer.pause();
  here = { Jana: 'Budget', Petr: null };
  expect(watch(10)).toEqual([]);
  here = {};
  announcer.pause();
  expect(watch(2)).toEqual([]);
});
