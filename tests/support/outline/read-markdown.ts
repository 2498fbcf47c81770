/** Reads Markdown with marked. The editor itself reads it with markdown-it. */
import { marked, type Token, type Tokens } from 'marked';
import { block, outlineOf, type Block } from './outline.ts';

export const outlineOfMarkdown = (markdown: string): string => outlineOf(blocksOf(marked.lexer(markdown)));

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

const inlineOf = (tokens: readonly Token[] = []): string => tokens.map(readInline).join('');
const blocksOf = (tokens: readonly Token[] = []): Block[] => tokens.flatMap(read);

function read(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [block(`h${(token as Tokens.Heading).depth}`, inlineOf(token.tokens))];
    case 'paragraph':
      return [readParagraph(token as Tokens.Paragraph)];
    case 'text':
      return [block('p', inlineOf((token as Tokens.Text).tokens))];
    case 'list':
      return [readList(token as Tokens.List)];
    case 'blockquote':
      return [block('quote', '', blocksOf((token as Tokens.Blockquote).tokens))];
    case 'code':
      return [block(`code ${(token as Tokens.Code).lang ?? ''}`.trim(), (token as Tokens.Code).text)];
    case 'hr':
      return [block('line')];
    case 'table':
      return [readTable(token as Tokens.Table)];
    case 'space':
      return [];
    default:
      return [block(token.type, token.raw)];
  }
}

function readParagraph({ tokens }: Tokens.Paragraph): Block {
  const [only, other] = tokens;
  if (only?.type === 'image' && !other) return block('image', (only as Tokens.Image).text);
  return block('p', inlineOf(tokens));
}

function readList({ ordered, start, items }: Tokens.List): Block {
  const kind = ordered ? `ol ${start === '' ? 1 : start}` : 'ul';
  return block(
    kind,
    '',
    items.map((item) =>
      block(item.task ? `task ${item.checked === true ? 'x' : '-'}` : 'li', '', blocksOf(item.tokens)),
    ),
  );
}

const readTable = ({ header, rows }: Tokens.Table): Block =>
  block(
    'table',
    '',
    [header, ...rows].map((row) => block('row', row.map(({ tokens }) => inlineOf(tokens)).join(' | '))),
  );

function readInline(token: Token): string {
  switch (token.type) {
    case 'strong':
      return `<b>${inlineOf(token.tokens)}</b>`;
    case 'em':
      return `<i>${inlineOf(token.tokens)}</i>`;
    case 'del':
      return `<s>${inlineOf(token.tokens)}</s>`;
    case 'codespan':
      return `<c>${unescaped((token as Tokens.Codespan).text)}</c>`;
    case 'link':
      return `<a ${(token as Tokens.Link).href}>${inlineOf(token.tokens)}</a>`;
    case 'br':
      return '⏎';
    default:
      return unescaped('text' in token && typeof token.text === 'string' ? token.text : token.raw);
  }
}
