/** Measures how much of a document's text a change deletes. */
import * as Y from 'yjs';
import { TEXT_ROOT } from '../contract/document-schema.ts';
import { typedTexts } from '../contract/text/plain-text.ts';

/** About half a page. In a shorter text, a third is a single paragraph, which is often rewritten. */
const MIN_CHARS = 1000;
const LARGE_SHARE = 0.3;

/** At most this many deleted ticks cannot be a large part of a text of `MIN_CHARS`. */
const MIN_TICKS = MIN_CHARS * LARGE_SHARE;

/**
 * The index of the first update of one append that may belong to a large deletion; -1 when none can. A cheap test that
 * reads delete sets only.
 */
export function findDeletion(updates: readonly Uint8Array[]): number {
  const ticks = updates.map(countDeleted);
  if (ticks.reduce((sum, count) => sum + count, 0) <= MIN_TICKS) return -1;
  const large = ticks.findIndex((count) => count > MIN_TICKS);
  return large >= 0 ? large : ticks.findIndex((count) => count > 0);
}

function countDeleted(update: Uint8Array): number {
  let ticks = 0;
  for (const ranges of Y.decodeUpdate(update).ds.clients.values()) for (const { len } of ranges) ticks += len;
  return ticks;
}

/**
 * Whether a large part of the words in `before` is missing in `after`. Compares words, because moving text or turning
 * paragraphs into a list deletes and inserts the same words. Comparing lengths would also miss replaced text.
 */
export function isLargeDeletion(before: readonly string[], after: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1);
  let [all, lost] = [0, 0];
  for (const word of before) {
    all += word.length;
    const count = left.get(word) ?? 0;
    if (count === 0) lost += word.length;
    else left.set(word, count - 1);
  }
  return all >= MIN_CHARS && lost > all * LARGE_SHARE;
}

/** Typed words: a formula is a single tick of a delete set, whatever its length. */
export const wordsOf = (doc: Y.Doc): readonly string[] =>
  [...typedTexts(doc.getXmlFragment(TEXT_ROOT))].join(' ').match(/\S+/g) ?? [];
