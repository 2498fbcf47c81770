import { cutText } from '#contract/cut-text.ts';

/** Short enough for the file systems of every platform, even in multibyte scripts. */
const MAX_FILE_NAME_CHARS = 80;

export interface DownloadedFile {
  /** Any text, such as the title of a document. */
  readonly name: string;
  readonly extension: keyof typeof TYPES;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

const TYPES = {
  txt: 'text/plain;charset=utf-8',
  json: 'application/json;charset=utf-8',
  jwt: 'application/jwt',
  /** A time stamp (ETSI EN 319 422). */
  tst: 'application/vnd.etsi.timestamp-token',
} as const;

export const downloadFile = ({ name, extension, content }: DownloadedFile): void =>
  downloadBlob(new Blob([content], { type: TYPES[extension] }), `${fileNameOf(name)}.${extension}`);

export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Once started, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Removes characters that a file system forbids and controls that hide or reorder text. */
export function fileNameOf(title: string): string {
  const name = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  return cutText(name, MAX_FILE_NAME_CHARS) || 'spolu';
}
