import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import type { Suggestion, SuggestionLabel } from './suggestion-store.ts';

export interface SuggestionMatch {
  /** The sign and what follows it, up to the caret. */
  readonly range: { readonly from: number; readonly to: number };
  readonly text: string;
  /** What follows the sign. */
  readonly query: string;
}

/** Something that is offered for words after a sign. */
export interface SuggestionSource {
  /** The sign. */
  readonly char: string;
  readonly label: SuggestionLabel;
  /** The words that the caret follows; null where they mean something else. */
  readonly find: ($position: ResolvedPos) => SuggestionMatch | null;
  /** Null while the things to offer are fetched. */
  readonly offer: (query: string, editor: Editor) => readonly Suggestion[] | null;
  /** For what is fetched only when it is needed: calls back whenever other things can be offered. */
  readonly whenReady?: (ready: () => void) => void;
}
