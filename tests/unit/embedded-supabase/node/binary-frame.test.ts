import { describe, expect, test } from 'vitest';
import { frameBinary } from '../../../../src/embedded-supabase/node/binary-frame.ts';

const messageOf = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);

describe('a binary message on a WebSocket', () => {
  test.each([
    [0, [0x82, 0]],
    [1, [0x82, 1]],
    [125, [0x82, 125]],
    [126, [0x82, 126, 0, 126]],
    [300, [0x82, 126, 1, 44]],
    [65_535, [0x82, 126, 255, 255]],
    [65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
    [70_000, [0x82, 127, 0, 0, 0, 0, 0, 1, 17, 112]],
  ])('of %i bytes follows its header', (length, header) => {
    const message = messageOf(length);
    const frame = frameBinary(message);
    expect([...frame.subarray(0, header.length)]).toEqual(header);
    expect(Buffer.compare(frame.subarray(header.length), message)).toBe(0);
  });

  test('is framed once for all its receivers; another message gets a new frame', () => {
    const [one, other] = [messageOf(9), messageOf(9)];
    const frame = frameBinary(one);
    expect(frameBinary(one)).toBe(frame);
    expect(frameBinary(other)).not.toBe(frame);
    expect(frameBinary(other)).toEqual(frame);
  });
});
