/** Whether the content of a Yjs struct fits its place by the grammar of documents. A host with other ones has its own file. */
import { DOC, isAttribute, isColumnWidths, isMark, mayContain, TEXT } from './document-grammar.ts';
import { MARK_NAMES, NODE_NAMES, ROOT_NAMES, TEXT_ROOT, TITLE_ROOT } from './document-schema.ts';
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

export { TEXT };

export const isKnownMark = (name: string): boolean => MARK_NAMES.has(name);

/** Whether documents have such a type. Only elements are judged: text in them always fits. */
export const isKnownType = (type: number, name: string | null): boolean =>
  type === XML_ELEMENT && name !== null && NODE_NAMES.has(name);

const XML_ELEMENT = 3;

/** The `holder` of content in a root type; null when no document has such a root. */
export function holderOfRoot(root: string): string | null {
  if (!ROOT_NAMES.has(root)) return null;
  return root === TEXT_ROOT ? DOC : root;
}

/** Null when the content fits, or when the place is not known well enough to judge. */
export function misfit(content: Content, { holder, key }: Place): string | null {
  if (content.kind === 'deleted') return null;
  if (content.kind === 'foreign') return content.of;
  // The binding would store a mark that may overlap itself under its name and a hash; none of ours may.
  if (content.kind === 'mark' && !isKnownMark(content.name)) return 'unknown mark';
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
