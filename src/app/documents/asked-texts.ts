import type { ReactNode } from 'react';

/** A search of the list, for the part of the page that searches in texts. */
export interface AskedTexts {
  readonly search: string;
  readonly inTrash: boolean;
  /** Whether the view has this document. */
  readonly isShown: (documentId: string, isTrashed: boolean) => boolean;
  /** Shown where nothing is found in texts either; null if a title is found. */
  readonly empty: ReactNode;
  /** Moves the focus back to the documents. */
  readonly onUp: () => void;
}
