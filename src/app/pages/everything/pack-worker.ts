/** The worker in which documents of an archive are packed: a long one takes seconds, in which the page answers. */
import type { Picture } from '#contract/formats/leaving-text.ts';
import { writeMarkdown } from '../../editor/out/write-markdown.ts';
import { writePage } from '../../editor/out/write-page.ts';
import { packDocument, type PackedDocument } from '../../formats/archive/pack-document.ts';
import type { TakenDocument } from '../../formats/archive/taken-document.ts';
import { writeDocx } from '../../formats/docx/write-docx.ts';

export interface PackRequest {
  readonly kind: 'pack';
  readonly taken: Omit<TakenDocument, 'loadPicture'>;
  readonly untitled: string;
}

/** Only the page has a session, with which pictures are loaded. */
export interface PictureReply {
  readonly kind: 'picture';
  readonly path: string;
  readonly picture: Picture | null;
}

export type PackReply =
  | { readonly kind: 'picture'; readonly path: string }
  /** A format could not be written; the others follow. */
  | { readonly kind: 'problem'; readonly error: unknown }
  | { readonly kind: 'packed'; readonly packed: PackedDocument }
  | { readonly kind: 'failed'; readonly error: unknown };

const WRITERS = {
  markdown: (doc: Parameters<typeof writeMarkdown>[0]) => Promise.resolve(writeMarkdown(doc)),
  html: writePage,
  docx: writeDocx,
};

const awaited = new Map<string, (picture: Picture | null) => void>();

globalThis.addEventListener('message', ({ data }: MessageEvent<PackRequest | PictureReply>) => {
  if (data.kind === 'pack') void pack(data);
  else awaited.get(data.path)?.(data.picture);
});

async function pack({ taken, untitled }: PackRequest): Promise<void> {
  const loadPicture = (path: string): Promise<Picture | null> =>
    new Promise((resolve) => {
      awaited.set(path, resolve);
      reply({ kind: 'picture', path });
    });
  const report = (error: unknown): void => reply({ kind: 'problem', error });
  try {
    const packed = await packDocument({ ...taken, loadPicture }, { writers: WRITERS, untitled, report });
    reply({ kind: 'packed', packed });
  } catch (error) {
    reply({ kind: 'failed', error });
  }
  awaited.clear();
}

/** Files are handed over, not copied. */
function reply(message: PackReply): void {
  const files = message.kind === 'packed' ? message.packed.files : [];
  globalThis.postMessage(message, { transfer: [...new Set(files.map(({ content }) => content.buffer))] });
}
