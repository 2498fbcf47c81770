/** A document as it is read for the archive. */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { fitNodes, type StandIn } from '#contract/comparison/fit-nodes.ts';
import type { ThreadsReply } from '#contract/comments/thread.ts';
import type { LeavingText, Picture } from '#contract/formats/leaving-text.ts';
import type { Role } from '#contract/roles.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { textLanguage } from '#contract/text/text-language.ts';
import type { Version } from '../../data/versions.ts';
import { leavingThreads } from './leaving-threads.ts';

export interface TakenDocument {
  readonly id: string;
  readonly role: Role;
  readonly owner: string;
  readonly updatedAt: Date;
  readonly head: number;
  readonly updates: readonly Uint8Array[];
  /** Null for readers. */
  readonly versions: readonly Version[] | null;
  readonly comments: Pick<ThreadsReply, 'threads' | 'people'>;
  /** Null for a picture that is gone. */
  readonly loadPicture: (path: string) => Promise<Picture | null>;
}

export interface OpenedDocument {
  readonly state: Uint8Array<ArrayBuffer>;
  readonly leaving: LeavingText;
}

export function openTaken(taken: TakenDocument): OpenedDocument {
  const doc = new Y.Doc();
  try {
    applyUpdates(doc, taken.updates);
    const { marked, threadsIn } = leavingThreads(doc, taken.comments);
    const nodes = fitNodes(childrenOf(marked), asText);
    const { content, threads } = threadsIn(nodes);
    const leaving: LeavingText = {
      title: readTitle(doc),
      language: textLanguage(doc),
      doc: { type: 'doc', content },
      threads,
      loadPicture: taken.loadPicture,
      origin: { documentId: taken.id, seq: taken.head },
    };
    return { state: Y.encodeStateAsUpdate(doc) as Uint8Array<ArrayBuffer>, leaving };
  } finally {
    doc.destroy();
  }
}

/** A part that cannot be shown still has its words. */
const asText: StandIn = (node, isInline) => {
  const text = plainText(node).trim();
  if (text === '') return null;
  const words: DocumentNode = { type: 'text', text };
  return isInline ? words : { type: 'paragraph', content: [words] };
};
