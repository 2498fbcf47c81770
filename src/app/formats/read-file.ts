/** Reads a file of any format that comes in. Pure: it runs in a worker. */
import { fileFailure, type ArrivingFile, type ReadFile, type ReadingTools } from './arriving-file.ts';
import { placeOf, readArchive } from './read-archive.ts';
import { readText } from './read-text.ts';
import { RESOLVES_NOTHING } from './resolve-addresses.ts';
import { tellKind } from './tell-kind.ts';
import { ZIP_LIMITS } from './zip/open-zip.ts';

export async function readFile(fileName: string, bytes: Uint8Array, tools: ReadingTools): Promise<ReadFile> {
  if (bytes.length > ZIP_LIMITS.fileBytes) return fileFailure('file_too_large');
  const kind = tellKind(bytes, fileName);
  const { name } = placeOf(fileName);
  switch (kind) {
    case 'html':
    case 'markdown':
    case 'csv':
    case 'text':
      return one(readText(kind, bytes, { name, folders: [] }, RESOLVES_NOTHING, tools));
    case 'zip':
      return readArchive(bytes, tools, () => Promise.resolve(fileFailure('word')));
    default:
      return fileFailure(kind);
  }
}

const one = (file: ArrivingFile): ReadFile => ({ ok: true, files: [file], bad: [] });
