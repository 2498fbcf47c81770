/** Several files as one archive. */
import { unzipSync, zipSync, type Zippable } from 'fflate';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import type { Loss } from '#contract/formats/loss.ts';

const ARCHIVE = 'application/zip';

/** Names that are equal get a number; an archive within becomes a folder. */
export function packFiles(name: string, files: readonly WrittenFile[]): WrittenFile {
  const packed: Zippable = {};
  const taken = new Set<string>();
  for (const file of files) {
    const own = freeName(file.name, taken);
    if (file.type !== ARCHIVE) packed[own] = file.bytes;
    else {
      const folder = own.slice(0, own.lastIndexOf('.'));
      for (const [path, bytes] of Object.entries(unzipSync(file.bytes))) packed[`${folder}/${path}`] = bytes;
    }
  }
  return { name: `${name}.zip`, type: ARCHIVE, bytes: zipSync(packed), losses: joinLosses(files) };
}

/** Systems that ignore the case of letters must find both. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = [name.slice(0, dot), name.slice(dot)];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Blocks are of different texts, so none is named. */
function joinLosses(files: readonly WrittenFile[]): readonly Loss[] {
  const joined = new Map<string, Loss>();
  for (const loss of files.flatMap(({ losses }) => losses)) {
    const key = `${loss.kind} ${loss.severity}`;
    const count = (joined.get(key)?.count ?? 0) + loss.count;
    joined.set(key, { ...(joined.get(key) ?? loss), count, block: null });
  }
  return [...joined.values()];
}
