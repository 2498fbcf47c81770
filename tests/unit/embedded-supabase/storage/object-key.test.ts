import { expect, test } from 'vitest';
import {
  checkAllowedMimeTypes,
  checkMimeType,
  servedMimeType,
} from '../../../../src/embedded-supabase/storage/mime-type.ts';
import { checkBucketName, checkKey } from '../../../../src/embedded-supabase/storage/object-key.ts';

test.each(['a', 'a/b.txt', "x!-_.*'()&$@=;:+,? y", 'a/..b/c..'])('the key %s is good', (key) => {
  expect(checkKey(key)).toBe(key);
});

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '..',
  'a/../b',
  './a',
  'a\\b',
  'a\0',
  'ä',
  '#',
  '%41',
  'a\nb',
  'x'.repeat(1025),
])('the key %j is refused', (key) => {
  expect(() => checkKey(key)).toThrow('Invalid key');
});

test.each(['', '..', 'a/b', ' a', 'x'.repeat(101), 'é'])('the bucket name %j is refused', (name) => {
  expect(() => checkBucketName(name)).toThrow('Bucket name invalid');
});

test.each([
  ['image/png', ['image/png'], true],
  ['IMAGE/PNG; charset=x', ['image/*'], true],
  ['image/png', ['text/*', 'image/*'], true],
  ['image/png', ['*/*'], true],
  ['image/png', [], true],
  ['image/png', null, true],
  ['imagex/png', ['image/*'], false],
  ['text/html', ['image/*', 'text/plain'], false],
  ['nonsense', null, false],
  ['', null, false],
])('%s in %j: %s', (type, allowed, isGood) => {
  const check = () => checkMimeType(type, allowed);
  if (isGood) expect(check).not.toThrow();
  else expect(check).toThrow('is not supported');
});

test('a bucket’s list contains media types only; HTML is served as text', () => {
  expect(() => checkAllowedMimeTypes(['image/*', 'application/vnd.x+json', '*/*'])).not.toThrow();
  expect(() => checkAllowedMimeTypes(['image'])).toThrow();
  expect(['text/html; charset=utf-8', 'application/xhtml+xml', 'image/svg+xml'].map(servedMimeType)).toEqual([
    'text/plain',
    'text/plain',
    'image/svg+xml',
  ]);
});
