/**
 * The Yjs ids of a document, in the order of `readDocument`. An element is one unit, before its content; a text has one unit
 * for each UTF-16 unit.
 */
import * as Y from 'yjs';
import { childrenOf, type DocumentNode } from '../text/document-node.ts';
import { sharedIn } from '../text/yjs-document.ts';
import type { Id } from './id-ranges.ts';

/** A run of units with consecutive ids. */
export interface Span extends Id {
  readonly length: number;
  /** The client that set each attribute of an element, or each mark of a text. */
  readonly setBy: ReadonlyMap<string, number>;
}

/** The number of units of a node. */
export const sizeOf = (node: DocumentNode): number =>
  node.text?.length ?? childrenOf(node).reduce((sum, child) => sum + sizeOf(child), 1);

export const readSpans = (root: Y.XmlFragment): Span[] =>
  sharedIn(root).flatMap((child) => {
    if (child instanceof Y.XmlText) return spansOfText(child);
    const { client, clock } = child._item!.id;
    const setBy = new Map(
      Array.from(child._map).flatMap(([name, item]) =>
        item.deleted ? [] : [[name, item.id.client] as const],
      ),
    );
    return [{ client, clock, length: 1, setBy }, ...readSpans(child)];
  });

/** The spans of text alone. */
export const readTextSpans = (root: Y.XmlFragment): Span[] =>
  sharedIn(root).flatMap((child) => (child instanceof Y.XmlText ? spansOfText(child) : readTextSpans(child)));

/** The spans of one text, such as the title. */
export function spansOfText(text: Y.Text): Span[] {
  const spans: Span[] = [];
  let setBy: ReadonlyMap<string, number> = new Map();
  for (let item = text._start; item; item = item.right) {
    if (item.deleted) continue;
    const { content } = item;
    const { client, clock } = item.id;
    if (content instanceof Y.ContentFormat) setBy = new Map([...setBy, [content.key, client]]);
    if (content instanceof Y.ContentString) spans.push({ client, clock, length: content.str.length, setBy });
  }
  return spans;
}

/** Takes the spans of the next units, and the next, to the end. */
export function createCursor(spans: readonly Span[]): (length: number) => Span[] {
  let [at, used] = [0, 0];
  return (length) => {
    const taken: Span[] = [];
    for (let left = length; left > 0;) {
      const span = spans[at];
      if (!span) throw new Error('the spans are those of another document');
      const size = Math.min(left, span.length - used);
      taken.push({ ...span, clock: span.clock + used, length: size });
      used += size;
      left -= size;
      if (used === span.length) [at, used] = [at + 1, 0];
    }
    return taken;
  };
}
