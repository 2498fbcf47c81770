/** The way out for whole documents: a saved state, with its threads, as a file. */
import type { QueryClient } from '@tanstack/react-query';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';
import type { Thread } from '#contract/comments/thread.ts';
import type {
  LeavingText,
  LeavingThread,
  Origin,
  Picture,
  WrittenFile,
} from '#contract/formats/leaving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { ApiError } from '../../data/api-error.ts';
import { imageQuery } from '../../data/private-files.ts';
import type { FileFormat } from '../../formats/file-formats.ts';

type Write = (leaving: LeavingText) => Promise<WrittenFile>;

const WRITERS: Readonly<Record<FileFormat, () => Promise<Write>>> = {
  docx: () => import('../../formats/docx/write-docx-apart.ts').then((part) => part.writeDocxApart),
  markdown: () => import('../../editor/out/write-markdown-file.ts').then((part) => part.writeMarkdownFile),
  html: () => import('../../editor/out/write-page.ts').then((part) => part.writePage),
  text: () =>
    import('../../editor/out/write-text-file.ts').then(
      (part) => (leaving) => Promise.resolve(part.writeTextFile(leaving)),
    ),
};

export interface PlacedThread {
  readonly thread: Pick<Thread, 'id' | 'anchor' | 'is_resolved' | 'comments'>;
  /** Units that a highlight covers. */
  readonly ranges: readonly UnitRange[];
}

export interface LeavingState {
  readonly updates: readonly Uint8Array[];
  readonly origin: Origin | null;
  readonly threads: readonly PlacedThread[];
  readonly people: ReadonlyMap<string, string>;
  /** Stands for an author that is no member any more. */
  readonly formerMember: string;
}

export async function writeLeaving(
  state: LeavingState,
  format: FileFormat,
  client: QueryClient,
): Promise<WrittenFile> {
  const [{ takeLeaving }, write] = await Promise.all([
    import('../../editor/out/take-leaving.ts'),
    WRITERS[format](),
  ]);
  const taken = takeLeaving(
    state.updates,
    state.threads.map(({ thread, ranges }) => ({ id: thread.id, ranges })),
  );
  if (taken === null) throw new ApiError({ code: 'internal', status: 0 });
  const { title, language, doc, ranges, losses } = taken;
  const file = await write({
    title,
    language,
    doc,
    origin: state.origin,
    threads: state.threads.map(({ thread }) => leavingThread(thread, ranges.get(thread.id) ?? [], state)),
    loadPicture: (path) => loadPicture(path, client),
  });
  return { ...file, losses: [...losses, ...file.losses] };
}

function leavingThread(
  { anchor, is_resolved: isResolved, comments }: PlacedThread['thread'],
  ranges: LeavingThread['ranges'],
  { people, formerMember }: LeavingState,
): LeavingThread {
  return {
    ranges,
    quote: anchor.quote,
    isResolved,
    comments: comments.map(({ author, file_author: named, created_at: at, body }) => ({
      author: named ?? ((author !== null && people.get(author)) || formerMember),
      at,
      body: body && { ...body, content: body.content.map((node) => withNames(node, people)) },
    })),
  };
}

/** Mentions have the names of today. */
function withNames<Block extends DocumentNode>(node: Block, people: ReadonlyMap<string, string>): Block {
  if (node.type === 'mention') {
    const name = people.get(String(node.attrs?.['id']));
    return name === undefined ? node : { ...node, attrs: { ...node.attrs, label: name } };
  }
  return node.content ? { ...node, content: node.content.map((child) => withNames(child, people)) } : node;
}

const LEAVING_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Null for a picture that cannot be loaded. */
export async function loadPicture(path: string, client: QueryClient): Promise<Picture | null> {
  try {
    const blob = await client.fetchQuery(imageQuery(path));
    const type = blob.type.split(';')[0] ?? '';
    const file = LEAVING_TYPES.has(type) ? blob : await asPng(blob);
    return { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    // Gone, offline, or not an image: one loss. A bitmap fails with a DOMException.
    if (error instanceof ApiError || error instanceof DOMException) return null;
    throw error;
  }
}

/** AVIF, which other programs rarely read. */
async function asPng(blob: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
