/**
 * Highlights of threads. They are mapped through each change of the text; a change that replaces text under one, as a new
 * drawing of the shared text does, leaves it stale: its place must be read again.
 */
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { DecorationSet, type Decoration } from '@tiptap/pm/view';
import { COMMENTS, type Asking } from './comments-key.ts';
import './highlights.css';

interface Highlights {
  /** Null while the user may not comment. */
  readonly asking: Asking | null;
  readonly decorations: DecorationSet;
  /** At the ends of threads, on paper. */
  readonly numbers: DecorationSet;
  readonly stale: ReadonlySet<string>;
}

interface Step {
  readonly asking?: Asking | null;
  /** All decorations of each thread. */
  readonly drawn?: ReadonlyMap<string, readonly Decoration[]>;
  readonly numbers?: readonly Decoration[];
}

const NONE: Highlights = {
  asking: null,
  decorations: DecorationSet.empty,
  numbers: DecorationSet.empty,
  stale: new Set(),
};

export const highlightsPlugin = (): Plugin =>
  new Plugin<Highlights>({
    key: COMMENTS,
    state: { init: () => NONE, apply },
    props: {
      decorations: (state: EditorState) => {
        const { decorations, numbers } = readHighlights(state);
        return numbers === DecorationSet.empty ? decorations : decorations.add(state.doc, numbers.find());
      },
    },
  });

export const readHighlights = (state: EditorState): Highlights =>
  (COMMENTS.getState(state) as Highlights | null | undefined) ?? NONE;

export const stepOf = (tr: Transaction, step: Step): Transaction => tr.setMeta(COMMENTS, step);

export const idOf = ({ spec }: Decoration): string => (spec as { readonly id: string }).id;

function apply(tr: Transaction, before: Highlights): Highlights {
  const step: Step | undefined = tr.getMeta(COMMENTS);
  let { asking, decorations, numbers, stale } = before;
  if (tr.docChanged && decorations !== DecorationSet.empty) {
    const found = new Set([...stale, ...replacedUnder(tr, decorations)]);
    decorations = decorations.map(tr.mapping, tr.doc, {
      onRemove: ({ id }: { id: string }) => found.add(id),
    });
    stale = found;
  }
  if (step?.drawn) {
    const { drawn } = step;
    const old = decorations.find(undefined, undefined, ({ id }: { id: string }) => drawn.has(id));
    decorations = decorations.remove(old).add(tr.doc, [...drawn.values()].flat());
    stale = new Set([...stale].filter((id) => !drawn.has(id)));
  }
  if (step?.asking !== undefined) asking = step.asking;
  numbers = step?.numbers ? DecorationSet.create(tr.doc, [...step.numbers]) : numbers.map(tr.mapping, tr.doc);
  return { asking, decorations, numbers, stale };
}

/** Threads under which a step deletes text and inserts other text. */
function* replacedUnder({ mapping, steps }: Transaction, decorations: DecorationSet): Generator<string> {
  for (const [at, step] of steps.entries()) {
    const back = mapping.slice(0, at).invert();
    const spans: [from: number, to: number][] = [];
    step.getMap().forEach((from, to, newFrom, newTo) => {
      if (to > from && newTo > newFrom) spans.push([back.map(from, -1), back.map(to, 1)]);
    });
    for (const [from, to] of spans) for (const one of decorations.find(from, to)) yield idOf(one);
  }
}
