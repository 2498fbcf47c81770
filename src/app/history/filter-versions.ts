import type { Version } from '../data/versions.ts';

/** All versions, those with a name, or those to which one person contributed. */
export type VersionFilter = 'all' | 'named' | { readonly personId: string };

/** Newest first. A version that was saved during a stretch comes before it in time, so it is listed after. */
export function filterVersions(versions: readonly Version[], filter: VersionFilter): Version[] {
  return versions
    .filter((version) => isShown(version, filter))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.seq - a.seq);
}

function isShown(version: Version, filter: VersionFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'named') return version.name !== null || version.kind === 'named';
  return [version.author, ...version.authors].some((person) => person?.id === filter.personId);
}

export interface Contributor {
  readonly id: string;
  readonly name: string;
}

/** The people of these versions by name, each once. */
export function listContributors(versions: readonly Version[], language: string): Contributor[] {
  const people = new Map<string, Contributor>();
  for (const { author, authors } of versions) {
    for (const person of [author, ...authors]) {
      if (person?.id != null && person.name !== null) {
        people.set(person.id, { id: person.id, name: person.name });
      }
    }
  }
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name, language));
}
