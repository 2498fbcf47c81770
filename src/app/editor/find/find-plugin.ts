import type { Editor } from '@tiptap/core';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { detailsAround, isHidden, openDetails } from '../details/open-details.ts';
import { FIND } from './find-key.ts';
import { findMatches, type Match, type Search } from './find-matches.ts';

interface Found {
  /** Null while no search is active. */
  readonly search: Search | null;
  readonly matches: readonly Match[];
  /** Index of the current match; -1 without matches. */
  readonly current: number;
  readonly decorations: DecorationSet;
}

type Step = { readonly search: Search | null } | { readonly current: number };

const NOTHING: Found = { search: null, matches: [], current: -1, decorations: DecorationSet.empty };

/** Marks matches by decorations, which are local: neither document nor peers receive them. */
export const findPlugin = (): Plugin =>
  new Plugin<Found>({
    key: FIND,
    state: { init: () => NOTHING, apply: (tr, before, _, state) => follow(tr, before, state) },
    props: { decorations: (state: EditorState) => readFound(state).decorations },
  });

export const readFound = (state: EditorState): Found =>
  (FIND.getState(state) as Found | null | undefined) ?? NOTHING;

/** Null ends the search. The current match is the first at or after the caret. */
export function search(editor: Editor, wanted: Search | null): void {
  dispatchStep(editor, { search: wanted });
  scrollToCurrent(editor);
}

/** Goes to the next match, or with -1 to the previous one; wraps around. */
export function goToMatch(editor: Editor, by: 1 | -1): void {
  const { matches, current } = readFound(editor.state);
  if (matches.length === 0) return;
  dispatchStep(editor, { current: (current + by + matches.length) % matches.length });
  scrollToCurrent(editor);
}

/** Ends the search with the current match selected. */
export function selectMatch(editor: Editor): void {
  const { matches, current } = readFound(editor.state);
  const match = matches[current];
  if (match)
    editor.view.dispatch(
      editor.state.tr.setSelection(TextSelection.create(editor.state.doc, match.from, match.to)),
    );
}

export function replaceMatch(editor: Editor, text: string): void {
  const { matches, current } = readFound(editor.state);
  const match = matches[current];
  if (!match) return;
  asOneUndoStep(editor, () => editor.view.dispatch(editor.state.tr.insertText(text, match.from, match.to)));
  // Behind the replacement, which may contain the query.
  const next = indexFrom(readFound(editor.state).matches, match.from + text.length);
  dispatchStep(editor, { current: next });
  scrollToCurrent(editor);
}

/** Returns the number of replacements. */
export function replaceAllMatches(editor: Editor, text: string): number {
  const { matches } = readFound(editor.state);
  if (matches.length === 0) return 0;
  asOneUndoStep(editor, () => {
    const { tr } = editor.state;
    // From the end, so that earlier positions stay valid.
    for (const { from, to } of matches.toReversed()) tr.insertText(text, from, to);
    editor.view.dispatch(tr);
  });
  return matches.length;
}

/** Keeps the change apart from the input before and after. */
function asOneUndoStep(editor: Editor, change: () => void): void {
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(editor.state);
  undo?.undoManager.stopCapturing();
  change();
  undo?.undoManager.stopCapturing();
}

const dispatchStep = ({ view }: Editor, step: Step): void => view.dispatch(view.state.tr.setMeta(FIND, step));

function scrollToCurrent({ view }: Editor): void {
  const { matches, current } = readFound(view.state);
  const match = matches[current];
  if (match && isHidden(view.state, match.from)) {
    const { doc, tr } = view.state;
    view.dispatch(openDetails(tr, ...detailsAround(doc.resolve(match.from))));
  }
  view.dom.querySelector('.find-current')?.scrollIntoView({ block: 'center' });
}

function follow(tr: Transaction, before: Found, { doc, selection }: EditorState): Found {
  const step: Step | undefined = tr.getMeta(FIND);
  if (step && 'search' in step) {
    if (step.search === null) return NOTHING;
    const matches = findMatches(doc, step.search);
    return show(doc, step.search, matches, indexFrom(matches, selection.from));
  }
  if (before.search === null) return before;
  if (step) return show(doc, before.search, before.matches, step.current);
  if (!tr.docChanged) return before;
  const matches = findMatches(doc, before.search);
  const place = before.matches[before.current]?.from;
  return show(
    doc,
    before.search,
    matches,
    place === undefined ? 0 : indexFrom(matches, tr.mapping.map(place)),
  );
}

/** Index of the first match at or after a position; 0 when there is none. */
function indexFrom(matches: readonly Match[], place: number): number {
  return Math.max(
    0,
    matches.findIndex(({ from }) => from >= place),
  );
}

function show(doc: EditorState['doc'], wanted: Search, matches: readonly Match[], current: number): Found {
  const decorations = matches.map(({ from, to }, index) =>
    Decoration.inline(from, to, { class: index === current ? 'find-match find-current' : 'find-match' }),
  );
  return {
    search: wanted,
    matches,
    current: matches.length === 0 ? -1 : current,
    decorations: DecorationSet.create(doc, decorations),
  };
}
