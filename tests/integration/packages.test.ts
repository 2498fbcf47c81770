/** Published packages of the libraries: their files, their `exports`, and the first example of a README. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Doc } from 'yjs';
import { z } from 'zod';
import { signUpPerson } from '../support/open-live-document.ts';
import { makeExample } from '../../scripts/make-example.ts';
import { findFreePort } from '../support/start-spolu.ts';
import { packLibrary } from '../support/pack-library.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (cwd: string, args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd });

/** The sources of a library, relative to the folder that is compiled. */
function sourcesOf(library: string): string[] {
  const folder = existsSync(join(library, 'src')) ? join(library, 'src') : library;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.(?:ts|sql)$/.test(file) && !/^(?:dist|node_modules)\//.test(file));
}

const compiledFrom = (source: string): string[] =>
  source.endsWith('.sql') ? [source] : ['.js', '.d.ts'].map((end) => source.replace(/\.ts$/, end));

const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
});
const readManifest = (folder: string) =>
  manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

describe.each(['yjs-supabase', 'embedded-supabase'])('the package %s', (name) => {
  const library = join(ROOT, 'src', name);
  let packed: Awaited<ReturnType<typeof packLibrary>>;
  beforeAll(async () => {
    packed = await packLibrary(name, folder);
  }, 120_000);

  test('has the compiled sources with their types, and the documents', () => {
    const compiled = sourcesOf(library)
      .flatMap(compiledFrom)
      .map((file) => `dist/${file}`);
    const documents = readdirSync(library).filter((file) => /^(LICENSE|.*\.md)$/.test(file));
    const files = packed.paths.filter((path) => !path.startsWith('dist/server/'));
    expect(files.toSorted()).toEqual(['package.json', ...documents, ...compiled].toSorted());
  });

  test('can be imported as its exports say', async () => {
    const { archive } = packed;
    const tool = (file: string) => join(ROOT, 'node_modules', file);
    await run(library, [tool('publint/src/cli.js'), 'run', archive, '--strict']);
    await run(library, [tool('@arethetypeswrong/cli/dist/index.js'), archive, '--profile', 'esm-only']);
  }, 120_000);

  test('depends on the versions with which it is tested', () => {
    const own = readManifest(library);
    const { dependencies, devDependencies } = readManifest(ROOT);
    const tested = { ...dependencies, ...devDependencies };
    for (const [dependency, range] of Object.entries(own.peerDependencies))
      expect(range, dependency).toMatch(new RegExp(`^\\^${tested[dependency]?.split('.')[0]}\\.`));
    for (const [dependency, version] of Object.entries(own.dependencies))
      expect(version, dependency).toBe(tested[dependency] ?? version);
  });
});

test('the packed embedded Supabase lists its options', async () => {
  const { stdout } = await run(ROOT, ['src/embedded-supabase/dist/node/main.js', '--help']);
  expect(stdout).toContain('--data-dir');
});

test('the packed embedded Supabase starts as a program', async () => {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'supabase'), { recursive: true });
  writeFileSync(join(project, 'supabase/config.toml'), 'project_id = "packed"\n');
  const port = String(await findFreePort());
  const program = spawn(
    process.execPath,
    ['src/embedded-supabase/dist/node/main.js', '--dir', project, '--port', port],
    {
      cwd: ROOT,
      env: { ...process.env, APP_NAME: '', STOP_WITH_STDIN: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = once(program, 'exit');
  try {
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200), {
      timeout: 30_000,
      interval: 100,
    });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(existsSync(join(project, '.supabase'))).toBe(true);
  } finally {
    program.stdin.end();
    await ended;
  }
}, 60_000);

describe('the first example in the README of yjs-supabase', () => {
  // Inside the project, so that packages are found; they include the library as it was packed above.
  const example = join(ROOT, '.spolu/readme-example');
  const file = join(example, 'example.ts');
  const documents = join(ROOT, 'examples/minimal/documents.sql');
  beforeAll(() => {
    const readme = readFileSync(join(ROOT, 'src/yjs-supabase/README.md'), 'utf8');
    makeExample(example);
    writeFileSync(file, /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '');
  });

  test('has the tables of examples/minimal', () => {
    const readme = readFileSync(join(ROOT, 'src/yjs-supabase/README.md'), 'utf8');
    expect(/```sql\n(.*?)```/s.exec(readme)?.[1]).toBe(readFileSync(documents, 'utf8'));
  });
  afterAll(() => rmSync(example, { recursive: true }));

  test('compiles', async () => {
    const options =
      '--ignoreConfig --noEmit --strict --target es2023 --module nodenext --types node --skipLibCheck';
    await run(ROOT, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options.split(' '), file]);
  });

  test('has edge functions whose types fit', async () => {
    const config = join(example, 'tsconfig.json');
    const include = [join(example, 'supabase/functions'), join(ROOT, 'supabase/deno.d.ts')];
    writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'supabase/tsconfig.json'), include }));
    await run(ROOT, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config]);
  });

  test('opens a document that two people write, in an empty project with the packed server half', async () => {
    const supabase = await startTestSupabase({ dir: example });
    const shown = vi.spyOn(console, 'log').mockReturnValue(undefined);
    try {
      const { openDocument } = (await import(pathToFileURL(file).href)) as Example;
      const ann = await signUpPerson(supabase, 'Ann');
      const bob = await signUpPerson(supabase, 'Bob');
      const created = await ann.client.from('documents').insert({}).select('id').single().throwOnError();
      const { id } = z.object({ id: z.string() }).parse(created.data);
      const one = await openDocument(ann.client, id);
      const two = await openDocument(bob.client, id);
      one.doc.getText('note').insert(0, 'Hello');
      await vi.waitFor(() => expect(two.doc.getText('note').toJSON()).toBe('Hello'), 10_000);
      one.doc.getMap('tasks').set('water', ['Monday', { done: false }]);
      await vi.waitFor(
        () => expect(two.doc.getMap('tasks').get('water')).toEqual(['Monday', { done: false }]),
        10_000,
      );
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
