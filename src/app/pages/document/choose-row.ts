import { PRESENT, PREVIOUS, type ShownVersion } from '../../data/paths.ts';

/** The version that is marked in the list. */
export const rowOf = (shown: ShownVersion | null): string | null =>
  (shown?.versionId === PRESENT ? shown.beforeId : shown?.versionId) ?? null;

/** Shows the version of a row as the one before it was shown; the marked row leads from a comparison to the version itself. */
export function chooseRow(shown: ShownVersion | null, id: string): ShownVersion {
  if (shown === null || shown.beforeId === null || rowOf(shown) === id)
    return { versionId: id, beforeId: null };
  return shown.versionId === PRESENT
    ? { ...shown, beforeId: id }
    : { ...shown, versionId: id, beforeId: PREVIOUS };
}
