import type { ShownThread } from './types.ts';

/** A thread, or the one that is being written, beside the text. */
export interface Seat {
  readonly id: string;
  readonly thread: ShownThread | null;
  /** In the text column. */
  readonly top: number;
}
