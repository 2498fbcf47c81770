import { expect, test } from 'vitest';
import type { Version } from '../../../../src/app/data/versions.ts';
import { joinRestores } from '../../../../src/app/history/join-restores.ts';
import { AT_ONCE } from './versions.ts';

const version = (id: string, seq: number, kind: Version['kind'], more: Partial<Version> = {}): Version => ({
  id,
  seq,
  kind,
  name: null,
  note: null,
  createdAt: new Date(2020, 10, 20, 9, seq),
  author: null,
  restoredId: null,
  restoreSessionId: null,
  ...AT_ONCE,
  ...more,
});

const draft = version('draft', 4, 'named', { name: 'Draft' });
const before = version('before', 9, 'before_restore', { restoredId: 'draft', restoreSessionId: 's1' });
const made = version('made', 10, 'restored');

const shown = (versions: readonly Version[]) => {
  const joined = joinRestores(versions);
  return joined.versions.map(({ id }) => [id, joined.deeds.get(id)?.what ?? null]);
};

test('a restore is one row, with the version that it brought back', () => {
  const { deeds } = joinRestores([made, before, draft]);
  expect(shown([made, before, draft])).toEqual([
    ['made', 'version'],
    ['draft', null],
  ]);
  expect(deeds.get('made')).toEqual({ what: 'version', version: draft });
  expect(joinRestores([made, before]).deeds.get('made')).toEqual({ what: 'version', version: null });
});

test('an undone one, and a part', () => {
  const undo = version('undo', 12, 'restored');
  const beforeUndo = version('b2', 11, 'before_restore', { restoredId: 'before', restoreSessionId: 's2' });
  const part = version('part', 14, 'restored');
  const beforePart = version('b3', 13, 'before_restore', { restoreSessionId: 's3' });
  expect(shown([part, beforePart, undo, beforeUndo, made, before, draft])).toEqual([
    ['part', 'part'],
    ['undo', 'undo'],
    ['made', 'version'],
    ['draft', null],
  ]);
});

test('a redone restore has the deed of the restore, of a version or of a part', () => {
  const backups = (first: Partial<Version>): Version[] => [
    version('redone', 16, 'restored'),
    version('b3', 15, 'before_restore', { restoredId: 'b2', restoreSessionId: 's3' }),
    version('undone', 14, 'restored'),
    version('b2', 13, 'before_restore', { restoredId: 'b1', restoreSessionId: 's2' }),
    version('done', 12, 'restored'),
    version('b1', 11, 'before_restore', { restoreSessionId: 's1', ...first }),
    draft,
  ];
  expect(joinRestores(backups({ restoredId: 'draft' })).deeds.get('redone')).toEqual({
    what: 'version',
    version: draft,
  });
  expect(joinRestores(backups({ restoredId: 'gone' })).deeds.get('redone')).toEqual({
    what: 'version',
    version: null,
  });
  expect(shown(backups({ restoredId: null }))).toEqual([
    ['redone', 'part'],
    ['undone', 'undo'],
    ['done', 'part'],
    ['draft', null],
  ]);
});

test('a restore that changed nothing leaves the version before it', () => {
  const idle = version('idle', 8, 'before_restore', { restoredId: 'draft', restoreSessionId: 's0' });
  expect(shown([idle, draft])).toEqual([
    ['idle', null],
    ['draft', null],
  ]);
  expect(shown([made, before, idle, draft]).map(([id]) => id)).toEqual(['made', 'idle', 'draft']);
});
