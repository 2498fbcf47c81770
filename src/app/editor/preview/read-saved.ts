import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { readSpans, spansOfText, type Span } from '#contract/authorship/read-spans.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { textLanguage } from '#contract/text/text-language.ts';

export interface SavedDocument {
  readonly title: string;
  /** The Yjs ids of `title`; null if it is shown otherwise than it is stored. */
  readonly titleSpans: readonly Span[] | null;
  readonly lang: string;
  readonly text: DocumentNode;
  /** The Yjs ids of `text`. */
  readonly spans: readonly Span[];
  readonly isEmpty: boolean;
}

/** Null when the bytes are not a document that this version of the app can read. */
export function readSaved(updates: readonly Uint8Array[]): SavedDocument | null {
  const doc = new Y.Doc();
  try {
    applyUpdates(doc, updates);
    const root = doc.getXmlFragment(TEXT_ROOT);
    const text = readDocument(root);
    const stored = doc.getText(TITLE_ROOT);
    const title = readTitle(doc);
    return {
      title,
      titleSpans: title === stored.toJSON() ? spansOfText(stored) : null,
      lang: textLanguage(doc),
      text,
      spans: readSpans(root),
      isEmpty: hasNothing(text),
    };
  } catch (error) {
    // lib0's decoder throws plain errors on bytes that are not an update.
    if (error instanceof Error) return null;
    throw error;
  } finally {
    doc.destroy();
  }
}

const CONTENT_WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'horizontalRule',
  'image',
  'mention',
  'inlineMath',
  'blockMath',
]);

const hasNothing = (node: DocumentNode): boolean =>
  !CONTENT_WITHOUT_TEXT.has(node.type) && (node.text ?? '') === '' && childrenOf(node).every(hasNothing);
