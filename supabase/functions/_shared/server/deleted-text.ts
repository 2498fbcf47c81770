/** How much of a document's words a change takes away. */
import * as Y from 'yjs';
import { TEXT_ROOT } from '../contract/document-schema.ts';

/** About half a page: what is shorter is soon written again, and a third of it is a paragraph that anybody may rewrite. */
const MIN_CHARS = 1000;
const LARGE_SHARE = 0.3;

/** Fewer ticks than this cannot be a large part of a text that is long enough. */
const MIN_TICKS = MIN_CHARS * LARGE_SHARE;

/**
 * The first of these updates of one append from which on they may delete much; -1 when they do not. Reads their delete
 * sets alone.
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
 * Whether a large part of these words is not among those. Words, because whoever turns
 * paragraphs into a list or moves them deletes and writes them again; and because what was put in place of others makes
 * up for nothing.
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

export const wordsOf = (doc: Y.Doc): readonly string[] =>
  textsOf(doc.getXmlFragment(TEXT_ROOT)).join(' ').match(/\S+/g) ?? [];

const textsOf = (parent: Y.XmlFragment): string[] =>
  parent.toArray().flatMap((part) => {
    if (part instanceof Y.XmlText) return [plainText(part)];
    return part instanceof Y.XmlFragment ? textsOf(part) : [];
  });

const plainText = (text: Y.XmlText): string =>
  (text.toDelta() as { insert: unknown }[])
    .map(({ insert }) => (typeof insert === 'string' ? insert : ' '))
    .join('');
