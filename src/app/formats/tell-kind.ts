/** Tells the format of a file by its first bytes: its name proves nothing. */
import { decodeText } from './decode-text.ts';

export type FileKind =
  | 'zip'
  | 'html'
  | 'markdown'
  | 'csv'
  | 'text'
  /** Not read: each has a sentence about it. */
  | 'damaged'
  | 'empty'
  | 'misnamed'
  | 'pdf'
  | 'old_office'
  | 'rtf'
  | 'picture'
  | 'not_text';

const HEAD_BYTES = 4096;
const SIGNS: readonly (readonly [string | RegExp, FileKind])[] = [
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  [/^[^]{0,1024}?%PDF-/, 'pdf'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'old_office'],
  ['{\\rtf', 'rtf'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  [/^(?:GIF8|RIFF[^]{4}WEBP|[^]{4}ftyp)/, 'picture'],
];
const HTML = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|title)\b/i;

/** A file of such a name is no text. Programs do give HTML the ending .doc. */
const PACKED = /^(?:doc[xm]|dot[xm]|odt|ott|zip)$/;

/** The name decides between formats that are text. */
export function tellKind(bytes: Uint8Array, name: string): FileKind {
  if (bytes.length === 0) return 'empty';
  const head = latin1(bytes.subarray(0, HEAD_BYTES));
  for (const [sign, kind] of SIGNS)
    if (typeof sign === 'string' ? head.startsWith(sign) : sign.test(head)) return kind;
  const text = decodeText(bytes.subarray(0, HEAD_BYTES), { isHead: true }).text;
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const isPacked = PACKED.test(ending ?? '');
  if (text.includes('\0')) return isPacked ? 'damaged' : 'not_text';
  if (text.trim() === '' && bytes.length <= HEAD_BYTES) return 'empty';
  if (isPacked) return 'misnamed';
  if (HTML.test(text) || (/^html?$/.test(ending ?? '') && /<\w/.test(text))) return 'html';
  if (/^(?:md|markdown|mdown|mkd|mdx)$/.test(ending ?? '')) return 'markdown';
  return ending === 'csv' || ending === 'tsv' ? 'csv' : 'text';
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
