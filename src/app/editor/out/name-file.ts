import { fileNameOf } from '../../ui/download-file.ts';

/** `CON.txt` is a device on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The name of a file as people expect it: the title, without what a system forbids. */
export function nameFile(title: string, extension: string): string {
  const name = fileNameOf(title).replace(/[. ]+$/, '') || fileNameOf('');
  return `${DEVICE.test(name) ? `${name}_` : name}.${extension}`;
}

/** The extension stays. */
export function renameFile(fileName: string, rename: (name: string) => string): string {
  const at = fileName.lastIndexOf('.');
  return nameFile(rename(fileName.slice(0, at)), fileName.slice(at + 1));
}
