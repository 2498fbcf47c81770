import { commentPath, foundPath } from '../../data/paths.ts';
import { searchTexts as askServer, type FoundText } from '../../data/search.ts';
import type { FoundPassage } from '../../find/rows.ts';
import type { SearchTexts } from '../../find/use-texts.ts';

/** One row for each document and comment: its first passage. */
const searchIn =
  (inTrash: boolean): SearchTexts =>
  async (query, signal) =>
    (await askServer(query, { inTrash }, signal)).map(firstPassage);

export const searchTexts = searchIn(false);
export const searchTrash = searchIn(true);

/** Those in the trash come last. */
export const searchAllTexts: SearchTexts = async (query, signal) =>
  (await Promise.all([searchTexts(query, signal), searchTrash(query, signal)])).flat();

function firstPassage({
  documentId,
  title,
  headings,
  passages,
  isTrashed,
  comment,
}: FoundText): FoundPassage {
  const { text, marks } = passages[0] ?? { text: '', marks: [] };
  return { documentId, title, headings, text, marks, isTrashed, comment: comment ?? null };
}

/** A passage opens at its words, or at its comment. */
export const passagePath = ({ documentId, comment }: FoundPassage, query: string): string =>
  comment === null ? foundPath(documentId, query.trim()) : commentPath(documentId, comment);
