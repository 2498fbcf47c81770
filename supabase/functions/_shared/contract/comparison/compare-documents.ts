/**
 * What changed between two states of a document, by words. One comparison serves to draw the changes and to take any of
 * them back: it is a tree that holds both documents, and `project` reads one of them out of it, or a mixture.
 *
 * Pure, and independent of Yjs and of the editor's schema. Blocks are aligned by content, then by shared words.
 */
import { align } from './align.ts';
import { compareInline } from './compare-inline.ts';
import { childrenOf, headOf, isInline, keyOf, plainText, type DocumentNode } from './document-node.ts';
import { numberChanges } from './number-changes.ts';
import type { Comparison, Part } from './parts.ts';

/** Compares the children of two root nodes. */
export function compareDocuments(before: DocumentNode, after: DocumentNode): Comparison {
  let last = 0;
  const nextId = (): number => (last += 1);
  return numberChanges(compareChildren(childrenOf(before), childrenOf(after), nextId));
}

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

/** How far ahead a partner is looked for. */
const WINDOW = 24;

function compareGap(
  removed: readonly DocumentNode[],
  added: readonly DocumentNode[],
  nextId: NextId,
): Part[] {
  const parts: Part[] = [];
  const wordsOf = memoize(readWords);
  let next = 0;
  for (const node of removed) {
    const near = added.slice(next, next + WINDOW);
    const step = near.findIndex((candidate) => isAlike(node, candidate, wordsOf));
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
  if (!isLeaf)
    return [
      {
        kind: 'inside',
        id,
        before,
        after,
        parts: compareChildren(childrenOf(before), childrenOf(after), nextId),
      },
    ];
  if (id === null) return [{ kind: 'same', node: after }];
  return [
    { kind: 'before', id, node: before },
    { kind: 'after', id, node: after },
  ];
}

/** Types of which one can become another while its content stays. */
const ALIKE: readonly (readonly string[])[] = [
  ['paragraph', 'heading'],
  ['bulletList', 'orderedList'],
  ['tableCell', 'tableHeader'],
];
/** There is one in each parent, or their order says which is which. */
const BY_PLACE: ReadonlySet<string> = new Set(['detailsSummary', 'detailsContent', 'tableRow']);

function isAlike(
  a: DocumentNode,
  b: DocumentNode,
  wordsOf: (node: DocumentNode) => ReadonlySet<string>,
): boolean {
  if (a.type !== b.type && !ALIKE.some((types) => types.includes(a.type) && types.includes(b.type)))
    return false;
  if (BY_PLACE.has(a.type)) return true;
  const [words, others] = [wordsOf(a), wordsOf(b)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared * 2 >= Math.min(words.size, others.size) && (shared > 0 || words.size === others.size);
}

function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

/** Words between spaces; in scripts without spaces, signs. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|\S+/gu;
const readWords = (node: DocumentNode): ReadonlySet<string> => new Set(plainText(node).match(WORD));
