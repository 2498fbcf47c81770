/** What the libraries publish: the files in their packages, their `exports`, and the first example of a README. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Doc } from 'yjs';
import { z } from 'zod';
import { createDocument, signUpPerson } from '../support/open-live-document.ts';
import { packLibrary } from '../support/pack-library.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (cwd: string, args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd });

const sourcesOf = (library: string): string[] =>
  readdirSync(join(library, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.ts$/.test(file));

const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
});
const readManifest = (folder: string) =>
  manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

describe.each(['yjs-supabase'])('the package %s', (name) => {
  const library = join(ROOT, 'src', name);

  test('has the compiled sources with their types, and the documents', async () => {
    const { paths } = await packLibrary(name, folder);
    const compiled = sourcesOf(library).flatMap((file) =>
      ['.js', '.d.ts'].map((end) => `dist/${file.replace(/\.ts$/, end)}`),
    );
    const documents = readdirSync(library).filter((file) => /^(LICENSE|.*\.md)$/.test(file));
    expect(paths.toSorted()).toEqual(['package.json', ...documents, ...compiled].toSorted());
  });

  test('can be imported as its exports say', async () => {
    const { archive } = await packLibrary(name, folder);
    const tool = (file: string) => join(ROOT, 'node_modules', file);
    await run(library, [tool('publint/src/cli.js'), 'run', archive, '--strict']);
    await run(library, [tool('@arethetypeswrong/cli/dist/index.js'), archive, '--profile', 'esm-only']);
  });

  test('depends on the versions with which it is tested', () => {
    const own = readManifest(library);
    const { dependencies, devDependencies } = readManifest(ROOT);
    const tested = { ...dependencies, ...devDependencies };
    for (const [dependency, range] of Object.entries(own.peerDependencies))
      expect(range, dependency).toMatch(new RegExp(`^\\^${tested[dependency]?.split('.')[0]}\\.`));
    for (const [dependency, version] of Object.entries(own.dependencies))
      expect(version, dependency).toBe(tested[dependency]);
  });
});

describe('the first example in the README of yjs-supabase', () => {
  // Inside the project, so that packages are found; they include the library as it was packed above.
  const example = join(ROOT, '.spolu/readme-example');
  const file = join(example, 'example.ts');
  beforeAll(() => {
    const readme = readFileSync(join(ROOT, 'src/yjs-supabase/README.md'), 'utf8');
    mkdirSync(example, { recursive: true });
    writeFileSync(file, /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '');
  });
  afterAll(() => rmSync(example, { recursive: true }));

  test('compiles', async () => {
    const options =
      '--ignoreConfig --noEmit --strict --target es2023 --module nodenext --types node --skipLibCheck';
    await run(ROOT, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options.split(' '), file]);
  });

  test('opens a document that two sessions write', async () => {
    const supabase = await startTestSupabase();
    const shown = vi.spyOn(console, 'log').mockReturnValue(undefined);
    try {
      const { openDocument } = (await import(pathToFileURL(file).href)) as Example;
      const ann = await signUpPerson(supabase, 'Ann');
      const documentId = await createDocument(ann);
      const one = await openDocument(ann.client, documentId);
      const two = await openDocument(ann.client, documentId);
      one.doc.getText('title').insert(0, 'Hello');
      await vi.waitFor(() => expect(two.doc.getText('title').toJSON()).toBe('Hello'), 10_000);
      await vi.waitFor(() => expect(shown).toHaveBeenLastCalledWith('Saved', true), 10_000);
      await Promise.all([one.provider.retire(), two.provider.retire()]);
    } finally {
      shown.mockRestore();
      await supabase.close();
    }
  });
});

interface Example {
  openDocument(
    supabase: SupabaseClient,
    documentId: string,
  ): Promise<{ doc: Doc; provider: { retire(): Promise<unknown> } }>;
}
