import type { DocumentNode } from '#contract/text/document-node.ts';
import { storePictures } from '../../documents/make-document.ts';
import { replaceIn } from '../../documents/place-in-nodes.ts';
import { ARRIVING_LINK } from '../../formats/arriving-file.ts';
import { readPictureOf } from './make-documents.ts';
import type { ReadyText } from './read-files.ts';

/** The texts as an open document can have them: with pictures of its own, and no links to texts that are not documents. */
export async function placeForInsertion(
  documentId: string,
  texts: readonly ReadyText[],
  signal: AbortSignal,
): Promise<readonly DocumentNode[]> {
  const placed: DocumentNode[] = [];
  for (const text of texts) {
    const tools = {
      readPicture: (path: string) => readPictureOf(text, path),
      signal,
      onProgress: () => undefined,
    };
    const nodes = text.heading === null ? text.nodes : [text.heading, ...text.nodes];
    const pictures = await storePictures(documentId, nodes, tools);
    placed.push(...replaceIn(nodes, pictures, (href) => (ARRIVING_LINK.test(href) ? null : href)));
  }
  signal.throwIfAborted();
  return placed;
}
