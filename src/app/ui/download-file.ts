import { cutText } from '#contract/cut-text.ts';

/** Short enough for the file systems of every platform, even in multibyte scripts. */
const MAX_FILE_NAME_CHARS = 80;

export interface DownloadedFile {
  /** Any text, such as the title of a document. */
  readonly name: string;
  readonly extension: 'txt' | 'json';
  readonly content: string;
}

const TYPES = { txt: 'text/plain', json: 'application/json' } as const;

export function downloadFile({ name, extension, content }: DownloadedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${TYPES[extension]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileNameOf(name)}.${extension}`;
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
