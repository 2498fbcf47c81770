/** Compares the content of two text blocks by words (UAX 29), and the marks of the words they share. */
import { align, type Stretch } from './align.ts';
import { joinText, keyOf, marksOf, type DocumentNode } from '../text/document-node.ts';
import type { Part } from './parts.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A word, a space or a sign; or an inline node. */
const splitInline = (nodes: readonly DocumentNode[]): DocumentNode[] =>
  nodes.flatMap((node) =>
    node.text === undefined
      ? [node]
      : Array.from(segmenter.segment(node.text), ({ segment }) => ({ ...node, text: segment })),
  );

const wordOf = (node: DocumentNode): string => node.text ?? keyOf(node);
const isSpace = ({ text }: DocumentNode): boolean => text !== undefined && text.trim() === '';

export function compareInline(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
  nextId: () => number,
): Part[] {
  const parts: Part[] = [];
  for (const stretch of joinOverSpaces(align(splitInline(before), splitInline(after), wordOf))) {
    const { kept, keptBefore, removed, added } = stretch;
    parts.push(...compareMarks(keptBefore, kept, nextId));
    if (removed.length + added.length === 0) continue;
    const id = nextId();
    parts.push(...joinText(removed).map((node) => ({ kind: 'before', id, node }) as const));
    parts.push(...joinText(added).map((node) => ({ kind: 'after', id, node }) as const));
  }
  return parts;
}

/** Words that change side by side are one change: a space between them separates nothing. */
function joinOverSpaces(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const stretch of stretches) {
    const last = joined.at(-1);
    const isOneChange =
      last !== undefined &&
      last.removed.length + last.added.length > 0 &&
      stretch.removed.length + stretch.added.length > 0 &&
      stretch.kept.length > 0 &&
      stretch.kept.every(isSpace);
    if (isOneChange) {
      joined[joined.length - 1] = {
        ...last,
        removed: [...last.removed, ...stretch.keptBefore, ...stretch.removed],
        added: [...last.added, ...stretch.kept, ...stretch.added],
      };
    } else joined.push(stretch);
  }
  return joined;
}

/** The same words, whose marks may differ. */
function compareMarks(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
  nextId: () => number,
): Part[] {
  const pairs: Pair[] = [];
  for (const [at, node] of after.entries()) {
    const pair = { before: before[at]!, after: node };
    const joined = pairs.length > 0 ? joinPairs(pairs.at(-1)!, pair) : null;
    if (joined) pairs[pairs.length - 1] = joined;
    else pairs.push(pair);
  }
  return pairs.map((pair) =>
    marksOf(pair.before) === marksOf(pair.after)
      ? { kind: 'same', node: pair.after }
      : { kind: 'formatted', id: nextId(), ...pair },
  );
}

interface Pair {
  readonly before: DocumentNode;
  readonly after: DocumentNode;
}

/** Null if the two are not one text in both documents. */
function joinPairs(one: Pair, next: Pair): Pair | null {
  const [before, ...more] = joinText([one.before, next.before]);
  const [after, ...others] = joinText([one.after, next.after]);
  return before && after && more.length + others.length === 0 ? { before, after } : null;
}
