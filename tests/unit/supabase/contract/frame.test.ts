import { expect, test } from 'vitest';
import { decodeFrame, encodeFrame, measureFrame } from '#contract/frame.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

test('a frame keeps its header and every part, including empty ones', () => {
  const frame = encodeFrame({ title: 'Příliš žluťoučký' }, [bytes(1, 2, 3), bytes(), bytes(255)]);
  expect(decodeFrame(frame)).toEqual({
    header: { title: 'Příliš žluťoučký' },
    parts: [bytes(1, 2, 3), bytes(), bytes(255)],
  });
});

test('a frame is decoded inside a larger buffer', () => {
  const frame = encodeFrame(null, [bytes(9)]);
  const larger = new Uint8Array(frame.length + 8);
  larger.set(frame, 3);
  expect(decodeFrame(larger.subarray(3, 3 + frame.length))?.parts).toEqual([bytes(9)]);
});

test('anything truncated, longer, of another version or without JSON is not a frame', () => {
  const frame = encodeFrame({ a: 1 }, [bytes(1, 2, 3)]);
  for (let length = 0; length < frame.length; length++) {
    const cut = decodeFrame(frame.subarray(0, length));
    expect(cut === null || cut.parts.length === 0, `cut at ${length}`).toBe(true);
  }
  expect(decodeFrame(Uint8Array.from([...frame, 0]))).toBeNull();
  expect(decodeFrame(Uint8Array.from([2, ...frame.subarray(1)]))).toBeNull();
  expect(decodeFrame(bytes(1, 0, 0, 0, 1, 0x7b))).toBeNull();
  expect(decodeFrame(bytes(1, 0xff, 0xff, 0xff, 0xff))).toBeNull();
});

test('a frame is measured without being decoded', () => {
  const parts = [bytes(1, 2, 3), bytes(), bytes(4)];
  expect(measureFrame(encodeFrame({ a: 1 }, parts))).toEqual({ headerBytes: 7, parts: 3 });
  expect(measureFrame(encodeFrame(null, []))).toEqual({ headerBytes: 4, parts: 0 });
  expect(measureFrame(bytes(1, 0, 0, 0))).toBeNull();
  expect(measureFrame(bytes(1, 0xff, 0xff, 0xff, 0xff))?.parts).toBe(0);
});
