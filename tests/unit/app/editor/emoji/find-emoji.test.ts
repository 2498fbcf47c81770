import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEmoji } from '../../../../../src/app/editor/emoji/find-emoji.ts';

const found = (query: string): string[] => findEmoji(query).map(({ emoji }) => emoji);

test.each([
  ['smile', '😄'],
  ['tada', '🎉'],
  ['+1', '👍'],
  ['-1', '👎'],
  ['thumbs_up', '👍'],
  ['srdce', '❤️'],
  ['hvezda', '⭐'],
  ['hvězda', '⭐'],
  ['PIVO', '🍺'],
  ['cesko', '🇨🇿'],
  ['rocket', '🚀'],
  ['ohen', '🔥'],
])('%s finds %s, in either language, with or without accents', (query, emoji) => {
  expect(found(query)).toContain(emoji);
});

test('a whole name comes first, and the number of results is limited', () => {
  expect(found('heart')[0]).toBe('❤️');
  expect(found('srdce')[0]).toBe('❤️');
  expect(found('raketa')[0]).toBe('🚀');
  expect(found('s')).toHaveLength(10);
  expect(found('xyzzy')).toEqual([]);
});

describe('the list', () => {
  const file = join(import.meta.dirname, '../../../../../src/app/editor/emoji/emoji.txt');
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  test('has one emoji per line, with a name in both languages, without duplicates', () => {
    expect(lines.length).toBeGreaterThan(1000);
    const emoji = lines.map((line) => {
      const [one = '', en = '', cs = '', , , ...rest] = line.split('|');
      expect([en.trim() === '', cs.trim() === '', rest.length], line).toEqual([false, false, 0]);
      return one;
    });
    // A property of strings, which the TypeScript target does not support as a literal.
    const isEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
    expect(emoji.filter((one) => !isEmoji.test(one))).toEqual([]);
    expect(new Set(emoji).size).toBe(emoji.length);
  });
});
