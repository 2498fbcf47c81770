/** Pairs the parts of two texts, in order. Parts that only look the same are another person's words. */
import { diffArrays } from 'diff';
import type { Named } from './text-ids.ts';

/** A block, a word, a space or an embedded thing. */
export interface Alignable extends Named {
  /** Its text with marks and attributes. */
  readonly look: string;
}

/**
 * The number of pairs of parts that one restore may still compare. Beyond it, text is replaced as a whole: many words with
 * many edits would take minutes.
 */
export interface Search {
  left: number;
}
export const MOST_COMPARED = 200_000_000;

/** Numbers of parts, in order: the same on both sides, only in `present`, only in `wanted`. */
export interface Step {
  kept: number;
  removed: number;
  added: number;
}

/**
 * Parts with the same ids are the same, and parts without ids that look the same. Equal words of others are not: text that
 * was moved is inserted again, and heirs say whose it is.
 */
export function align(
  present: readonly Alignable[],
  wanted: readonly Alignable[],
  search: Search,
): readonly Step[] {
  const isWanted = new Set(wanted.map(({ ids }) => ids));
  const keyOf = ({ look, ids }: Alignable): string =>
    ids !== '' && isWanted.has(ids) ? `${ids} ${look}` : look;
  return alignKeys(present.map(keyOf), wanted.map(keyOf), search);
}

function joinSteps(steps: readonly Step[]): readonly Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (!last || (step.kept > 0 && last.removed + last.added > 0)) joined.push({ ...step });
    else {
      last.kept += step.kept;
      last.removed += step.removed;
      last.added += step.added;
    }
  }
  return joined;
}

/** Beyond this the texts have so little in common that pairing them costs more than it saves. */
const MOST_EDITS = 4000;

function alignKeys(present: readonly string[], wanted: readonly string[], search: Search): readonly Step[] {
  // Numbers, because comparing two long equal texts takes as long as they are.
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const all = present.length + wanted.length;
  const maxEditLength = Math.min(MOST_EDITS, Math.floor(search.left / Math.max(1, all)));
  const changes = diffArrays(present.map(numberOf), wanted.map(numberOf), { maxEditLength });
  const edits = changes?.reduce(
    (sum, { count, added, removed }) => (added || removed ? sum + count : sum),
    0,
  );
  search.left -= all * (edits ?? maxEditLength);
  if (changes === undefined) return [{ kept: 0, removed: present.length, added: wanted.length }];
  return joinSteps(
    changes.map(({ count, added, removed }) => ({
      kept: added || removed ? 0 : count,
      removed: removed ? count : 0,
      added: added ? count : 0,
    })),
  );
}
