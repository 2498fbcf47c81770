/** The content that documents may hold: here any. Replace this file to refuse some. */
import type { Place } from './struct-places.ts';

/** Content of a struct, of `length` clock ticks. */
export type Content = { readonly length: number } & (
  | { readonly kind: 'deleted' | 'text' }
  /** A shared type: the name of an element, `text`, or empty. */
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'mark'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'foreign'; readonly of: string; readonly value?: unknown }
);

/** The name of a `Y.XmlText`. */
export const TEXT = 'text';

export const nameOf = (content: Content): string | null => (content.kind === 'type' ? content.name : null);

export const isKnownMark = (_name: string): boolean => true;

/** `type` is one of Yjs's `typeRefs`; `name` that of an element. */
export const isKnownType = (_type: number, _name: string | null): boolean => true;

/** Null when no document has such a root. */
export const holderOfRoot = (root: string): string | null => root;

/** Null when the content fits its place, or why it is refused. */
export const misfit = (_content: Content, _place: Place): string | null => null;
