/** Every file and folder that docs/where-a-change-goes.md names exists: it is looked up by the end of its path. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CONTRACT = 'supabase/functions/_shared/contract';
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const FILES = stdout.trim().split('\n');
const LIST = readFileSync(join(ROOT, 'docs/where-a-change-goes.md'), 'utf8');

/** Names with a slash or an ending of a file; other spans name functions and folders of the sentence before. */
const named = [...LIST.matchAll(/`([^`\s]*(?:\/|\.(?:ts|tsx|sql|css|md|toml|js|html))[^`\s]*)`/g)]
  .map(([, name]) => name!.replace('#contract', CONTRACT))
  .filter((name) => !/<.*>/.test(name) && name !== '/dev/ui');

function exists(name: string): boolean {
  const pattern = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const isNamed = new RegExp(`(^|/)${pattern}($|/)`);
  return FILES.some((file) => isNamed.test(file));
}

test('the list of where a change goes names files that exist', () => {
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});
