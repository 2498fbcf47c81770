import { expect, test } from 'vitest';
import { seqOfText, versionsNear } from '../../../../src/app/comments/versions-of-thread.ts';
import { thread } from './fake-comments.tsx';

const at = (...seqs: readonly number[]) => seqs.map((seq) => ({ seq }));

test('the text of a thread was there when a fold found it, else when it was chosen', () => {
  expect(seqOfText(thread('1', { place: { state: 'exact', units: '1 0 4', seq: 9 } }))).toBe(9);
  expect(seqOfText(thread('1', { place: { state: 'near', units: '1 0 4', seq: 9 } }))).toBe(1);
  expect(seqOfText(thread('1'))).toBe(1);
});

test('the version after it is tried first, then the one before', () => {
  expect(versionsNear(5, at(9, 7, 4, 2))).toEqual(at(7, 4));
  expect(versionsNear(5, at(9, 5, 4))).toEqual(at(5, 4));
  expect(versionsNear(5, at(4))).toEqual(at(4));
  expect(versionsNear(5, [])).toEqual([]);
});
