/** Markdown of a file, block by block: with footnotes, and the links of Obsidian. */
import type MarkdownIt from 'markdown-it';
import type { StateBlock, StateInline, Token } from 'markdown-it';
import type { LossBook } from '#contract/formats/loss.ts';
import { unescapeHtml } from '#contract/text/unescape-html.ts';
import { createReader } from './render-markdown.ts';

interface Env {
  /** Footnotes by label, as Markdown. */
  readonly notes: Map<string, string>;
  /** Labels in the order of their references. */
  readonly order: string[];
}

const reader = createReader().use(readFootnotes).use(readWikiLinks);

/** The HTML of each block, and a list of the footnotes as the last one. */
export function renderFile(markdown: string, book: LossBook): readonly string[] {
  const env: Env = { notes: new Map(), order: [] };
  const tokens = reader.parse(markdown, env);
  const blocks = joinReferences(
    splitBlocks(tokens).map((block) => reader.renderer.render(block, reader.options, env)),
  );
  for (const label of env.notes.keys()) if (!env.order.includes(label)) env.order.push(label);
  if (env.order.length === 0) return blocks;
  // Notes may refer to further notes.
  const items: string[] = [];
  for (let at = 0; at < env.order.length; at += 1) {
    const note = reader.render(env.notes.get(env.order[at]!) ?? '', env);
    book.note('footnote', 'simplified', textOf(note), blocks.length);
    items.push(`<li>${note}</li>`);
  }
  return [...blocks, '<hr>', `<ol>${items.join('')}</ol>`];
}

const textOf = (html: string): string =>
  unescapeHtml(html.replaceAll(/<\/p>\s*<p>/g, ' ').replaceAll(/<[^>]*>/g, '')).trim();

const BEHIND = /<\/p>((?:\s*<\/(?:li|ol|ul|td|th|tr|tbody|table)>)+)\s*<p>((?:<sup>\d+<\/sup>)+)<\/p>/g;

/** Our writer puts a reference behind a list or table of HTML: it belongs to the last text in there. */
function joinReferences(blocks: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const block of blocks) {
    const both = (joined.at(-1) ?? '') + block;
    const isBehind = block.startsWith('<p><sup>') && both !== both.replace(BEHIND, '$2</p>$1');
    joined.splice(-1, isBehind ? 1 : 0);
    joined.push((isBehind ? both : block).replaceAll(BEHIND, '$2</p>$1'));
  }
  return joined;
}

function splitBlocks(tokens: readonly Token[]): readonly Token[][] {
  const blocks: Token[][] = [];
  let block: Token[] = [];
  let openBoxes = 0;
  for (const token of tokens) {
    block.push(token);
    if (token.level > 0 || token.nesting === 1) continue;
    // The content of a box stands between two blocks of HTML.
    if (token.type === 'html_block') openBoxes = Math.max(0, openBoxes + boxesIn(token.content));
    if (openBoxes > 0) continue;
    blocks.push(block);
    block = [];
  }
  return block.length > 0 ? [...blocks, block] : blocks;
}

/** The number of boxes that are opened and not closed. */
const boxesIn = (html: string): number =>
  [...html.matchAll(/<(\/?)(?:blockquote|center|details|div|section|table)\b/gi)].reduce(
    (open, [, slash]) => open + (slash === '' ? 1 : -1),
    0,
  );

function readFootnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('kept_definition', 'footnote_definition', readDefinition, {
    alt: ['paragraph'],
  });
  markdown.inline.ruler.before('link', 'footnote_reference', readReference);
}

/** With the indented lines below it. */
function readDefinition(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const lineOf = (line: number): string => state.getLines(line, line + 1, 0, false);
  const [all, label = ''] = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/.exec(lineOf(start)) ?? [];
  if (all === undefined || state.level > 0) return false;
  if (silent) return true;
  const lines = [lineOf(start).slice(all.length)];
  let next = start + 1;
  for (; next < end; next += 1) {
    const line = lineOf(next);
    const isBlank = line.trim() === '';
    if (!isBlank && !/^(?: {2,}|\t)/.test(line)) break;
    lines.push(line.replace(/^(?: {1,4}|\t)/, ''));
  }
  (state.env as Env).notes.set(label, lines.join('\n').trim());
  state.line = next;
  return true;
}

function readReference(state: StateInline, silent: boolean): boolean {
  const { notes, order } = state.env as Env;
  const [all, label = ''] = /^\[\^([^\]\s]+)\]/.exec(state.src.slice(state.pos, state.posMax)) ?? [];
  if (all === undefined || !notes.has(label)) return false;
  if (!silent) {
    if (!order.includes(label)) order.push(label);
    state.push('sup_open', 'sup', 1);
    state.push('text', '', 0).content = String(order.indexOf(label) + 1);
    state.push('sup_close', 'sup', -1);
  }
  state.pos += all.length;
  return true;
}

const WIKI = /^(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;
const WIDTH = /^\d+(?:x\d+)?$/;

function readWikiLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'wiki_link', (state, silent) => {
    const [all, sign, target = '', label = ''] = WIKI.exec(state.src.slice(state.pos, state.posMax)) ?? [];
    if (all === undefined) return false;
    if (!silent) pushLink(state, target.trim(), label.trim(), sign === '!');
    state.pos += all.length;
    return true;
  });
}

function pushLink(state: StateInline, target: string, label: string, isEmbedded: boolean): void {
  if (isEmbedded && PICTURE.test(target)) {
    const image = state.push('image', 'img', 0);
    image.attrs = [
      ['src', target],
      ['alt', ''],
    ];
    const alt = new state.Token('text', '', 0);
    alt.content = WIDTH.test(label) ? '' : label;
    image.children = [alt];
    return;
  }
  state.push('link_open', 'a', 1).attrs = [['href', target]];
  state.push('text', '', 0).content = label || target.replace(/^#/, '');
  state.push('link_close', 'a', -1);
}
