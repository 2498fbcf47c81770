import { PRESENT, PREVIOUS, type ShownVersion } from '../data/paths.ts';
import type { Version } from '../data/versions.ts';

/** The states that a `ShownVersion` stands for. `version` is null for the text as it is now, `before` before the first one. */
export interface FoundVersions {
  readonly version: Version | null;
  readonly before: Version | null;
}

/** Null if one of them is gone. */
export function findVersions(
  { versionId, beforeId }: ShownVersion,
  versions: readonly Version[],
): FoundVersions | null {
  const find = (wanted: string): Version | null => versions.find(({ id }) => id === wanted) ?? null;
  const version = find(versionId);
  if (version === null && versionId !== PRESENT) return null;
  if (beforeId === null) return version && { version, before: null };
  if (beforeId === PREVIOUS) return { version, before: newestBefore(version?.seq ?? Infinity, versions) };
  const before = find(beforeId);
  return before && { version, before };
}

function newestBefore(seq: number, versions: readonly Version[]): Version | null {
  const earlier = versions.filter((other) => other.seq < seq);
  return earlier.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}
