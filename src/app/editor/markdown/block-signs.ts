/** Reads `> [!NOTE]` and `- [x]` from the source, where escaped ones still differ. */
import type MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { readMarkdownKind } from '../schema/callout-kinds.ts';

const BOX = /^\[([ xX])\](?:\s+|$)/;
/** With Obsidian's title and fold sign. */
const CALLOUT = /^\[!(\w+)\][-+]?[ \t]*(.*)(?:\n|$)/;

export function readBlockSigns(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'block_signs', (state) => {
    for (let index = state.tokens.length - 1; index >= 0; index -= 1) {
      const { type } = state.tokens[index]!;
      if (type === 'list_item_open') readBox(state.tokens, index);
      else if (type === 'blockquote_open') readCallout(state, index);
    }
  });
}

function readBox(tokens: readonly Token[], index: number): void {
  const [item, , text] = tokens.slice(index, index + 3);
  const [box, sign] = BOX.exec(text?.content ?? '') ?? [];
  if (!item || text?.type !== 'inline' || box === undefined) return;
  item.attrSet('data-checked', String(sign !== ' '));
  text.content = text.content.slice(box.length);
}

function readCallout({ tokens, Token }: StateCore, index: number): void {
  const [quote, opening, text, closing] = tokens.slice(index, index + 4);
  const [line = '', word = '', title = ''] = CALLOUT.exec(text?.content ?? '') ?? [];
  const kind = readMarkdownKind(word);
  if (!quote || !opening || text?.type !== 'inline' || !closing || kind === null) return;
  const end = tokens.find(
    ({ type, level }, at) => at > index && type === 'blockquote_close' && level === quote.level,
  );
  quote.attrSet('data-type', 'callout');
  quote.attrSet('data-kind', kind);
  for (const edge of [quote, end]) if (edge) edge.tag = 'div';
  text.content = text.content.slice(line.length);
  const body = text.content === '' ? [] : [opening, text, closing];
  tokens.splice(index + 1, 3, ...(title === '' ? [] : titleOf(title, text, Token)), ...body);
}

/** Deeper than the quote, as a token of its level ends a block. */
function titleOf(title: string, { level }: Token, make: typeof Token): Token[] {
  const at = (type: string, tag: string, nesting: -1 | 0 | 1): Token =>
    Object.assign(new make(type, tag, nesting), { level });
  return [
    at('paragraph_open', 'p', 1),
    at('strong_open', 'strong', 1),
    Object.assign(at('inline', '', 0), { content: title, children: [] }),
    at('strong_close', 'strong', -1),
    at('paragraph_close', 'p', -1),
  ];
}
