import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishBuild } from '../../../scripts/publish-build.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spolu-build-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const served = () => join(root, 'dist');

function publish(names: readonly string[], previous: readonly string[] | null): string[] {
  const next = join(root, 'dist.next-1');
  for (const name of names) {
    mkdirSync(dirname(join(next, name)), { recursive: true });
    writeFileSync(join(next, name), names.join());
  }
  return publishBuild(next, served(), previous);
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .toSorted();

it('puts a first build in place and leaves nothing next to it', () => {
  const files = publish(['index.html', 'assets/a-1.js', 'icon.svg'], null);
  expect(files.toSorted()).toEqual(['assets/a-1.js', 'icon.svg', 'index.html']);
  expect(filesOf(served())).toEqual(files.toSorted());
  expect(readdirSync(root)).toEqual(['dist']);
});

it('keeps the assets of the previous build, and no other file of it', () => {
  const first = publish(['index.html', 'assets/a-1.js', 'assets/same.woff2', 'old.txt'], null);
  const second = publish(['index.html', 'assets/a-2.js', 'assets/same.woff2'], first);
  expect(filesOf(served())).toEqual(['assets/a-1.js', 'assets/a-2.js', 'assets/same.woff2', 'index.html']);
  expect(readFileSync(join(served(), 'index.html'), 'utf8')).toContain('a-2');
  publish(['index.html', 'assets/a-3.js'], second);
  expect(filesOf(served())).toEqual(['assets/a-2.js', 'assets/a-3.js', 'assets/same.woff2', 'index.html']);
});

it('keeps every asset of a build without a manifest', () => {
  publish(['index.html', 'assets/a-1.js'], null);
  publish(['index.html', 'assets/a-2.js'], null);
  expect(filesOf(served())).toEqual(['assets/a-1.js', 'assets/a-2.js', 'index.html']);
});
