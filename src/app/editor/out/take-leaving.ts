/** A saved state as a text that leaves: nodes as the grammar has them, and where threads stand in them. */
import { fitNodes, THREAD_BOX, type StandIn } from '#contract/comparison/fit-nodes.ts';
import { LossBook, type Loss } from '#contract/formats/loss.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';
import { childrenOf, joinText, type DocumentNode } from '#contract/text/document-node.ts';
import { isLanguage, type Language } from '#contract/languages.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { createThreadMarker, THREAD, type ThreadAttributes } from '../preview/mark-threads.ts';
import { readSaved } from '../preview/read-saved.ts';
import { sizeOf } from './page/write-blocks.ts';

export interface TakenText {
  readonly title: string;
  readonly language: Language;
  readonly doc: DocumentNode;
  /** By the ids of threads; positions as ProseMirror counts them. */
  readonly ranges: ReadonlyMap<string, readonly { readonly from: number; readonly to: number }[]>;
  /** Parts that this version cannot show. */
  readonly losses: readonly Loss[];
}

/** `threads`: with the units that a highlight covers. Null for a state that cannot be read. */
export function takeLeaving(
  updates: readonly Uint8Array[],
  threads: readonly { readonly id: string; readonly ranges: readonly UnitRange[] }[],
): TakenText | null {
  const saved = readSaved(updates);
  if (saved === null) return null;
  const book = new LossBook();
  const marked = createThreadMarker(saved.spans, threads, '').mark(childrenOf(saved.text));
  const { content, ranges } = collectRanges(fitNodes(marked, wordsInstead(book)));
  return {
    title: saved.title,
    language: isLanguage(saved.lang) ? saved.lang : 'en-US',
    doc: { type: 'doc', content },
    ranges,
    losses: book.list(),
  };
}

/** A part that cannot be shown leaves as its words. */
export const wordsInstead =
  (book: LossBook): StandIn =>
  (node, isInline) => {
    const text = plainText(node).trim();
    book.note('unknown', text === '' ? 'lost' : 'simplified', text);
    if (text === '') return null;
    const words: DocumentNode = { type: 'text', text };
    return isInline ? words : { type: 'paragraph', content: [words] };
  };

interface Range {
  from: number;
  to: number;
}

/** Takes the marks of threads and the boxes around commented nodes away again. */
function collectRanges(marked: readonly DocumentNode[]) {
  const ranges = new Map<string, Range[]>();
  const add = (attrs: object | undefined, from: number, to: number): void => {
    for (const id of (attrs as ThreadAttributes).ids) {
      const known = ranges.get(id) ?? [];
      const last = known.at(-1);
      if (last?.to === from) last.to = to;
      else known.push({ from, to });
      ranges.set(id, known);
    }
  };
  const takeAll = (nodes: readonly DocumentNode[], start: number): DocumentNode[] => {
    let at = start;
    return joinText(
      nodes.flatMap((node) => {
        const bare = take(node, at);
        at += bare.reduce((sum, one) => sum + sizeOf(one), 0);
        return bare;
      }),
    );
  };
  const take = (node: DocumentNode, at: number): DocumentNode[] => {
    if (node.type === THREAD_BOX) {
      const bare = takeAll(childrenOf(node), at);
      add(node.attrs, at, at + bare.reduce((sum, one) => sum + sizeOf(one), 0));
      return bare;
    }
    const { marks, ...rest } = node;
    for (const { type, attrs } of marks ?? []) if (type === THREAD) add(attrs, at, at + sizeOf(node));
    const kept = (marks ?? []).filter(({ type }) => type !== THREAD);
    const content = node.content ? { content: takeAll(node.content, at + 1) } : {};
    return [{ ...rest, ...content, ...(kept.length > 0 ? { marks: kept } : {}) }];
  };
  return { content: takeAll(marked, 0), ranges };
}
