import { expect, test } from 'vitest';
import { MAX_IMAGE_PIXELS } from '#contract/limits.ts';
import * as embedded from '../../../../src/embedded-supabase/storage/image-size.ts';

const { declaredPixels } = embedded;

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const big = (...values: number[]): Buffer =>
  Buffer.from(
    values.flatMap((value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]),
  );
const little16 = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [value & 255, value >>> 8]));
const big16 = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [value >>> 8, value & 255]));
const join = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

const png = (width: number, height: number): Buffer =>
  join(text('\x89PNG\r\n\x1a\n'), big(13), text('IHDR'), big(width, height), text('\x08\x06\0\0\0'));
const segment = (marker: number, content: Uint8Array): Buffer =>
  join(Buffer.from([0xff, marker]), big16(content.length + 2), content);
const jpeg = (marker: number, width: number, height: number, ...before: readonly Uint8Array[]): Buffer =>
  join(
    Buffer.from([0xff, 0xd8]),
    ...before,
    segment(marker, join(Buffer.from([8]), big16(height, width), Buffer.alloc(10))),
    segment(0xda, Buffer.alloc(10)),
  );
const gif = (width: number, height: number, ...frames: readonly Uint8Array[]): Buffer =>
  join(
    text('GIF89a'),
    little16(width, height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    text('!\xf9\x04\0\0\0\0\0'),
    ...frames,
    text(';'),
  );
const frame = (width: number, height: number): Buffer =>
  join(text(','), little16(0, 0, width, height), Buffer.from([0, 2, 2, 0x4c, 1, 0]));
const chunk = (name: string, content: Uint8Array): Buffer =>
  join(text(name), little16(content.length, 0), content, Buffer.alloc(content.length % 2));
const webp = (...chunks: readonly Uint8Array[]): Buffer =>
  join(text('RIFF'), Buffer.alloc(4), text('WEBP'), ...chunks);
const size24 = (width: number, height: number): Buffer =>
  Buffer.from([width - 1, height - 1].flatMap((value) => [value & 255, (value >>> 8) & 255, value >>> 16]));
const vp8x = (width: number, height: number): Buffer =>
  chunk('VP8X', join(Buffer.alloc(4), size24(width, height)));
const vp8l = (width: number, height: number): Buffer => {
  const bits = width - 1 + (height - 1) * 0x4000;
  return chunk('VP8L', join(Buffer.from([0x2f]), little16(bits & 0xffff, bits >>> 16)));
};
const vp8 = (width: number, height: number): Buffer =>
  chunk('VP8 ', join(Buffer.from([0, 0, 0, 0x9d, 1, 0x2a]), little16(width, height)));
const box = (name: string, ...content: readonly Uint8Array[]): Buffer => {
  const inner = join(...content);
  return join(big(inner.length + 8), text(name), inner);
};
const longBox = (name: string, inner: Uint8Array): Buffer =>
  join(big(1), text(name), big(0, inner.length + 16), inner);
const ispe = (width: number, height: number): Buffer => box('ispe', big(0, width, height));
const avif = (...properties: readonly Uint8Array[]): Buffer =>
  join(
    box('ftyp', text('avif\0\0\0\0')),
    box('meta', big(0), box('hdlr', Buffer.alloc(24)), box('iprp', box('ipco', ...properties))),
  );
const clap = box('clap', Buffer.alloc(32, 255));
const track = box('moov', box('trak', box('tkhd', Buffer.alloc(76), big(30_000 * 65_536, 30_000 * 65_536))));

const exif = segment(0xe1, Buffer.alloc(60_000, 0xff));
const IMAGES: readonly (readonly [string, Buffer, number])[] = [
  ['a PNG', png(300, 200), 60_000],
  ['a PNG of 900 megapixels', png(30_000, 30_000), 9e8],
  ['a PNG with the highest numbers', png(0xffff_ffff, 0xffff_ffff), 0xffff_ffff ** 2],
  ['a baseline JPEG', jpeg(0xc0, 300, 200), 60_000],
  [
    'a progressive JPEG behind much metadata',
    jpeg(0xc2, 30_000, 30_000, ...Array.from({ length: 40 }, () => exif)),
    9e8,
  ],
  ['a JPEG with stray bytes', jpeg(0xc0, 30_000, 30_000, Buffer.from([0, 1, 2, 0xff, 0xff])), 9e8],
  ['an arithmetic JPEG', jpeg(0xc9, 30_000, 30_000), 9e8],
  [
    'a JPEG with a thumbnail in its metadata',
    jpeg(0xc0, 300, 200, segment(0xe1, jpeg(0xc0, 160, 120))),
    60_000,
  ],
  ['a GIF', gif(300, 200, frame(300, 200)), 60_000],
  ['a GIF of a large screen', gif(30_000, 30_000), 9e8],
  ['a GIF whose second frame is larger than its screen', gif(1, 1, frame(1, 1), frame(30_000, 30_000)), 9e8],
  ['a lossy WebP', webp(vp8(300, 200)), 60_000],
  ['a lossless WebP', webp(vp8l(16_384, 16_384)), 16_384 ** 2],
  ['an extended WebP', webp(vp8x(30_000, 30_000), vp8(16, 16)), 9e8],
  [
    'a WebP whose picture is larger than its canvas',
    webp(vp8x(16, 16), chunk('ICCP', Buffer.alloc(3)), vp8(16_000, 16_000)),
    16_000 ** 2,
  ],
  ['an AVIF', avif(ispe(300, 200)), 60_000],
  ['an AVIF of two pictures', avif(ispe(1, 1), ispe(30_000, 30_000)), 9e8],
  ['an AVIF with a crop', avif(ispe(30_000, 30_000), clap), 9e8],
  ['an AVIF with a long box', avif(longBox('ispe', big(0, 30_000, 30_000))), 9e8],
  ['an AVIF sequence', join(avif(ispe(1, 1)), track), 9e8],
  ['a text', text('Not an image, but long enough'), 0],
  ['nothing', Buffer.alloc(0), 0],
];

test.each(IMAGES)('%s', (_what, bytes, pixels) => expect(declaredPixels(bytes)).toBe(pixels));

test('the limit is that of the app', () => expect(embedded.MAX_IMAGE_PIXELS).toBe(MAX_IMAGE_PIXELS));

test('damaged files are read to an end, within their bytes', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (const [, bytes] of IMAGES.filter(([, { length }]) => length > 0 && length < 1000))
    for (let round = 0; round < 100; round += 1) {
      const damaged = Buffer.from(bytes.subarray(0, 1 + random(bytes.length)));
      for (let flips = random(6); flips > 0; flips -= 1) damaged[random(damaged.length)] = random(256);
      expect(declaredPixels(damaged)).toBeGreaterThanOrEqual(0);
    }
});

test('half a megabyte of anything takes less than 200 ms', () => {
  const heads = ['\xff\xd8', 'GIF89a\0\0\0\0\0\0\0', 'RIFF\0\0\0\0WEBP', '\0\0\0\x08ftyp'].map(text);
  const begun = performance.now();
  for (const head of heads)
    for (const fill of [0, 1, 0x21, 0x2c, 0xff]) declaredPixels(join(head, Buffer.alloc(5e5, fill)));
  expect((performance.now() - begun) / (heads.length * 5)).toBeLessThan(200);
});

test('boxes in boxes in boxes are read to a small depth', () => {
  const nested = Buffer.concat(
    Array.from({ length: 20_000 }, (_, depth) => join(big(8 * (20_000 - depth)), text('moov'))),
  );
  expect(declaredPixels(join(avif(ispe(30_000, 30_000)), nested))).toBe(9e8);
});
