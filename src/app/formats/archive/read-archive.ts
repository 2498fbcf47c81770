/** Reads the zip of an archive. Pure, for workers and Node; the zip may be from anybody. */
import {
  ARCHIVED,
  ARCHIVE_VERSION,
  archivedComments,
  archiveManifest,
  MANIFEST,
  PICTURES,
  readArchived,
  type ArchivedDocument,
  type ArchiveManifest,
} from '#contract/formats/archive.ts';
import type { ArrivingText } from '#contract/formats/arriving-text.ts';
import { cleanLine } from '#contract/clean-line.ts';
import { cutText } from '#contract/cut-text.ts';
import { MAX_NAME_CHARS } from '#contract/limits.ts';
import { sha256 } from '#contract/proof/canonical-text.ts';
import { nextTask } from '../../data/run-in-slices.ts';
import { openZip, openZipInTurns, type ZipLimits } from '../zip/open-zip.ts';
import type { ZipFailure } from '../zip/zip-failure.ts';
import { arriveFromState } from './arrive-from-state.ts';

/** A part of an archive, as it is written, and a document in it that is larger than a part. */
export const MAX_ARCHIVE_BYTES = 1024 * 1024 * 1024;
const ARCHIVE_LIMITS: Partial<ZipLimits> = {
  fileBytes: MAX_ARCHIVE_BYTES,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
  entries: 60_000,
};

export interface ArchivedText extends ArrivingText {
  /** Name of the folder that it was in. */
  readonly place?: string;
}

export interface ArrivedArchive {
  readonly ok: true;
  readonly texts: readonly ArchivedText[];
  /** Paths of files that are not as the manifest describes them, or not there. They are not read. */
  readonly damaged: readonly string[];
  /** Folders of documents without a readable state. */
  readonly unreadable: readonly string[];
}

/** `not_archive`: a zip of another kind. */
export type ArchiveFailure =
  | ZipFailure
  | { readonly ok: false; readonly code: 'not_archive' | 'newer_archive'; readonly part: string };

/** Whether a zip is an archive, whatever else is in it. */
export function isArchive(bytes: Uint8Array): boolean {
  const opened = openZip(bytes, { limits: ARCHIVE_LIMITS, isWanted: (path) => path === MANIFEST });
  return opened.ok && readArchived(archiveManifest, opened.files.get(MANIFEST)) !== null;
}

export async function readArchive(
  bytes: Uint8Array,
  onProgress?: (share: number) => void,
): Promise<ArrivedArchive | ArchiveFailure> {
  const opened = await openZipInTurns(bytes, {
    limits: ARCHIVE_LIMITS,
    isWanted,
    ...(onProgress && { onProgress }),
  });
  if (!opened.ok) return opened;
  const manifest = readArchived(archiveManifest, opened.files.get(MANIFEST));
  if (manifest === null) return { ok: false, code: 'not_archive', part: '' };
  if (manifest.version > ARCHIVE_VERSION) return { ok: false, code: 'newer_archive', part: MANIFEST };
  const { sound, damaged } = await checkFiles(opened.files, manifest);
  const texts: ArchivedText[] = [];
  const unreadable: string[] = [];
  for (const document of manifest.documents) {
    // Between two documents the worker can be ended.
    await nextTask();
    const text = arrive(document, sound);
    if (text === null) unreadable.push(document.folder);
    else texts.push({ ...text, ...placeOf(document) });
  }
  return { ok: true, texts, damaged, unreadable };
}

function placeOf({ place = '' }: ArchivedDocument): Pick<ArchivedText, 'place'> {
  const name = cutText(cleanLine(place).trim(), MAX_NAME_CHARS);
  return name === '' ? {} : { place: name };
}

/** The text that people may have changed is checked, so that it can be named, but not read. */
function isWanted(path: string): boolean {
  const name = path.slice(path.indexOf('/') + 1);
  return (
    path === MANIFEST ||
    name === ARCHIVED.state ||
    name === ARCHIVED.comments ||
    name === ARCHIVED.markdown ||
    name.startsWith(PICTURES)
  );
}

async function checkFiles(files: ReadonlyMap<string, Uint8Array>, manifest: ArchiveManifest) {
  const sound = new Map<string, Uint8Array>();
  const damaged: string[] = [];
  for (const { path, sha256: hash } of manifest.files) {
    if (!isWanted(path)) continue;
    const bytes = files.get(path);
    if (bytes !== undefined && (await sha256(bytes)) === hash) sound.set(path, bytes);
    else damaged.push(path);
  }
  return { sound, damaged };
}

function arrive(
  { id, seq, folder }: ArchivedDocument,
  files: ReadonlyMap<string, Uint8Array>,
): ArrivingText | null {
  const state = files.get(folder + ARCHIVED.state);
  if (state === undefined) return null;
  const comments = readArchived(archivedComments, files.get(folder + ARCHIVED.comments));
  const inFolder = folder + PICTURES;
  const pictures = new Map(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith(inFolder) ? [[path.slice(inFolder.length), bytes] as const] : [],
    ),
  );
  return arriveFromState(state, { comments, pictures, origin: { documentId: id, seq } });
}
