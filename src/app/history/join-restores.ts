import type { Version } from '../data/versions.ts';

/** The deed of a restore: a version that it brought back (null if that is gone), a part of one, or another restore undone. */
export type RestoreDeed =
  | { readonly what: 'version'; readonly version: Version | null }
  | { readonly what: 'part' | 'undo' };

export interface JoinedVersions {
  readonly versions: readonly Version[];
  /** By the id of the version that a restore made. */
  readonly deeds: ReadonlyMap<string, RestoreDeed>;
}

/**
 * A restore as one row: the version that was saved before it is left out, because it has the same text as the row below. It stays
 * where the restore changed nothing.
 */
export function joinRestores(versions: readonly Version[]): JoinedVersions {
  const backups = versions.filter(
    ({ kind, restoreSessionId }) => kind === 'before_restore' && restoreSessionId,
  );
  const deeds = new Map<string, RestoreDeed>();
  const joined = new Set<string>();
  for (const { id, seq, kind } of versions) {
    if (kind !== 'restored') continue;
    const [backup] = backups.filter((one) => one.seq < seq).toSorted((a, b) => b.seq - a.seq);
    if (!backup || joined.has(backup.id)) continue;
    joined.add(backup.id);
    deeds.set(id, deedOf(backup, versions));
  }
  return { versions: versions.filter(({ id }) => !joined.has(id)), deeds };
}

/** The deed of the restore before which `backup` was saved. */
export function deedOf(backup: Version, versions: readonly Version[]): RestoreDeed {
  const chain = restoredBy(backup, versions);
  // Restoring a backup undoes that restore; restoring the backup of this undo redoes it.
  if (chain.filter(isBackup).length % 2 === 1) return { what: 'undo' };
  const first = chain.at(-1) ?? backup;
  if (!isBackup(first)) return { what: 'version', version: first };
  return first.restoredId === null ? { what: 'part' } : { what: 'version', version: null };
}

const isBackup = ({ restoreSessionId }: Version): boolean => restoreSessionId !== null;

/** The restored version; if that is a backup of an earlier restore, also the version restored then, and so on. */
function restoredBy({ restoredId }: Version, versions: readonly Version[]): readonly Version[] {
  const restored = versions.find(({ id }) => id === restoredId);
  return restored ? [restored, ...restoredBy(restored, versions)] : [];
}
