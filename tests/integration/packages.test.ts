/** What the libraries publish: the files in their packages, and whether they can be imported as their `exports` say. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const npmCli = join(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js');
const folder = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (cwd: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, args, { cwd, encoding: 'utf8' })).stdout;

const packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

/** Builds and packs a library; returns the archive and the paths in it. */
async function pack(library: string) {
  const output = await run(library, [
    npmCli,
    'pack',
    '--json',
    '--foreground-scripts=false',
    '--pack-destination',
    folder,
  ]);
  const [{ filename, files }] = packed.parse(JSON.parse(output));
  return { archive: join(folder, filename), paths: files.map(({ path }) => path) };
}

const sourcesOf = (library: string): string[] =>
  readdirSync(join(library, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.ts$/.test(file));

describe.each(['yjs-supabase'])('the package %s', (name) => {
  const library = join(ROOT, 'src', name);

  test('has the compiled sources with their types, and the documents', async () => {
    const { paths } = await pack(library);
    const compiled = sourcesOf(library).flatMap((file) =>
      ['.js', '.d.ts'].map((end) => `dist/${file.replace(/\.ts$/, end)}`),
    );
    const documents = readdirSync(library).filter((file) => /^(LICENSE|.*\.md)$/.test(file));
    expect(paths.toSorted()).toEqual(['package.json', ...documents, ...compiled].toSorted());
  });

  test('can be imported as its exports say', async () => {
    const { archive } = await pack(library);
    const tool = (file: string) => join(ROOT, 'node_modules', file);
    await run(library, [tool('publint/src/cli.js'), 'run', archive, '--strict']);
    await run(library, [tool('@arethetypeswrong/cli/dist/index.js'), archive, '--profile', 'esm-only']);
  });

  test('depends on the versions with which it is tested', () => {
    const versions = z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      peerDependencies: z.record(z.string(), z.string()).default({}),
    });
    const own = versions.parse(JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')));
    const root = versions.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    for (const [dependency, range] of Object.entries(own.peerDependencies))
      expect(range.replace('^', '').split('.')[0], dependency).toBe(
        root.dependencies[dependency]?.split('.')[0],
      );
    for (const [dependency, version] of Object.entries(own.dependencies))
      expect(version, dependency).toBe(root.dependencies[dependency]);
  });
});
