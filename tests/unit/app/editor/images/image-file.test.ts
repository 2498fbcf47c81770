import { expect, test } from 'vitest';
import {
  checkImageFile,
  MAX_IMAGE_BYTES,
  MAX_ORIGINAL_BYTES,
} from '../../../../../src/app/editor/images/image-file.ts';
import {
  documentOfImage,
  isImagePath,
  newImagePath,
} from '../../../../../src/app/editor/schema/image-path.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpg', 'image/jpeg'],
  ['\xff\xd8\xff\xe1\0\x10Exif', 'jpg', 'image/jpeg'],
  ['GIF87a\x01\0', 'gif', 'image/gif'],
  ['GIF89a\x01\0', 'gif', 'image/gif'],
  ['RIFF\x0a\r\n\0WEBPVP8 ', 'webp', 'image/webp'],
  ['\0\0\0\x20ftypavif\0\0', 'avif', 'image/avif'],
  ['\0\0\0\x0aftypavis\0\0', 'avif', 'image/avif'],
])('%j is a %s', (head, extension, type) => {
  expect(checkImageFile(bytes(head))).toMatchObject({ ok: true, extension, type });
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
  ['<?xml version="1.0"?>\n<!-- made by hand -->\n<svg>', 'svg'],
  ['\xef\xbb\xbf<!DOCTYPE svg PUBLIC', 'svg'],
  ['<html><p>PNG', 'not-an-image'],
  ['%PDF-1.7', 'not-an-image'],
  ['\0\0\0\x18ftypheic', 'not-an-image'],
  ['RIFF\0\0\0\0WAVEfmt ', 'not-an-image'],
  ['PNG\r\n\x1a\n', 'not-an-image'],
  ['GIF88a', 'not-an-image'],
])('%j is refused: %s', (head, problem) => {
  expect(checkImageFile(bytes(head))).toEqual({ ok: false, problem });
});

const PNG = '\x89PNG\r\n\x1a\n';
const IHDR = `\0\0\0\x02IHDR\0\0\0\0\0\0`;

test.each([
  [`${PNG}${IHDR}\0\0\0\x01acTL\0\0\0\0\0\0\0\0\x01IDAT`, true],
  [`${PNG}${IHDR}\0\0\0\x04IDATacTL\0\0\0\0`, false],
  [`${PNG}${IHDR}`, false],
  [`${PNG}\xff\xff\xff\xfftEXt`, false],
  ['RIFF\x0a\r\n\0WEBPVP8X\x0a\0\0\0\x02', true],
  ['RIFF\x0a\r\n\0WEBPVP8X\x0a\0\0\0\x10', false],
  ['RIFF\x0a\r\n\0WEBPVP8 \x0a\0\0\0\x02', false],
  ['GIF89a\x01\0', true],
  ['\0\0\0\x0aftypavis\0\0', true],
  ['\0\0\0\x20ftypavif\0\0', false],
])('whether %j is animated: %s', (head, isAnimated) => {
  expect(checkImageFile(bytes(head))).toMatchObject({ isAnimated });
});

function sized(head: string, length: number): Uint8Array {
  const file = new Uint8Array(length);
  file.set(bytes(head));
  return file;
}

test('the limit is 10 MB for files sent unchanged and 50 MB for redrawn ones; an empty file is refused', () => {
  expect(checkImageFile(sized('GIF89a', MAX_IMAGE_BYTES)).ok).toBe(true);
  expect(checkImageFile(sized('GIF89a', MAX_IMAGE_BYTES + 1))).toEqual({ ok: false, problem: 'too-large' });
  expect(checkImageFile(sized(PNG, MAX_ORIGINAL_BYTES)).ok).toBe(true);
  expect(checkImageFile(sized(PNG, MAX_ORIGINAL_BYTES + 1))).toEqual({ ok: false, problem: 'too-large' });
  expect(checkImageFile(new Uint8Array())).toEqual({ ok: false, problem: 'empty' });
});

const DOCUMENT = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10';
const IMAGE = 'a1b2c3d4-0000-4000-8000-0123456789ab';

test('the path of an image starts with its document', () => {
  const path = newImagePath(DOCUMENT, IMAGE, 'webp');
  expect(path).toBe(`${DOCUMENT}/${IMAGE}.webp`);
  expect(isImagePath(path)).toBe(true);
  expect(documentOfImage(path)).toBe(DOCUMENT);
});

test.each([
  `https://evil.example/${DOCUMENT}/${IMAGE}.png`,
  `${DOCUMENT}/${IMAGE}.svg`,
  `${DOCUMENT}/../${IMAGE}.png`,
  `${DOCUMENT}/${IMAGE}.png?token=x`,
  `${DOCUMENT}/${IMAGE}.png\n`,
  `blob:${DOCUMENT}`,
  'data:image/png;base64,AAAA',
  '',
  null,
  7,
])('%j is not an image path', (path) => {
  expect(isImagePath(path)).toBe(false);
});
