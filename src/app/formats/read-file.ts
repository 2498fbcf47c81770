/** Reads a file of any format that comes in. Pure: it runs in a worker. */
import {
  fileFailure,
  type ArrivingFile,
  type FileFailure,
  type ReadFile,
  type ReadingTools,
} from './arriving-file.ts';
import { isArchive } from './archive/read-archive.ts';
import { readEverything } from './archive/read-everything.ts';
import { readDocx } from './docx/read-docx.ts';
import { placeOf, readArchive } from './read-archive.ts';
import { readText } from './read-text.ts';
import { RESOLVES_NOTHING } from './resolve-addresses.ts';
import { tellKind } from './tell-kind.ts';
import { openZip, ZIP_LIMITS } from './zip/open-zip.ts';

export async function readFile(fileName: string, bytes: Uint8Array, tools: ReadingTools): Promise<ReadFile> {
  const kind = tellKind(bytes, fileName);
  if (kind === 'zip' && isArchive(bytes)) return readEverything(bytes, tools);
  if (bytes.length > ZIP_LIMITS.fileBytes) return fileFailure('file_too_large');
  const { name } = placeOf(fileName);
  switch (kind) {
    case 'html':
    case 'markdown':
    case 'csv':
    case 'text':
      return one(readText(kind, bytes, { name, folders: [] }, RESOLVES_NOTHING, tools));
    case 'zip':
      return readZip(bytes, name, tools);
    // An encrypted file of today's Word looks like one of the old Word.
    case 'old_office':
      return readWhole(bytes, name, tools);
    default:
      return fileFailure(kind);
  }
}

const one = (file: ArrivingFile): ReadFile => ({ ok: true, files: [file], bad: [] });

const TYPES = '[Content_Types].xml';
const OPEN_DOCUMENT = 'mimetype';

/** Office programs write zips, too. */
function readZip(bytes: Uint8Array, name: string, tools: ReadingTools): Promise<ReadFile> | ReadFile {
  const opened = openZip(bytes, { isWanted: (path) => path === TYPES || path === OPEN_DOCUMENT });
  if (!opened.ok) return opened;
  if (opened.files.has(TYPES)) return readWhole(bytes, name, tools);
  return opened.files.has(OPEN_DOCUMENT) ? fileFailure('other_office') : readArchive(bytes, tools, readWord);
}

async function readWhole(bytes: Uint8Array, name: string, tools: ReadingTools): Promise<ReadFile> {
  const word = await readWord(bytes, { name, folders: [] }, tools);
  return 'ok' in word ? word : one(word);
}

type Place = Pick<ArrivingFile, 'name' | 'folders'>;

async function readWord(
  bytes: Uint8Array,
  place: Place,
  { changes: choice, onProgress }: ReadingTools,
): Promise<ArrivingFile | FileFailure> {
  const read = await readDocx(bytes, { changes: choice, onProgress });
  if (!read.ok) {
    const { code } = read;
    return code === 'not_docx' ? fileFailure('other_office') : { ...read, code };
  }
  const { text, changes } = read;
  // Our own text has no looks to clean, and the reader lets no others through.
  return { text, source: text.origin ? 'own' : 'foreign', ...place, index: 0, changes };
}
