import type { ListedDocument } from '../data/documents.ts';

/** A change of one document of the list. */
export interface RowChange {
  readonly ask: () => Promise<void>;
  /** Optimistic values until the server replies. */
  readonly shown?: Partial<ListedDocument>;
  readonly failed: string;
  readonly onDone?: () => void;
  readonly slow?: boolean;
}
