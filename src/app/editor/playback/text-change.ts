/** How the text of some nodes changed, and how the change is written a few characters at a time. */
import { childrenOf, joinText, type DocumentNode } from '#contract/text/document-node.ts';

/**
 * After `from` characters that stayed, `typed` new ones replace `gone` old ones, and `rest` follow. A node without content
 * counts as one.
 */
export interface TextChange {
  readonly from: number;
  readonly typed: number;
  readonly gone: number;
  readonly rest: number;
}

export function changeBetween(before: readonly DocumentNode[], after: readonly DocumentNode[]): TextChange {
  const [old, now] = [before, after].map((nodes) => nodes.map(plainOf).join(''));
  return changeOfText(old!, now!);
}

const LEAF = '\uFFFC';

const plainOf = (node: DocumentNode): string => node.text ?? (childrenOf(node).map(plainOf).join('') || LEAF);

function changeOfText(old: string, now: string): TextChange {
  const shorter = Math.min(old.length, now.length);
  let from = 0;
  while (from < shorter && old[from] === now[from]) from += 1;
  if (isHalf(now, from) || isHalf(old, from)) from -= 1;
  let end = 0;
  while (end < shorter - from && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  if (isHalf(now, now.length - end) || isHalf(old, old.length - end)) end -= 1;
  return { from, typed: now.length - end - from, gone: old.length - end - from, rest: end };
}

/** Whether a character of two units is divided at this place. */
const isHalf = (text: string, at: number): boolean =>
  /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && /[\uD800-\uDBFF]$/.test(text.slice(at - 1, at));

type Mark = NonNullable<DocumentNode['marks']>[number];

/** The nodes with only `shown` characters of the change typed. A node is left out until some of it is. */
export function writePart(
  nodes: readonly DocumentNode[],
  change: TextChange,
  shown: number,
): DocumentNode[][] {
  return writeNodes(nodes, change, shown, []);
}

/** The nodes with the characters of the change marked. */
export const markChange = (
  nodes: readonly DocumentNode[],
  change: TextChange,
  mark: Mark,
): DocumentNode[][] => writeNodes(nodes, change, Infinity, [mark]);

function writeNodes(
  nodes: readonly DocumentNode[],
  { from, typed }: TextChange,
  shown: number,
  added: readonly Mark[],
): DocumentNode[][] {
  const [typedTo, hiddenTo] = [from + Math.min(shown, typed), from + typed];
  let place = 0;
  const write = (node: DocumentNode): DocumentNode[] => {
    const { text } = node;
    if (text !== undefined) {
      const start = place;
      place += text.length;
      const cut = (one: number, other: number): string => {
        const [first, last] = [one, other].map((at) => Math.max(0, at - start));
        return text.slice(isHalf(text, first!) ? first! + 1 : first, isHalf(text, last!) ? last! + 1 : last);
      };
      const pieces = [
        { ...node, text: cut(start, from) },
        { ...node, text: cut(from, typedTo), marks: [...(node.marks ?? []), ...added] },
        { ...node, text: cut(hiddenTo, place) },
      ];
      return pieces.filter((piece) => piece.text !== '');
    }
    const children = childrenOf(node);
    if (children.length === 0) {
      place += 1;
      return place > typedTo && place <= hiddenTo ? [] : [node];
    }
    const content = joinText(children.flatMap(write));
    return content.length === 0 ? [] : [{ ...node, content }];
  };
  return nodes.map(write);
}
