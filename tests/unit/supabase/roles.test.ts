import { expect, test } from 'vitest';
import { mayWrite, readRole, ROLES, roleSchema } from '#contract/roles.ts';

test('a role that this build does not know may read', () => {
  expect(roleSchema.parse('reviewer')).toBe('viewer');
  expect(ROLES.map(readRole)).toEqual(ROLES);
});

test('owners and editors write', () => {
  expect(ROLES.filter(mayWrite)).toEqual(['owner', 'editor']);
});
