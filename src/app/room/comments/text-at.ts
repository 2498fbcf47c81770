import type * as Y from 'yjs';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { readPassages, type Passages } from '#contract/comments/read-passages.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';

interface At {
  readonly ranges: readonly UnitRange[];
}

export interface TextAt {
  /** The text at a place as it was when first asked for; another object is another place. */
  readonly read: (place: At) => string;
  readonly close: () => void;
}

/** Reads the text at places of comments. */
export function openTextAt(doc: Y.Doc): TextAt {
  const known = new WeakMap<At, string>();
  let passages: Passages | null = null;
  const forget = (): void => void (passages = null);
  doc.on('afterTransaction', forget);
  return {
    read: (place) => {
      const text = known.get(place) ?? describeRanges((passages ??= readPassages(doc)), place.ranges).quote;
      known.set(place, text);
      return text;
    },
    close: () => doc.off('afterTransaction', forget),
  };
}
