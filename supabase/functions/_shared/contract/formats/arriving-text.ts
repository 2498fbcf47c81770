/** A text as a reader of files returns it. It becomes a document through the rules of paste, so nothing enters that paste could not. */
import type { DocumentNode } from '../text/document-node.ts';
import type { Origin } from './leaving-text.ts';
import type { Loss } from './loss.ts';

export interface ArrivingText {
  /** Of the document to be. */
  readonly title: string;
  /** HTML of each block. A picture of the file is `<img src="picture:NAME">`; a comment stands between two `threadSign`s. */
  readonly blocks: readonly string[];
  /**
   * In place of `blocks`, of a file whose text is stored as it is here: nodes that fit the schema, with the same signs. The address
   * of a picture of the file is `picture:NAME`.
   */
  readonly nodes?: readonly DocumentNode[];
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly threads: readonly ArrivingThread[];
  readonly losses: readonly Loss[];
  /** Of a file that was exported here. */
  readonly origin: Origin | null;
}

export interface ArrivingThread {
  /** In the signs: digits and letters. */
  readonly id: string;
  readonly isResolved: boolean;
  readonly comments: readonly {
    /** As the file names them, never a member. */
    readonly author: string;
    readonly at: Date | null;
    /** Paragraphs. */
    readonly content: readonly DocumentNode[];
  }[];
}

/** Blocks that a thread may stand at as a whole: its signs stand around one of them, in paragraphs of their own. */
export const WHOLE_BLOCKS: ReadonlySet<string> = new Set(['image', 'table', 'blockMath', 'horizontalRule']);

const [OPEN, CLOSE] = ['\uFDD2', '\uFDD3'];

/** A noncharacter on each side, which no text should have. */
export const threadSign = (id: string, edge: 'start' | 'end'): string =>
  `${OPEN}${edge === 'start' ? '' : '/'}${id}${CLOSE}`;

/** Matches signs: the slash of an end, and the id. */
export const THREAD_SIGN = new RegExp(`${OPEN}(/?)([\\dA-Za-z]+)${CLOSE}`, 'g');
