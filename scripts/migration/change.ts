/** One statement of a migration. */
export interface Change {
  readonly sql: string;
  /** A reason why a person has to look at the statement; null if it is complete. */
  readonly byHand: string | null;
}
