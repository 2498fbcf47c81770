/** Uses a fake canvas; tests/e2e covers how a browser rotates a real photo and strips its metadata. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../../../src/app/editor/images/image-file.ts';
import { readImageFile } from '../../../../../src/app/editor/images/read-image-file.ts';
import { fitWithin } from '../../../../../src/app/editor/images/redraw-image.ts';
import { fakeImage } from '../../../../support/fake-image.ts';

const JPEG = '\xff\xd8\xff\xe1\0\x10Exif GPS 49.19 16.61';
const GIF = 'GIF89a moves';
const PNG = '\x89PNG\r\n\x1a\n';

const fileOf = (head: string): File =>
  new File([Uint8Array.from(head, (char) => char.charCodeAt(0))], 'photo');

let size = { width: 0, height: 0 };
/** Whether pixels were decoded. */
let isDrawn = false;
/** Number of bytes that the canvas encodes, by type; null where the browser cannot encode it. */
let written: Record<string, number | null> = {};

class FakeCanvas {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext = () => ({ drawImage: () => undefined });
  convertToBlob = async ({ type }: { type: string }): Promise<Blob> => {
    const bytes = written[type];
    return bytes == null
      ? new Blob(['png'], { type: 'image/png' })
      : new Blob([new Uint8Array(bytes)], { type });
  };
}

beforeEach(() => {
  size = { width: 640, height: 480 };
  written = { 'image/jpeg': 3, 'image/png': 3, 'image/webp': 3 };
  isDrawn = false;
  vi.stubGlobal(
    'Image',
    fakeImage(() => size),
  );
  vi.stubGlobal('createImageBitmap', async () => {
    isDrawn = true;
    return { ...size, close: () => undefined };
  });
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a photo is redrawn and loses its metadata', async () => {
  const read = await readImageFile(fileOf(JPEG));
  if (!read.ok) throw new Error(read.problem);
  expect(read).toMatchObject({
    extension: 'jpg',
    type: 'image/jpeg',
    width: 640,
    height: 480,
    isSmaller: false,
  });
  expect(await read.file.text()).not.toContain('GPS');
});

test('an animated image is sent unchanged', async () => {
  const read = await readImageFile(fileOf(GIF));
  if (!read.ok) throw new Error(read.problem);
  expect(await read.file.text()).toBe(GIF);
});

test('a very large photo is scaled down, which is reported', async () => {
  size = { width: 8000, height: 6000 };
  expect(await readImageFile(fileOf(JPEG))).toMatchObject({ width: 4096, height: 3072, isSmaller: true });
});

test.each([
  [
    { width: 30, height: 20 },
    { width: 30, height: 20 },
  ],
  [
    { width: 4096, height: 1 },
    { width: 4096, height: 1 },
  ],
  [
    { width: 3000, height: 12_000 },
    { width: 1024, height: 4096 },
  ],
  [
    { width: 1, height: 100_000 },
    { width: 1, height: 4096 },
  ],
])('%j fits as %j', (whole, fitted) => {
  expect(fitWithin(whole, 4096)).toEqual(fitted);
});

test('the type is the one the browser encoded, not the requested one', async () => {
  written = { 'image/webp': null };
  expect(await readImageFile(fileOf('RIFF\x0a\r\n\0WEBPVP8 '))).toMatchObject({
    extension: 'png',
    type: 'image/png',
  });
});

test('AVIF, which no browser encodes, becomes WebP', async () => {
  expect(await readImageFile(fileOf('\0\0\0\x20ftypavif\0\0'))).toMatchObject({ extension: 'webp' });
});

test('a PNG that grows too large becomes WebP; when that is too large, it is refused', async () => {
  written = { 'image/png': MAX_IMAGE_BYTES + 1, 'image/webp': 3 };
  expect(await readImageFile(fileOf(PNG))).toMatchObject({ extension: 'webp' });
  written = { 'image/png': MAX_IMAGE_BYTES + 1, 'image/webp': MAX_IMAGE_BYTES + 1 };
  expect(await readImageFile(fileOf(PNG))).toEqual({ ok: false, problem: 'too-large' });
});

test.each([
  ['a phone photo', JPEG, 12_000, 9_000, true],
  ['a photo with more pixels', JPEG, 12_000, 10_001, false],
  ['a small file with very many pixels', PNG, 30_000, 30_000, false],
  ['an animated image', GIF, 8_000, 5_000, true],
  ['an animated image with more pixels', GIF, 8_000, 5_001, false],
])('%s is decoded only within the limit of pixels', async (_what, head, width, height, isTaken) => {
  size = { width, height };
  const read = await readImageFile(fileOf(head));
  expect({ ok: read.ok, isDrawn }).toEqual({ ok: isTaken, isDrawn: isTaken });
  if (!read.ok) expect(read.problem).toBe('too-many-pixels');
});

test('an image without a size is damaged and not decoded', async () => {
  size = { width: 0, height: 0 };
  expect(await readImageFile(fileOf(PNG))).toEqual({ ok: false, problem: 'damaged' });
  expect(isDrawn).toBe(false);
});

test('an image that the browser cannot decode is damaged', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('', 'InvalidStateError');
  });
  expect(await readImageFile(fileOf(JPEG))).toEqual({ ok: false, problem: 'damaged' });
});
