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
