import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packFolder, unpackChecked } from '../../../../src/embedded-supabase/node/backup/archive.ts';
import { restoreFolder } from '../../../../src/embedded-supabase/node/backup/restore-folder.ts';

const facts = { kind: 'folder', madeAt: '2026-11-25T12:00:00.000Z', migrations: ['1'] } as const;
let folder: string;
let source: string;
let archive: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spolu-archive-'));
  source = join(folder, 'source');
  archive = join(folder, 'made.tar.gz');
  mkdirSync(join(source, 'postgres/empty'), { recursive: true });
  writeFileSync(join(source, 'postgres/rows'), 'x'.repeat(100_000));
  writeFileSync(join(source, 'key'), 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the archive, packed again after `change` was applied to its content. */
function change(what: () => void): string {
  packFolder(source, archive, facts);
  what();
  const file = join(folder, 'changed.tar.gz');
  create({ file, cwd: source, gzip: true, sync: true }, readdirSync(source));
  return file;
}

function unpack(file: string) {
  const target = mkdtempSync(join(folder, 'target-'));
  return { target, manifest: unpackChecked(file, target) };
}

test('a packed folder is restored unchanged, and only the owner may read the archive', () => {
  packFolder(source, archive, facts);
  expect(statSync(archive).mode & 0o077).toBe(0);
  const { target, manifest } = unpack(archive);
  expect(manifest).toMatchObject(facts);
  expect(manifest.files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['key', 6],
    ['postgres/rows', 100_000],
  ]);
  expect(readFileSync(join(target, 'key'), 'utf8')).toBe('secret');
  expect(statSync(join(target, 'postgres/empty')).isDirectory()).toBe(true);
});

test('an archive is never overwritten, and a failed one leaves nothing', () => {
  writeFileSync(archive, 'mine');
  expect(() => packFolder(source, archive, facts)).toThrow(/is there already/);
  expect(readFileSync(archive, 'utf8')).toBe('mine');
  expect(readdirSync(folder).toSorted()).toEqual(['made.tar.gz', 'source']);
});

test.each([
  ['another byte', () => writeFileSync(join(source, 'key'), 'sesret'), /key is not what was written/],
  ['a missing file', () => rmSync(join(source, 'postgres/rows')), /postgres\/rows is missing/],
  ['one more file', () => writeFileSync(join(source, 'more'), ''), /more does not belong to it/],
  ['no list', () => rmSync(join(source, 'manifest.json')), /no list of files/],
  ['an invalid list', () => writeFileSync(join(source, 'manifest.json'), '{"format":1}'), /makes no sense/],
  [
    'a newer format',
    () => writeFileSync(join(source, 'manifest.json'), '{"format":2}'),
    /newer version .* update it first/,
  ],
])('%s is refused', (_, what, reason) => {
  const file = change(what);
  expect(() => unpack(file)).toThrow(reason);
});

test('links are not followed', () => {
  const file = change(() => {
    rmSync(join(source, 'key'));
    symlinkSync('/etc/hostname', join(source, 'key'));
  });
  expect(() => unpack(file)).toThrow(/key is missing/);
});

test('a truncated archive, another file and a missing one are refused, and leave no folder', async () => {
  packFolder(source, archive, facts);
  const half = join(folder, 'half');
  writeFileSync(half, readFileSync(archive).subarray(0, 200));
  const text = join(folder, 'text');
  writeFileSync(text, 'no archive at all');
  const dataDir = join(folder, 'data');
  for (const file of [half, text, join(folder, 'none')]) {
    const options = {
      file,
      dataDir,
      migrations: ['1'],
      replace: false,
      now: () => new Date(),
      say: () => undefined,
    };
    await expect(restoreFolder(options)).rejects.toThrow(/damaged|There is no file/);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('data'))).toEqual([]);
});
