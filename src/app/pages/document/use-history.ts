import { useNavigate, useSearchParams } from 'react-router';
import { historyPath, PRESENT, PREVIOUS, readShownVersion, type ShownVersion } from '../../data/paths.ts';
import type { Version } from '../../data/versions.ts';

export type History = ReturnType<typeof useHistory>;

/** Which version is shown is in the URL, so that links to versions can be sent. */
export function useHistory(documentId: string, open: boolean) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const shown = open ? readShownVersion(search) : null;
  // Only opening the panel is a step that the browser goes back over.
  const show = (next: ShownVersion | null): void =>
    void navigate(historyPath(documentId, next), { replace: open });
  const isPresent = shown?.versionId === PRESENT;
  const select = ({ id }: Version): ShownVersion =>
    isPresent
      ? { ...shown, beforeId: id }
      : { ...shown, versionId: id, beforeId: shown?.beforeId == null ? null : PREVIOUS };
  return {
    shown,
    show,
    /** The version that is marked in the list. */
    selectedId: (isPresent ? shown?.beforeId : shown?.versionId) ?? null,
    /** Shows the version, or a comparison with it, as the previous one was shown. */
    select: (version: Version | null) => show(version && select(version)),
    showPresent: () => show(null),
  };
}
