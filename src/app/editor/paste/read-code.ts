/** Turns code from editors, code sites and chat programs into one `pre` with all lines. */
import { readLanguage } from '../code-block/code-languages.ts';
import { BUTTON_LABELS, isOfficeProgram } from './drop-unseen.ts';
import { isBlock, removeAll, textOf } from './elements.ts';

export function readCode(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) readNumberedTable(table);
  for (const box of body.querySelectorAll<HTMLElement>('div[style*="white-space"]')) readEditorBox(box);
  if (isOfficeProgram(body)) joinLines(body);
  for (const pre of body.querySelectorAll('pre')) {
    const language = nameLanguage(pre);
    const header = dropHeaders(pre);
    writeLines(pre, linesOf(codeOf(pre)), language ?? header);
  }
}

/** Office programs have a paragraph for each line of code. */
function joinLines(body: HTMLElement): void {
  for (const pre of body.querySelectorAll('pre + pre')) {
    const before = pre.previousElementSibling;
    if (!before || (pre.previousSibling instanceof Text && pre.previousSibling.data.trim() !== '')) continue;
    before.append('\n', ...pre.childNodes);
    pre.remove();
  }
}

const NUMBERS =
  ':is(.linenos, .lineno, .linenumber, .line-number, .line-numbers, .line-numbers-rows, .gutter, .rouge-gutter, .blob-num, .hljs-ln-numbers, .hljs-ln-n, .react-syntax-highlighter-line-number, .ln, .lnt, td[data-line-number]:not(.hljs-ln-code)):not(pre, code)';
const CODE_CELLS =
  'td.blob-code, td.line-content, td.code, td.rouge-code, td.hljs-ln-code, td.react-code-cell, td[data-line-number] ~ td';

/** One row per line, or all lines in one cell, beside cells with numbers. */
function readNumberedTable(table: HTMLTableElement): void {
  const cells = [...table.querySelectorAll(CODE_CELLS)].filter((cell) => cell.closest('table') === table);
  const [numbers, code, third] = table.rows.length === 1 ? (table.rows[0]?.cells ?? []) : [];
  const pre = code?.querySelector('pre');
  if (numbers && pre && !third && /^[\d\s]+$/.test(numbers.textContent)) table.replaceWith(pre);
  else if (cells.length > 0 && table.querySelector(NUMBERS)) joinCells(table, cells);
}

function joinCells(table: Element, cells: readonly Element[]): void {
  const pre = table.ownerDocument.createElement('pre');
  pre.textContent = cells.flatMap((cell) => linesOf(cell)).join('\n');
  table.replaceWith(pre);
}

const MONOSPACE = /font-family:[^;]*(?:mono|consolas|courier|menlo|fira code|cascadia|source code)/i;

/** HTML from Visual Studio Code. A single line becomes inline code. */
function readEditorBox(box: HTMLElement): void {
  const style = box.getAttribute('style') ?? '';
  if (!/white-space:\s*pre/i.test(style) || !MONOSPACE.test(style) || box.closest('pre, code')) return;
  const lines = linesOf(box);
  const code = box.ownerDocument.createElement(lines.length > 1 ? 'pre' : 'code');
  code.textContent = lines.join('\n');
  box.replaceWith(code);
}

function writeLines(pre: Element, lines: readonly string[], language: string | null): void {
  while (lines.at(-1) === '' && lines.length > 1) lines = lines.slice(0, -1);
  const code = pre.ownerDocument.createElement('code');
  if (language !== null) code.className = `language-${language}`;
  code.textContent = lines.join('\n');
  pre.replaceChildren(code);
}

const LANGUAGE_CLASS = /(?:^|\s)(language-|lang-|brush:\s*|highlight-source-|code-)([\w+#.-]+)/i;

function nameLanguage(pre: Element): string | null {
  const code = pre.querySelector('code');
  const around = [code, pre, pre.parentElement];
  for (const element of around) {
    const [, prefix, name] = LANGUAGE_CLASS.exec(element?.className ?? '') ?? [];
    const word =
      element?.getAttribute('data-language') ??
      element?.getAttribute('data-lang') ??
      name ??
      element?.getAttribute('lang');
    if (word != null && (prefix === 'language-' || isLanguageName(word))) return word.toLowerCase();
  }
  const highlighted = /(?:^|\s)hljs\s+([\w+#-]+)/.exec(code?.className ?? '')?.[1];
  return highlighted !== undefined && readLanguage(highlighted) ? highlighted : null;
}

/** The code alone, where a chat program has name and buttons in the same `pre`. */
function codeOf(pre: Element): Element {
  const [code, another] = pre.querySelectorAll('code');
  if (!code || another || !code.parentElement || code.parentElement === pre) return pre;
  return isBlock(code.parentElement) ? code : pre;
}

const NAMES = new Set(
  'text plaintext plain c c++ cpp objective-c go rust ruby php kotlin swift scala r perl lua dart elixir haskell matlab powershell dockerfile docker makefile toml ini diff graphql latex console shell vue svelte scss less code'.split(
    ' ',
  ),
);
const isLanguageName = (text: string): boolean =>
  NAMES.has(text.toLowerCase()) || readLanguage(text) !== null || text.toLowerCase() === 'c#';

const HEADER = '[class*="header"], [class*="lang"], [class*="code"], [class*="toolbar"]';

/** Removes the header above code, with language and buttons; returns the language. */
function dropHeaders(pre: Element): string | null {
  let block = pre;
  while (block.parentElement && onlyBlockIn(block, block.parentElement)) block = block.parentElement;
  let language = codeOf(pre) === pre ? null : readLanguage(textBefore(pre).replace(BUTTON_LABELS, ''));
  for (let above = block.previousElementSibling; above; above = block.previousElementSibling) {
    const name = textOf(above).replace(BUTTON_LABELS, '');
    if (!isHeader(above, name)) break;
    language ??= readLanguage(name);
    above.remove();
  }
  return language?.id ?? null;
}

function isHeader(above: Element, name: string): boolean {
  const hasLabel = name !== textOf(above);
  if (above.matches('p, h1, h2, h3, h4, h5, h6, li, pre, table, blockquote')) return false;
  const isNamed = above.matches(HEADER) || above.querySelector(HEADER) !== null;
  const isInBox = above.parentElement?.matches('div, figure') === true;
  return (isNamed || isInBox || hasLabel) && (isLanguageName(name) || (hasLabel && name === ''));
}

const onlyBlockIn = (block: Element, parent: Element): boolean =>
  parent.matches('div, figure, code-block') && textOf(parent) === textOf(block);

const textBefore = (pre: Element): string =>
  textOf(pre)
    .slice(0, Math.max(0, textOf(pre).length - textOf(codeOf(pre)).length))
    .trim();

const LINE =
  '.line, .code-line, .token-line, .view-line, .cm-line, .CodeMirror-line, .ec-line, [data-line], .react-code-line-contents';
const startsLine = (node: Node): boolean =>
  node instanceof Element &&
  (isBlock(node) ||
    node.matches(LINE) ||
    /display:\s*(?:block|flex|grid)/i.test(node.getAttribute('style') ?? ''));
const holdsLines = (node: Node): node is Element =>
  node instanceof Element && (startsLine(node) || [...node.children].some(holdsLines));

/** The displayed lines of a code element. */
export function linesOf(element: Element): string[] {
  removeAll(element, NUMBERS);
  const children = [...element.childNodes];
  if (!children.some(holdsLines)) return textLines(children);
  const lines: string[] = [];
  let run: ChildNode[] = [];
  const endRun = (isBetween: boolean): void => {
    lines.push(...runLines(run, isBetween));
    run = [];
  };
  for (const child of children) {
    if (!holdsLines(child)) run.push(child);
    else {
      endRun(lines.length > 0);
      lines.push(...linesOf(child));
    }
  }
  endRun(false);
  return lines;
}

/** Between two lines, one line break only separates them; two are an empty line. */
function runLines(run: readonly ChildNode[], isBetween: boolean): string[] {
  const lines = textLines(run);
  if (run.length === 0) return [];
  const hasText =
    lines.some((line) => line.trim() !== '') || run.some((node) => node instanceof HTMLBRElement);
  if (hasText) return lines;
  return isBetween
    ? lines
        .slice(1)
        .map(() => '')
        .slice(1)
    : [];
}

function textLines(nodes: readonly ChildNode[]): string[] {
  const text = nodes.map(readText).join('');
  // A space that gives an empty line its height.
  if (text === '\u00a0') return [''];
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
}

function readText(node: Node): string {
  if (node instanceof HTMLBRElement) return '\n';
  return node instanceof Element
    ? [...node.childNodes].map(readText).join('')
    : node.nodeType === Node.TEXT_NODE
      ? (node.textContent ?? '')
      : '';
}
