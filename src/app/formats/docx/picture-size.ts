/** Format and size of a picture, from its first bytes: what Word reads, other formats give null. */
export interface PictureSize {
  readonly type: 'png' | 'jpg' | 'gif';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  if (start === '\u0089PNG\r\n\u001a\n' && bytes.length >= 24)
    return measured('png', view.getUint32(16), view.getUint32(20));
  if (/^GIF8[79]a/.test(start) && bytes.length >= 10)
    return measured('gif', view.getUint16(6, true), view.getUint16(8, true));
  return start.startsWith('\u00ff\u00d8\u00ff') ? readJpeg(view) : null;
}

const measured = (type: PictureSize['type'], width: number, height: number): PictureSize | null =>
  width > 0 && height > 0 ? { type, width, height } : null;

/** The markers of frames that have the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(view: DataView): PictureSize | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return measured('jpg', view.getUint16(at + 7), view.getUint16(at + 5));
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
