/** The structure and text of a copied part, as lines that readers of different formats can both produce. */
export interface Block {
  /** Such as `h2`, `ul`, `task x`; a row of a table is `row`. */
  readonly kind: string;
  /** Text with marks: `<b>`, `<i>`, `<u>`, `<s>`, `<c>` for code, and links with their target. */
  readonly text: string;
  readonly blocks: readonly Block[];
}

export const block = (kind: string, text = '', blocks: readonly Block[] = []): Block => ({
  kind,
  text: text.trim(),
  blocks,
});

/** A block per line, indented by depth. The first paragraph of an item stands on the line of its item. */
export function outlineOf(blocks: readonly Block[], depth = 0): string {
  return blocks
    .map(({ kind, text, blocks: inner }) => {
      const [first, ...rest] = inner;
      const isItem = /^(?:li|task)/.test(kind) && first?.kind === 'p';
      const line = `${'  '.repeat(depth)}${kind} ${isItem ? first.text : text}`.trimEnd();
      const below = outlineOf(isItem ? rest : inner, depth + 1);
      return below === '' ? line : `${line}\n${below}`;
    })
    .join('\n');
}
