import type { DocumentNode } from '#contract/text/document-node.ts';
import { noteSign, writeNoteSigns } from '../markdown/note-signs.ts';
import type { Note, Notes } from './notes.ts';
import { writeMarkdown } from './write-markdown.ts';

export interface MarkedText {
  /** With signs that are named for the indexes of notes. */
  readonly doc: DocumentNode;
  /** Notes without a place stand below the whole text only. */
  readonly isWhole: boolean;
}

/** Markdown with footnotes, numbered in the order of the text. */
export function writeNotes({ doc, isWhole }: MarkedText, { notes, label }: Notes): string {
  const text = writeMarkdown(doc) + (isWhole ? writeRest(notes, label) : '');
  const prefix = freePrefix(text);
  const labels = new Map<string, string>();
  const written = writeNoteSigns(text, (name) => {
    if (!Object.hasOwn(notes, name)) return null;
    const known = labels.get(name) ?? `${prefix}${labels.size + 1}`;
    labels.set(name, known);
    return known;
  });
  const definitions = [...labels].map(([name, known]) => define(known, notes[Number(name)]!));
  return [written.trimEnd(), ...definitions].join('\n\n') + '\n';
}

function writeRest(notes: readonly Note[], label: string): string {
  const signs = notes.flatMap(({ at }, index) => (at === null ? noteSign(`${index}`) : []));
  if (signs.length === 0) return '';
  return `\n${writeMarkdown({ type: 'doc', content: [paragraph(text(`${label}: ${signs.join('')}`))] })}`;
}

/** Code and HTML of the text may have labels of their own. */
function freePrefix(written: string): string {
  let prefix = 'c';
  while (written.includes(`[^${prefix}`)) prefix += 'c';
  return prefix;
}

function define(label: string, { about, quote, entries }: Note): string {
  const content: DocumentNode[] = [];
  if (about !== null) content.push(paragraph(text(about, 'italic')));
  if (quote !== null)
    content.push({ type: 'blockquote', content: [paragraph(text(quote.replaceAll(/\s+/g, ' ')))] });
  for (const { author, date, content: blocks } of entries)
    content.push(paragraph(text(author, 'bold'), text(`, ${date}`)), ...blocks);
  const lines = writeMarkdown({ type: 'doc', content }).trimEnd();
  return `[^${label}]: ${lines.replaceAll(/\n(?!\n)/g, '\n    ')}`;
}

const text = (value: string, mark?: string): DocumentNode => ({
  type: 'text',
  text: value,
  ...(mark && { marks: [{ type: mark }] }),
});

const paragraph = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
