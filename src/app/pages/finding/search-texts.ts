import { searchTexts as askServer, type FoundText } from '../../data/search.ts';
import type { FoundPassage } from '../../find/rows.ts';
import type { SearchTexts } from '../../find/use-texts.ts';

/** One row for each document and comment: its first passage. */
export const searchTexts: SearchTexts = async (query, signal) =>
  (await askServer(query, { inTrash: false }, signal)).map(firstPassage);

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
