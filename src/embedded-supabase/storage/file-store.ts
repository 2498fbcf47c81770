/** Port for the bytes of objects; `node/file-store.ts` stores them in a folder. */
interface StoredFile {
  readonly sizeBytes: number;
  /** Hash of the content, in the quotes of an `ETag`. */
  readonly etag: string;
}

export interface ByteRange {
  /** First and last byte, inclusive. */
  readonly first: number;
  readonly last: number;
}

export interface FileStore {
  /**
   * Stores `content` under a generated name (a UUID, never a caller's text). Atomic: a write that fails, or exceeds
   * `maxBytes`, leaves nothing.
   */
  write(
    id: string,
    content: ReadableStream<Uint8Array>,
    maxBytes: number,
  ): Promise<
    { readonly ok: true; readonly file: StoredFile } | { readonly ok: false; readonly reason: 'too-large' }
  >;
  /** Null when there is no such file. */
  read(id: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** False when there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Missing files count as removed. */
  remove(ids: readonly string[]): Promise<void>;
}
