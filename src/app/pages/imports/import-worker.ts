/** The worker in which files are read: whatever is in one, the page stays responsive, and *Cancel* ends it. */
import { renderFile } from '../../editor/markdown/render-file.ts';
import { fileFailure, type ReadFile, type ReadingTools } from '../../formats/arriving-file.ts';
import { MAX_ARCHIVE_BYTES } from '../../formats/archive/read-archive.ts';
import { readFile } from '../../formats/read-file.ts';

export interface ImportRequest {
  readonly file: File;
  readonly changes: ReadingTools['changes'];
}

export type ImportReply =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'read'; readonly read: ReadFile };

globalThis.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => void answer(data));

async function answer({ file, changes }: ImportRequest): Promise<void> {
  // Reading more would fail, as if the file were gone.
  if (file.size > MAX_ARCHIVE_BYTES) return reply({ kind: 'read', read: fileFailure('file_too_large') });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  // A folder, or a file that is gone by now.
  if (bytes === null) return reply({ kind: 'read', read: fileFailure('unreadable') });
  const onProgress = (share: number): void => reply({ kind: 'progress', share });
  try {
    const read = await readFile(file.name, bytes, { renderMarkdown: renderFile, changes, onProgress });
    reply({ kind: 'read', read });
  } catch (error) {
    reply({ kind: 'read', read: fileFailure('damaged') });
    throw error;
  }
}

/** Pictures are handed over, not copied: the worker ends after its reply. */
function reply(message: ImportReply): void {
  const pictures =
    message.kind === 'read' && message.read.ok
      ? message.read.files.flatMap(({ text }) => [...text.pictures.values()])
      : [];
  const buffers = new Set(pictures.map(({ buffer }) => buffer as ArrayBuffer));
  globalThis.postMessage(message, { transfer: [...buffers] });
}
