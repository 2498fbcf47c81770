/** Reads a DOCX file, as Word, LibreOffice, Google Docs and Pages write it. Needs no page, so that a worker can. */
import type { ArrivingText } from '#contract/formats/arriving-text.ts';
import { nextTask } from '../../data/run-in-slices.ts';
import { convertBlocks } from './read-by-mammoth.ts';
import { noteOutside } from './read-outside.ts';
import { BlockReader } from './read-blocks.ts';
import { readComments } from './read-comments.ts';
import { readNotes } from './read-notes.ts';
import { readOrigin, readTitle } from './read-properties.ts';
import { readPackage, type DocxFailure, type DocxPackage, type Part } from './read-package.ts';
import { Reading } from './read-state.ts';
import { ChangeSettler, type ChangesChoice } from './read-changes.ts';
import { ThreadPlaces } from './read-places.ts';
import { childOf, element } from './read-xml.ts';

export type { DocxFailure } from './read-package.ts';

export interface DocxRead {
  readonly ok: true;
  readonly text: ArrivingText;
  /** Tracked changes in the file, which were accepted or refused; null without any. */
  readonly changes: {
    readonly inserted: number;
    readonly deleted: number;
    readonly formatted: number;
  } | null;
}

interface DocxOptions {
  readonly changes: ChangesChoice;
  /** Receives the share that is done, up to 1. */
  readonly onProgress?: (share: number) => void;
}

export async function readDocx(
  bytes: Uint8Array,
  { changes, onProgress }: DocxOptions,
): Promise<DocxRead | DocxFailure> {
  const opened = await readPackage(bytes, (share) => onProgress?.(share / 2));
  if (!opened.ok) return opened;
  // Between long steps the worker can be ended.
  await nextTask();
  const settler = new ChangeSettler(changes);
  const docx = settleParts(opened.docx, settler);
  const comments = readComments(docx, docx.document);
  const origin = readOrigin(docx);
  const reading = new Reading(docx, new ThreadPlaces(docx.document, comments.places), origin !== null);
  const body = childOf(docx.document, 'w:body') ?? element('w:body');
  const blocks = new BlockReader(reading, docx.relations).read(body);
  blocks.push(...readNotes(reading));
  noteOutside(reading);
  await nextTask();
  const { blocks: html, losses } = reading.signs.resolve(await convertBlocks(reading, blocks));
  const { counts } = settler;
  const text: ArrivingText = {
    title: readTitle(docx, reading.styles),
    blocks: html.map((block) => block.replaceAll('<p><hr></p>', '<hr>')),
    pictures: reading.pictures.files,
    threads: comments.threads,
    losses,
    origin,
  };
  return { ok: true, text, changes: Object.values(counts).some((count) => count > 0) ? counts : null };
}

/** The parts that have changes, without them. */
function settleParts(docx: DocxPackage, settler: ChangeSettler): DocxPackage {
  const settled = new Map<string, Part | null>(
    (['footnotes', 'endnotes', 'comments'] as const).map((type) => {
      const part = docx.part(type);
      return [type, part && { ...part, root: settler.settle(part.root) }] as const;
    }),
  );
  return {
    ...docx,
    document: settler.settle(docx.document),
    part: (type) => (settled.has(type) ? (settled.get(type) ?? null) : docx.part(type)),
  };
}
