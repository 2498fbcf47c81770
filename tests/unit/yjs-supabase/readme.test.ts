/** The README of the provider names all that a host can listen to and call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Provider } from '../../../src/yjs-supabase/src/provider/provider.ts';

const LIBRARY = join(import.meta.dirname, '../../../src/yjs-supabase');
const readme = readFileSync(join(LIBRARY, 'README.md'), 'utf8');
const chapter = (name: string): string => readme.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';

test('the events', () => {
  const source = readFileSync(join(LIBRARY, 'src/provider/provider-options.ts'), 'utf8');
  const events = /export type EventsOf<Self> = \{([^]*?)\n\};/.exec(source)?.[1] ?? '';
  const names = [...events.matchAll(/^ {2}'?([\w-]+)'?: \(/gm)].map((match) => match[1] ?? '');
  const listed = [...chapter('Events').matchAll(/^\| (`.+?`) +\|/gm)].flatMap(
    (row) => row[1]?.match(/[\w-]+/g) ?? [],
  );
  expect(listed.toSorted()).toEqual(names.toSorted());
  expect(names).toContain('connection-close');
});

test('the methods and properties', () => {
  const names = Object.getOwnPropertyNames(Provider.prototype).filter((name) => name !== 'constructor');
  expect(names.filter((name) => !new RegExp(`\`${name}\\b`).test(readme))).toEqual([]);
  expect(names).toContain('sendNotice');
});
