import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** A picture of this size, rendered by the browser. */
export async function picture(page: Page, name: string, width: number, height: number) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w, h];
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

type File = Awaited<ReturnType<typeof picture>>;

/** Answers the file chooser that `open` opens. */
export async function chooseFile(page: Page, open: () => Promise<void>, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // Flushes the interception of the file chooser, which a key press could overtake.
  await page.evaluate(() => null);
  await open();
  await (await chooser).setFiles(file);
}

/** A PNG in one color: few bytes for any number of pixels. */
export function plainPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Bit depth.
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
