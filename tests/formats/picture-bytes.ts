/** Pictures of the tests: the bytes of one are its path. */
import type { Picture } from '#contract/formats/leaving-text.ts';

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Null for kinds that do not leave. */
export function loadPicture(path: string): Promise<Picture | null> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
  return Promise.resolve(type ? { type, bytes: new TextEncoder().encode(path) } : null);
}

export const pathsOf = (pictures: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> =>
  new Map([...pictures].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
