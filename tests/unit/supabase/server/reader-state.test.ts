import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import * as real from '../../../../supabase/functions/_shared/server/reader-state.ts';
import { Refusal } from '../../../../supabase/functions/_shared/server/refusal.ts';
import { promisesOfReaders, type ReaderFold } from '../../../support/reader-promises.ts';

/** More in a campaign: `SPOLU_HISTORIES=3000 npx vitest run reader-state`. */
const HISTORIES = Number(process.env['SPOLU_HISTORIES'] ?? 8);

test.each(promisesOfReaders(HISTORIES))('a reader receives %s', (_, isKept) => {
  isKept(real);
});

test('bytes that are no state vector are refused', () => {
  const state = real.foldForReader(null, []);
  expect(() => real.takeDifference(state, Uint8Array.of(255))).toThrow(Refusal);
});

const ROOT = join(import.meta.dirname, '../../../..');
const SERVER = join(ROOT, 'supabase/functions/_shared/server');
/** Inside the project, so that packages are found. */
const COPIES = join(ROOT, '.spolu/reader-mutants');

const MUTANTS: readonly (readonly [name: string, file: string, find: string, replace: string])[] = [
  [
    'garbage is not collected',
    'reader-state.ts',
    'const doc = new Y.Doc();',
    'const doc = new Y.Doc({ gc: false });',
  ],
  ['marks of deleted text stay', 'reader-state.ts', '  eraseUnseenMarks(doc);\n', ''],
  ['the last marks of a text stay', 'reader-state.ts', '[...unseen, ...last.values()]', 'unseen'],
  [
    'marks between other marks stay',
    'reader-state.ts',
    '[...unseen, ...last.values()]',
    '[...last.values()]',
  ],
  ['marks that only begin or end something go', 'reader-state.ts', 'if (hasValue(mark) &&', 'if (mark &&'],
  ['what waits is sent as it is', 'reader-state.ts', '  doc.store.pendingStructs = null;\n', ''],
  ['what waits is left out', 'reader-state.ts', 'waiting === null ? seen', 'waiting !== null ? seen'],
  [
    'the difference is the whole log',
    'reader-state.ts',
    'return Y.diffUpdate(state, stateVector);',
    'return state.slice(0, 2);',
  ],
  ['rows of the snapshot only', 'reader-state.ts', 'log.readTo(rows.length);', 'log.readTo(0);'],
  [
    'deletions of what waits are ignored',
    'erase-waiting.ts',
    'store.pendingDs === null ? Y.createDeleteSet()',
    'store.pendingDs !== null ? Y.createDeleteSet()',
  ],
  [
    'what waits in a deleted paragraph stays',
    'erase-waiting.ts',
    'lost.has(struct) ? () => true : isDeleted',
    'isDeleted',
  ],
  [
    'what waits beside it stays',
    'erase-waiting.ts',
    'for (const item of lost) for',
    'for (const item of [] as Y.Item[]) for',
  ],
];

afterAll(() => rmSync(COPIES, { recursive: true, force: true }));

/** The module with one mistake. Both files are copied, and import everything else from its place. */
async function mutate(at: number, file: string, find: string, replace: string): Promise<ReaderFold> {
  const folder = join(COPIES, String(at));
  mkdirSync(folder, { recursive: true });
  for (const name of ['reader-state.ts', 'erase-waiting.ts']) {
    const source = readFileSync(join(SERVER, name), 'utf8');
    if (name === file) expect(source.split(find), `the place of a mutant in ${file}`).not.toHaveLength(1);
    const changed = name === file ? source.replace(find, replace) : source;
    const imports = /from '(\.\.?\/[^']+)'/g;
    writeFileSync(
      join(folder, name),
      changed.replaceAll(imports, (whole, path: string) =>
        path === './erase-waiting.ts' ? whole : `from '${join(SERVER, path)}'`,
      ),
    );
  }
  return (await import(pathToFileURL(join(folder, 'reader-state.ts')).href)) as ReaderFold;
}

test.each(MUTANTS.map(([name, ...rest], at) => [name, at, rest] as const))(
  'a fold is noticed in which %s',
  async (_, at, [file, find, replace]) => {
    const mutant = await mutate(at, file, find, replace);
    const isBroken = promisesOfReaders(HISTORIES).some(([, isKept]) => {
      try {
        isKept(mutant);
        return false;
      } catch (error) {
        return error instanceof Error;
      }
    });
    expect(isBroken).toBe(true);
  },
);
