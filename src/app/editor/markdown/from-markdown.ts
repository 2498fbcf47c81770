import { DOMParser as SchemaParser, type Node as DocumentNode, type Schema } from '@tiptap/pm/model';
import MarkdownIt from 'markdown-it';
import type { StateCore, StateInline, Token } from 'markdown-it';
import { MAX_DEPTH } from '#contract/limits.ts';
import { isImagePath } from '../schema/image-path.ts';
import { hasAllowedScheme } from '../schema/link-address.ts';
import { readBareAddresses } from './bare-addresses.ts';
import { readBlockSigns } from './block-signs.ts';
import { keepText } from './kept-text.ts';
import { readMath } from './math-syntax.ts';
import { readPairedSigns } from './paired-signs.ts';

const ADDRESS = /[/#:]|\.\w{2,4}$|^$/;

/** HTML inside is safe: it passes through the schema like pasted HTML. */
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

interface ReadingOptions {
  /** Keeps line breaks between short lines, and gaps in the numbers of lists. */
  readonly asTyped?: boolean;
}

/** HTML for the schema, without line ends between elements. */
export const renderMarkdown = (markdown: string, options: ReadingOptions = {}): string =>
  reader.render(markdown, { ...options });

export function fromMarkdown(schema: Schema, markdown: string, options?: ReadingOptions): DocumentNode {
  const { body } = new DOMParser().parseFromString(renderMarkdown(markdown, options), 'text/html');
  for (const list of body.querySelectorAll('ol')) keepNumbers(list);
  for (const list of body.querySelectorAll('ul, ol')) readTasks(list);
  for (const task of body.querySelectorAll('li[data-type="taskItem"]')) wrapContent(task, []);
  for (const code of body.querySelectorAll('a code')) keepLink(code);
  for (const image of body.querySelectorAll('img')) readImage(image);
  for (const block of body.querySelectorAll<HTMLElement>('[align]')) readAlignment(block);
  for (const details of body.querySelectorAll('details'))
    wrapContent(details, ['SUMMARY']).dataset['type'] = 'detailsContent';
  return SchemaParser.fromSchema(schema).parse(body, { preserveWhitespace: true });
}

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

/** Splits a list at gaps in its numbers, such as days of a month, so that each part starts at its number. */
function keepNumbers(list: HTMLElement): void {
  const items = [...list.querySelectorAll<HTMLElement>(':scope > li')];
  const steps = items.slice(1).map((item, index) => numberOf(item) - numberOf(items[index]));
  if (!steps.every((step) => step > 0) || steps.every((step) => step === 1)) return;
  let run = list;
  for (const [index, item] of items.entries()) {
    if (index > 0 && steps[index - 1] !== 1) {
      const next = list.ownerDocument.createElement('ol');
      next.setAttribute('start', String(numberOf(item)));
      run.after(next);
      run = next;
    }
    run.append(item);
  }
}

const numberOf = (item: HTMLElement | undefined): number => Number(item?.dataset['number'] ?? Number.NaN);

/** Splits a list that mixes items with and without a box into one list per run. */
function readTasks(list: Element): void {
  const items = [...list.children];
  if (!items.some((item) => isTask(item)) || list.hasAttribute('data-type')) return;
  const first = Number(list.getAttribute('start') ?? 1);
  let run: Element | null = null;
  for (const [index, item] of items.entries()) {
    if (run === null || isTask(item) !== run.hasAttribute('data-type')) {
      run = list.ownerDocument.createElement(isTask(item) ? 'ul' : list.tagName);
      if (isTask(item)) run.setAttribute('data-type', 'taskList');
      else run.setAttribute('start', String(first + index));
      list.before(run);
    }
    if (isTask(item)) item.setAttribute('data-type', 'taskItem');
    run.append(item);
  }
  list.remove();
}

const isTask = (item: Element): boolean => item.hasAttribute('data-checked');

/** Inline code allows no other marks; the link matters more than the format. */
function keepLink(code: Element): void {
  if (hasAllowedScheme(code.closest('a')?.getAttribute('href'))) code.replaceWith(...code.childNodes);
}

/** Keeps images of our own storage; others become a link with their alternative text. */
function readImage(image: HTMLImageElement): void {
  const src = image.getAttribute('src') ?? '';
  const parent = image.parentElement;
  if (isImagePath(src)) {
    image.dataset['src'] = src;
    // Images are blocks.
    if (parent?.tagName === 'P' && parent.childNodes.length === 1) parent.replaceWith(image);
    return;
  }
  const link = image.ownerDocument.createElement('a');
  link.href = src;
  link.textContent = image.alt || src;
  if (hasAllowedScheme(src) && !image.closest('a')) image.replaceWith(link);
  else image.replaceWith(image.alt);
}

const ALIGNED = 'p, h1, h2, h3, h4, h5, h6';

/** Applies `align` to the paragraphs and headings inside. */
function readAlignment(element: HTMLElement): void {
  const within = element.querySelectorAll<HTMLElement>(ALIGNED);
  for (const block of element.matches(ALIGNED) ? [element] : within) {
    block.style.textAlign ||= element.getAttribute('align') ?? '';
  }
}

/** Wraps the content as the schema expects it. */
function wrapContent(element: Element, left: readonly string[]): HTMLElement {
  const content = element.ownerDocument.createElement('div');
  content.append(...[...element.childNodes].filter(({ nodeName }) => !left.includes(nodeName)));
  element.append(content);
  return content;
}
