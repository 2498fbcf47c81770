import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import type { Suggestion, SuggestionLabel } from './suggestion-store.ts';

export interface SuggestionMatch {
  /** From the sign to the caret. */
  readonly range: { readonly from: number; readonly to: number };
  readonly text: string;
  /** Text after the sign. */
  readonly query: string;
}

/** A source of suggestions for text after a sign. */
export interface SuggestionSource {
  /** The sign. */
  readonly char: string;
  /** Accessible name of its list. */
  readonly label: SuggestionLabel;
  /** The query at the caret; null when it is not one. */
  readonly find: ($position: ResolvedPos) => SuggestionMatch | null;
  /** Null while the items load. */
  readonly offer: (query: string, editor: Editor) => readonly Suggestion[] | null;
  /** For items that load on demand: registers a callback for when they change. */
  readonly whenReady?: (ready: () => void) => void;
}
