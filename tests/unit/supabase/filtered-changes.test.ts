/**
 * Hosted Supabase loads `safeupdate` for API requests, including functions, which makes an UPDATE or DELETE without WHERE
 * an error (21000). The embedded PostgreSQL lacks the extension, so this test checks the SQL text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MIGRATIONS = join(import.meta.dirname, '../../../supabase/migrations');

/** Tokens of a function body in lower case, without comments and strings. */
const read = (body: string): string[] =>
  body
    .replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ')
    .toLowerCase()
    .match(/[\w."]+|[^\s\w]/g) ?? [];

/** The command that begins at `at`, up to the end of its statement or of its parentheses. */
function commandAt(words: readonly string[], at: number): string[] {
  const own: string[] = [];
  let depth = 0;
  for (const word of words.slice(at)) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (depth < 0 || word === ';') break;
    if (depth === 0 && word !== ')') own.push(word);
  }
  return own;
}

function findUnfiltered(body: string): string[] {
  const words = read(body);
  return words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const isUpdate = word === 'update' && !['do', 'for', 'key', 'or'].includes(before);
    const isDelete = word === 'delete' && words[at + 1] === 'from';
    if (!isUpdate && !isDelete) return [];
    const command = commandAt(words, at);
    return command.includes('where') || (isUpdate && !command.includes('set')) ? [] : [command.join(' ')];
  });
}

test('an unfiltered change is found, wherever it is', () => {
  const found = findUnfiltered(`begin
    update a set b = (select 1 where true); -- where
    with gone as (delete from c returning d) select * from gone where true;
    insert into e values (1) on conflict (f) do update set f = 'where';
    perform 1 from g for update; select 1 from g for no key update;
    update only h as i set j = 1 where i.k = 2;
  end`);
  expect(found).toEqual(['update a set b =', 'delete from c returning d']);
});

test('no function changes or deletes all rows of a table', () => {
  const found = readdirSync(MIGRATIONS).flatMap((file) => {
    const bodies = readFileSync(join(MIGRATIONS, file), 'utf8').matchAll(/\$(\w*)\$([^]*?)\$\1\$/g);
    return [...bodies].flatMap(([, , body = '']) => findUnfiltered(body).map((text) => `${file}: ${text}`));
  });
  expect(found).toEqual([]);
});
