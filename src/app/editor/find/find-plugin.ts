import type { Editor } from '@tiptap/core';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { detailsAround, isHidden, openDetails } from '../details/open-details.ts';
import { FIND } from './find.ts';
import { findMatches, type Match, type Search } from './find-matches.ts';

interface Found {
  /** Null while nothing is searched for. */
  readonly search: Search | null;
  readonly matches: readonly Match[];
  /** Index of the match that is shown; -1 when there is none. */
  readonly current: number;
  readonly decorations: DecorationSet;
}

type Step = { readonly search: Search | null } | { readonly current: number };

const NOTHING: Found = { search: null, matches: [], current: -1, decorations: DecorationSet.empty };

/** What is found is marked by decorations: others see nothing of it, and the document has nothing of it. */
export const findPlugin = (): Plugin =>
  new Plugin<Found>({
    key: FIND,
    state: { init: () => NOTHING, apply: (tr, before, _, state) => follow(tr, before, state) },
    props: { decorations: (state: EditorState) => readFound(state).decorations },
  });

export const readFound = (state: EditorState): Found =>
  (FIND.getState(state) as Found | null | undefined) ?? NOTHING;

/** Null ends the search. The first match shown is the one at the caret or after it. */
export function search(editor: Editor, wanted: Search | null): void {
  dispatchStep(editor, { search: wanted });
  scrollToCurrent(editor);
}

/** To the next match, or with -1 to the one before; round and round. */
export function goToMatch(editor: Editor, by: 1 | -1): void {
  const { matches, current } = readFound(editor.state);
  if (matches.length === 0) return;
  dispatchStep(editor, { current: (current + by + matches.length) % matches.length });
  scrollToCurrent(editor);
}

/** Leaves the search with the shown match selected. */
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
  // Past what has just been put there, which may contain what is searched for.
  const next = indexFrom(readFound(editor.state).matches, match.from + text.length);
  dispatchStep(editor, { current: next });
  scrollToCurrent(editor);
}

/** Returns how many were replaced. */
export function replaceAllMatches(editor: Editor, text: string): number {
  const { matches } = readFound(editor.state);
  if (matches.length === 0) return 0;
  asOneUndoStep(editor, () => {
    const { tr } = editor.state;
    // From the end, so that the places of the others stay true.
    for (const { from, to } of matches.toReversed()) tr.insertText(text, from, to);
    editor.view.dispatch(tr);
  });
  return matches.length;
}

/** What was typed a moment ago and what is typed next are steps of their own. */
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

/** The first match at a place or after it; the first of all when there is none. */
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
