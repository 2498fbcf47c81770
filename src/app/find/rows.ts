/** The rows that *Find* offers. */
import type { LucideIcon } from 'lucide-react';
import type { ListedDocument } from '../data/documents.ts';

/** A heading of the open document. */
export interface FoundHeading {
  readonly level: number;
  readonly text: string;
}

/** Something that can be done on this page now. */
export interface Command {
  readonly id: string;
  readonly icon: LucideIcon;
  /** Its name in the language of the interface. */
  readonly label: string;
  /** Its names in all languages, and other words for it. */
  readonly names: readonly string[];
  readonly run: () => void;
}

export interface FoundPerson {
  readonly userId: string;
  readonly name: string;
  /** How many documents they share with the user. */
  readonly shared: number;
}

/** A passage of a text. */
export interface FoundPassage {
  readonly documentId: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** Offsets in `text`. */
  readonly marks: readonly (readonly [from: number, to: number])[];
  readonly isTrashed: boolean;
  /** The thread in which it stands, for a comment. */
  readonly comment: string | null;
}

export type Row =
  | { readonly kind: 'document'; readonly id: string; readonly document: ListedDocument }
  | { readonly kind: 'heading'; readonly id: string; readonly heading: FoundHeading; readonly index: number }
  | { readonly kind: 'person'; readonly id: string; readonly person: FoundPerson }
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'passage'; readonly id: string; readonly passage: FoundPassage };

export type GroupName = 'recent' | 'documents' | 'headings' | 'people' | 'commands' | 'texts';

export interface Group {
  readonly name: GroupName;
  readonly rows: readonly Row[];
}
