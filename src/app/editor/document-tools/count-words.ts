import type { Node } from '@tiptap/pm/model';
import { mentionText } from '../../room/leaf-text.ts';

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

/** Words and characters of a range. */
export const countRange = (doc: Node, from: number, to: number): TextSize => countText(textOf(doc, from, to));

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
