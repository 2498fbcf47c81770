/** Makes documents of texts that came in files or from templates, without a page. */
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { Loss } from '#contract/formats/loss.ts';
import type { Language } from '#contract/languages.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { ApiError } from '../data/api-error.ts';
import { createDocument } from '../data/create-document.ts';
import { deleteDocument, eraseDocument } from '../data/documents.ts';
import { importThreads, noteImport } from '../data/imports.ts';
import { inTurn } from '../data/in-turn.ts';
import { newId } from '../data/new-id.ts';
import { sendImage } from '../data/private-files.ts';
import { nextTask } from '../data/run-in-slices.ts';
import type { Room } from '../room/open-room.ts';
import { anchorsAt, type FileThread } from './anchors-at.ts';
import { goneIn, picturesIn, replaceIn, type StoredPicture } from './place-in-nodes.ts';
import { writeTitle } from './rename-document.ts';
import { saveAll, saveOrKeep, withOwnRoom, withRoom } from './with-room.ts';

export interface NewText {
  readonly title: string;
  readonly language: Language;
  readonly nodes: readonly DocumentNode[];
  readonly threads: readonly FileThread[];
  readonly losses: readonly Loss[];
  readonly fileName: string;
}

export interface ReadyPicture {
  readonly file: Blob;
  readonly type: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
}

interface WritingTools {
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Receives the share that is done, up to 1. */
  readonly onProgress: (share: number) => void;
}

export interface MakingTools extends WritingTools {
  /** Null for one that cannot be shown. */
  readonly readPicture: (path: string) => Promise<ReadyPicture | null>;
  /** The address for a link to another text of the same archive; null if there is none. */
  readonly linkTo: (href: string) => string | null;
}

const RETRY_MS = 2000;

/** An empty document. Waits while too many were made. */
export async function createEmpty(language: Language, signal: AbortSignal): Promise<string> {
  const key = newId();
  for (;;) {
    signal.throwIfAborted();
    try {
      return await createDocument(language, key);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'rate_limited')) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? RETRY_MS));
    }
  }
}

/** Writes the text into an empty document; rejects when it was not written as a whole. */
export async function fillDocument(documentId: string, text: NewText, tools: MakingTools): Promise<void> {
  const pictures = await storePictures(documentId, text.nodes, tools);
  const nodes = replaceIn(text.nodes, pictures, tools.linkTo);
  const lost = [...pictures.values()].filter((one) => one === null).length;
  await writeInto(documentId, { title: text.title, nodes }, tools, (room) =>
    addThreads(room, documentId, text.threads, goneIn(text.nodes, pictures)),
  );
  const losses: readonly Loss[] =
    lost === 0
      ? text.losses
      : [...text.losses, { kind: 'picture', severity: 'lost', count: lost, example: '', block: null }];
  await noteImport(documentId, text.fileName, losses);
}

/** Writes only title and nodes into an empty document; rejects when they were not written as a whole. */
export function writeInto(
  documentId: string,
  { title, nodes }: Pick<NewText, 'title' | 'nodes'>,
  tools: WritingTools,
  finish: (room: Room) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  return withRoom(documentId, tools.userId, async (room) => {
    try {
      await writeNodes(room, nodes, tools);
      writeTitle(room.doc.getText(TITLE_ROOT), title);
    } finally {
      // Also after *Cancel*: what is left unsaved would wait on this device.
      await saveAll(room);
    }
    await finish(room);
  });
}

/** The same on this device, from where it is sent. */
export const writeHere = (
  documentId: string,
  { title, nodes }: Pick<NewText, 'title' | 'nodes'>,
  signal: AbortSignal,
): Promise<void> =>
  withOwnRoom(documentId, async (room) => {
    await writeNodes(room, nodes, { signal, onProgress: () => undefined });
    writeTitle(room.doc.getText(TITLE_ROOT), title);
    await saveOrKeep(room);
  });

export const eraseUnfinished = (documentId: string): Promise<void> =>
  deleteDocument(documentId).then(() => eraseDocument(documentId));

const PICTURES_AT_ONCE = 3;

/** Uploads the pictures of a text; null for one that cannot be shown. */
export async function storePictures(
  documentId: string,
  nodes: readonly DocumentNode[],
  { readPicture, signal, onProgress }: Pick<MakingTools, 'readPicture' | 'signal' | 'onProgress'>,
): Promise<ReadonlyMap<string, StoredPicture | null>> {
  const stored = new Map<string, StoredPicture | null>();
  const paths = picturesIn(nodes);
  const run = inTurn(PICTURES_AT_ONCE);
  const store = async (from: string): Promise<void> => {
    signal.throwIfAborted();
    const picture = await readPicture(from);
    const path = `${documentId}/${newId()}.${picture?.extension}`;
    if (picture)
      await sendImage(
        { path, file: picture.file, type: picture.type },
        { signal, onProgress: () => undefined },
      );
    signal.throwIfAborted();
    stored.set(from, picture && { path, width: picture.width, height: picture.height });
    onProgress((stored.size / paths.length) * 0.7);
  };
  await Promise.all(paths.map((path) => run(() => store(path))));
  return stored;
}

/** One transaction is one update, whose size is limited, and the page must answer between two of them. */
const [MAX_NODES_AT_ONCE, MAX_MS_AT_ONCE] = [60, 12];

async function writeNodes(
  { doc }: Room,
  nodes: readonly DocumentNode[],
  { signal, onProgress }: Pick<WritingTools, 'signal' | 'onProgress'>,
): Promise<void> {
  const root = doc.getXmlFragment(TEXT_ROOT);
  const seeds = root.length;
  for (let at = 0; at < nodes.length;) {
    const untilMs = performance.now() + MAX_MS_AT_ONCE;
    const blocks: Y.XmlElement[] = [];
    for (
      let count = 0;
      at < nodes.length && count < MAX_NODES_AT_ONCE && performance.now() < untilMs;
      at += 1
    ) {
      const node = nodes[at]!;
      count += countNodes(node);
      blocks.push(
        ...(writeDocument([node])
          .toArray()
          .map((block) => block.clone()) as Y.XmlElement[]),
      );
    }
    doc.transact(() => root.insert(root.length, blocks));
    onProgress(0.7 + (at / nodes.length) * 0.2);
    await nextTask();
    signal.throwIfAborted();
  }
  // The empty paragraph of a new document.
  if (nodes.length > 0) doc.transact(() => root.delete(0, seeds));
}

const countNodes = (node: DocumentNode): number =>
  (node.content ?? []).reduce((count, child) => count + countNodes(child), 1);

async function addThreads(
  room: Room,
  documentId: string,
  threads: readonly FileThread[],
  gone: ReadonlySet<number>,
): Promise<void> {
  if (threads.length === 0) return;
  const seq = await room.seen();
  if (seq === null) throw new ApiError({ code: 'unreachable', status: 0 });
  await importThreads(documentId, anchorsAt(room.doc, threads, seq, gone));
}
