/** Writes the zips of an archive from the documents that are kept on the device. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  ARCHIVED,
  archivedComments,
  archivedHistory,
  archiveManifest,
  INDEX_PAGE,
  MANIFEST,
  PICTURES,
  readArchived,
  writeArchived,
  type ArchivedDocument,
  type ArchivedFile,
} from '#contract/formats/archive.ts';
import type { Language } from '#contract/languages.ts';
import type { KeptFacts } from '../../room/archive-on-device.ts';
import { writeIndexPage, type IndexTexts, type ListedInIndex } from './index-page.ts';
import { packFile, type PackedDocument } from './pack-document.ts';

export interface ArchivePart {
  readonly number: number;
  readonly of: number;
  readonly ids: readonly string[];
  readonly bytes: number;
}

/** The directory of a zip that every program opens has 65,535 entries. */
const MOST_FILES = 50_000;

/** Documents stay in their order and whole: one that is larger than a part has one alone. */
export function splitParts(
  kept: readonly Pick<KeptFacts, 'id' | 'bytes' | 'files'>[],
  mostBytes: number,
): readonly ArchivePart[] {
  const parts: { ids: string[]; bytes: number; files: number }[] = [];
  for (const { id, bytes, files } of kept) {
    const last = parts.at(-1);
    if (last && last.bytes + bytes <= mostBytes && last.files + files <= MOST_FILES) {
      last.ids.push(id);
      last.bytes += bytes;
      last.files += files;
    } else parts.push({ ids: [id], bytes, files });
  }
  return parts.map(({ ids, bytes }, at) => ({ ids, bytes, number: at + 1, of: parts.length }));
}

export interface WriteOptions {
  readonly part: ArchivePart;
  /** Null for a document that is no longer on the device. */
  readonly read: (id: string) => Promise<PackedDocument | null>;
  /** Names of the folders that documents are in, by their ids. */
  readonly places: ReadonlyMap<string, string>;
  /** Receives the zip piece by piece. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly now: Date;
  readonly language: Language;
  readonly texts: IndexTexts;
}

/** Only one document at a time is in memory. */
export async function writeArchive(options: WriteOptions): Promise<void> {
  const { part, read, places, now, language, texts } = options;
  const zip = openZipWriter(options.write, now);
  const documents: ArchivedDocument[] = [];
  const files: ArchivedFile[] = [];
  const listed: ListedInIndex[] = [];
  for (const id of part.ids) {
    const packed = await read(id);
    if (packed === null) throw new Error('a document of the archive is gone from the device');
    const place = places.get(id);
    documents.push({ ...packed.entry, ...(place === undefined ? {} : { place }) });
    listed.push(toListed(packed));
    for (const { content, ...file } of packed.files) {
      files.push(file);
      await zip.add(file.path, content);
    }
  }
  const index = await packFile(INDEX_PAGE, await writeIndexPage(listed, { language, texts, now }));
  await zip.add(INDEX_PAGE, index.content);
  files.push({ path: INDEX_PAGE, bytes: index.bytes, sha256: index.sha256 });
  const manifest = writeArchived(archiveManifest, {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    madeAt: now.toISOString(),
    language,
    part: { number: part.number, of: part.of },
    documents,
    files,
  });
  await zip.add(MANIFEST, manifest);
  await zip.end();
}

function toListed({ entry, files }: PackedDocument): ListedInIndex {
  const contentOf = (name: string) => files.find(({ path }) => path === entry.folder + name)?.content;
  return {
    entry,
    files: files.map(({ path }) => path.slice(entry.folder.length)),
    history: readArchived(archivedHistory, contentOf(ARCHIVED.history)),
    comments: readArchived(archivedComments, contentOf(ARCHIVED.comments)),
  };
}

/** These are packed already. */
const isPacked = (path: string): boolean => path.includes(`/${PICTURES}`) || path.endsWith('.docx');

const STEP_BYTES = 256 * 1024;
const SLICE_MS = 12;

function openZipWriter(write: WriteOptions['write'], now: Date) {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  let untilMs = performance.now() + SLICE_MS;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  const flush = async (): Promise<void> => {
    if (failure) throw failure;
    const written = pieces;
    pieces = [];
    for (const piece of written) await write(piece);
  };
  return {
    add: async (path: string, content: Uint8Array): Promise<void> => {
      const file = isPacked(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
      file.mtime = now;
      zip.add(file);
      for (let at = 0; at === 0 || at < content.length; at += STEP_BYTES) {
        file.push(content.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= content.length);
        await flush();
        // Packing all of it takes longer than the page may be busy.
        if (performance.now() < untilMs) continue;
        await new Promise((resolve) => setTimeout(resolve));
        untilMs = performance.now() + SLICE_MS;
      }
    },
    end: async (): Promise<void> => {
      zip.end();
      await flush();
    },
  };
}
