/** Saves a zip where the person wants it: streamed into a chosen file, or as a download of limited size. */
import { formatNumber } from '../../i18n/format-number.ts';
import type { Language } from '#contract/languages.ts';

const ZIP = 'application/zip';

/** Larger ones do not open everywhere, and are read as a whole when they are imported. */
const MOST_PICKED_BYTES = 1024 ** 3;
/** Such a download is in memory. */
const MOST_DOWNLOADED_BYTES = 500 * 1000 ** 2;

interface FileHandle {
  readonly createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>>;
}
type PickFile = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
}) => Promise<FileHandle>;

/** Chromium has it. */
const pickFile = (): PickFile | null =>
  (globalThis as { showSaveFilePicker?: PickFile }).showSaveFilePicker ?? null;

export const mostBytesOfPart = (): number =>
  pickFile() === null ? MOST_DOWNLOADED_BYTES : MOST_PICKED_BYTES;

type Write = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** False if the person chose no file. Rejects when the file cannot be written. */
export async function saveZip(name: string, writeZip: (write: Write) => Promise<void>): Promise<boolean> {
  const pick = pickFile();
  if (pick === null) {
    await download(name, writeZip);
    return true;
  }
  const handle = await pick({ suggestedName: name, types: [{ accept: { [ZIP]: ['.zip'] } }] }).catch(toNull);
  if (handle === null) return false;
  const stream = await handle.createWritable();
  const writer = stream.getWriter();
  try {
    await writeZip((bytes) => writer.write(bytes));
    await writer.close();
  } catch (error) {
    // The file stays as it was.
    await writer.abort();
    throw error;
  }
  return true;
}

function toNull(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}

/** Pieces join to parts that the browser may keep outside the memory. */
const PIECE_BYTES = 8 * 1024 ** 2;

async function download(name: string, writeZip: (write: Write) => Promise<void>): Promise<void> {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  await writeZip((bytes) => {
    pieces.push(bytes);
    size += bytes.length;
    if (size >= PIECE_BYTES) {
      blobs.push(new Blob(pieces));
      [pieces, size] = [[], 0];
    }
    return Promise.resolve();
  });
  const url = URL.createObjectURL(new Blob([...blobs, ...pieces], { type: ZIP }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once started, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "34.5 MB" */
export function formatSize(bytes: number, language: Language): string {
  const megabytes = bytes / 1000 ** 2;
  if (megabytes < 0.1) return `${formatNumber(Math.ceil(bytes / 1000), language)}\u00A0kB`;
  return `${formatNumber(megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes), language)}\u00A0MB`;
}
