/** A text that leaves in a file. */
import type { CommentBody } from '../comments/comment-body.ts';
import type { Language } from '../languages.ts';
import type { DocumentNode } from '../text/document-node.ts';
import type { Loss } from './loss.ts';

export interface LeavingText {
  readonly title: string;
  /** Of the labels in the file. */
  readonly language: Language;
  readonly doc: DocumentNode;
  readonly threads: readonly LeavingThread[];
  /** Null for a picture that cannot be loaded: one loss. */
  readonly loadPicture: (path: string) => Promise<Picture | null>;
  /** The state that leaves, by which a file that comes back is known. */
  readonly origin: Origin | null;
}

export interface Origin {
  readonly documentId: string;
  readonly seq: number;
}

export interface Picture {
  readonly bytes: Uint8Array;
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly type: string;
}

export interface LeavingThread {
  /** Positions as ProseMirror counts them: 0 is before the first block. Empty for a thread without a place. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly quote: string;
  readonly isResolved: boolean;
  readonly comments: readonly {
    readonly author: string;
    readonly at: Date;
    /** Null: deleted. */
    readonly body: CommentBody | null;
  }[];
}

export interface WrittenFile {
  /** With its ending. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly losses: readonly Loss[];
}
