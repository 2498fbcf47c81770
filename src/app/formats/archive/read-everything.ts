/** An archive as the dialog of imports reads files. */
import { fileFailure, type ArrivingFile, type ReadFile, type ReadingTools } from '../arriving-file.ts';
import { readArchive } from './read-archive.ts';

export async function readEverything(
  bytes: Uint8Array,
  { onProgress }: Pick<ReadingTools, 'onProgress'>,
): Promise<ReadFile> {
  const read = await readArchive(bytes, onProgress);
  if (!read.ok) return { ...read, code: read.code === 'not_archive' ? 'damaged' : read.code };
  const files = read.texts.map(({ place, ...text }, index): ArrivingFile => ({
    text,
    source: 'own',
    name: '',
    folders: [],
    ...(place === undefined ? {} : { place }),
    index,
    changes: null,
  }));
  const changed = read.damaged.filter((path) => !read.unreadable.some((folder) => path.startsWith(folder)));
  const bad = [
    ...read.unreadable.map((folder) => fileFailure('damaged_document', folder.replace(/\/$/, ''))),
    ...changed.map((path) => fileFailure('changed', path)),
  ];
  return files.length === 0 ? (bad[0] ?? fileFailure('no_texts')) : { ok: true, files, bad };
}
