/** Whether the content of a Yjs struct fits its place by the grammar of documents. */
import { isAttribute, isColumnWidths, isMark, mayContain, TEXT } from './document-grammar.ts';
import { MARK_NAMES, TITLE_ROOT } from './document-schema.ts';
import { MAX_ATTRIBUTE_CHARS } from './limits.ts';
import type { Place } from './struct-places.ts';

/** Content of a struct, of `length` clock ticks. */
export type Content = { readonly length: number } & (
  | { readonly kind: 'deleted' | 'text' }
  /** An element, or `text` for a run of text. */
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'mark'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  /** Kinds that the editor never writes. */
  | { readonly kind: 'foreign'; readonly of: string; readonly value?: unknown }
);

export const nameOf = (content: Content): string | null => (content.kind === 'type' ? content.name : null);

/** Null when the content fits, or when the place is not known well enough to judge. */
export function misfit(content: Content, { holder, key }: Place): string | null {
  if (content.kind === 'deleted') return null;
  if (content.kind === 'foreign') return content.of;
  // The binding would store a mark that may overlap itself under its name and a hash; none of ours may.
  if (content.kind === 'mark' && !MARK_NAMES.has(content.name)) return 'unknown mark';
  if (content.kind === 'mark' && !isMark(content.value)) return 'value of a mark';
  if (content.kind === 'values') return misfitOfValues(content.values, holder, key);
  if (key !== null) return 'content as attribute';
  return holder === null || isContentOf(holder, content)
    ? null
    : `${nameOf(content) ?? content.kind} in ${holder}`;
}

function misfitOfValues(
  values: readonly unknown[],
  holder: string | null,
  key: string | null,
): string | null {
  const [value] = values;
  const isPlain = typeof value !== 'object' || value === null || isColumnWidths(value);
  if (values.length !== 1 || !isPlain || (holder !== null && key === null)) return 'values as content';
  // Without a parent it may replace the value of an attribute, whose name is not in the update.
  if (holder === null || key === null) return null;
  const isFitting = holder === TITLE_ROOT ? isTitleAttribute(key, value) : isAttribute(holder, key, value);
  return isFitting ? null : 'value of an attribute';
}

const isTitleAttribute = (key: string, value: unknown): boolean =>
  key === 'lang' && typeof value === 'string' && value.length <= MAX_ATTRIBUTE_CHARS;

function isContentOf(holder: string, content: Content): boolean {
  if (content.kind === 'type') return mayContain(holder, content.name);
  if (holder === TITLE_ROOT) return content.kind === 'text';
  return holder === TEXT;
}
