/** Finds moved blocks in a comparison, and numbers its changes. */
import { isInline, keyOf } from '../text/document-node.ts';
import { plainText } from '../text/plain-text.ts';
import type { ChangeKind, Comparison, Part } from './parts.ts';

/** Numbers the changes in document order; the two ends of a move get one number. */
export function numberChanges(parts: readonly Part[]): Comparison {
  const moved = pairMoved(parts);
  const movedFrom = new Set(moved.values());
  const numbers = new Map<number, number>();
  const kinds = new Map<number, ChangeKind>();
  const note = (id: number, kind: ChangeKind): number => {
    const own = moved.get(id) ?? id;
    const known = numbers.get(own) ?? numbers.size + 1;
    numbers.set(own, known);
    const earlier = kinds.get(known);
    const isMoved = movedFrom.has(own);
    kinds.set(known, isMoved ? 'moved' : earlier !== undefined && earlier !== kind ? 'changed' : kind);
    return known;
  };
  const renumber = (part: Part): Part => {
    switch (part.kind) {
      case 'same':
        return part;
      case 'before':
        return { ...part, id: note(part.id, 'removed') };
      case 'after':
        return { ...part, id: note(part.id, 'added') };
      case 'formatted':
        return { ...part, id: note(part.id, 'formatted') };
      case 'inside': {
        const id = part.id === null ? null : note(part.id, 'formatted');
        return { ...part, id, parts: part.parts.map(renumber) };
      }
    }
  };
  const numbered = parts.map(renumber);
  return { parts: numbered, changes: Array.from(kinds, ([id, kind]) => ({ id, kind })) };
}

/** Shorter text is often the same by chance. */
const MIN_MOVED_CHARS = 8;

/** Blocks that are gone in one place and new in another: the id of each such new block, and that of the old one. */
function pairMoved(parts: readonly Part[]): ReadonlyMap<number, number> {
  const gone = new Map<string, number[]>();
  const moved = new Map<number, number>();
  const blocks = listSides(parts).filter(
    ({ node }) => !isInline(node) && plainText(node).length >= MIN_MOVED_CHARS,
  );
  for (const { kind, id, node } of blocks) {
    if (kind === 'before') gone.set(keyOf(node), [...(gone.get(keyOf(node)) ?? []), id]);
  }
  for (const { kind, id, node } of blocks) {
    const from = kind === 'after' ? gone.get(keyOf(node))?.shift() : undefined;
    if (from !== undefined) moved.set(id, from);
  }
  return moved;
}

type Side = Extract<Part, { kind: 'before' | 'after' }>;

const listSides = (parts: readonly Part[]): Side[] =>
  parts.flatMap((part) => {
    if (part.kind === 'inside') return listSides(part.parts);
    return part.kind === 'before' || part.kind === 'after' ? [part] : [];
  });
