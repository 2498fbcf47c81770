import { expect, test } from 'vitest';
import { readCommentVersion } from '../../../../../src/app/room/comments/read-comment-version.ts';

const thread = '11111111-1111-4111-8111-111111111111';

test.each([
  [{ thread, version: 3 }, 3],
  [{ thread, version: 3, id: 'of Realtime' }, 3],
  [{ comments: 5 }, 5],
  [{ comments: null }, null],
  [{ comments: '5' }, undefined],
  [{ version: 3 }, undefined],
  [{}, undefined],
  [null, undefined],
])('%j has the version %j', (value, version) => {
  expect(readCommentVersion(value)).toBe(version);
});
