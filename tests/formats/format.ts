import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import type { Loss, LossKind } from '#contract/formats/loss.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';

/** A format that a text leaves in and comes back from. */
export interface Format {
  /** As docs/formats.md names it. */
  readonly name: string;
  readonly write: (leaving: LeavingText) => Promise<WrittenFile>;
  readonly read: (file: WrittenFile) => Promise<TextBack>;
  /**
   * Which nodes and marks differ when something of this kind was lost, beyond what `forget` takes away. None: the rest of both
   * texts is the same.
   */
  readonly explains: Readonly<Partial<Record<LossKind, RegExp>>>;
  /** The text is the same with comments as without. */
  readonly keepsCommentsApart: boolean;
}

export interface TextBack {
  readonly title: string;
  readonly nodes: readonly DocumentNode[];
  readonly losses: readonly Loss[];
}
