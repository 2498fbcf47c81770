/** Rules of "Words" in CONTRIBUTING.md that a pattern can check. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Installed or built files, and merged migrations, which are never edited. */
const SKIPPED = /(?:^|\/)(?:node_modules|dist[^/]*|migrations|\.[^/]*)\//;
/** A line of a comment. A later line counts, too: a sentence may begin there. */
const COMMENT = /(?:^\s*(?:\/\/|\/\*+|\*|--)|\/\*+)\s*(?<text>[^\s*/].*)$/;

const comments = ['src', 'supabase', 'scripts', 'tests', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(?:tsx?|mjs|sql|css)$/.test(file) && !SKIPPED.test(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((line, at) => ({
          place: `${file}:${at + 1}`,
          text: COMMENT.exec(line)?.groups?.['text'] ?? '',
        })),
    )
    .filter(({ text }) => text !== ''),
);
const matching = (pattern: RegExp): string[] =>
  comments.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place}: ${text}`);

test('no comment begins with “What” or “Who” (rule 11)', () => {
  expect(comments.length).toBeGreaterThan(5000);
  expect(matching(/^(?:What|Who|Whose|Whom|Whoever)\b/)).toEqual([]);
});

test('no comment has “anew”, “whom” or “whoever”', () => {
  expect(matching(/\b(?:anew|whom|whoever)\b/i)).toEqual([]);
});
