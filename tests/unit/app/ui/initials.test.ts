import { expect, test } from 'vitest';
import { initials } from '../../../../src/app/ui/initials.ts';

test.each([
  ['Jana Nováková', 'JN'],
  ['jana', 'J'],
  ['Anna Marie von Šternberk', 'AŠ'],
  ['c\u030caslav', 'C\u030c'],
  ['  ', '?'],
  ['👩‍👩‍👧 Rodina', '👩‍👩‍👧R'],
])('%s → %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
