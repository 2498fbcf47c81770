/** The Yjs ids of the texts of a document, as strings that can be compared. */
import * as Y from 'yjs';
import { inOrder, type HeirRange } from '../contract/authorship/heir-ranges.ts';
import { createCursor, spansOfText, type Span } from '../contract/authorship/read-spans.ts';
import { sharedIn } from '../contract/text/yjs-document.ts';

export interface Named {
  /** The Yjs ids of a text, or of the text that it shall bring back; empty if it has no text, or none is known. */
  readonly ids: string;
  readonly length: number;
}

export type Spans = readonly Span[];
export type SpansOf = (text: Y.XmlText) => Spans;

/** Of a document in which each text has its own ids. */
export const ownSpans: SpansOf = spansOfText;

/** Of a document whose texts shall continue others: `clock` of a range is a place in the order of `readDocument`. */
export function claimedSpans(root: Y.XmlFragment, places: readonly HeirRange[]): SpansOf {
  const take = createCursor(withGaps(places));
  const spans = new Map<Y.XmlText, Spans>();
  const visit = (parent: Y.XmlFragment): void => {
    for (const child of sharedIn(parent)) {
      if (child instanceof Y.XmlText) spans.set(child, take(lengthOf(spansOfText(child))));
      else {
        take(1);
        visit(child);
      }
    }
  };
  visit(root);
  return (text) => spans.get(text) ?? [];
}

const UNKNOWN = -1;
const NOTHING: Span['setBy'] = new Map();

function withGaps(places: readonly HeirRange[]): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { clock: place, from, length } of inOrder(places)) {
    if (place > end) spans.push({ client: UNKNOWN, clock: end, length: place - end, setBy: NOTHING });
    spans.push({ ...from, length, setBy: NOTHING });
    end = place + length;
  }
  return [...spans, { client: UNKNOWN, clock: end, length: Infinity, setBy: NOTHING }];
}

const lengthOf = (spans: Spans): number => spans.reduce((sum, { length }) => sum + length, 0);

export function nameSpans(spans: Spans): Named {
  const length = lengthOf(spans);
  if (spans.every(({ client }) => client === UNKNOWN)) return { ids: '', length };
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const goesOn = last?.client === span.client && last.clock + last.length === span.clock;
    if (goesOn) joined[joined.length - 1] = { ...last, length: last.length + span.length };
    else joined.push(span);
  }
  return {
    ids: joined.map(({ client, clock, length: size }) => `${client}:${clock}+${size}`).join(),
    length,
  };
}
