/** Every walk of `docs/walks.md` leads through the code as it is. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWalk, readWalks, type ReadFile, type Step } from '../support/check-walks.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WALKS = 'docs/walks.md';

const readFile: ReadFile = (path) =>
  existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : null;
const text = readFile(WALKS) ?? '';
const walks = readWalks(text, WALKS);

test('every heading has a walk', () => {
  expect(walks.size).toBeGreaterThan(0);
  expect([...walks].filter(([, steps]) => steps.length < 2)).toEqual([]);
});

test.each([...walks.keys()])('%s', (name) => {
  expect(checkWalk(walks.get(name)!, readFile)).toEqual([]);
});

describe('a walk that no longer leads through the code is reported', () => {
  const RESTORE = 'supabase/functions/_shared/server/restore.ts';
  const restore = walks.get('A restore')!;
  const at = (name: string): number => restore.findIndex((step) => step.name === name);
  const changed = (name: string, change: Partial<Step>): readonly Step[] =>
    restore.with(at(name), { ...restore[at(name)]!, ...change });
  const edited =
    (path: string, from: string, to: string): ReadFile =>
    (wanted) =>
      wanted === path ? readFile(path)!.replaceAll(from, to) : readFile(wanted);

  test.each(['restoreVersion', 'runRestore', 'storeFold', 'addStep', 'learnHead'])('without %s', (name) => {
    const steps = restore.toSpliced(at(name), 1).map((step, place) => ({ ...step, number: place + 1 }));
    expect(checkWalk(steps, readFile)).not.toEqual([]);
  });

  test('steps in another order', () => {
    const steps = restore.with(at('runRestore'), restore[at('begin_restore')]!);
    expect(checkWalk(steps, readFile)).not.toEqual([]);
  });

  test('a function that was renamed', () => {
    const isRenamed = edited(RESTORE, 'runRestore', 'restoreOnce');
    expect(checkWalk(restore, isRenamed)).toContain(`A restore, 7: ${RESTORE} does not declare runRestore`);
  });

  test('a call that was removed', () => {
    const isRemoved = edited(RESTORE, 'await storeFold(', 'await keepFold(');
    expect(checkWalk(restore, isRemoved)).toEqual([
      `A restore, 13: runRestore of ${RESTORE} does not call storeFold`,
    ]);
  });

  test('a file that was moved', () => {
    const isMoved: ReadFile = (path) => (path === RESTORE ? null : readFile(path));
    expect(checkWalk(restore, isMoved)).toContain(`A restore, 7: ${RESTORE} does not exist`);
  });

  test('a name that the step before does not use', () => {
    const steps = changed('onRestored', { by: 'onReplaced', mentioned: [] });
    expect(checkWalk(steps, readFile)).toEqual([
      'A restore, 20: useRestore of src/app/history/use-restore.ts does not use onReplaced',
    ]);
  });

  test('a name that the file of the step does not have', () => {
    const hasNoProp = edited('src/app/history/use-restore.ts', 'onRestored', 'onReplaced');
    const steps = changed('onRestored', { by: 'onReplaced', mentioned: ['onReplaced'] });
    expect(checkWalk(steps, hasNoProp)).toEqual([
      'A restore, 20: src/app/pages/document/use-restores.ts does not have onReplaced',
    ]);
  });

  test('an event that is dispatched to another function', () => {
    const core = 'src/yjs-supabase/src/core/core.ts';
    const isOther = edited(core, 'return takeCatchUp(turn)', 'return pull(turn)');
    expect(checkWalk(restore, isOther)).toEqual([
      'A restore, 25: the timer catch-up is not dispatched to takeCatchUp',
    ]);
  });

  test('a return to a file that the step does not mention', () => {
    expect(checkWalk(changed('storeFold', { isAgain: false }), readFile)).toEqual([
      'A restore, 13: returns to supabase/functions/_shared/server/fold.ts',
    ]);
  });

  test('a numbered line without a function', () => {
    expect(() => readWalks('## A walk\n\n1. [a.ts](../a.ts): the button', WALKS)).toThrow('not a step');
  });
});
