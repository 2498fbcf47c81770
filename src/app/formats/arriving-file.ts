/** Files as they are read, before they are documents. */
import type { ArrivingText } from '#contract/formats/arriving-text.ts';
import type { LossBook } from '#contract/formats/loss.ts';
import { ZIP_FAILURES } from './zip/zip-failure.ts';

export interface ArrivingFile {
  readonly text: ArrivingText;
  /** `own`: the HTML that our own renderer writes, which has no looks to clean. */
  readonly source: 'foreign' | 'own';
  /** Of the file, without its ending: the title of a text that has none. */
  readonly name: string;
  /** Around it in an archive. */
  readonly folders: readonly string[];
  /** Name of the folder in the list that it was in, in an archive of ours. */
  readonly place?: string;
  /** By which `arrivingLink`s of the same archive lead here. */
  readonly index: number;
  /** Tracked changes of Word; null in other files. */
  readonly changes: {
    readonly inserted: number;
    readonly deleted: number;
    readonly formatted: number;
  } | null;
}

/** Why a file cannot be read. Each has a sentence in both languages. */
export const FILE_FAILURES = [
  ...ZIP_FAILURES,
  'changed',
  'damaged_document',
  'dtd',
  'empty',
  'misnamed',
  'newer_archive',
  'no_texts',
  'not_text',
  'old_office',
  'other_office',
  'pdf',
  'picture',
  'rtf',
  'too_long',
  'too_slow',
  'unreadable',
] as const;

export interface FileFailure {
  readonly ok: false;
  readonly code: (typeof FILE_FAILURES)[number];
  /** Of the file that is bad; empty where that is all of it. */
  readonly part: string;
}

export type ReadFile =
  | {
      readonly ok: true;
      readonly files: readonly ArrivingFile[];
      /** Parts of an archive that cannot be read. */
      readonly bad: readonly FileFailure[];
    }
  | FileFailure;

export interface ReadingTools {
  /** The HTML of each block. */
  readonly renderMarkdown: (markdown: string, book: LossBook) => readonly string[];
  readonly changes: 'accept' | 'refuse';
  /** Receives the share that is done, up to 1. */
  readonly onProgress: (share: number) => void;
}

/** Stands in a link to another text of the same archive, until that is a document. */
export const arrivingLink = (index: number): string => `cid:arriving-${index}@spolu`;
export const ARRIVING_LINK = /^cid:arriving-(\d+)@spolu$/;

export const fileFailure = (code: FileFailure['code'], part = ''): FileFailure => ({ ok: false, code, part });
