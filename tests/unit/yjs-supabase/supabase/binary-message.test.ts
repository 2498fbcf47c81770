import { expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from '#contract/frame.ts';
import { decodeMessage, encodeMessage } from '../../../../src/yjs-supabase/src/supabase/binary-message.ts';

const MESSAGES = [
  { header: {}, parts: [] },
  { header: { title: 'Žluťoučký 👩‍👧' }, parts: [new Uint8Array()] },
  { header: [1, null], parts: [new Uint8Array([1, 2, 3]), new Uint8Array(), new Uint8Array(300).fill(7)] },
];

test.each(MESSAGES)('the functions read what the library encodes, and the reverse: $header', (message) => {
  const bytes = encodeMessage(message);
  expect(bytes).toEqual(encodeFrame(message.header, message.parts));
  expect(decodeFrame(bytes)).toEqual(message);
  expect(decodeMessage(bytes)).toEqual(message);
  const inside = new Uint8Array([9, ...bytes, 9]).subarray(1, bytes.length + 1);
  expect(decodeMessage(inside)).toEqual(message);
});

const whole = encodeMessage(MESSAGES[2]!);
const broken: [string, Uint8Array][] = [
  ['no bytes', new Uint8Array()],
  ['only a version', new Uint8Array([1])],
  ['another version', whole.with(0, 2)],
  ['a header longer than the bytes', whole.with(1, 255)],
  ['a part longer than the bytes', whole.subarray(0, whole.length - 1)],
  ['half of a length', whole.subarray(0, 5 + 8 + 2)],
  ['a header that is no JSON', new Uint8Array([1, 0, 0, 0, 1, 0x7b])],
  ['a header that is no UTF-8', new Uint8Array([1, 0, 0, 0, 3, 0x22, 0xff, 0x22])],
];

test.each(broken)('%s is no message, for both', (_, bytes) => {
  expect(decodeMessage(bytes)).toBeNull();
  expect(decodeFrame(bytes)).toBeNull();
});
