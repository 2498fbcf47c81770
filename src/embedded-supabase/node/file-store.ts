/** Stores objects' bytes in a folder: one file per version, spread over 256 subfolders. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { FileStore } from '../storage/file-store.ts';

const missing = z.object({ code: z.literal('ENOENT') });

/**
 * A file is written under a temporary name and synced to disk before it is renamed. Opening removes temporary files of
 * a crashed process, so a folder must serve one process at a time.
 */
export async function openFileStore(folder: string): Promise<FileStore> {
  const temporary = join(folder, 'tmp');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });

  const pathOf = (id: string) => {
    if (!isName(id)) throw new Error(`Not a file's name: ${id}`);
    return join(folder, id.slice(0, 2), id);
  };
  const publish = async (from: string, id: string) => {
    const path = pathOf(id);
    await mkdir(dirname(path), { recursive: true });
    await rename(from, path);
  };

  return {
    write: async (id, content, maxBytes) => {
      const path = join(temporary, id);
      pathOf(id);
      const written = await writeTemporary(path, content, maxBytes);
      if (written === null) return { ok: false, reason: 'too-large' };
      await publish(path, id);
      return { ok: true, file: written };
    },
    read: async (id, range) => {
      const file = isName(id) ? await openExisting(pathOf(id)) : null;
      if (file === null) return null;
      const part = range === null ? {} : { start: range.first, end: range.last };
      const stream = createReadStream('', { fd: file, autoClose: true, ...part });
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },
    copy: async (from, to) => {
      if (!isName(from)) return false;
      const path = join(temporary, to);
      try {
        await copyFile(pathOf(from), path, constants.COPYFILE_FICLONE);
      } catch (error) {
        if (missing.safeParse(error).success) return false;
        throw error;
      }
      await publish(path, to);
      return true;
    },
    remove: async (ids) => {
      await Promise.all(ids.filter(isName).map((id) => rm(pathOf(id), { force: true })));
    },
  };
}

/** Rows can also be written by SQL, so a version may be no UUID; it then names no file. */
function isName(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id);
}

/** Null when the content exceeds `maxBytes`. Nothing remains then, nor after a failure. */
async function writeTemporary(
  path: string,
  content: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<{ sizeBytes: number; etag: string } | null> {
  const file = await open(path, 'wx');
  const hash = createHash('md5');
  let sizeBytes = 0;
  let isWhole = false;
  try {
    for await (const chunk of content) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) return null;
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
    isWhole = true;
    return { sizeBytes, etag: `"${hash.digest('hex')}"` };
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

async function openExisting(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (missing.safeParse(error).success) return null;
    throw error;
  }
}
