import type { Loss } from '#contract/formats/loss.ts';
import type { FileFailure } from '../arriving-file.ts';
import type { ArrivingFile, ReadingTools } from '../arriving-file.ts';

/** A text before it is a document. */
export interface ShownText {
  readonly title: string;
  readonly words: number;
  readonly pictures: number;
  readonly comments: number;
  readonly losses: readonly Loss[];
  readonly changes: ArrivingFile['changes'];
}

export interface BadFile extends FileFailure {
  readonly fileName: string;
}

export type ChangesChoice = ReadingTools['changes'];

export type ImportState =
  | { readonly step: 'reading'; readonly fileName: string; readonly files: number; readonly share: number }
  | { readonly step: 'preview'; readonly texts: readonly ShownText[]; readonly bad: readonly BadFile[] }
  | { readonly step: 'making'; readonly count: number; readonly share: number }
  | { readonly step: 'inserting'; readonly share: number }
  /** Some were not made. */
  | {
      readonly step: 'failed';
      readonly failed: readonly { readonly title: string; readonly reason: string }[];
    };
