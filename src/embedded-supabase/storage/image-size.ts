/**
 * The size that an image file declares, read without decoding it: a file of 100 KB can declare 900 million pixels. Written
 * for hostile files: of several sizes the largest counts, and nothing is read beyond the bytes that are there.
 */

/** Width times height. A decoded pixel takes four bytes. The same as MAX_IMAGE_PIXELS in _shared/contract/limits.ts. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** The file ends early, which a decoder refuses too. */
class Truncated extends Error {}

class Bytes {
  readonly #view: DataView;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.byteLength;
  }

  u8 = (at: number): number => this.#view.getUint8(this.#within(at, 1));
  u16 = (at: number, isLittle = false): number => this.#view.getUint16(this.#within(at, 2), isLittle);
  u24 = (at: number): number => this.u16(at, true) + this.u8(at + 2) * 0x1_0000;
  u32 = (at: number, isLittle = false): number => this.#view.getUint32(this.#within(at, 4), isLittle);
  text = (at: number, length: number): string =>
    String.fromCharCode(...Array.from({ length }, (_, index) => this.u8(at + index)));

  #within(at: number, size: number): number {
    if (at + size > this.length) throw new Truncated();
    return at;
  }
}

/** 0 for a file of another kind, and for one that ends before its size. */
export function declaredPixels(content: Uint8Array): number {
  let largest = 0;
  const declare: Declare = (width, height) => {
    largest = Math.max(largest, width * height);
  };
  try {
    readSizes(new Bytes(content), declare);
  } catch (error) {
    if (!(error instanceof Truncated)) throw error;
  }
  return largest;
}

type Declare = (width: number, height: number) => void;

function readSizes(bytes: Bytes, declare: Declare): void {
  if (bytes.text(0, 4) === '\x89PNG') declare(bytes.u32(16), bytes.u32(20));
  else if (bytes.u16(0) === 0xff_d8) readJpeg(bytes, declare);
  else if (bytes.text(0, 4) === 'GIF8') readGif(bytes, declare);
  else if (bytes.text(0, 4) === 'RIFF' && bytes.text(8, 4) === 'WEBP') readWebp(bytes, declare);
  else if (bytes.text(4, 4) === 'ftyp') readBoxes(bytes, { at: 0, end: bytes.length, depth: 0 }, declare);
}

const SCAN = 0xda;
/** C4, C8 and CC are in the range of frame headers, but none. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Bytes, declare: Declare): void {
  for (let at = 2; ;) {
    // Decoders skip bytes that belong to no segment.
    while (bytes.u8(at) !== 0xff || bytes.u8(at + 1) === 0 || bytes.u8(at + 1) === 0xff) at += 1;
    const marker = bytes.u8(at + 1);
    if (isFrameHeader(marker)) declare(bytes.u16(at + 7), bytes.u16(at + 5));
    if (marker === SCAN) return;
    const hasLength = marker !== 0x01 && !(marker >= 0xd0 && marker <= 0xd9);
    at += 2 + (hasLength ? bytes.u16(at + 2) : 0);
  }
}

const COLOR_TABLE = 0x80;
const sizeOfColors = (flags: number): number =>
  (flags & COLOR_TABLE) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);

/** A frame may be larger than the screen that the header declares. */
function readGif(bytes: Bytes, declare: Declare): void {
  declare(bytes.u16(6, true), bytes.u16(8, true));
  let at = 13 + sizeOfColors(bytes.u8(10));
  for (let block = bytes.u8(at); block === 0x21 || block === 0x2c; block = bytes.u8(at)) {
    if (block === 0x21) at += 2;
    else {
      declare(
        bytes.u16(at + 1, true) + bytes.u16(at + 5, true),
        bytes.u16(at + 3, true) + bytes.u16(at + 7, true),
      );
      at += 11 + sizeOfColors(bytes.u8(at + 9));
    }
    while (bytes.u8(at) !== 0) at += 1 + bytes.u8(at);
    at += 1;
  }
}

function readWebp(bytes: Bytes, declare: Declare): void {
  for (let at = 12; at + 8 <= bytes.length;) {
    const [kind, size, data] = [bytes.text(at, 4), bytes.u32(at + 4, true), at + 8];
    if (kind === 'VP8X') declare(1 + bytes.u24(data + 4), 1 + bytes.u24(data + 7));
    if (kind === 'VP8 ') declare(bytes.u16(data + 6, true) & 0x3fff, bytes.u16(data + 8, true) & 0x3fff);
    if (kind === 'VP8L') {
      const bits = bytes.u32(data + 1, true);
      declare(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
    }
    at = data + size + (size % 2);
  }
}

/** Boxes that contain boxes, and the bytes before the first of them. */
const CONTAINERS: ReadonlyMap<string, number> = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
  ['moov', 0],
  ['trak', 0],
]);

/** `trak` in `moov`, `ipco` in `iprp` in `meta`. */
const MAX_BOX_DEPTH = 3;

interface Range {
  readonly at: number;
  readonly end: number;
  readonly depth: number;
}

/** ISO base media (AVIF): `ispe` is the size of an item, `tkhd` that of a track in fixed-point numbers. */
function readBoxes(bytes: Bytes, range: Range, declare: Declare): void {
  for (let at = range.at; at + 8 <= range.end;) {
    const [short, kind] = [bytes.u32(at), bytes.text(at + 4, 4)];
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? bytes.u32(at + 8) * 2 ** 32 + bytes.u32(at + 12) : short || range.end - at;
    if (size < head) return;
    const end = Math.min(at + size, range.end);
    const inner = CONTAINERS.get(kind);
    if (inner !== undefined && range.depth < MAX_BOX_DEPTH)
      readBoxes(bytes, { at: at + head + inner, end, depth: range.depth + 1 }, declare);
    if (kind === 'ispe') declare(bytes.u32(at + head + 4), bytes.u32(at + head + 8));
    if (kind === 'tkhd') declare(bytes.u16(end - 8), bytes.u16(end - 4));
    at = end;
  }
}
