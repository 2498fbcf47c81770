import { ApiError } from '../data/api-error.ts';
import { ArchiveSection } from '../formats/archive/archive-section.tsx';
import type { ArchiveWriters } from '../formats/archive/pack-document.ts';

/** The writers load with the first document: they need the schema of the editor. */
const WRITERS: ArchiveWriters = {
  markdown: async (doc) => (await loaded(import('../editor/out/write-markdown.ts'))).writeMarkdown(doc),
  html: async (leaving) => (await loaded(import('../editor/out/write-page.ts'))).writePage(leaving),
  docx: async (leaving) =>
    (await loaded(import('../formats/docx/write-docx-apart.ts'))).writeDocxApart(leaving),
};

/** Offline, the document waits until its writer can be loaded. */
const loaded = <Part,>(part: Promise<Part>): Promise<Part> =>
  part.catch((cause: unknown) => {
    throw new ApiError({ code: 'unreachable', status: 0, cause });
  });

/** The download of everything, with the formats that the editor writes. */
export function Everything({ userId }: { readonly userId: string }) {
  return <ArchiveSection userId={userId} writers={WRITERS} />;
}
