import { createContext, useContext, type ComponentType } from 'react';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { ShownVersion } from '../data/paths.ts';
import type { SavedState } from '../data/versions.ts';
import type { Desk } from './desk.ts';
import type { Drafts } from './drafts.ts';
import type { Place, ShownThread, ThreadStore } from './types.ts';

/** The field in which a comment is written. */
export interface FieldProps {
  readonly initial: CommentBody | null;
  readonly documentId: string;
  readonly label: string;
  readonly placeholder: string;
  readonly takesFocus: boolean;
  /** Null while it is empty. */
  readonly onChange: (body: CommentBody | null) => void;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}

/** Shared by all parts of the comments of an open document. */
export interface CommentsPart {
  readonly documentId: string;
  readonly me: string;
  readonly store: ThreadStore;
  readonly desk: Desk;
  readonly drafts: Drafts;
  /** The same object until the place changes. */
  readonly placeOf: (thread: ShownThread) => Place;
  /** The text at a place, for those who do not receive the quote of its thread. */
  readonly textAt: (place: Place) => string;
  /** Calls the listener when places may have changed. */
  readonly onMoved: (listener: () => void) => () => void;
  /** Null: the user may comment. */
  readonly cannot: 'viewer' | 'ended' | 'version' | null;
  /** Beside a version: how many replies were written after it. */
  readonly laterReplies: (thread: string) => number;
  /** May resolve, reopen and assign the threads of others. */
  readonly isEditor: boolean;
  /** May delete the comments of others. */
  readonly isOwner: boolean;
  readonly Field: ComponentType<FieldProps>;
  /** Whether a thread that is near lost all of the text that it stood in. */
  readonly isTextGone: (thread: ShownThread) => boolean;
  /** Whether a saved state has text of the thread. */
  readonly hadText: (thread: ShownThread, state: SavedState) => boolean;
  readonly onShowVersion: (shown: ShownVersion) => void;
  readonly scrollTo: (thread: string) => void;
  readonly backToText: () => void;
  /** The same, with nothing selected. */
  readonly leaveSelection: () => void;
}

export const CommentsContext = createContext<CommentsPart | null>(null);

export function useComments(): CommentsPart {
  const part = useContext(CommentsContext);
  if (!part) throw new Error('This component must be inside the comments of a document');
  return part;
}
