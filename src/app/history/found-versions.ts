import { PRESENT, PREVIOUS, readStateAt, type ShownVersion } from '../data/paths.ts';
import type { Version } from '../data/versions.ts';

/**
 * The states that a `ShownVersion` names. `version` is null for the current text, and for the state at a `row`. `before` is a version, a row of the log, or
 * null for the empty document before the first version.
 */
export interface FoundVersions {
  readonly version: Version | null;
  readonly row: number | null;
  readonly before: Version | number | null;
}

/** Null if one of them is gone. */
export function findVersions(
  { versionId, beforeId }: ShownVersion,
  versions: readonly Version[],
): FoundVersions | null {
  const find = (wanted: string): Version | null => versions.find(({ id }) => id === wanted) ?? null;
  const row = beforeId === null ? readStateAt(versionId) : null;
  if (row !== null) return { version: null, row, before: null };
  const version = find(versionId);
  if (version === null && versionId !== PRESENT) return null;
  if (beforeId === null) return version && { version, row, before: null };
  if (beforeId === PREVIOUS)
    return { version, row, before: newestBefore(version?.seq ?? Infinity, versions) };
  const before = readStateAt(beforeId) ?? find(beforeId);
  return before === null ? null : { version, row, before };
}

function newestBefore(seq: number, versions: readonly Version[]): Version | null {
  const earlier = versions.filter((other) => other.seq < seq);
  return earlier.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}
