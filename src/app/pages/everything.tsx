import { ArchiveSection } from '../formats/archive/archive-section.tsx';
import type { ArchiveWriters } from '../formats/archive/pack-document.ts';

/** The writers load with the first document: they need the schema of the editor. */
const WRITERS: ArchiveWriters = {
  markdown: async (doc) => (await import('../editor/out/write-markdown.ts')).writeMarkdown(doc),
  html: null,
  docx: null,
};

/** The download of everything, with the formats that the editor writes. */
export function Everything({ userId }: { readonly userId: string }) {
  return <ArchiveSection userId={userId} writers={WRITERS} />;
}
