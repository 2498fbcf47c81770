/** The door between the text and the comments on it. */
import type { Anchor, PlaceState } from '#contract/comments/thread.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';

export type NewAnchor = Omit<Anchor, 'seq'>;

export interface Place {
  readonly state: PlaceState;
  /** Living units in the order of the text; of the block when `near`. */
  readonly ranges: readonly UnitRange[];
  /** Indexes of ranges that were moved behind the range before them: the text between the two is not highlighted. */
  readonly apart?: readonly number[];
}

export interface PlacedThread {
  readonly id: string;
  readonly place: Place;
  readonly isActive: boolean;
  readonly isResolved: boolean;
}

/** In pixels within the text column. */
export interface Top {
  readonly top: number;
  readonly bottom: number;
  /** Top of the first line: where the card stands. */
  readonly line: number;
}

/** The id under which `tops` has the comment that is being written. */
export const DRAFT = 'draft';

export interface CommentPlaces {
  /** Of the selection; of the block at the caret when nothing is selected; of the title while it has the focus. */
  readonly anchorOfSelection: () => NewAnchor | null;
  /** Receives what is selected, now and soon after each change; null while nothing is. */
  readonly watchSelection: (listener: (anchor: NewAnchor | null) => void) => () => void;
  readonly show: (threads: readonly PlacedThread[], draft: NewAnchor | null) => void;
  /** In the order of the text; those at the title last. */
  readonly tops: () => ReadonlyMap<string, Top>;
  /** Called at most once a frame, when `tops` may have changed. */
  readonly onLayout: (listener: () => void) => () => void;
  readonly scrollTo: (id: string) => void;
  /** Goes to the next open thread from the caret, around the ends of the text; null when there is none. */
  readonly step: (direction: 1 | -1) => string | null;
  /** A click on a highlight, or the caret moved into one: the ids, the shortest first. */
  readonly onPick: (listener: (ids: readonly string[]) => void) => () => void;
  readonly onAsk: (listener: (anchor: NewAnchor) => void) => () => void;
  readonly focus: () => void;
  /** The same, with the caret at the end of what was selected. */
  readonly leaveSelection: () => void;
  /** Shows numbers from 1 at the ends of these threads, on paper only. Returns those that have text, in its order. */
  readonly number: (ids: ReadonlySet<string>) => readonly string[];
  /** Where the text of each thread ends, in its order. */
  readonly ends: () => readonly { readonly id: string; readonly at: number }[];
}
