/**
 * Compares two states of a document by words. A comparison is a tree that holds both documents. It serves to draw the changes,
 * and to revert any of them: `project` reads one of the documents from it, or a mixture.
 *
 * Pure, and independent of Yjs and of the editor's schema. Blocks are aligned by content, then by shared words.
 */
import { align } from './align.ts';
import { createIsAlike } from './alike.ts';
import { compareInline } from './compare-inline.ts';
import { childrenOf, headOf, isInline, keyOf, type DocumentNode } from '../text/document-node.ts';
import { numberChanges } from './number-changes.ts';
import type { Comparison, Part, TitledComparison } from './parts.ts';
import { joinShape } from './table-shape.ts';

/** Compares the children of two root nodes. */
export function compareDocuments(before: DocumentNode, after: DocumentNode): Comparison {
  let last = 0;
  const nextId = (): number => (last += 1);
  return numberChanges(compareChildren(childrenOf(before), childrenOf(after), nextId));
}

/** A text with its title. */
interface Titled {
  readonly title: string;
  readonly text: DocumentNode;
}

/** The same with the titles, which are compared by words: a changed title is the first change, as a whole. */
export function compareTitled(before: Titled, after: Titled): TitledComparison {
  let last = TITLE;
  const nextId = (): number => (last += 1);
  const title = compareInline(titleOf(before), titleOf(after), () => TITLE);
  const text = compareChildren(childrenOf(before.text), childrenOf(after.text), nextId);
  const { parts, changes } = numberChanges([...title, ...text]);
  return { title: parts.slice(0, title.length), parts: parts.slice(title.length), changes };
}

const TITLE = 0;
const titleOf = ({ title }: Titled): DocumentNode[] => (title === '' ? [] : [{ type: 'text', text: title }]);

type NextId = () => number;

function compareChildren(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
  nextId: NextId,
): Part[] {
  if ([...before, ...after].some(isInline)) return compareInline(before, after, nextId);
  const parts: Part[] = [];
  for (const { kept, removed, added } of align(before, after, keyOf)) {
    parts.push(...kept.map((node) => ({ kind: 'same', node }) as const));
    parts.push(...compareGap(removed, added, nextId));
  }
  return parts;
}

/** A partner is searched this far ahead. */
const WINDOW = 24;

function compareGap(
  removed: readonly DocumentNode[],
  added: readonly DocumentNode[],
  nextId: NextId,
): Part[] {
  const parts: Part[] = [];
  const isAlike = createIsAlike();
  let next = 0;
  for (const node of removed) {
    const near = added.slice(next, next + WINDOW);
    const step = near.findIndex((candidate) => isAlike(node, candidate));
    if (step < 0) {
      parts.push({ kind: 'before', id: nextId(), node });
      continue;
    }
    for (const one of added.slice(next, next + step)) parts.push({ kind: 'after', id: nextId(), node: one });
    parts.push(...comparePair(node, added[next + step]!, nextId));
    next += step + 1;
  }
  return [...parts, ...added.slice(next).map((node) => ({ kind: 'after', id: nextId(), node }) as const)];
}

function comparePair(before: DocumentNode, after: DocumentNode, nextId: NextId): Part[] {
  const isLeaf = before.content === undefined && after.content === undefined;
  const id = headOf(before) === headOf(after) ? null : nextId();
  if (!isLeaf) {
    const parts = compareChildren(childrenOf(before), childrenOf(after), nextId);
    return [{ kind: 'inside', id, before, after, parts: after.type === 'table' ? joinShape(parts) : parts }];
  }
  if (id === null) return [{ kind: 'same', node: after }];
  return [
    { kind: 'before', id, node: before },
    { kind: 'after', id, node: after },
  ];
}
