/** Shared by the writers of blocks while one document is written. */
import type { LossBook } from '#contract/formats/loss.ts';
import type { CommentPlaces } from './place-comments.ts';
import type { ReadyPicture } from './ready-pictures.ts';
import type { Labels } from './write-labels.ts';
import type { Lists, ListPlace } from './write-lists.ts';

export interface Desk {
  readonly losses: LossBook;
  readonly places: CommentPlaces;
  readonly pictures: ReadonlyMap<string, ReadyPicture>;
  readonly lists: Lists;
  readonly labels: Labels;
  /** Of pictures: Word wants another id for each. */
  readonly nextPictureId: () => string;
  readonly nextScope: () => number;
  /** The sources of the equations of Word, in the order of the text. */
  readonly formulas: string[];
}

/** The room in which a block stands. Lengths are in twips, twentieths of a point. */
export interface Box {
  readonly desk: Desk;
  readonly width: number;
  readonly indent: number;
  /** Of paragraphs that have no style of their own. */
  readonly style?: string;
  /** The number or bullet that the next paragraph takes. */
  readonly marker?: Marker;
  /** The list around. */
  readonly list?: ListPlace;
  /** Space below paragraphs, in a cell less than in the text. */
  readonly after?: number;
  /** The index of the top-level block; null in a comment. */
  readonly block: number | null;
  /** The block above is a table, which has no space below. */
  readonly isBelowTable?: boolean;
  /** The block above is a quote, with which this one would be one. */
  readonly isBelowQuote?: boolean;
  /** A block above, in the same item, is a list. */
  readonly isBelowList?: boolean;
}

export interface Marker {
  readonly place: ListPlace;
  /** Of a task. */
  readonly isChecked?: boolean;
}
