import { compareTitled } from '#contract/comparison/compare-documents.ts';
import { readSaved } from './read-saved.ts';
import type { Compared } from './use-actors.ts';

/** Null if one of the states cannot be read. */
export function compareSaved(
  states: Pick<Compared, 'documentId' | 'before' | 'after' | 'mayReadLog'>,
): Compared | null {
  const [before, after] = [readSaved(states.before.updates), readSaved(states.after.updates)];
  if (before === null || after === null) return null;
  return { ...states, comparison: compareTitled(before, after), documents: [before, after] };
}
