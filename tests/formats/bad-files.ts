/** Files that are refused: one or more for each reason that lies in the file. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { FileFailure } from '../../src/app/formats/arriving-file.ts';
import { docxFiles, p } from './by-description/make-docx.ts';

export interface MadeBad {
  readonly name: string;
  readonly code: FileFailure['code'];
  /** Of the zip; empty where the whole file is bad. */
  readonly part: string;
  readonly bytes: Uint8Array;
}

const [CENTRAL, LOCAL] = [0x02014b50, 0x04034b50];

/** A zip with one entry, changed where both of its records stand: `central` and `local` are their offsets. */
function changedZip(
  files: Zippable,
  change: (view: DataView, central: number, local: number) => void,
): Uint8Array {
  const bytes = zipSync(files);
  const view = new DataView(bytes.buffer);
  const find = (sign: number): number =>
    [...bytes.keys()].find((at) => at + 4 <= bytes.length && view.getUint32(at, true) === sign)!;
  change(view, find(CENTRAL), find(LOCAL));
  return bytes;
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const utf16 = (text: string): string => Array.from(text, (one) => `${one}\0`).join('');
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const NOTE = { 'note.md': strToU8('text') };
const WORD = docxFiles({ body: p('text') });
const MANIFEST = {
  format: 'spolu-archive',
  version: 99,
  madeAt: '2026-01-01T00:00:00Z',
  language: 'cs',
  part: { number: 1, of: 1 },
  documents: [],
  files: [],
};
const DTD = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w>&b;</w>';

const twoOfOneName = (): Uint8Array => {
  const bytes = zipSync({ 'one.md': strToU8('x'), 'two.md': strToU8('y') });
  const [from, to] = [strToU8('two.md'), strToU8('one.md')];
  for (let at = 0; at + from.length <= bytes.length; at += 1)
    if (from.every((byte, index) => bytes[at + index] === byte)) bytes.set(to, at);
  return bytes;
};

type Bad = readonly [name: string, code: FileFailure['code'], make: () => Uint8Array, part?: string];

/** Small ones. */
const BAD: readonly Bad[] = [
  ['report.pdf', 'pdf', () => latin('%PDF-1.7\n')],
  ['renamed.docx', 'pdf', () => latin('%PDF-1.7\n')],
  ['text.docx', 'misnamed', () => strToU8('text')],
  ['letter.rtf', 'rtf', () => latin('{\\rtf1 text}')],
  ['old.doc', 'old_office', () => latin(OLE + utf16('WordDocument'))],
  ['locked.docx', 'encrypted', () => latin(OLE + utf16('EncryptedPackage'))],
  [
    'table.xlsx',
    'other_office',
    () => zipSync({ ...WORD, 'word/document.xml': strToU8('<x:workbook xmlns:x="x"/>') }),
  ],
  [
    'text.odt',
    'other_office',
    () => zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text') }),
  ],
  ['photo.png', 'picture', () => latin('\x89PNG\r\n\x1a\n')],
  ['program.txt', 'not_text', () => latin('\x7fELF\0\0\0')],
  ['empty.md', 'empty', () => new Uint8Array(0)],
  ['photos.zip', 'no_texts', () => zipSync({ 'a.png': latin('\x89PNG\r\n\x1a\n') })],
  ['cut.docx', 'truncated', () => zipSync(WORD).subarray(0, -30)],
  ['cut.zip', 'truncated', () => zipSync(NOTE).subarray(0, -30)],
  [
    'broken.docx',
    'damaged',
    () => zipSync({ ...WORD, 'word/document.xml': strToU8('<w:document') }),
    'word/document.xml',
  ],
  ['bomb.zip', 'zip_bomb', () => zipSync({ 'zeros.md': new Uint8Array(10_000_000) }), 'zeros.md'],
  [
    'bomb.docx',
    'zip_bomb',
    () => zipSync({ ...WORD, 'word/media/a.png': new Uint8Array(10_000_000) }),
    'word/media/a.png',
  ],
  [
    'entities.docx',
    'dtd',
    () => zipSync({ ...WORD, 'word/document.xml': strToU8(DTD) }),
    'word/document.xml',
  ],
  ['climbing.zip', 'unsafe_path', () => zipSync({ '../evil.md': strToU8('text') }), '../evil.md'],
  [
    'huge.zip',
    'unpacked_too_large',
    () => changedZip(NOTE, (view, central) => view.setUint32(central + 24, 0xfffffffe, true)),
    'note.md',
  ],
  ['twice.zip', 'duplicate_name', twoOfOneName, 'one.md'],
  [
    'locked.zip',
    'encrypted',
    () => changedZip(NOTE, (view, central) => view.setUint16(central + 8, 1, true)),
    'note.md',
  ],
  [
    'unusual.zip',
    'unsupported_zip',
    () => changedZip(NOTE, (view, central) => view.setUint16(central + 10, 14, true)),
    'note.md',
  ],
  [
    'many.zip',
    'too_many_entries',
    () => zipSync(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}.md`, strToU8('x')]))),
  ],
  [
    'newer.zip',
    'newer_archive',
    () => zipSync({ 'manifest.json': strToU8(JSON.stringify(MANIFEST)) }),
    'manifest.json',
  ],
];

export const makeBadFiles = (): readonly MadeBad[] =>
  BAD.map(([name, code, make, part = '']) => ({ name, code, part, bytes: make() }));

/** Above the limit of a file. */
export const TOO_LARGE_BYTES = 51 * 1024 * 1024;

/** A Word file of more XML than is read. */
export const makeTooLong = (): Uint8Array =>
  zipSync({ ...WORD, 'word/document.xml': [new Uint8Array(41 * 1024 * 1024), { level: 0 }] });
