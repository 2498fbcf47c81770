/** The central directory of a zip, as APPNOTE.TXT of PKWARE describes it. */
import { decodeName } from './entry-name.ts';
import { zipFailure, type ZipFailure } from './zip-failure.ts';

export interface ZipEntry {
  readonly path: string;
  readonly isStored: boolean;
  readonly packed: Uint8Array;
  /** Only declared. */
  readonly size: number;
  readonly crc: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const END_SIZE = 22;
const LOCATOR_SIZE = 20;
const MAX_END_COMMENT = 0xffff;
const IN_ZIP64 = 0xffffffff;
const IN_ZIP64_SHORT = 0xffff;
const ZIP64_FIELD = 1;
const ENCRYPTED_FLAGS = 0x2041;
const STORED = 0;
const DEFLATED = 8;
const AES = 99;

interface Directory {
  readonly start: number;
  readonly count: number;
}

type Read<T> = { readonly ok: true; readonly value: T } | ZipFailure;

/** Entries of the directory, not yet inflated. */
export function readDirectory(bytes: Uint8Array, maxEntries: number): Read<readonly ZipEntry[]> {
  try {
    return readEntries(bytes, maxEntries);
  } catch (error) {
    // A number outside the file: DataView.
    if (error instanceof RangeError) return zipFailure('truncated');
    throw error;
  }
}

function readEntries(bytes: Uint8Array, maxEntries: number): Read<readonly ZipEntry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return zipFailure(startsAsZip(bytes) ? 'truncated' : 'damaged');
  const directory = readEnd(view, end);
  if (!directory.ok) return directory;
  if (directory.value.count > maxEntries) return zipFailure('too_many_entries');
  const entries: ZipEntry[] = [];
  for (let at = directory.value.start; entries.length < directory.value.count;) {
    if (view.getUint32(at, true) !== CENTRAL) return zipFailure('damaged');
    const entry = readEntry(view, bytes, at);
    if (!entry.ok) return entry;
    entries.push(entry.value);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { ok: true, value: entries };
}

export const startsAsZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= 0 && at >= last - MAX_END_COMMENT; at--)
    if (view.getUint32(at, true) === END) return at;
  return null;
}

function readEnd(view: DataView, end: number): Read<Directory> {
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint16(end + 4, true) === 0 && count !== IN_ZIP64_SHORT && start !== IN_ZIP64)
    return { ok: true, value: { count, start } };
  const locator = end - LOCATOR_SIZE;
  if (locator < 0 || view.getUint32(locator, true) !== END_64_LOCATOR) return zipFailure('unsupported_zip');
  const end64 = readLong(view, locator + 8);
  if (view.getUint32(end64, true) !== END_64) return zipFailure('damaged');
  return { ok: true, value: { count: readLong(view, end64 + 32), start: readLong(view, end64 + 48) } };
}

/** More than `Number` can hold is more than a file has. */
const readLong = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function readEntry(view: DataView, bytes: Uint8Array, at: number): Read<ZipEntry> {
  const nameLength = view.getUint16(at + 28, true);
  const name = bytes.subarray(at + 46, at + 46 + nameLength);
  const path = decodeName(name);
  const method = view.getUint16(at + 10, true);
  if ((view.getUint16(at + 8, true) & ENCRYPTED_FLAGS) !== 0 || method === AES)
    return zipFailure('encrypted', path);
  if (method !== STORED && method !== DEFLATED) return zipFailure('unsupported_zip', path);
  const { size, packedSize, local } = readSizes(view, at, nameLength);
  if (local + 30 > bytes.length) return zipFailure('truncated', path);
  if (view.getUint32(local, true) !== LOCAL) return zipFailure('damaged', path);
  const localName = bytes.subarray(local + 30, local + 30 + view.getUint16(local + 26, true));
  if (localName.length !== name.length || localName.some((byte, index) => byte !== name[index]))
    return zipFailure('damaged', path);
  const start = local + 30 + localName.length + view.getUint16(local + 28, true);
  if (start + packedSize > bytes.length) return zipFailure('truncated', path);
  const packed = bytes.subarray(start, start + packedSize);
  const crc = view.getUint32(at + 16, true);
  return { ok: true, value: { path, isStored: method === STORED, packed, size, crc } };
}

function readSizes(view: DataView, at: number, nameLength: number) {
  let size = view.getUint32(at + 24, true);
  let packedSize = view.getUint32(at + 20, true);
  let local = view.getUint32(at + 42, true);
  const first = at + 46 + nameLength;
  const last = first + view.getUint16(at + 30, true);
  for (let field = first; field + 4 <= last; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== ZIP64_FIELD) continue;
    let next = field + 4;
    const take = (short: number): number => {
      if (short !== IN_ZIP64) return short;
      next += 8;
      return readLong(view, next - 8);
    };
    [size, packedSize, local] = [take(size), take(packedSize), take(local)];
    break;
  }
  return { size, packedSize, local };
}
