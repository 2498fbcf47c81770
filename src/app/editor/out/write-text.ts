/**
 * The one way out for text. A document with unsaved changes, its menu and the menu of a version hand nodes over here, with a
 * format; a new format is one more writer.
 */
import type * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import type { TextFormat } from '#contract/text/text-format.ts';
import { readDocument } from '#contract/text/yjs-document.ts';

type Write = (doc: DocumentNode) => Promise<string>;

const WRITERS: Readonly<Record<TextFormat, Write>> = {
  // Loaded with the page: it takes text that cannot be saved, perhaps without a connection.
  text: (doc) => Promise.resolve(plainText(doc)),
  markdown: (doc) => import('./write-markdown.ts').then((part) => part.writeMarkdown(doc)),
};

export const writeText = (doc: DocumentNode, format: TextFormat): Promise<string> => WRITERS[format](doc);

/** The whole text of a shared document, whatever is selected. */
export const takeSharedText = (doc: Y.Doc, format: TextFormat): Promise<string> =>
  writeText(readDocument(doc.getXmlFragment(TEXT_ROOT)), format);
