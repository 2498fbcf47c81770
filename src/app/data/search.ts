/** Search in the texts and comments that the user may read. */
import * as z from 'zod/mini';
import { findPassages, type Passage } from '#contract/search/find-passages.ts';
import { searchQuery } from '#contract/search/search-query.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

export interface FoundText {
  readonly documentId: string;
  readonly title: string;
  /** The headings above the first passage. */
  readonly headings: readonly string[];
  /** None where the words stand in the title, or far down in a very long text. */
  readonly passages: readonly Passage[];
  readonly isTrashed: boolean;
  /** The thread in which the words stand, for a comment. */
  readonly comment?: string;
}

const lineSchema = z.object({ block: z.int(), text: z.string(), path: z.array(z.string()) });
const foundSchema = z.object({
  document: z.uuid(),
  title: z.string(),
  comment: z.nullable(z.uuid()),
  lines: z.array(lineSchema),
});
type Line = z.infer<typeof lineSchema>;

const MOST_FOUND = 10;
const MOST_PASSAGES = 3;

/** Best first, comments last. The last word counts as the beginning of one, until a space follows it. */
export async function searchTexts(
  query: string,
  { inTrash }: { readonly inTrash: boolean },
  signal?: AbortSignal,
): Promise<readonly FoundText[]> {
  const asked = searchQuery(query);
  if (asked === null) return [];
  const request = getSupabase().rpc('search_texts', {
    p_query: asked,
    p_limit: MOST_FOUND,
    p_in_trash: inTrash,
  });
  const limit = signal === undefined ? timeLimit() : AbortSignal.any([signal, timeLimit()]);
  const found = await askDatabase(request.abortSignal(limit), z.array(foundSchema));
  return found.map(({ document, title, comment, lines }) => ({
    documentId: document,
    title,
    ...passagesOf(lines, query),
    isTrashed: inTrash,
    ...(comment === null ? {} : { comment }),
  }));
}

/** `block` becomes the line in the whole text. */
function passagesOf(lines: readonly Line[], query: string): Pick<FoundText, 'headings' | 'passages'> {
  const found = findPassages(
    lines.map(({ text }) => text.replaceAll('\n', ' ')).join('\n'),
    query,
    MOST_PASSAGES,
  );
  const passages = found.map((passage) => ({ ...passage, block: lines[passage.block]!.block }));
  return { headings: lines[found[0]?.block ?? -1]?.path ?? [], passages };
}
