/** Writes text, marks and inline nodes as Markdown, and marks as HTML where their delimiters would not be read back. */
import type { Node } from '@tiptap/pm/model';
import { readLatex } from '#contract/text/leaf-text.ts';
import { escapeAttribute, escapeText, keepEnds, keepLine } from './escape-text.ts';
import { isRun, markRuns, textOf, type MarkRun, type Piece } from './mark-runs.ts';
import { tagsOf, writeLeaf } from './write-html.ts';

interface Surroundings {
  /** Adjacent characters; a space at the ends of a block. */
  readonly before: string;
  readonly behind: string;
  readonly inLink: boolean;
  /** True in headings and cells. */
  readonly oneLine: boolean;
}

/** A paragraph; escapes lines that would start another block. */
export const writeLines = (block: Node): string => write(block, false).split('\n').map(keepLine).join('\n');

/** A heading or a cell. */
export const writeLine = (block: Node): string => keepEnds(write(block, true));

function write(block: Node, oneLine: boolean): string {
  const text = writePieces(markRuns(block.children), { before: ' ', behind: ' ', inLink: false, oneLine });
  // A trailing break adds no line, so one that stands alone is written twice.
  return /^(?:<br>)+$/.test(text) ? `${text}<br>` : text;
}

function writePieces(pieces: readonly Piece[], around: Surroundings): string {
  let written = '';
  pieces.forEach((piece, index) => {
    const next = pieces[index + 1];
    const here = {
      ...around,
      before: lastChar(written) ?? around.before,
      behind: next ? firstOf(next, around) : around.behind,
    };
    const isLast = !next && around.behind === ' ';
    if (isRun(piece)) written += writeRun(piece, here);
    else if (piece.isText) written += escapeText(piece.text ?? '', { isLast, inLink: around.inLink });
    else if (piece.type.name === 'hardBreak')
      written += around.oneLine || endsWithBreaks(pieces.slice(index), around) ? '<br>' : '\\\n';
    else written += writeNode(piece, here);
  });
  return written;
}

const endsWithBreaks = (pieces: readonly Piece[], { behind }: Surroundings): boolean =>
  behind === ' ' && pieces.every((piece) => !isRun(piece) && piece.type.name === 'hardBreak');

const firstChar = (text: string): string | undefined => /^./su.exec(text)?.[0];
const lastChar = (text: string): string | undefined => /.$/su.exec(text.slice(-2))?.[0];

/**
 * The first character written for a piece. Delimiters and starts of nodes are punctuation; before bold, italics use
 * `_`.
 */
function firstOf(piece: Piece, { inLink }: Surroundings): string {
  if (isRun(piece)) return piece.mark.type.name === 'bold' ? '*' : '<';
  return (piece.isText && firstChar(escapeText(piece.text ?? '', { isLast: false, inLink }))) || '<';
}

/** Formulas as the reader accepts them: no space inside either dollar, no letter or digit outside. */
const DOLLARS = /^(?![\s{])(?:\\[^\n]|[^\\$\n])+(?<!\s)$/;

function writeNode(node: Node, { before, behind, inLink }: Surroundings): string {
  const latex = readLatex(node.attrs);
  const isApart = !/[\p{L}\p{N}$]/u.test(before + behind);
  if (node.type.name === 'inlineMath' && isApart && DOLLARS.test(latex)) return `$${latex}$`;
  return writeLeaf(node, (text) => escapeText(text, { isLast: false, inLink }));
}

/** Delimiters per mark, in order of preference. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  bold: ['**'],
  italic: ['*', '_'],
  strike: ['~~'],
};

function writeRun(run: MarkRun, around: Surroundings): string {
  const name = run.mark.type.name;
  const isText = run.pieces.every((piece) => !isRun(piece) && piece.isText);
  if (name === 'code' && isText) return writeCode(textOf(run.pieces), around);
  if (name === 'link') return writeLink(run, around);
  return (
    writeBoth(run, around) ?? writeSigns(run.pieces, SIGNS[name] ?? [], around) ?? writeTags(run, around)
  );
}

/** Three asterisks are bold and italic. */
function writeBoth({ mark, pieces }: MarkRun, around: Surroundings): string | null {
  const [inner] = pieces;
  if (!inner || !isRun(inner) || pieces.length > 1) return null;
  const names = [mark.type.name, inner.mark.type.name].toSorted().join();
  return names === 'bold,italic' ? writeSigns(inner.pieces, ['***'], around) : null;
}

function writeSigns(pieces: readonly Piece[], signs: readonly string[], around: Surroundings): string | null {
  for (const sign of signs) {
    const inside = writePieces(pieces, { ...around, before: sign.charAt(0), behind: sign.charAt(0) });
    if (isReadBack(sign.charAt(0), inside, around)) return sign + inside + sign;
  }
  return null;
}

function writeTags(run: MarkRun, around: Surroundings): string {
  const [open, close] = tagsOf(run.mark) ?? ['', ''];
  if (open === '') return writePieces(run.pieces, around);
  return open + writePieces(run.pieces, { ...around, before: '>', behind: '<' }) + close;
}

/** CommonMark's flanking rule, for both ends. References to footnotes begin and end with brackets. */
function isReadBack(sign: string, inside: string, { before, behind }: Surroundings): boolean {
  const [first, last] = [firstChar(inside) ?? ' ', lastChar(inside) ?? ' '];
  if ([before, first, last, behind].includes(sign)) return false;
  const isApart = (outer: string): boolean => /[\t\n\p{Zs}\p{P}\uFDD0\uFDD1]|[$+<=>^`|~]/u.test(outer);
  if (sign === '_' && !(isApart(before) && isApart(behind))) return false;
  return [
    [before, first],
    [behind, last],
  ].every(
    ([outer = '', inner = '']) =>
      !/\s/u.test(inner) && (isApart(outer) || !/[\p{P}\p{S}\uFDD0\uFDD1]/u.test(inner)),
  );
}

function writeCode(text: string, { before, inLink }: Surroundings): string {
  if (text.trim() === '' || /[\n\u2028\u2029]/.test(text) || before === '`') {
    return `<code>${escapeText(text, { isLast: false, inLink })}</code>`;
  }
  const lengths = new Set([...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  let length = 1;
  while (lengths.has(length)) length += 1;
  const ticks = '`'.repeat(length);
  // One space at both ends belongs to the delimiters.
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return ticks + space + text + space + ticks;
}

function writeLink(run: MarkRun, around: Surroundings): string {
  const { href, title } = run.mark.attrs as { href: unknown; title: unknown };
  const tags = tagsOf(run.mark);
  if (typeof href !== 'string' || tags === null || around.inLink) return writePieces(run.pieces, around);
  const isPlain = run.pieces.every((piece) => !isRun(piece) && piece.isText);
  if (isPlain && typeof title !== 'string' && isAutolink(textOf(run.pieces), href))
    return `<${textOf(run.pieces)}>`;
  const inside = { ...around, inLink: true };
  const text = writePieces(run.pieces, { ...inside, before: '[', behind: ']' });
  // A formula inside the link that contains `](` would end it for the reader.
  if (/\p{Cc}/u.test(href) || /(?<!\\)\]\(/.test(text))
    return tags[0] + writePieces(run.pieces, { ...inside, before: '>', behind: '<' }) + tags[1];
  return `[${text}](${writeAddress(href)}${typeof title === 'string' ? ` "${escapeQuoted(title)}"` : ''})`;
}

const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

const isAutolink = (text: string, href: string): boolean =>
  text === href
    ? /^[a-z][a-z\d+.-]{1,31}:[^<>\s\p{Cc}]*$/iu.test(text)
    : href === `mailto:${text}` && MAILBOX.test(text);

const PLAIN_ADDRESS = /^(?!<)(?:[^\s\p{Cc}()\\]|\([^\s\p{Cc}()\\]*\))+$/u;

const writeAddress = (href: string): string => {
  const escaped = href.replaceAll(/[\\<>]/g, String.raw`\$&`).replaceAll(/&(?=#?\w+;)/g, String.raw`\&`);
  return PLAIN_ADDRESS.test(href) ? escaped : `<${escaped}>`;
};

const escapeQuoted = (title: string): string => escapeAttribute(title).replaceAll('\\', '&#92;');
