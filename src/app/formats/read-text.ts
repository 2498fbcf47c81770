/** Texts without an archive around them: plain text, tables, Markdown and HTML. */
import type { ArrivingText } from '#contract/formats/arriving-text.ts';
import { LossBook } from '#contract/formats/loss.ts';
import type { ArrivingFile, ReadingTools } from './arriving-file.ts';
import { decodeText } from './decode-text.ts';
import { escapeHtml } from '#contract/text/escape-html.ts';
import { unescapeHtml } from '#contract/text/unescape-html.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { noteMarkedChanges } from './note-marked-changes.ts';
import { readOwnPage } from './read-own-page.ts';
import { readTable } from './read-table.ts';
import { resolveAddresses, type Resolve } from './resolve-addresses.ts';

export type TextKind = 'html' | 'markdown' | 'csv' | 'text';

type Read = (bytes: Uint8Array, tools: ReadingTools, book: LossBook) => ReadText;

interface ReadText {
  readonly title: string;
  readonly blocks: readonly string[];
  readonly source: ArrivingFile['source'];
  readonly threads?: ArrivingText['threads'];
  readonly origin?: ArrivingText['origin'];
}

const READERS: Readonly<Record<TextKind, Read>> = { html, markdown, csv, text };

export function readText(
  kind: TextKind,
  bytes: Uint8Array,
  { name, folders }: Pick<ArrivingFile, 'name' | 'folders'>,
  resolve: Resolve,
  tools: ReadingTools,
): ArrivingFile {
  const book = new LossBook();
  const { title, blocks, source, threads = [], origin = null } = READERS[kind](bytes, tools, book);
  const pictures = new Map<string, Uint8Array>();
  const resolved = blocks.map((block) => resolveAddresses(block, resolve, pictures));
  const text: ArrivingText = { title, blocks: resolved, pictures, threads, losses: book.list(), origin };
  return { text, source, name, folders, index: 0, changes: null };
}

const DECLARED = /<meta[^>]+charset\s*=\s*["']?([\w-]+)|^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i;
const TITLE = /<title[^>]*>([^<]*)<\/title>/i;

function html(bytes: Uint8Array, _tools: ReadingTools, book: LossBook): ReadText {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 4096));
  const [, inMeta, inXml] = DECLARED.exec(head) ?? [];
  const page = decode(bytes, book, inMeta ?? inXml ?? null);
  const title = unescapeHtml(TITLE.exec(page)?.[1] ?? '').replaceAll(/\s+/g, ' ');
  noteMarkedChanges(page, book);
  const own = readOwnPage(page, book);
  if (own) return { ...own, title: title.trim(), source: 'own' };
  return { title: title.trim(), blocks: [page], source: 'foreign' };
}

function markdown(bytes: Uint8Array, { renderMarkdown }: ReadingTools, book: LossBook): ReadText {
  const { title, markdown: rest } = readFrontMatter(decode(bytes, book).replaceAll(/\r\n?/g, '\n'), book);
  return { title, blocks: renderMarkdown(rest, book), source: 'own' };
}

function csv(bytes: Uint8Array, _tools: ReadingTools, book: LossBook): ReadText {
  return { title: '', blocks: [readTable(decode(bytes, book))], source: 'own' };
}

/** A line break within a paragraph stays one; where no lines are empty, each line is a paragraph. */
function text(bytes: Uint8Array, _tools: ReadingTools, book: LossBook): ReadText {
  const plain = decode(bytes, book)
    .replaceAll(/\r\n?|\f/g, '\n')
    .trim();
  const paragraphs = plain
    .split(/\n[ \t]*\n\s*/)
    .flatMap((one, _at, all) => (all.length > 1 ? one : one.split('\n')));
  const blocks = paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`);
  return { title: '', blocks, source: 'own' };
}

function decode(bytes: Uint8Array, book: LossBook, declared: string | null = null): string {
  const { text, guessed } = decodeText(bytes, { declared });
  if (guessed !== null) book.note('encoding', 'changed', guessed);
  return text;
}
