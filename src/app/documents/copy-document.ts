import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { childrenOf } from '#contract/text/document-node.ts';
import { fitNodes } from '#contract/comparison/fit-nodes.ts';
import { readDocument, walkShared, writeDocument } from '#contract/text/yjs-document.ts';
import { cutText } from '#contract/cut-text.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { MAX_TITLE_CHARS } from '#contract/limits.ts';
import type { Thread } from '#contract/comments/thread.ts';
import { ApiError } from '../data/api-error.ts';
import { copyThreads, listOpenThreads } from '../data/comments.ts';
import { createDocument } from '../data/create-document.ts';
import { deleteDocument, eraseDocument } from '../data/documents.ts';
import { copyImage } from '../data/private-files.ts';
import { newId } from '../data/new-id.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { textLanguage } from '#contract/text/text-language.ts';
import { trackPlaces } from '../room/comments/place-tracker.ts';
import type { Room } from '../room/open-room.ts';
import { anchorsInCopy, type PlacedThread } from './anchors-in-copy.ts';
import { withRoom, saveAll } from './with-room.ts';
import { writeTitle } from './rename-document.ts';

/** One transaction is one update, and updates are limited in size. */
const BLOCKS_AT_ONCE = 50;

type NameCopy = (title: string) => string;

export interface CopyOptions {
  readonly nameCopy: NameCopy;
  /** With its open comments. */
  readonly withComments: boolean;
}

/** Copies a document into a new one of the user, without history; resolves to its id. */
export async function copyDocument(
  documentId: string,
  userId: string,
  { nameCopy, withComments }: CopyOptions,
): Promise<string> {
  const { state, placed } = await withRoom(documentId, userId, async (room) => ({
    placed: withComments ? placeOpen(room, await listOpenThreads(documentId)) : [],
    state: Y.encodeStateAsUpdate(room.doc),
  }));
  return copyState([state], userId, nameCopy, async (source, copy, copyId) => {
    if (placed.length === 0) return;
    const seq = await copy.seen();
    if (seq === null) throw new ApiError({ code: 'unreachable', status: 0 });
    await copyThreads(documentId, copyId, anchorsInCopy(source, copy.doc, placed, seq));
  });
}

function placeOpen({ doc, follower }: Room, threads: readonly Thread[]): readonly PlacedThread[] {
  const tracker = trackPlaces(doc, follower);
  const placed = threads.map((thread) => {
    const { state, ranges } = tracker.placeOf(thread);
    return { thread: thread.id, kind: thread.anchor.kind, state, ranges };
  });
  tracker.close();
  return placed;
}

/** The same for a state, given as Yjs updates. */
export async function copyState(
  updates: readonly Uint8Array[],
  userId: string,
  nameCopy: NameCopy,
  finish: (source: Y.Doc, copy: Room, copyId: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const source = new Y.Doc();
  applyUpdates(source, updates);
  const copyId = await createDocument(textLanguage(source));
  try {
    await withRoom(copyId, userId, async (room) => {
      const { text, images } = takeText(source, copyId);
      for (const [from, to] of images) await copyImage(from, to);
      writeText(room.doc, text);
      const title = cutText(nameCopy(readTitle(source)), MAX_TITLE_CHARS);
      writeTitle(room.doc.getText(TITLE_ROOT), title);
      await saveAll(room);
      await finish(source, room, copyId);
    });
  } catch (error) {
    // Do not leave a partial copy behind.
    await deleteDocument(copyId).then(() => eraseDocument(copyId));
    throw error;
  }
  return copyId;
}

type Block = Y.XmlElement | Y.XmlText;
const isBlock = (node: unknown): node is Block => node instanceof Y.XmlElement || node instanceof Y.XmlText;

/** The blocks, and a new path for each of their images: an image belongs to one document. */
export function takeText(
  source: Y.Doc,
  copyId: string,
): { readonly text: readonly Block[]; readonly images: ReadonlyMap<string, string> } {
  const images = new Map<string, string>();
  const root = source.getXmlFragment(TEXT_ROOT);
  source.transact(() => {
    for (const image of walkShared(root)) {
      if (!(image instanceof Y.XmlElement) || image.nodeName !== 'image') continue;
      const path: unknown = image.getAttribute('src');
      if (typeof path !== 'string') continue;
      const file = /^[0-9a-f-]{36}\/[0-9a-f-]{36}(\.[a-z]+)$/.exec(path);
      if (!file) continue;
      const to = images.get(path) ?? `${copyId}/${newId()}${file[1]}`;
      images.set(path, to);
      image.setAttribute('src', to);
    }
  });
  // Parts that can't be shown stay behind: the server refuses them.
  const nodes = fitNodes(childrenOf(readDocument(root)), () => null);
  return { text: writeDocument(nodes).toArray().filter(isBlock), images };
}

/** Replaces the empty paragraph of a new document. */
export function writeText(doc: Y.Doc, blocks: readonly Block[]): void {
  if (blocks.length === 0) return;
  const root = doc.getXmlFragment(TEXT_ROOT);
  const seeds = root.length;
  for (let from = 0; from < blocks.length; from += BLOCKS_AT_ONCE) {
    const some = blocks.slice(from, from + BLOCKS_AT_ONCE).map((block) => block.clone());
    doc.transact(() => root.insert(root.length, some));
  }
  doc.transact(() => root.delete(0, seeds));
}
