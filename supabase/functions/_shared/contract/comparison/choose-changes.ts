/** Finds the changes that are reverted together with one of them. */
import type { Part } from './parts.ts';

/** The changes in the same block of the document, or in both blocks of a move. */
export const changesInBlock = (parts: readonly Part[], id: number): ReadonlySet<number> =>
  new Set(
    parts
      .map(idsIn)
      .filter((ids) => ids.includes(id))
      .flat(),
  );

/** The changes between the heading before this one and the next heading. */
export function changesInSection(parts: readonly Part[], id: number): ReadonlySet<number> {
  const at = parts.findIndex((part) => idsIn(part).includes(id));
  if (at < 0) return new Set();
  const start = parts.findLastIndex((part, place) => place <= at && isHeading(part));
  const next = parts.findIndex((part, place) => place > at && isHeading(part));
  const section = parts.slice(Math.max(start, 0), next < 0 ? parts.length : next);
  return new Set(section.flatMap(idsIn));
}

const isHeading = (part: Part): boolean =>
  'node' in part
    ? part.node.type === 'heading'
    : [part.before, part.after].some(({ type }) => type === 'heading');

function idsIn(part: Part): number[] {
  if (part.kind === 'same') return [];
  if (part.kind !== 'inside') return [part.id];
  return [...(part.id === null ? [] : [part.id]), ...part.parts.flatMap(idsIn)];
}
