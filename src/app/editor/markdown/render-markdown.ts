/** Markdown as HTML for the schema. Needs no page: files are read in a worker. */
import MarkdownIt from 'markdown-it';
import type { StateCore, StateInline, Token } from 'markdown-it';
import { MAX_DEPTH } from '#contract/limits.ts';
import { hasAllowedScheme } from '../schema/link-address.ts';
import { readBareAddresses } from './bare-addresses.ts';
import { readBlockSigns } from './block-signs.ts';
import { keepText } from './kept-text.ts';
import { readMath } from './math-syntax.ts';
import { readPairedSigns } from './paired-signs.ts';

const ADDRESS = /[/#:]|\.\w{2,4}$|^$/;

/** HTML inside is safe: it passes through the schema like pasted HTML. */
export function createReader(): MarkdownIt {
  const reader = new MarkdownIt({ html: true })
    .use(readMath)
    .use(readPairedSigns)
    .use(readBlockSigns)
    .use(readBareAddresses)
    .use(keepText);
  // A plain word is not an address and stays text. The schema filters the schemes of addresses.
  reader.validateLink = (address) => ADDRESS.test(address);
  reader.normalizeLink = (address) => address;
  reader.normalizeLinkText = (text) => text;
  reader.core.ruler.after('inline', 'lone_breaks', dropLoneBreaks);
  reader.core.ruler.after('inline', 'kept_lines', keepLines);
  reader.core.ruler.after('block', 'kept_numbers', nameNumbers);
  reader.inline.ruler.before('link', 'call', readCall);
  renderPlainly(reader);
  // The library's own limit is lower than the nesting that the schema allows.
  Object.assign(reader.options, { maxNesting: 4 * MAX_DEPTH });
  return reader;
}

const reader = createReader();

export interface ReadingOptions {
  /** Keeps line breaks between short lines, and gaps in the numbers of lists. */
  readonly asTyped?: boolean;
}

/** HTML for the schema, without line ends between elements. */
export const renderMarkdown = (markdown: string, options: ReadingOptions = {}): string =>
  reader.render(markdown, { ...options });

/** `handlers[i](event)` is code, not a link. */
function readCall(state: StateInline, silent: boolean): boolean {
  const address = /^\[(?:\\.|[^\\[\]\n])*\]\(\s*<?([^\s>]*)/.exec(
    state.src.slice(state.pos, state.posMax),
  )?.[1];
  const isCall = address !== undefined && !hasAllowedScheme(address);
  if (!isCall || !/[\p{L}\p{N}_)\]$]$/u.test(state.src.slice(0, state.pos).slice(-2))) return false;
  if (!silent) state.pending += '[';
  state.pos += 1;
  return true;
}

/** A trailing break adds no line, so one that stands alone was meant as an empty line. */
function dropLoneBreaks({ tokens }: StateCore): void {
  for (const { children } of tokens) if (children?.every(isBreak)) children.pop();
}

/** Longer lines are taken as wrapped by a program. */
const SHORT_LINE = 60;

function keepLines({ tokens, env }: StateCore): void {
  if (!(env as ReadingOptions).asTyped) return;
  for (const { content, children } of tokens) {
    const isShort = content
      .split('\n')
      .slice(0, -1)
      .every((line) => line.length < SHORT_LINE);
    for (const [index, token] of (children ?? []).entries()) {
      const isAfterBreak = isBreak(children?.[index - 1]);
      if (isShort && token.type === 'softbreak' && !isAfterBreak) token.type = 'hardbreak';
    }
  }
}

const isBreak = (token: Token | undefined): boolean =>
  token?.type === 'html_inline' && /^<br\s*\/?>$/i.test(token.content);

function renderPlainly({ renderer, utils }: MarkdownIt): void {
  renderer.renderToken = (tokens, index) => {
    const token = tokens[index];
    if (!token) return '';
    return `<${token.nesting === -1 ? '/' : ''}${token.tag}${renderer.renderAttrs(token)}>`;
  };
  for (const cell of ['th', 'td']) {
    renderer.rules[`${cell}_open`] = (tokens, index) => `<${cell}><p${renderer.renderAttrs(tokens[index]!)}>`;
    renderer.rules[`${cell}_close`] = () => `</p></${cell}>`;
  }
  renderer.rules.hardbreak = () => '<br>';
  renderer.rules.softbreak = (tokens, index) => (isBreak(tokens[index - 1]) ? '' : ' ');
  const code = (content: string, language: string): string => {
    const name = language === '' ? '' : ` class="language-${utils.escapeHtml(language)}"`;
    // The last line end belongs to the fence.
    return `<pre><code${name}>${utils.escapeHtml(content.replace(/\n$/, ''))}</code></pre>`;
  };
  renderer.rules.image = (tokens, index) => {
    const [image] = tokens.slice(index);
    image?.attrSet('alt', altOf(image.children ?? []));
    return image ? `<img${renderer.renderAttrs(image)}>` : '';
  };
  renderer.rules.code_block = (tokens, index) => code(tokens[index]?.content ?? '', '');
  renderer.rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    return code(content, utils.unescapeAll(info).trim().split(/\s+/)[0] ?? '');
  };
}

/** Alternative text as written, without syntax. */
const altOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'inlineMath') return `$${content}$`;
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : altOf(children ?? []) || content;
    })
    .join('');

function nameNumbers({ tokens, env }: StateCore): void {
  if (!(env as ReadingOptions).asTyped) return;
  for (const token of tokens)
    if (token.type === 'list_item_open' && token.info !== '') token.attrSet('data-number', token.info);
}
