import type { Focus } from '../plan.ts';

/** In this file, this text becomes that text. */
export interface Change {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** One mistake, and where to look for its consequences. */
export interface Mutant extends Change, Focus {
  readonly name: string;
  readonly also?: readonly Change[];
  /** Only runs in which somebody may only read. */
  readonly viewers?: boolean;
}
