/** Where the bytes of objects are. The port; `node/file-store.ts` keeps them in a folder. */
interface StoredFile {
  readonly sizeBytes: number;
  /** Of the content, in the quotes of an `ETag`. */
  readonly etag: string;
}

export interface ByteRange {
  /** First and last byte, both included. */
  readonly first: number;
  readonly last: number;
}

export interface FileStore {
  /**
   * Keeps `content` under a name of our own making (a UUID, never a caller's words). What is there afterwards is
   * whole: a write that failed, or was longer than `maxBytes`, leaves nothing.
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
  /** Files that are not there count as removed. */
  remove(ids: readonly string[]): Promise<void>;
}
