/** A comparison: a tree that holds two documents, and how one document is read out of it. */
import { joinText, type DocumentNode } from '../text/document-node.ts';

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'formatted';

/** Children of one node in both documents. `id` names a change; parts with one id belong together. */
export type Part =
  | { readonly kind: 'same'; readonly node: DocumentNode }
  /** Only in the one document. */
  | { readonly kind: 'before' | 'after'; readonly id: number; readonly node: DocumentNode }
  /** The same text with other marks. */
  | {
      readonly kind: 'formatted';
      readonly id: number;
      readonly before: DocumentNode;
      readonly after: DocumentNode;
    }
  /** A node in both documents, with changes inside; `id` is null when its type and attributes are the same. */
  | {
      readonly kind: 'inside';
      readonly id: number | null;
      readonly before: DocumentNode;
      readonly after: DocumentNode;
      readonly parts: readonly Part[];
    };

export interface Change {
  readonly id: number;
  readonly kind: ChangeKind;
}

export interface Comparison {
  readonly parts: readonly Part[];
  /** In document order; ids count from 1. */
  readonly changes: readonly Change[];
}

/** With the title, which is not reverted: a restore leaves it as it is. */
export interface TitledComparison extends Comparison {
  readonly title: readonly Part[];
}

/**
 * The later document with the chosen changes reverted: without a choice it is `after`, with all of them `before`. A container
 * that loses all its children goes with them.
 */
export function project(parts: readonly Part[], chosen: ReadonlySet<number>): DocumentNode[] {
  const nodes = parts.flatMap((part): readonly DocumentNode[] => {
    switch (part.kind) {
      case 'same':
        return [part.node];
      case 'before':
        return chosen.has(part.id) ? [part.node] : [];
      case 'after':
        return chosen.has(part.id) ? [] : [part.node];
      case 'formatted':
        return [chosen.has(part.id) ? part.before : part.after];
      case 'inside': {
        const outer = part.id !== null && chosen.has(part.id) ? part.before : part.after;
        return fill(outer, project(part.parts, chosen));
      }
    }
  });
  return joinText(nodes);
}

const DROPPED_WHEN_EMPTY: ReadonlySet<string> = new Set([
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'callout',
  'table',
  'tableRow',
]);
const NEEDS_A_BLOCK: ReadonlySet<string> = new Set([
  'listItem',
  'taskItem',
  'tableCell',
  'tableHeader',
  'detailsContent',
]);

export const isDroppedWhenEmpty = (type: string): boolean => DROPPED_WHEN_EMPTY.has(type);
/** Without content it gets a paragraph. */
export const needsABlock = (type: string): boolean => NEEDS_A_BLOCK.has(type);

function fill(outer: DocumentNode, content: readonly DocumentNode[]): readonly DocumentNode[] {
  if (content.length > 0) return [{ ...outer, content }];
  if (isDroppedWhenEmpty(outer.type)) return [];
  if (needsABlock(outer.type)) return [{ ...outer, content: [{ type: 'paragraph' }] }];
  const { content: _, ...empty } = outer;
  return [empty];
}
