import { expect, test } from 'vitest';
import { endOfState } from '../../../../../src/app/pages/document/comments/end-of-state.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minute));
const stretch = (seq: number, from: number, to: number) => ({ seq, startedAt: at(from), createdAt: at(to) });
const saved = (seq: number, minute: number) => ({ seq, startedAt: null, createdAt: at(minute) });

test('a state was the text until the next change', () => {
  const versions = [stretch(9, 40, 50), saved(5, 15), stretch(5, 0, 10)];
  expect(endOfState(5, versions)).toBe(at(40).getTime());
  expect(endOfState(9, versions)).toBe(Infinity);
  expect(endOfState(0, [])).toBe(Infinity);
});

test('a version that was saved in the middle of writing ends when it was saved', () => {
  expect(endOfState(5, [stretch(9, 0, 30), saved(5, 15)])).toBe(at(15).getTime());
});
