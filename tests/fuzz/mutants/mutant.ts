import type { Focus } from '../plan.ts';

/** A textual replacement in a file. */
export interface Change {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** One mistake, and the kind of run that shows its consequences. */
export interface Mutant extends Change, Focus {
  readonly name: string;
  readonly also?: readonly Change[];
  /** Only runs with a viewer. */
  readonly viewers?: boolean;
}
