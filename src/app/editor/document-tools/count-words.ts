import type { Node } from '@tiptap/pm/model';
import type { Selection } from '@tiptap/pm/state';
import { mentionText } from '#contract/text/leaf-text.ts';

export interface TextSize {
  readonly words: number;
  readonly characters: number;
}

/** Cache: unchanged blocks are not counted again. */
const counted = new WeakMap<Node, TextSize>();

/** An apostrophe or a hyphen does not end a word, nor a decimal separator a number. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’‑-][\p{L}\p{N}\p{M}]+|(?<=\p{N})[.,]\p{N}+)*/gu;

/** Combining accents and line ends do not count. */
const CHARACTER = /[^\p{M}\n]/gu;

/** Words and characters, including spaces, of a whole document. */
export function countDocument(doc: Node): TextSize {
  let words = 0;
  let characters = 0;
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    const size = counted.get(node) ?? countText(textOf(node, 0, node.content.size));
    counted.set(node, size);
    words += size.words;
    characters += size.characters;
    return false;
  });
  return { words, characters };
}

/** Words and characters of the selected text; of selected cells, each is a range. */
export const countSelection = (doc: Node, { ranges }: Pick<Selection, 'ranges'>): TextSize =>
  countText(ranges.map(({ $from, $to }) => textOf(doc, $from.pos, $to.pos)).join('\n'));

const textOf = (node: Node, from: number, to: number): string =>
  node.textBetween(from, to, '\n', ({ type, attrs }) =>
    type.name === 'mention' ? mentionText(attrs) : '\n',
  );

function countText(text: string): TextSize {
  return {
    words: text.match(WORD)?.length ?? 0,
    characters: text.match(CHARACTER)?.length ?? 0,
  };
}
