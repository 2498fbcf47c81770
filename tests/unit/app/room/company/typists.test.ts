import { expect, test } from 'vitest';
import { watchTypists } from '../../../../../src/app/room/company/typists.ts';

test('a person counts as typing for three seconds after text of any of their tabs arrived', () => {
  let nowMs = 0;
  let take: Parameters<Parameters<typeof watchTypists>[0]>[0] = () => undefined;
  const typists = watchTypists(
    (listener) => {
      take = listener;
      return () => undefined;
    },
    () => nowMs,
  );
  expect(typists.isTyping([7, 8])).toBe(false);
  take([
    { bytes: new Uint8Array(), source: 'live', clientId: 8 },
    { bytes: new Uint8Array(), source: 'live', clientId: null },
    { bytes: new Uint8Array(), source: 'log', clientId: 9 },
  ]);
  nowMs = 2999;
  expect(typists.isTyping([7, 8])).toBe(true);
  expect(typists.isTyping([7, 9])).toBe(false);
  nowMs = 3000;
  expect(typists.isTyping([8])).toBe(false);
});
