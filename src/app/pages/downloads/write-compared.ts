/** The way out for comparisons. */
import type { QueryClient } from '@tanstack/react-query';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import { ApiError } from '../../data/api-error.ts';
import { NOTHING } from '../../data/versions.ts';
import type { ComparisonTexts } from '../../editor/out/write-comparison.ts';
import type { ChosenDownload } from '../../history/read-chosen.ts';
import { loadPicture } from './write-leaving.ts';

interface ComparedDownload {
  readonly documentId: string;
  readonly chosen: ChosenDownload;
  readonly texts: ComparisonTexts;
  readonly mayReadLog: boolean;
}

export async function writeCompared(
  { documentId, chosen, texts, mayReadLog }: ComparedDownload,
  client: QueryClient,
): Promise<WrittenFile> {
  const [{ compareSaved }, { findActors }, { writeComparison }] = await Promise.all([
    import('../../editor/preview/compare-saved.ts'),
    import('../../editor/preview/use-actors.ts'),
    import('../../editor/out/write-comparison.ts'),
  ]);
  const before = chosen.compared?.before ?? NOTHING;
  const compared = compareSaved({ documentId, before, after: chosen.state, mayReadLog });
  if (compared === null) throw new ApiError({ code: 'internal', status: 0 });
  const actors = await findActors(compared, new AbortController().signal).catch((error: unknown) => {
    // The page shows the changes without names then, and so does the file, which says so.
    if (error instanceof ApiError) return null;
    throw error;
  });
  return writeComparison({
    compared,
    actors,
    texts,
    loadPicture: (path) => loadPicture(path, client),
  });
}
