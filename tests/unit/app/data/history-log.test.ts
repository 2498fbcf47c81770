import { expect, test } from 'vitest';
import { assignAuthorColors } from '../../../../src/app/data/author-colors.ts';
import { writersOf } from '../../../../src/app/data/history-log.ts';

const member = (userId: string) => ({ userId, color: null });
const session = (client_id: number, id: string) => ({ client_id, person: { id, name: id, color: null } });

test('a writer has the same color in every comparison, and no other member has it', () => {
  const members = Array.from({ length: 6 }, (_, at) => member(`user-${at}`));
  const colors = assignAuthorColors(members);
  for (const [at, { userId }] of members.entries())
    expect(writersOf([session(at, userId)], members).get(at)?.color).toBe(colors.get(userId));
});

test('a former member has a color that no member has, and an account that is gone has none', () => {
  const members = Array.from({ length: 6 }, (_, at) => member(`user-${at}`));
  const taken = [...assignAuthorColors(members).values()];
  for (let at = 0; at < 50; at += 1) {
    const color = writersOf([session(2, `z former ${at}`)], members).get(2)?.color;
    expect(taken).not.toContain(color);
  }
  expect(writersOf([{ client_id: 2, person: null }], members).get(2)).toEqual({
    id: null,
    name: null,
    color: null,
  });
});
