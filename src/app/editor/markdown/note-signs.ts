/** References to footnotes while a text is written: what stands between two noncharacters, which no text should have. */
import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';

const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';

export const noteSign = (name: string): string => OPEN + name + CLOSE;

const SIGN = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

/** In code and in HTML a reference would be text, so it stands behind them. */
export function withNotesBehind(node: Node, write: (bare: Node) => string): string {
  const notes = node.textContent.match(SIGN);
  return notes ? `${write(withoutSigns(node))}\n\n${notes.join('')}` : write(node);
}

/** Also without paragraphs for signs alone. */
function withoutSigns(node: Node): Node {
  const bare = new Transform(node);
  const cut = (from: number, to: number): void =>
    void bare.delete(bare.mapping.map(from), bare.mapping.map(to));
  node.descendants((child, pos, parent) => {
    const text = child.childCount === 1 ? (child.firstChild?.text ?? '') : '';
    const isOnlySigns = text !== '' && text.replaceAll(SIGN, '') === '';
    if (isOnlySigns && child.type.name === 'paragraph' && (parent?.childCount ?? 0) > 1) {
      cut(pos, pos + child.nodeSize);
      return false;
    }
    for (const { 0: sign, index } of (child.text ?? '').matchAll(SIGN))
      cut(pos + index, pos + index + sign.length);
    return true;
  });
  return bare.doc;
}

/** A backslash before, and one behind, where the signs around a reference would make it a link, an image or a definition. */
const AROUND = new RegExp(`(?:(\\\\*)([!^]))?${OPEN}(\\d+)${CLOSE}(?=([(:])?)`, 'g');

/** Writes `[^label]`; null leaves a sign as it is, and it was in the text before. */
export const writeNoteSigns = (written: string, labelOf: (name: string) => string | null): string =>
  written.replaceAll(
    AROUND,
    (all, slashes: string = '', sign: string = '', name: string, behind: string | undefined) => {
      const label = labelOf(name);
      if (label === null) return all;
      const escaped = sign !== '' && slashes.length % 2 === 0 ? `${slashes}\\${sign}` : slashes + sign;
      return `${escaped}[^${label}]${behind === undefined ? '' : '\\'}`;
    },
  );
