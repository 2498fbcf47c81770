import { expect, test } from 'vitest';
import { readTokenLife } from '../../../../src/app/data/token-life.ts';
import { makeSession } from '../sessions.ts';

const ISSUED_S = 1_800_000_000;
const LIFE_S = 900;
const STEADY_MS = 5_000;
const HOUR_S = 3600;

/** A session that the device took over when its clock was this far ahead of the server's, and reads when it is that far. */
function life(endsAtS: number | undefined, aheadS: number, afterS = 0) {
  const session = makeSession({ iat: ISSUED_S, exp: ISSUED_S + LIFE_S });
  const wallMs = 1000 * (ISSUED_S + aheadS + afterS);
  const ended = endsAtS === undefined ? session : { ...session, expires_at: endsAtS };
  const { endsAtMs, serverAheadMs } = readTokenLife(ended, wallMs, STEADY_MS);
  return { leftS: (endsAtMs - STEADY_MS) / 1000, serverS: (STEADY_MS + serverAheadMs) / 1000 - ISSUED_S };
}

const END_S = ISSUED_S + LIFE_S;

test.each([
  ['a right clock', END_S, 0, 0, 900, 0],
  ['a right clock, later', END_S, 0, 300, 600, 300],
  ['ahead, the end in its time', END_S + HOUR_S, HOUR_S, 300, 600, 300],
  ['behind, the end in its time', END_S - HOUR_S, -HOUR_S, 300, 600, 300],
  ['behind, the end in the server’s time', END_S, -HOUR_S, 0, 900, 0],
  ['put back by an hour since', END_S, -HOUR_S, 300, 900, 0],
  ['put on by an hour since', END_S, HOUR_S, 300, 300 - HOUR_S + 300, HOUR_S + 300],
  ['no end at all', undefined, HOUR_S, 0, 900, 0],
])('%s', (_what, endsAtS, aheadS, afterS, leftS, serverS) => {
  expect(life(endsAtS, aheadS, afterS)).toEqual({ leftS, serverS });
});
