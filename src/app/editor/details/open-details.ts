/**
 * Which details are open, as decorations: local only, and mapped through changes of the text. Details open on request
 * and whenever the selection enters them, so that it is never hidden.
 */
import type { Editor } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import {
  Plugin,
  PluginKey,
  TextSelection,
  type EditorState,
  type Selection,
  type Transaction,
} from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface Step {
  /** Positions before details. */
  readonly open?: readonly number[];
  readonly close?: number;
}

const key = new PluginKey<DecorationSet>('openDetails');

export function openDetailsPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc, selection }) => open(DecorationSet.empty, doc, aroundSelection(selection)),
      apply(tr, before) {
        let decorations = tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
        const step: Step = tr.getMeta(key) ?? {};
        if (step.close !== undefined) decorations = decorations.remove(at(decorations, step.close));
        if (!tr.docChanged && !tr.selectionSet && !step.open) return decorations;
        return open(decorations, tr.doc, [...(step.open ?? []), ...aroundSelection(tr.selection)]);
      },
    },
    props: { decorations: (state: EditorState) => key.getState(state) },
  });
}

export const openDetails = (tr: Transaction, ...open: readonly number[]): Transaction =>
  tr.setMeta(key, { open } satisfies Step);

/** Closing moves a selection inside to the end of the summary. */
export function setOpen({ state, view }: Editor, pos: number, open: boolean): void {
  const { tr, doc, selection } = state;
  const details = doc.nodeAt(pos);
  if (details?.type.name !== 'details') return;
  if (open) return view.dispatch(openDetails(tr, pos));
  const end = pos + details.nodeSize;
  const summaryEnd = pos + (details.firstChild?.nodeSize ?? 0);
  const isInside = [selection.anchor, selection.head].some((place) => place > summaryEnd && place < end);
  if (isInside) tr.setSelection(TextSelection.create(doc, summaryEnd));
  view.dispatch(tr.setMeta(key, { close: pos } satisfies Step));
}

export function isOpen(state: EditorState, pos: number): boolean {
  const decorations = key.getState(state);
  return decorations !== undefined && at(decorations, pos).length > 0;
}

/** Whether a position lies in content that is closed here. */
export const isHidden = (state: EditorState, place: number): boolean =>
  detailsAround(state.doc.resolve(place)).some((pos) => !isOpen(state, pos));

/** Place in the summary of the outermost details that hide a position; that summary is visible. */
export function closedAround(state: EditorState, place: number): number | null {
  const before = detailsAround(state.doc.resolve(place)).findLast((pos) => !isOpen(state, pos));
  // Into the text of the summary.
  return before === undefined ? null : before + 2;
}

/** Whether a node view's decorations mark it as open. */
export const saysOpen = (decorations: readonly Decoration[]): boolean =>
  decorations.some(({ spec }) => spec === OPEN);

/** Positions before all details whose content contains the position. */
export function detailsAround($place: ResolvedPos): number[] {
  const places: number[] = [];
  for (let depth = $place.depth; depth > 0; depth -= 1)
    if ($place.node(depth).type.name === 'detailsContent') places.push($place.before(depth - 1));
  return places;
}

const OPEN = { isOpen: true };

const at = (decorations: DecorationSet, pos: number): Decoration[] =>
  decorations.find(pos, pos + 1, (spec) => spec === OPEN).filter(({ from }) => from === pos);

const aroundSelection = ({ $anchor, $head }: Selection): number[] => [
  ...detailsAround($anchor),
  ...detailsAround($head),
];

function open(decorations: DecorationSet, doc: Node, places: readonly number[]): DecorationSet {
  const added = [...new Set(places)].flatMap((pos) => {
    const node = doc.nodeAt(pos);
    if (node?.type.name !== 'details' || at(decorations, pos).length > 0) return [];
    return [Decoration.node(pos, pos + node.nodeSize, { class: 'is-open' }, OPEN)];
  });
  return added.length > 0 ? decorations.add(doc, added) : decorations;
}
