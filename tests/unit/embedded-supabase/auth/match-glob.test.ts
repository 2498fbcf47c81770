import { describe, expect, it } from 'vitest';
import { matchesGlob } from '../../../../src/embedded-supabase/auth/match-glob.ts';

describe('a glob', () => {
  it.each([
    ['http://localhost:3000/*', 'http://localhost:3000/a', true],
    ['http://localhost:3000/*', 'http://localhost:3000/a/b', false],
    ['http://localhost:3000/**', 'http://localhost:3000/a/b', true],
    ['https://*.example.com', 'https://a.example.com', true],
    ['https://*.example.com', 'https://a.b.example.com', false],
    ['https://a?.example.com', 'https://ab.example.com', true],
    ['https://a?.example.com', 'https://a..example.com', false],
    ['https://{one,two}.example.com', 'https://two.example.com', true],
    ['https://{one,two}.example.com', 'https://three.example.com', false],
    ['https://[ab].example.com', 'https://b.example.com', true],
    ['https://[!ab].example.com', 'https://b.example.com', false],
    ['https://[a-c]x', 'https://bx', true],
    [String.raw`a\*`, 'a*', true],
    [String.raw`a\*`, 'ab', false],
    ['https://example.com', 'https://exampleXcom', false],
    ['https://example.com', 'https://example.com/', false],
    ['a{b', 'a{b', true],
    ['(a+)+$', '(a+)+$', true],
  ])('%s and %s: %s', (glob, value, expected) => {
    expect(matchesGlob(glob, value)).toBe(expected);
  });
});
