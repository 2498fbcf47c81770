import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { compareTitled } from '#contract/comparison/compare-documents.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { SavedState } from '../data/versions.ts';

/** The number of changes between an earlier state and the current text. */
export function countChanges({ updates }: SavedState, now: Y.Doc): number {
  const before = new Y.Doc();
  applyUpdates(before, updates);
  const [old, text] = [before, now].map((doc) => ({
    title: readTitle(doc),
    text: readDocument(doc.getXmlFragment(TEXT_ROOT)),
  }));
  before.destroy();
  return compareTitled(old!, text!).changes.length;
}
