/** Opens zips of strangers: within limits that are counted on the bytes that come out. Pure, for workers and Node. */
import { runInSlices } from '../../data/run-in-slices.ts';
import { isSafePath } from './entry-name.ts';
import { readDirectory, startsAsZip, type ZipEntry } from './read-directory.ts';
import { unpackEntry } from './unpack-entry.ts';
import { zipFailure, type ZipFailure } from './zip-failure.ts';

export interface ZipLimits {
  readonly fileBytes: number;
  readonly unpackedBytes: number;
  readonly entries: number;
  /** Bytes that come out for each that went in: of each entry, and of all. */
  readonly ratio: number;
}

export const ZIP_LIMITS: ZipLimits = {
  fileBytes: 50 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  entries: 2000,
  ratio: 200,
};

/** So much may come out at any ratio: short files of one repeated character are common. */
const FREE_BYTES = 64 * 1024;

export interface ZipOptions {
  readonly limits?: Partial<ZipLimits>;
  /** Opens zips inside too, one level deep: their entries join those of the folder they are in. Else they are files. */
  readonly nested?: boolean;
  /** Others are checked as far as the directory says, but not inflated, and not returned. */
  readonly isWanted?: (path: string) => boolean;
  /** Called after each entry, with the share of packed bytes that are done, up to 1. */
  readonly onProgress?: (share: number) => void;
}

export type OpenedZip =
  | { readonly ok: true; /** By path, without folders. */ readonly files: ReadonlyMap<string, Uint8Array> }
  | ZipFailure;

export function openZip(bytes: Uint8Array, options: ZipOptions = {}): OpenedZip {
  const steps = openInSteps(bytes, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A worker that is busy longer lives on after it was ended: Chromium waits for it, for two seconds. */
const TURN_MS = 100;

/** With pauses, in which a worker can be ended. */
export const openZipInTurns = (bytes: Uint8Array, options: ZipOptions = {}): Promise<OpenedZip> =>
  runInSlices(openInSteps(bytes, options), null, TURN_MS);

/** One step is a part of an entry. */
function* openInSteps(bytes: Uint8Array, options: ZipOptions): Generator<undefined, OpenedZip> {
  const limits = { ...ZIP_LIMITS, ...options.limits };
  if (bytes.length > limits.fileBytes) return zipFailure('file_too_large');
  const opening = new Opening(limits, bytes.length, options);
  const failure = yield* opening.open(bytes);
  return failure ?? { ok: true, files: opening.files };
}

class Opening {
  readonly files = new Map<string, Uint8Array>();
  readonly #limits: ZipLimits;
  readonly #size: number;
  readonly #options: ZipOptions;
  readonly #names = new Set<string>();
  #entries = 0;
  #declared = 0;
  #unpacked = 0;

  constructor(limits: ZipLimits, size: number, options: ZipOptions) {
    this.#limits = limits;
    this.#size = size;
    this.#options = options;
  }

  /** Returns the first failure. `folder`: of a nested zip. */
  *open(bytes: Uint8Array, folder: string | null = null): Generator<undefined, ZipFailure | null> {
    const prefix = folder ?? '';
    const directory = readDirectory(bytes, this.#limits.entries - this.#entries);
    if (!directory.ok) return { ...directory, part: prefix + directory.part };
    const entries = directory.value;
    this.#entries += entries.length;
    const failure = this.#check(entries, bytes.length, prefix);
    if (failure) return failure;
    let done = 0;
    for (const entry of entries) {
      const bad = yield* this.#unpack(entry, folder);
      if (bad) return bad;
      done += entry.packed.length;
      if (folder === null) this.#options.onProgress?.(Math.min(1, done / bytes.length));
    }
    return null;
  }

  /** All that can be refused before anything is inflated. */
  #check(entries: readonly ZipEntry[], size: number, folder: string): ZipFailure | null {
    let packed = 0;
    for (const entry of entries) {
      const path = folder + entry.path;
      if (!isSafePath(path)) return zipFailure('unsafe_path', path);
      if (this.#names.has(path)) return zipFailure('duplicate_name', path);
      this.#names.add(path);
      this.#declared += entry.size;
      if (this.#declared > this.#limits.unpackedBytes) return zipFailure('unpacked_too_large', path);
      packed += entry.packed.length;
      // Entries that share their bytes.
      if (packed > size) return zipFailure('zip_bomb', path);
    }
    return null;
  }

  *#unpack(entry: ZipEntry, folder: string | null): Generator<undefined, ZipFailure | null> {
    const path = (folder ?? '') + entry.path;
    if (path.endsWith('/') || this.#options.isWanted?.(path) === false) return null;
    const unpacked = yield* unpackEntry({ ...entry, path }, this.#allowed(entry));
    if (!unpacked.ok) return unpacked;
    this.#unpacked += unpacked.bytes.length;
    const isNested = this.#options.nested === true && folder === null && /\.zip$/i.test(path);
    if (isNested && startsAsZip(unpacked.bytes))
      return yield* this.open(unpacked.bytes, path.slice(0, path.lastIndexOf('/') + 1));
    this.files.set(path, unpacked.bytes);
    return null;
  }

  #allowed(entry: ZipEntry): { bytes: number; code: ZipFailure['code'] } {
    const ofAll = this.#limits.unpackedBytes - this.#unpacked;
    const byRatio = Math.max(FREE_BYTES, entry.packed.length * this.#limits.ratio);
    const inSum = Math.max(FREE_BYTES, this.#size * this.#limits.ratio) - this.#unpacked;
    const bomb = Math.min(byRatio, inSum);
    return ofAll < bomb ? { bytes: ofAll, code: 'unpacked_too_large' } : { bytes: bomb, code: 'zip_bomb' };
  }
}
