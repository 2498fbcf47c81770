import { expect, test } from 'vitest';
import { groupPeople } from '../../../../src/app/room/people.ts';

const entry = (sessionId: string, userId: string, name: string) => ({
  sessionId,
  userId,
  name,
  clientId: 1,
  color: '#0079a8',
});

test('one entry per user, the current user first', () => {
  const people = groupPeople(
    [
      entry('s1', 'u-zoe', 'Zoe'),
      entry('s2', 'u-me', 'Me'),
      entry('s3', 'u-ann', 'Ann'),
      entry('s4', 'u-zoe', 'Zoe'),
    ],
    'u-me',
  );
  expect(people.map(({ name, isSelf, sessions }) => ({ name, isSelf, sessions }))).toEqual([
    { name: 'Me', isSelf: true, sessions: ['s2'] },
    { name: 'Zoe', isSelf: false, sessions: ['s1', 's4'] },
    { name: 'Ann', isSelf: false, sessions: ['s3'] },
  ]);
});

test('a person is silent when all of their tabs are', () => {
  const silent = (sessionId: string, userId: string) => ({
    ...entry(sessionId, userId, userId),
    isSilent: true as const,
  });
  const people = groupPeople(
    [
      silent('s1', 'ann'),
      silent('s2', 'ann'),
      silent('s3', 'bob'),
      entry('s4', 'bob', 'bob'),
      entry('s5', 'eve', 'eve'),
      silent('s6', 'eve'),
    ],
    'me',
  );
  expect(people.map(({ userId, isSilent }) => [userId, isSilent])).toEqual([
    ['ann', true],
    ['bob', false],
    ['eve', false],
  ]);
});
