import { cutText } from '#contract/cut-text.ts';
/** Every system takes as many, whatever they are written in. */
const MAX_FILE_NAME_CHARS = 80;

/** Hands a text to the browser as a file to download. */
export function exportText(title: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(title);
  link.click();
  // The download has its own hold on the bytes once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Without what some system does not allow in names, hides, or shows in another order than it is. */
export function fileNameOf(title: string): string {
  const name = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  return `${cutText(name, MAX_FILE_NAME_CHARS) || 'spolu'}.txt`;
}
