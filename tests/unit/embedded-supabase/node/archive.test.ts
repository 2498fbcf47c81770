import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create, Header } from 'tar';
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
  return { target, manifest: unpackChecked(file, target, () => true) };
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

type Entry = Exclude<ConstructorParameters<typeof Header>[0], Buffer | undefined>;

/** An archive with these entries, whatever no program would write. */
function writeArchive(...entries: Entry[]): string {
  const blocks = entries.flatMap((entry) => {
    const header = new Header({ mode: 0o644, size: 0, type: 'File', ...entry });
    header.encode();
    return [header.block!];
  });
  const file = join(folder, 'foreign.tar.gz');
  writeFileSync(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
  return file;
}

test.each<[string, Entry, RegExp]>([
  ['a symbolic link', { path: 'key', type: 'SymbolicLink', linkpath: '/etc/hostname' }, /neither a file nor/],
  ['a hard link', { path: 'key', type: 'Link', linkpath: '/etc/hostname' }, /neither a file nor/],
  ['a pipe', { path: 'key', type: 'FIFO' }, /neither a file nor/],
  ['a device', { path: 'key', type: 'CharacterDevice', devmaj: 1, devmin: 3 }, /neither a file nor/],
  ['a path upwards', { path: 'postgres/../../key' }, /is not a path of a backup/],
  ['an absolute path', { path: '/tmp/key' }, /is not a path of a backup/],
  ['a path of another system', { path: 'C:\\key' }, /is not a path of a backup/],
  ['a path to the folder itself', { path: './', type: 'Directory' }, /is not a path of a backup/],
  ['more than the disk holds', { path: 'key', size: 2 ** 50 }, /not enough free space/],
  ['a list of files without end', { path: 'manifest.json', size: 2 ** 30 }, /too many files/],
])('%s is refused before anything is written', (_, entry, reason) => {
  const file = writeArchive({ path: 'first' }, entry);
  const target = mkdtempSync(join(folder, 'target-'));
  expect(() => unpackChecked(file, target, () => true)).toThrow(reason);
  expect(readdirSync(target)).toEqual([]);
});

test('only files that a backup holds are unpacked, and nobody else may read or run them', () => {
  chmodSync(join(source, 'key'), 0o4777);
  packFolder(source, archive, facts);
  const target = mkdtempSync(join(folder, 'target-'));
  expect(() => unpackChecked(archive, target, (path) => path !== 'key')).toThrow(/key does not belong/);
  expect(readdirSync(target)).toEqual([]);
  unpackChecked(archive, target, () => true);
  expect(statSync(join(target, 'key')).mode & 0o7777).toBe(0o600);
  expect(statSync(join(target, 'postgres')).mode & 0o7777).toBe(0o700);
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
