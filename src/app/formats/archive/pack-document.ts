/** Makes the files of one document of the archive. */
import {
  ARCHIVED,
  archivedComments,
  archivedHistory,
  PICTURES,
  writeArchived,
  type ArchivedDocument,
  type ArchivedFile,
  type ArchivedHistory,
} from '#contract/formats/archive.ts';
import type { LeavingText, Picture, WrittenFile } from '#contract/formats/leaving-text.ts';
import { sha256 } from '#contract/proof/canonical-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { ApiError } from '../../data/api-error.ts';
import type { Version } from '../../data/versions.ts';
import { fileNameOf } from '../../ui/download-file.ts';
import { openTaken, type TakenDocument } from './taken-document.ts';

/** Writers of the formats that a text leaves in, handed in by the worker of the page. */
export interface ArchiveWriters {
  readonly markdown: (doc: DocumentNode) => Promise<string>;
  readonly html: ((leaving: LeavingText) => Promise<WrittenFile>) | null;
  readonly docx: ((leaving: LeavingText) => Promise<WrittenFile>) | null;
}

export interface PackedFile extends ArchivedFile {
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface PackedDocument {
  readonly entry: ArchivedDocument;
  readonly files: readonly PackedFile[];
}

const encoder = new TextEncoder();

export interface PackOptions {
  readonly writers: ArchiveWriters;
  /** Names the folder of a document without a title. */
  readonly untitled: string;
  /** Receives why a format could not be written. The others leave without it. */
  readonly report: (error: unknown) => void;
}

/** Rejects with an ApiError when something cannot be loaded now. */
export async function packDocument(
  taken: TakenDocument,
  { writers, untitled, report }: PackOptions,
): Promise<PackedDocument> {
  const { state, leaving } = openTaken(taken);
  const { pictures, missing } = await loadPictures(leaving);
  const withPictures: LeavingText = {
    ...leaving,
    loadPicture: (path) => Promise.resolve(pictures.get(path) ?? null),
  };
  const folder = `${fileNameOf(leaving.title || untitled)} (${taken.id.slice(0, 8)})/`;
  const files = new Map<string, Uint8Array>([
    [ARCHIVED.markdown, encoder.encode(await writeMarkdown(leaving.doc, pictures, writers))],
    [ARCHIVED.state, state],
    [ARCHIVED.comments, writeArchived(archivedComments, { document: taken.id, ...commentsOf(taken) })],
  ]);
  if (taken.versions !== null)
    files.set(ARCHIVED.history, writeArchived(archivedHistory, historyOf(taken.id, taken.versions)));
  for (const [name, write] of [
    [ARCHIVED.html, writers.html],
    [ARCHIVED.docx, writers.docx],
  ] as const)
    try {
      if (write) files.set(name, (await write(withPictures)).bytes);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      missing.push(name);
      report(error);
    }
  for (const [path, { bytes }] of pictures) files.set(pictureName(path), bytes);
  const entry: ArchivedDocument = {
    id: taken.id,
    title: leaving.title,
    folder,
    role: taken.role,
    owner: taken.owner,
    updatedAt: taken.updatedAt.toISOString(),
    seq: taken.head,
    missing,
  };
  return {
    entry,
    files: await Promise.all([...files].map(([name, content]) => packFile(folder + name, content))),
  };
}

export async function packFile(path: string, content: Uint8Array): Promise<PackedFile> {
  const own = content as Uint8Array<ArrayBuffer>;
  return { path, bytes: content.length, sha256: await sha256(content), content: own };
}

const commentsOf = ({ comments: { threads, people } }: TakenDocument) => ({
  threads: [...threads],
  people: [...people],
});

const historyOf = (document: string, versions: readonly Version[]): ArchivedHistory => ({
  document,
  versions: versions.map(({ id, seq, kind, name, note, startedAt, createdAt, author, authors }) => ({
    id,
    seq,
    kind,
    name,
    note,
    startedAt: startedAt?.toISOString() ?? null,
    at: createdAt.toISOString(),
    author,
    authors: authors.map((one) => ({ ...one })),
  })),
});

/** The address of a picture, as seen from the other files of its document. */
const pictureName = (path: string): string => PICTURES + path.slice(path.lastIndexOf('/') + 1);

async function loadPictures({ doc, loadPicture }: LeavingText) {
  const pictures = new Map<string, Picture>();
  const missing: string[] = [];
  for (const path of picturesIn(doc)) {
    const picture = await loadPicture(path);
    if (picture === null) missing.push(pictureName(path));
    else pictures.set(path, picture);
  }
  return { pictures, missing };
}

/** `<document id>/<image id>.<extension>`. */
const PICTURE_PATH = /^[0-9a-f-]{36}\/[0-9a-f-]{36}\.[a-z]+$/;

export function picturesIn(doc: DocumentNode): ReadonlySet<string> {
  const found = new Set<string>();
  const look = ({ type, attrs, content }: DocumentNode): void => {
    const src: unknown = attrs?.['src'];
    if (type === 'image' && typeof src === 'string' && PICTURE_PATH.test(src)) found.add(src);
    content?.forEach(look);
  };
  look(doc);
  return found;
}

async function writeMarkdown(
  doc: DocumentNode,
  pictures: ReadonlyMap<string, Picture>,
  { markdown }: ArchiveWriters,
): Promise<string> {
  let text = await markdown(doc);
  for (const path of pictures.keys()) text = text.replaceAll(path, pictureName(path));
  return text;
}
