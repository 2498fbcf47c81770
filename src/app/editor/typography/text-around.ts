import type { Node } from '@tiptap/pm/model';

/** More than a rule looks at. */
const MOST = 500;

/** The text of a block before and after a part of it; what is no text stands as one sign. */
export function textAround(doc: Node, from: number, to: number): [before: string, after: string] {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const { parent, parentOffset: start } = $from;
  const end = $to.parentOffset;
  return [
    parent.textBetween(Math.max(0, start - MOST), start, null, '\ufffc'),
    parent.textBetween(end, Math.min(parent.content.size, end + MOST), null, '\ufffc'),
  ];
}
