import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import type { Inline } from '#contract/comments/body-text.ts';
import { fitNodes } from '#contract/comparison/fit-nodes.ts';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { Thread } from '#contract/comments/thread.ts';
import type { ArchivedComments } from '#contract/formats/archive.ts';
import type { ArrivingText, ArrivingThread } from '#contract/formats/arriving-text.ts';
import type { Origin } from '#contract/formats/leaving-text.ts';
import { LossBook } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { mentionText } from '#contract/text/leaf-text.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { authorOf, markThreads } from './leaving-threads.ts';
import { signThreads } from './sign-threads.ts';

interface Along {
  readonly comments: ArchivedComments | null;
  /** By their names in the folder of the document. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly origin: Origin;
}

/** The text of a stored state, as a copy of it would have it. Null for bytes that are no document. */
export function arriveFromState(
  state: Uint8Array,
  { comments, pictures, origin }: Along,
): ArrivingText | null {
  const doc = openState(state);
  if (doc === null) return null;
  const book = new LossBook();
  const threads = comments?.threads ?? [];
  const marked = childrenOf(markThreads(doc, threads));
  const fit = fitNodes(marked, (node) => {
    book.note('unknown', 'lost', plainText(node));
    return null;
  });
  const placed = placePictures(fit, pictures, book);
  const signs = new Map(threads.map(({ id }, at) => [id, `t${at}`]));
  const names = new Map(comments?.people.map(({ id, name }) => [id, name]));
  const title = readTitle(doc);
  doc.destroy();
  return {
    title,
    blocks: [],
    nodes: signThreads(placed, signs),
    pictures,
    threads: threads.map((thread, at) => toArriving(thread, `t${at}`, names)),
    losses: book.list(),
    origin,
  };
}

/** Bytes that the server would refuse are not applied. */
function openState(state: Uint8Array): Y.Doc | null {
  const doc = new Y.Doc();
  try {
    if (createUpdateGate().judge(state, 'snapshot').kind !== 'good') return null;
    applyUpdates(doc, [state]);
    return doc;
  } catch (error) {
    // lib0's decoder throws plain errors on bytes that are not an update.
    if (error instanceof Error) return null;
    throw error;
  }
}

function placePictures(
  nodes: readonly DocumentNode[],
  pictures: ReadonlyMap<string, Uint8Array>,
  book: LossBook,
): readonly DocumentNode[] {
  const place = (node: DocumentNode, block: number): DocumentNode[] => {
    if (node.type !== 'image')
      return [
        node.content ? { ...node, content: node.content.flatMap((child) => place(child, block)) } : node,
      ];
    const src: unknown = node.attrs?.['src'];
    const name = typeof src === 'string' ? src.slice(src.lastIndexOf('/') + 1) : '';
    if (pictures.has(name)) return [{ ...node, attrs: { ...node.attrs, src: `picture:${name}` } }];
    const alt: unknown = node.attrs?.['alt'];
    book.note('picture', 'lost', typeof alt === 'string' ? alt : name, block);
    return [];
  };
  return nodes.flatMap(place);
}

const toArriving = (
  { is_resolved: isResolved, comments }: Thread,
  id: string,
  names: ReadonlyMap<string, string>,
): ArrivingThread => ({
  id,
  isResolved,
  comments: comments.flatMap((comment) =>
    comment.body === null
      ? []
      : [{ author: authorOf(comment, names), at: comment.created_at, content: contentOf(comment.body) }],
  ),
});

/** Mentions are names: the people may not be here. */
function contentOf(body: CommentBody): readonly DocumentNode[] {
  const named = (node: DocumentNode): DocumentNode => {
    if (node.type === 'mention')
      return { type: 'text', text: mentionText((node as Extract<Inline, { type: 'mention' }>).attrs) };
    return node.content ? { ...node, content: node.content.map(named) } : node;
  };
  return (body.content as readonly DocumentNode[]).map(named);
}
