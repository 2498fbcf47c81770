import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValues } from '../../../../supabase/functions/_shared/server/count-values.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1);
}

test('no value of a JSON text is missed, and an empty container counts twice at most', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const counted = countValues(encode(JSON.stringify(value, null, indent)));
      expect(counted).toBeGreaterThanOrEqual(count(value));
      expect(counted).toBeLessThanOrEqual(2 * count(value));
    }),
    { seed: 5 },
  );
});

test('punctuation inside texts is not counted', () => {
  expect(countValues(encode(JSON.stringify(',[{"\\\\')))).toBe(1);
  expect(countValues(encode(JSON.stringify({ ',[{"': '\\",{[' })))).toBe(2);
});
