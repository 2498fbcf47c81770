import { expect, test } from 'vitest';
import { readTokenLife } from '../../../../src/app/data/token-life.ts';
import { makeSession } from '../sessions.ts';

const ISSUED_S = 1_800_000_000;
const LIFE_S = 900;
const STEADY_MS = 5_000;
const HOUR_S = 3600;

/** A session received while the device's clock was `aheadS` ahead of the server's, read with that clock later. */
function life(endsAtS: number | undefined, aheadS: number, afterS = 0) {
  const session = makeSession({ iat: ISSUED_S, exp: ISSUED_S + LIFE_S });
  const wallMs = 1000 * (ISSUED_S + aheadS + afterS);
  const ended = endsAtS === undefined ? session : { ...session, expires_at: endsAtS };
  const { endsAtMs, serverAheadMs } = readTokenLife(ended, wallMs, STEADY_MS);
  return { leftS: (endsAtMs - STEADY_MS) / 1000, serverS: (STEADY_MS + serverAheadMs) / 1000 - ISSUED_S };
}

const END_S = ISSUED_S + LIFE_S;

test.each([
  ['a correct clock', END_S, 0, 0, 900, 0],
  ['a correct clock, later', END_S, 0, 300, 600, 300],
  ['ahead, the expiry in device time', END_S + HOUR_S, HOUR_S, 300, 600, 300],
  ['behind, the expiry in device time', END_S - HOUR_S, -HOUR_S, 300, 600, 300],
  ['behind, the expiry in server time', END_S, -HOUR_S, 0, 900, 0],
  ['set back by an hour since', END_S, -HOUR_S, 300, 900, 0],
  ['set forward by an hour since', END_S, HOUR_S, 300, 300 - HOUR_S + 300, HOUR_S + 300],
  ['no expiry', undefined, HOUR_S, 0, 900, 0],
])('%s', (_what, endsAtS, aheadS, afterS, leftS, serverS) => {
  expect(life(endsAtS, aheadS, afterS)).toEqual({ leftS, serverS });
});
