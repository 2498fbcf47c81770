/** Keeps what other readers drop: front matter, footnotes, unused definitions, unknown tags. */
import type MarkdownIt from 'markdown-it';
import type { StateBlock, StateCore, Token } from 'markdown-it';
import { escapeHtml } from './write-html.ts';

export function keepText(markdown: MarkdownIt): void {
  markdown.block.ruler.before('table', 'front_matter', readFrontMatter);
  markdown.block.ruler.before('reference', 'kept_definition', readDefinition);
  markdown.core.ruler.after('block', 'kept_cells', keepCells);
  markdown.renderer.rules['html_inline'] = (tokens, index) =>
    keepUnknownTags(tokens[index]?.content ?? '').replaceAll('\n', ' ');
  markdown.renderer.rules['html_block'] = (tokens, index) => readHtml(tokens[index]?.content.trim() ?? '');
}

const lineOf = (state: StateBlock, line: number): string =>
  state.getLines(line, line + 1, state.blkIndent, false).trimEnd();

/** Front matter, between two lines of hyphens at the top, becomes code rather than a rule and a heading. */
function readFrontMatter(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (silent || start > 0 || state.level > 0 || lineOf(state, 0) !== '---') return false;
  if (end < 3 || !/^[\w-]+:(?:\s|$)/.test(lineOf(state, 1))) return false;
  let last = 2;
  while (last < end && !/^(?:---|\.\.\.)$/.test(lineOf(state, last))) last += 1;
  if (last === end) return false;
  const token = state.push('fence', 'code', 0);
  token.info = 'yaml';
  token.content = state.getLines(1, last, 0, true);
  state.line = last + 1;
  return true;
}

function readDefinition(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  const line = lineOf(state, start).trim();
  const label = /^\[((?:\\.|[^\\[\]])+)\]:/.exec(line)?.[1];
  if (silent || label === undefined || state.sCount[start]! - state.blkIndent >= 4) return false;
  const isNote = label.startsWith('^');
  if (!isNote && labelsOf(state).isRepeated(state.md.utils.normalizeReference(label))) return false;
  state.push('paragraph_open', 'p', 1);
  const text = state.push('inline', '', 0);
  Object.assign(text, { content: line, map: [start, start + 1], children: [] });
  state.push('paragraph_close', 'p', -1);
  state.line = start + 1;
  return true;
}

interface Labels {
  readonly isRepeated: (label: string) => boolean;
}

/** Cached per source: each line of a log may be a definition. */
const labels = new WeakMap<object, Labels>();

function labelsOf({ env, src, md }: StateBlock): Labels {
  const known = labels.get(env as object);
  if (known) return known;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [, label = ''] of src.matchAll(/\[((?:\\.|[^\\[\]])+)\]/g)) {
    const plain = md.utils.normalizeReference(label);
    (seen.has(plain) ? repeated : seen).add(plain);
  }
  const made = { isRepeated: (label: string): boolean => repeated.has(label) };
  labels.set(env as object, made);
  return made;
}

/** Surplus cells of a row belong to its last cell, which often is code with a pipe. */
function keepCells({ src, tokens }: StateCore): void {
  const lines = src.split('\n');
  let line = '';
  let cells: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') {
      line = lines[token.map?.[0] ?? -1] ?? '';
      cells = [];
    }
    if (token.type === 'inline') cells.push(token);
    if (token.type === 'tr_close') keepRest(line, cells);
  }
}

/** Signs of quotes and items around a table, and its first pipe. */
const ROW_START = /^(?:[\s>]|(?:[-+*]|\d{1,9}[.)])\s)*\|?/;

function keepRest(line: string, cells: readonly Token[]): void {
  const row = line.replace(ROW_START, '').replace(/(?<!\\)\|\s*$/, '');
  const rest = row.split(/(?<!\\)\|/).slice(cells.length - 1);
  const last = cells.at(-1);
  if (last && rest.length > 1)
    last.content = rest
      .join('|')
      .replaceAll(String.raw`\|`, '|')
      .trim();
}

/** Elements that the schema reads, or whose text it keeps. */
const KNOWN: ReadonlySet<string> = new Set(
  `a abbr article aside b big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q s samp
  section small source span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr`.split(
    /\s+/,
  ),
);

const TAG =
  /<!--[\s\S]*?(?:-->|$)|<\/?([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^>"'])*>|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![\s\S]*?>/gi;

/** In source code, `List<String>` is not an element. */
const keepUnknownTags = (html: string): string =>
  html.replaceAll(TAG, (tag: string, name: string | undefined) => {
    if (tag.startsWith('<!--')) return '';
    return name !== undefined && KNOWN.has(name.toLowerCase()) ? tag : escapeHtml(tag);
  });

const AROUND_BLOCKS =
  / ?(<\/?(?:article|aside|blockquote|br|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^<>]*>) ?/gi;
const ONLY_BREAKS = /(<(p|h[1-6]|td|th|summary|li)\b[^>]*>)((?:<br>)*)<br>(<\/\2>)/gi;

const PRE = /(<pre[\s>][\s\S]*?(?:<\/pre>|$))/i;

/** Collapses whitespace in HTML: none around blocks, one space elsewhere. Significant spaces are entities. */
function readHtml(html: string): string {
  const [, name] = /^<\/?([a-z][\w-]*)/i.exec(html) ?? [];
  const isKnown = name === undefined ? html.startsWith('<!--') : KNOWN.has(name.toLowerCase());
  if (!isKnown) return `<p>${escapeHtml(html).replaceAll(/\n\s*/g, '<br>')}</p>`;
  if (/^(?:<br\s*\/?>)$/i.test(html)) return '<p></p>';
  return html
    .split(PRE)
    .map((part, index) =>
      index % 2 === 1 ? part.replace(/\n(?=(?:<\/code>)?<\/pre>$)/i, '') : joinSpaces(part),
    )
    .join('');
}

const joinSpaces = (html: string): string =>
  keepUnknownTags(html)
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(AROUND_BLOCKS, '$1')
    .replaceAll(ONLY_BREAKS, '$1$3$4');
