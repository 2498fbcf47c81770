/** Marks the text of threads in a document that is drawn without an editor. */
import { Mark, Node, type Extensions } from '@tiptap/core';
import { createCursor, type Span } from '#contract/authorship/read-spans.ts';
import { BOX, THREAD_BOX } from '#contract/comparison/fit-nodes.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';
import { childrenOf, isInline, type DocumentNode } from '#contract/text/document-node.ts';

/** A thread with the units that its highlight covers. */
export interface DrawnThread {
  readonly id: string;
  readonly ranges: readonly UnitRange[];
}

/** As `markThreads` sets it. */
export interface ThreadAttributes {
  /** Ids of threads, the one with the shortest text first. */
  readonly ids: readonly string[];
  readonly name: string;
}

export interface ThreadMarker {
  /** The next nodes of the document. Boxes that a view has added count for nothing. */
  readonly mark: (nodes: readonly DocumentNode[]) => DocumentNode[];
  /** The next node, whose content is marked before the returned function takes it. */
  readonly open: () => (marked: DocumentNode) => DocumentNode;
}

/** `spans`: the units of all nodes that are marked, in their order. `name` begins the class of the marks. */
export function createThreadMarker(
  spans: readonly Span[],
  threads: readonly DrawnThread[],
  name: string,
): ThreadMarker {
  const take = createCursor(spans);
  const stretches = listStretches(threads);
  const markNode = (node: DocumentNode): DocumentNode[] => {
    if (node.type === BOX) return [{ ...node, content: mark(childrenOf(node)) }];
    if (node.text === undefined) {
      const close = open();
      return [close(node.content ? { ...node, content: mark(node.content) } : node)];
    }
    let at = 0;
    return joinPieces(take(node.text.length).flatMap((span) => cutByThreads(span, stretches))).map(
      ({ length, ids }) => {
        at += length;
        return withMark({ ...node, text: node.text!.slice(at - length, at) }, ids, name);
      },
    );
  };
  const mark = (nodes: readonly DocumentNode[]): DocumentNode[] => nodes.flatMap(markNode);
  const open = (): ((marked: DocumentNode) => DocumentNode) => {
    const [{ ids } = { ids: [] }] = take(1).flatMap((span) => cutByThreads(span, stretches));
    return (marked) => withMark(marked, ids, name);
  };
  return { mark, open };
}

function withMark(node: DocumentNode, ids: readonly string[], name: string): DocumentNode {
  if (ids.length === 0) return node;
  const attrs: ThreadAttributes = { ids, name };
  if (isInline(node)) return { ...node, marks: [...(node.marks ?? []), { type: THREAD, attrs }] };
  return { type: THREAD_BOX, attrs: { ...attrs }, content: [node] };
}

interface Stretch extends UnitRange {
  readonly id: string;
}

/** By client; those of threads with less text first. */
function listStretches(threads: readonly DrawnThread[]): ReadonlyMap<number, readonly Stretch[]> {
  const sizeOf = ({ ranges }: DrawnThread): number => ranges.reduce((sum, { length }) => sum + length, 0);
  const clients = new Map<number, Stretch[]>();
  for (const { id, ranges } of threads.toSorted((a, b) => sizeOf(a) - sizeOf(b)))
    for (const range of ranges) {
      const known = clients.get(range.client) ?? [];
      clients.set(range.client, [...known, { ...range, id }]);
    }
  return clients;
}

interface Piece {
  readonly length: number;
  readonly ids: readonly string[];
}

function cutByThreads(
  { client, clock, length }: Span,
  stretches: ReadonlyMap<number, readonly Stretch[]>,
): readonly Piece[] {
  const end = clock + length;
  const here = (stretches.get(client) ?? []).filter(
    (one) => one.clock < end && one.clock + one.length > clock,
  );
  const edges = here.flatMap((one) => [one.clock, one.clock + one.length]);
  const cuts = [...new Set([clock, ...edges.filter((edge) => edge > clock && edge < end), end])].toSorted(
    (a, b) => a - b,
  );
  return cuts.slice(1).map((to, at) => {
    const from = cuts[at]!;
    const ids = here.filter((one) => one.clock <= from && one.clock + one.length >= to).map(({ id }) => id);
    return { length: to - from, ids: [...new Set(ids)] };
  });
}

/** Text of one thread that several updates wrote is one mark. */
function joinPieces(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && last.ids.join(' ') === piece.ids.join(' '))
      joined[joined.length - 1] = { ids: last.ids, length: last.length + piece.length };
    else joined.push(piece);
  }
  return joined;
}

export const THREAD = 'thread';

const attributes = () => ({ ids: { default: [] }, name: { default: '' } });

/** Mark and node that only marked documents have. */
export const THREADS: Extensions = [
  Mark.create({ name: THREAD, addAttributes: attributes }),
  Node.create({ name: THREAD_BOX, group: 'block', content: 'block', addAttributes: attributes }),
];
