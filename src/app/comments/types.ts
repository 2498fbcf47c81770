/** Shapes that the room and the text give to comments. */
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { Anchor, PlaceState, Thread } from '#contract/comments/thread.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';
import type { ApiErrorCode } from '../data/api-error.ts';

export type NewAnchor = Omit<Anchor, 'seq'>;

export interface Place {
  readonly state: PlaceState;
  /** Living units in the order of the text; of the block when near. */
  readonly ranges: readonly UnitRange[];
}

export interface Unsent {
  readonly state: 'waiting' | 'refused';
  readonly code?: string;
}

export interface ShownThread extends Thread {
  readonly unsent: Unsent['state'] | null;
  /** By comment. */
  readonly unsentComments: ReadonlyMap<string, Unsent>;
}

export interface NewComment {
  readonly thread: string;
  readonly comment: string;
  readonly anchor: NewAnchor | null;
  readonly body: CommentBody;
  readonly assignee: string | null;
}

type Outcome = Promise<ApiErrorCode | null>;

export interface ThreadStore {
  readonly threads: () => readonly ShownThread[];
  readonly people: () => ReadonlyMap<string, string>;
  readonly on: (listener: () => void) => () => void;
  readonly add: (input: NewComment) => void;
  readonly edit: (comment: string, body: CommentBody) => Outcome;
  /** Deletes a comment; discards one that was not sent. */
  readonly remove: (comment: string) => Outcome;
  readonly setState: (thread: string, state: 'open' | 'resolved') => Outcome;
  readonly assign: (thread: string, user: string | null) => Outcome;
  readonly react: (comment: string, emoji: string, isOn: boolean) => Outcome;
  readonly attach: (thread: string, anchor: NewAnchor) => Outcome;
  /** For a comment that was refused. */
  readonly retry: (comment: string) => void;
  readonly close: () => void;
}
