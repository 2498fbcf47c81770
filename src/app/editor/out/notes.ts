/** Footnotes to a text, in plain data. */
import type { DocumentNode } from '#contract/text/document-node.ts';

export interface Note {
  /** Behind the text of the note, as a position in the editor; null when that text is not there. */
  readonly at: number | null;
  /** Without its text in the place, what the note is about. */
  readonly about: string | null;
  readonly quote: string | null;
  readonly entries: readonly {
    readonly author: string;
    readonly date: string;
    readonly content: readonly DocumentNode[];
  }[];
}

export interface Notes {
  readonly notes: readonly Note[];
  /** Stands before the references to notes without a place. */
  readonly label: string;
}
