/** A file as a program writes it, and the text that a person expects of it. */
import type { LossKind, LossSeverity } from '#contract/formats/loss.ts';
import type { DocxParts } from './make-docx.ts';

export interface Golden {
  readonly name: string;
  readonly parts: DocxParts;
  readonly changes?: 'accept' | 'refuse';
  /** HTML; signs of threads are written `[t1` and `t1]`. */
  readonly blocks: readonly string[];
  /** Kind, severity, count; block of the first where it is known. */
  readonly losses?: readonly (readonly [LossKind, LossSeverity, number, (number | null)?])[];
  readonly title?: string;
  /** Author and text of each comment; a resolved thread begins with `done`. */
  readonly threads?: readonly (readonly string[])[];
}
