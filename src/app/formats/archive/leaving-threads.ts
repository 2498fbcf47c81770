/** Threads of comments with the places they have in a text that leaves. */
import type * as Y from 'yjs';
import { createCursor, readSpans } from '#contract/authorship/read-spans.ts';
import { PlaceFinder } from '#contract/comments/find-place.ts';
import { LiveCopies } from '#contract/comments/live-copies.ts';
import type { Thread, ThreadComment, ThreadsReply } from '#contract/comments/thread.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { LeavingThread } from '#contract/formats/leaving-text.ts';
import { childrenOf, joinText, type DocumentNode } from '#contract/text/document-node.ts';
import { readDocument } from '#contract/text/yjs-document.ts';

const THREAD = 'thread';

interface Leaving {
  /** The text of the document with marks where threads stand. */
  readonly marked: DocumentNode;
  /** Takes the marks out of nodes that fit the schema. */
  readonly threadsIn: (nodes: readonly DocumentNode[]) => {
    readonly content: readonly DocumentNode[];
    readonly threads: readonly LeavingThread[];
  };
}

export function leavingThreads(
  doc: Y.Doc,
  { threads, people }: Pick<ThreadsReply, 'threads' | 'people'>,
): Leaving {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return {
    marked: markThreads(doc, threads),
    threadsIn: (nodes) => {
      const taken = takeMarks(nodes);
      const leaving = threads.map((thread) => toLeaving(thread, taken.ranges.get(thread.id) ?? [], names));
      return { content: taken.content, threads: leaving };
    },
  };
}

/** A mark that documents do not have is kept by `fitNodes`. */
export function markThreads(doc: Y.Doc, threads: readonly Thread[]): DocumentNode {
  const root = doc.getXmlFragment(TEXT_ROOT);
  const finder = new PlaceFinder(doc, new LiveCopies());
  const placed = new Map(threads.map((thread) => [thread.id, placeOf(finder, thread)]));
  return markText(readDocument(root), createCursor(readSpans(root)), placed);
}

function placeOf(finder: PlaceFinder, thread: Thread): readonly UnitRange[] {
  const { state, ranges } = finder.find(thread);
  return thread.anchor.kind !== 'document' && (state === 'exact' || state === 'healed') ? ranges : [];
}

const toLeaving = (
  { anchor, is_resolved: isResolved, comments }: Thread,
  ranges: LeavingThread['ranges'],
  names: ReadonlyMap<string, string>,
): LeavingThread => ({
  ranges,
  quote: anchor.quote,
  isResolved,
  comments: comments.map((comment) => ({
    author: authorOf(comment, names),
    at: comment.created_at,
    body: comment.body,
  })),
});

/** Empty for a former member. */
export const authorOf = (
  { author, file_author: named }: Pick<ThreadComment, 'author' | 'file_author'>,
  names: ReadonlyMap<string, string>,
): string => (author !== null && names.get(author)) || (named ?? '');

type Placed = ReadonlyMap<string, readonly UnitRange[]>;

function markText(node: DocumentNode, take: ReturnType<typeof createCursor>, placed: Placed): DocumentNode {
  const idsAt = (client: number, clock: number): string[] =>
    [...placed].flatMap(([id, ranges]) =>
      ranges.some((one) => one.client === client && one.clock <= clock && clock < one.clock + one.length)
        ? [id]
        : [],
    );
  const mark = (child: DocumentNode): DocumentNode[] => {
    if (child.text === undefined) {
      const [unit] = take(1);
      const ids = unit ? idsAt(unit.client, unit.clock) : [];
      const content = child.content?.flatMap(mark);
      return [withIds({ ...child, ...(content ? { content } : {}) }, ids)];
    }
    const pieces: { text: string; ids: string[] }[] = [];
    let at = 0;
    for (const { client, clock, length } of take(child.text.length))
      for (let unit = 0; unit < length; unit += 1, at += 1) {
        const ids = idsAt(client, clock + unit);
        const last = pieces.at(-1);
        if (last?.ids.join(' ') === ids.join(' ')) last.text += child.text[at]!;
        else pieces.push({ text: child.text[at]!, ids });
      }
    return pieces.map(({ text, ids }) => withIds({ ...child, text }, ids));
  };
  return placed.size === 0 ? node : { ...node, content: childrenOf(node).flatMap(mark) };
}

const withIds = (node: DocumentNode, ids: readonly string[]): DocumentNode =>
  ids.length === 0 ? node : { ...node, marks: [...(node.marks ?? []), { type: THREAD, attrs: { ids } }] };

export const threadsAt = ({ marks }: DocumentNode): readonly string[] =>
  (marks?.find(({ type }) => type === THREAD)?.attrs as { ids: readonly string[] } | undefined)?.ids ?? [];

export function withoutThreads({ marks, ...node }: DocumentNode): DocumentNode {
  const left = marks?.filter(({ type }) => type !== THREAD) ?? [];
  return left.length > 0 ? { ...node, marks: left } : node;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const LEAVES: ReadonlySet<string> = new Set([
  'hardBreak',
  'horizontalRule',
  'image',
  'mention',
  'inlineMath',
  'blockMath',
]);

/** Counts as ProseMirror does. */
function takeMarks(nodes: readonly DocumentNode[]) {
  const ranges = new Map<string, Range[]>();
  let at = 0;
  const take = (node: DocumentNode): DocumentNode => {
    const from = at;
    const isLeaf = LEAVES.has(node.type);
    if (node.text === undefined) at += 1;
    else at += node.text.length;
    const content = node.content && joinText(node.content.map(take));
    if (node.text === undefined && !isLeaf) at += 1;
    for (const id of threadsAt(node)) addRange(ranges, id, { from, to: at });
    return { ...withoutThreads(node), ...(content ? { content } : {}) };
  };
  return { content: nodes.map(take), ranges };
}

function addRange(ranges: Map<string, Range[]>, id: string, range: Range): void {
  const known = ranges.get(id) ?? [];
  const last = known.at(-1);
  if (last?.to === range.from) known[known.length - 1] = { from: last.from, to: range.to };
  else known.push(range);
  ranges.set(id, known);
}
