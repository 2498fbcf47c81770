/** Relative links in Markdown lead to files and headings that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** Installed, built or downloaded; hidden folders hold data and reports. */
const SKIPPED = /^(node_modules|dist.*|coverage|test-results|playwright-report|\..*)$/;

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : markdownIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Reads a page without its code, in which brackets mean something else. */
const read = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');

const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((to) => !/^[a-z]+:/.test(to));

/** Anchors of the headings, as GitHub names them. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), decodeURI(path));
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

const files = markdownIn('.');

test('there is something to check', () => {
  expect(files).toContain('README.md');
  expect(files.flatMap((file) => linksOf(read(file))).length).toBeGreaterThan(100);
});

test('every relative link leads to a file and a heading that exist', () => {
  const broken = files.flatMap((file) =>
    linksOf(read(file))
      .filter((link) => isBroken(file, link))
      .map((link) => `${file} → ${link}`),
  );
  expect(broken).toEqual([]);
});
