import type { TextPlace } from './notices.ts';

/** Places of people in the text. The editor supplies them; a page passes them to the parts that show them. */
export interface Places {
  /** The heading above each caret, by Yjs client id; null above the first heading. Clients without a caret are missing. */
  readonly sections: () => ReadonlyMap<number, string | null>;
  /** Called when carets or headings may have changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Scrolls to a caret of one of these clients; the selection and the focus stay. Returns the way back to the earlier
   * scroll position, or null when none of them has a caret.
   */
  readonly show: (clients: readonly number[]) => (() => void) | null;
  /** Scrolls to a place of the text. Returns the way back, or null when the text no longer has it. */
  readonly goTo: (place: TextPlace) => (() => void) | null;
  /** The place in the middle of the window; null while the text is out of view. */
  readonly middle: () => TextPlace | null;
  /** Scrolls to a place of the text unless it is in the middle of the window already. */
  readonly showMiddle: (place: TextPlace) => void;
}
