import type { ArchiveWriters } from '../formats/archive/pack-document.ts';

/** How a text is written for the download of everything. */
export const ARCHIVE_WRITERS: ArchiveWriters = {
  markdown: async (doc) => (await import('../editor/out/write-markdown.ts')).writeMarkdown(doc),
  html: null,
  docx: null,
};
