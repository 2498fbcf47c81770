/** A text as Markdown; with pictures, as an archive of the text and a folder of them. */
import { zipSync } from 'fflate';
import type { LeavingText, LeavingThread, WrittenFile } from '#contract/formats/leaving-text.ts';
import { LossBook } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { mentionText } from '#contract/text/leaf-text.ts';
import { formatExact } from '../../i18n/format-date.ts';
import { documentSchema } from '../schema/document-schema.ts';
import { labelsOf } from './file-labels.ts';
import { loadPictures } from './load-pictures.ts';
import { markNotes } from './mark-notes.ts';
import { nameFile } from './name-file.ts';
import type { Note } from './notes.ts';
import { endOf, numberThreads } from './page/thread-places.ts';
import { writeMarkdown } from './write-markdown.ts';
import { writeNotes } from './write-notes.ts';

const FOLDER = 'pictures';
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

export async function writeMarkdownFile(leaving: LeavingText): Promise<WrittenFile> {
  const { title, language, threads } = leaving;
  const book = new LossBook();
  const labels = labelsOf(language);
  for (const [block, node] of childrenOf(leaving.doc).entries())
    for (const table of tablesIn(node))
      if (hasWidths(table) && writeMarkdown({ type: 'doc', content: [table] }).startsWith('|'))
        book.note('table', 'changed', plainText(table), block);
  const pictures = [...(await loadPictures(leaving, book))].map(([path, { bytes, type }], index) => ({
    path,
    bytes,
    name: `${FOLDER}/${index + 1}.${ENDINGS[type] ?? 'bin'}`,
  }));
  const notes = numberThreads(threads).map((thread) => noteOf(thread, language));
  const signs = new Map(pictures.map(({ path }, index) => [path, signOf(index)]));
  const marked = markNotes(documentSchema().nodeFromJSON(withPaths(leaving.doc, signs)), notes);
  const written = writeNotes(
    { doc: marked.doc.toJSON() as DocumentNode, isWhole: true },
    { notes, label: labels.comments },
  );
  const text = pictures.reduce((all, { name }, index) => all.replaceAll(signOf(index), name), written);
  const name = title.trim() || labels.untitled;
  const front = title.trim() === '' ? '' : `---\ntitle: ${quote(title.trim())}\n---\n\n`;
  const bytes = new TextEncoder().encode(front + text);
  const file = { losses: book.list() };
  if (pictures.length === 0)
    return { ...file, name: nameFile(name, 'md'), type: 'text/markdown;charset=utf-8', bytes };
  const packed = zipSync({
    [nameFile(name, 'md')]: bytes,
    // Pictures are compressed already.
    ...Object.fromEntries(pictures.map((picture) => [picture.name, [picture.bytes, { level: 0 }] as const])),
  });
  return { ...file, name: nameFile(name, 'zip'), type: 'application/zip', bytes: packed };
}

const tablesIn = (node: DocumentNode): readonly DocumentNode[] => [
  ...(node.type === 'table' ? [node] : []),
  ...childrenOf(node).flatMap(tablesIn),
];

/** Markdown has no widths of columns. */
const hasWidths = (table: DocumentNode): boolean =>
  childrenOf(table).some((row) => childrenOf(row).some(({ attrs }) => Array.isArray(attrs?.['colwidth'])));

/** As YAML has it. */
const quote = (title: string): string => `"${title.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A path that no text has, for as long as the text is written: only paths of our storage are written as pictures. */
const signOf = (index: number): string =>
  `5b0f6c1e-7a6d-4c55-9d0a-2f6f0d1c9e77/5b0f6c1e-7a6d-4c55-9d0a-${String(index).padStart(12, '0')}.png`;

/** A picture that is not in `paths` stands as its description. */
function withPaths(node: DocumentNode, paths: ReadonlyMap<string, string>): DocumentNode {
  if (node.type === 'image') {
    const src = paths.get(String(node.attrs?.['src']));
    return { ...node, attrs: { ...node.attrs, src: src ?? null } };
  }
  return node.content ? { ...node, content: node.content.map((child) => withPaths(child, paths)) } : node;
}

function noteOf(thread: LeavingThread, language: LeavingText['language']): Note {
  const labels = labelsOf(language);
  const isPlaced = thread.ranges.length > 0;
  const about = [
    ...(isPlaced || thread.quote !== '' ? [] : [labels.wholeDocument]),
    ...(thread.isResolved ? [labels.resolved] : []),
  ];
  return {
    at: isPlaced ? endOf(thread) : null,
    about: about.length > 0 ? about.join(', ') : null,
    quote: isPlaced || thread.quote === '' ? null : thread.quote,
    entries: thread.comments.map(({ author, at, body }) => ({
      author,
      date: formatExact(at, language),
      content: body === null ? [plain(labels.deletedComment)] : body.content.map(withNames),
    })),
  };
}

const plain = (text: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Mentions are names: other programs have no people. */
function withNames(node: DocumentNode): DocumentNode {
  if (node.type === 'mention') return { type: 'text', text: mentionText(node.attrs ?? {}) };
  return node.content ? { ...node, content: childrenOf(node).map(withNames) } : node;
}
