import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { SavedState } from '../data/versions.ts';

/** The number of changes between an earlier state and the current text. */
export function countChanges({ updates }: SavedState, now: Y.Doc): number {
  const before = new Y.Doc();
  applyUpdates(before, updates);
  const [old, text] = [before, now].map((doc) => readDocument(doc.getXmlFragment(TEXT_ROOT)));
  before.destroy();
  return compareDocuments(old!, text!).changes.length;
}
