/** Threads in the order of the text. */
import type { EditorState } from '@tiptap/pm/state';
import { idOf, readHighlights } from './highlights.ts';

export interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** From the first to the last highlight of each thread. */
export function spansOf(state: EditorState): readonly Span[] {
  const spans = new Map<string, { id: string; from: number; to: number }>();
  const all = readHighlights(state).decorations.find();
  for (const one of all.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const id = idOf(one);
    const span = spans.get(id);
    if (span) span.to = Math.max(span.to, one.to);
    else spans.set(id, { id, from: one.from, to: one.to });
  }
  return [...spans.values()];
}

/** Threads of which a highlight contains a position. */
export function idsAt(state: EditorState, pos: number): readonly string[] {
  const here = readHighlights(state).decorations.find(
    pos,
    pos,
    ({ isNear }: { readonly isNear: boolean }) => !isNear,
  );
  return here.filter(({ from, to }) => from <= pos && pos < to).map(idOf);
}

/** The next one from a position, around the ends. `last`: the one that was gone to before; others may begin there too. */
export function nextSpan(
  spans: readonly Span[],
  pos: number,
  direction: 1 | -1,
  last: string | null,
): Span | null {
  const own = spans.findIndex(({ id, from }) => id === last && from === pos);
  const behind = spans.findIndex(({ from }) => (direction === 1 ? from > pos : from >= pos));
  const start = behind < 0 ? spans.length : behind;
  const next = own >= 0 ? own + direction : direction === 1 ? start : start - 1;
  return spans[(next + spans.length) % spans.length] ?? null;
}
