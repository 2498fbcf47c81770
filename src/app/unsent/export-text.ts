import { cutText } from '#contract/cut-text.ts';
/** Short enough for the file systems of every platform, even in multibyte scripts. */
const MAX_FILE_NAME_CHARS = 80;

/** Downloads a text as a file. */
export function exportText(title: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(title);
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
  return `${cutText(name, MAX_FILE_NAME_CHARS) || 'spolu'}.txt`;
}
