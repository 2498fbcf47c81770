import type { Editor } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';

export const COMMENTS = new PluginKey('comments');

/** Begins a comment. */
export interface Asking {
  /** On the selection; on the title while it has the focus. */
  readonly ask: () => void;
  /** On the table around the selection. */
  readonly askTable: () => void;
}

/** Null while the user may not comment. */
export const askingIn = ({ state }: Editor): Asking | null =>
  (COMMENTS.getState(state) as { readonly asking: Asking | null } | null | undefined)?.asking ?? null;
