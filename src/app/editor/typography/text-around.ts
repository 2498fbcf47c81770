import type { Node } from '@tiptap/pm/model';

/** Longer than any rule needs. */
const MOST = 500;
const OTHER = '\ufffc';

/** Text of a block before and after a range; code and non-text nodes become placeholders of the same length. */
export function textAround(doc: Node, from: number, to: number): [before: string, after: string] {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const { parent, parentOffset: start } = $from;
  const end = $to.parentOffset;
  return [
    textBetween(parent, Math.max(0, start - MOST), start),
    textBetween(parent, end, Math.min(parent.content.size, end + MOST)),
  ];
}

function textBetween(block: Node, from: number, to: number): string {
  let text = '';
  block.nodesBetween(from, to, (node, at) => {
    const part = node.text?.slice(Math.max(0, from - at), to - at) ?? OTHER;
    text += node.marks.some(({ type }) => type.spec.code) ? OTHER.repeat(part.length) : part;
  });
  return text;
}
